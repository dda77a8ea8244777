/** An attacker who controls the host, but not the key, offers the older signed version again. */
import { cp, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Faults, type Figures } from './figures.ts';
import { runCommand, type Server, secondsUntil, sleep, startServer } from './server.ts';
import { healthOf } from './swaps.ts';
import type { Material } from './variants.ts';

/** The folder is looked at every second; milliseconds. */
const WATCHED_MS = 5_000;

export async function soakRollback({ folder, variants }: Material): Promise<Figures> {
  const [older, newer] = variants;
  if (older === undefined || newer === undefined) throw new Error('Two variants are needed');
  const home = join(folder, 'rollback');
  const dist = join(home, 'dist');
  const saved = join(home, 'saved');
  await mkdir(dist, { recursive: true });
  const env = await makeKeys(home);
  const publish = async (from: string): Promise<void> => {
    const copy = join(home, 'signed');
    await cp(from, copy, { recursive: true });
    await runCommand(['sign', copy], env);
    await runCommand(['publish', '--from', copy, '--to', dist], env);
  };
  const faults = new Faults();
  await publish(older.dist);
  await cp(dist, saved, { recursive: true });
  await using server = await startServer(dist, { env });
  faults.expect(await serves(server, older.manifest.version), 'the first signed version is not served');
  await publish(newer.dist);
  faults.expect(await serves(server, newer.manifest.version), 'the second signed version is not served');
  await restoreIndex(saved, dist);
  await sleep(WATCHED_MS);
  const health = await healthOf(server);
  const held = health.dataset.version === newer.manifest.version;
  faults.expect(held, 'the older version is served again');
  faults.expect(!held || health.refused !== undefined, 'health does not report the refused index');
  return {
    stage: 'rollback attempt',
    measured: {
      'version still served after the attempt': held ? 'the newer one' : 'the older one',
      'reported as refused': String(health.refused !== undefined),
    },
    faults: faults.list(),
  };
}

/** As operators hand them over: in the environment. */
async function makeKeys(home: string): Promise<Record<string, string>> {
  const [privateFile, publicFile] = [join(home, 'private.pem'), join(home, 'public.pem')];
  await runCommand(['signing-key', privateFile, publicFile]);
  return {
    HIVECHECK_SIGNING_KEY: await readFile(privateFile, 'utf8'),
    HIVECHECK_PUBLIC_KEY: await readFile(publicFile, 'utf8'),
  };
}

/** The index with everything that belongs to it: each file of the dist's top level. */
async function restoreIndex(saved: string, dist: string): Promise<void> {
  for (const name of await readdir(saved)) {
    if ((await stat(join(saved, name))).isFile()) await cp(join(saved, name), join(dist, name));
  }
}

async function serves(server: Server, version: string): Promise<boolean> {
  return (await secondsUntil(async () => (await healthOf(server)).dataset.version === version)) !== undefined;
}
