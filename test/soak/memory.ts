/**
 * What `npm start` takes in resident memory: the whole built-in dataset, asked in all its languages, a thousand values in
 * one request among single ones, while its version changes again and again.
 */
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInDist } from '../../build/built-in.ts';
import { readDistIndex, versionOf } from '../../runtime/dataset/manifest.ts';
import type { CspEntry, Manifest, SettingEntry } from '../../runtime/format/format.ts';
import { hex, sha256 } from '../../runtime/format/keys.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { languageFile, type SearchLanguage } from '../../runtime/search/files.ts';
import { readIndex } from '../bench/requests.ts';
import { documentedItems } from '../bench/verify.ts';
import { openPool, type Request, send } from './client.ts';
import { Faults, type Figures, percentile, round } from './figures.ts';
import { pointTo } from './publish.ts';
import { type Server, secondsUntil, sleep, startServer } from './server.ts';
import { healthOf } from './swaps.ts';

/** Of the mean and of the peak: a container ends at its limit, whatever the mean was. */
const MAX_MB = 300;
const CONNECTIONS = 16;
const VERSIONS = 3;
const SECONDS_PER_VERSION = 20;
const ITEMS = 1000;
const TARGETS = ['Windows 11 24H2', '10.0.19045', 'Windows Server 2022', 'nonsense', null];

export async function soakMemory(folder: string, minutes: number): Promise<Figures> {
  const faults = new Faults();
  const dist = join(folder, 'memory');
  const versions = await makeVersions(dist);
  const [first] = versions;
  if (first === undefined) throw new Error('There is no version to serve.');
  await pointTo(dist, first);
  const ask = await traffic(join(dist, first.version), first.languages);
  await using server = await startServer(dist);
  const memory: number[] = [];
  const watch = setInterval(() => void server.memory().then((mb) => memory.push(mb)), 250);
  const end = performance.now() + minutes * 60_000;
  const [sent, swaps] = await Promise.all([
    sendAll(server, ask, end, faults),
    swapUntil(end, dist, versions, server, faults),
  ]);
  clearInterval(watch);
  const mean = memory.reduce((sum, each) => sum + each, 0) / memory.length;
  const peak = percentile(memory, 1);
  // NaN where the process has ended.
  faults.expect(mean < MAX_MB, `it took ${round(mean, 0)} MB on average (below ${MAX_MB})`);
  faults.expect(peak < MAX_MB, `it took ${round(peak, 0)} MB (below ${MAX_MB})`);
  return {
    stage: 'memory of mixed traffic',
    measured: {
      minutes,
      ...sent,
      'changes of the version': swaps,
      'memory: mean, MB': round(mean, 0),
      'memory: peak, MB': round(peak, 0),
    },
    faults: faults.list(),
  };
}

/** The built-in dataset, and copies that differ in blanks at the end of a file: compiling each would take minutes. */
async function makeVersions(dist: string): Promise<Manifest[]> {
  const builtIn = await builtInDist();
  const { latest } = await readDistIndex(folderStore(builtIn));
  const manifest = JSON.parse(await readFile(join(builtIn, latest, 'manifest.json'), 'utf8')) as Manifest;
  await mkdir(dist, { recursive: true });
  const versions: Manifest[] = [];
  for (let number = 0; number < VERSIONS; number++) {
    const aside = join(dist, `.${number}`);
    await cp(join(builtIn, latest), aside, { recursive: true });
    const file = join(aside, CHANGED);
    const bytes = new TextEncoder().encode((await readFile(file, 'utf8')) + ' '.repeat(number));
    await writeFile(file, bytes);
    const listed = { bytes: bytes.length, sha256: hex(await sha256(bytes)) };
    const made = { ...manifest, files: { ...manifest.files, [CHANGED]: listed } };
    made.version = await versionOf(made);
    await writeFile(join(aside, 'manifest.json'), JSON.stringify(made));
    await rename(aside, join(dist, made.version));
    versions.push(made);
  }
  return versions;
}

const CHANGED = 'coverage.json';

/** The request of each number. */
async function traffic(version: string, languages: readonly string[]): Promise<(n: number) => Request> {
  const items = await documentedItems(version);
  const nodes = await readIndex<CspEntry>(join(version, 'csp', 'en-US'));
  const records = await readIndex<SettingEntry>(join(version, 'setting', 'en-US'));
  const titles = await Promise.all(languages.map((lang) => titlesIn(version, lang)));
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

async function titlesIn(version: string, lang: string): Promise<string[]> {
  const index = JSON.parse(await readFile(join(version, languageFile(lang)), 'utf8')) as SearchLanguage;
  return index.titles.filter((title) => title !== null);
}

function post(path: string, body: unknown): Request {
  return { method: 'POST', path, body: JSON.stringify(body) };
}

async function sendAll(
  server: Server,
  ask: (n: number) => Request,
  end: number,
  faults: Faults,
): Promise<Figures['measured']> {
  const pool = openPool(server, CONNECTIONS);
  let sent = 0;
  let verified = 0;
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
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  await pool.destroy();
  return { requests: sent, 'thousands of values verified': verified };
}

async function swapUntil(
  end: number,
  dist: string,
  versions: readonly Manifest[],
  server: Server,
  faults: Faults,
): Promise<number> {
  let swaps = 0;
  for (;;) {
    await sleep(Math.min(SECONDS_PER_VERSION * 1000, end - performance.now()));
    const next = versions[(swaps + 1) % versions.length];
    if (next === undefined || performance.now() >= end || server.process.exitCode !== null) return swaps;
    await pointTo(dist, next);
    const isServed = async () => (await healthOf(server)).dataset.version === next.version;
    const taken = await secondsUntil(() => isServed().catch(() => false));
    faults.expect(taken !== undefined, 'a version was not taken into service');
    swaps++;
  }
}
