/** Where and with what it was measured. */
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../build/paths.ts';
import { generator } from './load.ts';
import { RIVAL } from './paths.ts';

export interface Machine {
  cpu: string;
  cores: number;
  memoryGB: number;
  os: string;
  versions: Record<string, string>;
  generator: string;
}

export function machine(): Machine {
  const versions: Record<string, string> = { node: process.versions.node, v8: process.versions.v8 };
  for (const name of ['h3', 'srvx', 'listhen']) versions[name] = versionOf(join(ROOT, 'node_modules', name));
  for (const name of ['fastify', 'better-sqlite3'])
    versions[name] = versionOf(join(RIVAL, 'node_modules', name));
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    os: `${process.platform} ${release()}`,
    versions,
    generator,
  };
}

function versionOf(folder: string): string {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
  } catch {
    return 'not installed';
  }
}
