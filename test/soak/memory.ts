/**
 * What `npm start` takes in resident memory: the whole built-in dataset, asked in all its languages, a thousand values in
 * one request among single ones, while its version changes again and again.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtInDist } from '../../build/built-in.ts';
import { readJson } from '../../build/facts/model.ts';
import { readDistIndex, versionOf } from '../../runtime/dataset/manifest.ts';
import type { CspEntry, Manifest, SettingEntry } from '../../runtime/format/format.ts';
import { hex, sha256 } from '../../runtime/format/keys.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { type Ask, documentedItems, post } from '../bench/requests.ts';
import { entriesOf } from '../corpus/entries.ts';
import { secondsUntil, send } from './client.ts';
import { type Faults, mean } from './figures.ts';
import { copyVersion, pointTo } from './publish.ts';
import { TARGETS } from './questions.ts';
import { startServer, withMemory } from './server.ts';
import { healthOf } from './swaps.ts';

/** Of the mean and of the peak: a container ends at its limit, whatever the mean was. */
const MAX_MB = 300;
const CONNECTIONS = 16;
const VERSIONS = 3;
const SECONDS_PER_VERSION = 20;
const ITEMS = 1000;
const CHANGED = 'coverage.json';

export async function soakMemory(folder: string, faults: Faults, minutes: number) {
  const dist = join(folder, 'memory');
  const versions = await makeVersions(dist);
  const versionAt = (at: number) => versions[at % VERSIONS] as Manifest;
  await pointTo(dist, versionAt(0));
  const ask = traffic(dist, versionAt(0));
  await using server = await startServer(dist);
  const pool = server.pool(CONNECTIONS);
  const end = performance.now() + minutes * 60_000;
  let [sent, verified, swaps] = [0, 0, 0];
  const client = async (): Promise<void> => {
    // Without an answer the others would not come back either.
    for (let status = 200; status !== 0 && performance.now() < end; ) {
      const request = ask(sent++);
      const reply = await send(pool, request);
      status = reply.status;
      const isVerify = request.path === '/v1/verify';
      if (isVerify && status === 200) verified++;
      // All clients have one address, of which four bodies may wait.
      const isExpected = status === 200 || (isVerify && status === 503);
      faults.expect(isExpected, `${request.path.split('?')[0]}: ${status || reply.text}`);
    }
  };
  const swap = async (): Promise<void> => {
    for (;;) {
      await sleep(Math.min(SECONDS_PER_VERSION * 1000, end - performance.now()));
      if (performance.now() >= end || server.process.exitCode !== null) return;
      const next = versionAt(++swaps);
      await pointTo(dist, next);
      const isServed = async () => (await healthOf(server)).dataset.version === next.version;
      await secondsUntil(() => isServed().catch(() => false), faults, 'a version was not taken into service');
    }
  };
  const { memory, peak } = await withMemory(server, faults, MAX_MB, () =>
    Promise.all([swap(), ...Array.from({ length: CONNECTIONS }, client)]),
  );
  const middle = Math.round(mean(memory));
  faults.expectBelow(middle, MAX_MB, 'mean of memory in MB');
  return {
    minutes,
    requests: sent,
    'thousands of values verified': verified,
    'changes of the version': swaps,
    'memory: mean, MB': middle,
    'memory: peak, MB': peak,
  };
}

/** The built-in dataset, and copies that differ in blanks at the end of a file: compiling each would take minutes. */
async function makeVersions(dist: string): Promise<Manifest[]> {
  const builtIn = await builtInDist();
  const folder = join(builtIn, (await readDistIndex(folderStore(builtIn))).latest);
  const manifest = await readJson<Manifest>(join(folder, 'manifest.json'));
  const text = await readFile(join(folder, CHANGED), 'utf8');
  const versions: Manifest[] = [];
  for (let number = 0; number < VERSIONS; number++) {
    const bytes = new TextEncoder().encode(text + ' '.repeat(number));
    const listed = { bytes: bytes.length, sha256: hex(await sha256(bytes)) };
    const made = { ...manifest, files: { ...manifest.files, [CHANGED]: listed } };
    made.version = await versionOf(made);
    await copyVersion(dist, { folder, manifest: made });
    await writeFile(join(dist, made.version, CHANGED), bytes);
    await writeFile(join(dist, made.version, 'manifest.json'), JSON.stringify(made));
    versions.push(made);
  }
  return versions;
}

/** The request of each number. */
function traffic(dist: string, { languages }: Manifest): (n: number) => Ask {
  const items = documentedItems(dist);
  const nodes = entriesOf<CspEntry>(dist, 'csp/en-US');
  const records = entriesOf<SettingEntry>(dist, 'setting/en-US');
  const titles = languages.map((lang) => titlesIn(dist, lang));
  return (n) => {
    // Multipliers without a common factor spread neighbours over all shards.
    const at = n * 7919;
    const lang = languages[n % languages.length] ?? '';
    const targetOs = TARGETS[n % TARGETS.length];
    const of100 = (n * 37) % 100;
    if (of100 < 3) {
      const from = at % (items.length - ITEMS);
      return post('/v1/verify', { items: items.slice(from, from + ITEMS), lang, targetOs });
    }
    if (of100 < 18) {
      const own = titles[n % titles.length] ?? [];
      return post('/v1/search', { q: own[at % own.length], lang });
    }
    if (of100 < 33) return post('/v1/csp', { omaUri: nodes[at % nodes.length]?.[0], lang });
    if (of100 < 48)
      return { method: 'GET', path: `/v1/setting/${records[at % records.length]?.[0]}?lang=${lang}` };
    const { key, value } = items[at % items.length] ?? {};
    return post('/v1/resolve', { key, value, lang, targetOs });
  };
}

function titlesIn(dist: string, lang: string): string[] {
  const entries = entriesOf<Partial<SettingEntry>>(dist, `setting/${lang}`);
  return entries.flatMap(([, { setting }]) => setting?.displayName ?? []);
}
