/** Which room may import which: data flows one way, and nothing but `runtime/node/` needs Node. */
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcesOf } from './sources.ts';
import { vectors } from './vectors.ts';

type Top = 'runtime' | 'build';
/** The rooms that the files of a room may import besides its own. A file belongs to that of its first folder. */
const ROOMS = vectors<{ of: Top; room: string; may: string[]; why?: string }>('rooms');

/** Modules of these names exist on Node only. */
const NODE_ONLY = /^(?:node:|undici$|listhen|@modelcontextprotocol\/server\/stdio)/;

interface Import {
  from: string;
  to: string;
  type: boolean;
}

async function importsBelow(folder: string): Promise<Import[]> {
  const found: Import[] = [];
  for (const { path: from, text } of await sourcesOf(folder)) {
    const pattern = /(?:^(import|export)( type)?\b[^;'"]*?from |^import |\bimport\()\s*['"]([^'"]+)['"]/gm;
    for (const [, , type, path = ''] of text.matchAll(pattern)) {
      const to = path.startsWith('.') ? join(dirname(from), path) : path;
      found.push({ from, to, type: type !== undefined });
    }
  }
  return found;
}

const [runtime, build, cli] = await Promise.all(['runtime', 'build', 'cli'].map(importsBelow));
if (!runtime || !build || !cli) throw new Error('no sources');

/** The first folder below `top`, or the name of the file there without extension. */
const roomOf = (path: string, top: string) =>
  path.startsWith(`${top}/`) ? path.slice(top.length + 1).replace(/[/.].*/, '') : undefined;

function crossing(imports: Import[], top: Top): string[] {
  const allowed = new Map(ROOMS.flatMap(({ of, room, may }) => (of === top ? [[room, may]] : [])));
  return imports.flatMap(({ from, to }) => {
    const [room, target] = [roomOf(from, top) ?? '', roomOf(to, top)];
    const may = allowed.get(room);
    if (may === undefined || target === undefined || target === room || may.includes(target)) return [];
    // What lies at the top of build/ (paths, atomic writes, errors) serves all of its rooms, and may use them.
    if (top === 'build' && (/^build\/[^/]*$/.test(from) || /^build\/[^/]*$/.test(to))) return [];
    return [`${from} → ${to}`];
  });
}

describe('imports', () => {
  it.each([
    ['runtime', runtime, /^(?:build|cli|test)\//],
    ['build', build, /^(?:cli|test)\//],
    [
      'build but for its pipeline',
      build.filter(({ from }) => !from.startsWith('build/pipeline/')),
      /^build\/pipeline\//,
    ],
    ['cli', cli, /^test\//],
  ])('of %s/ are found, and reach nothing above', (_, imports, above) => {
    expect(imports.length).toBeGreaterThan(100);
    expect(imports.filter(({ to }) => above.test(to))).toEqual([]);
  });

  it('of runtime/ need Node in runtime/node/ and in the package entry only', () => {
    const needing = runtime.filter(
      ({ from, to }) =>
        !from.startsWith('runtime/node/') &&
        from !== 'runtime/index.ts' &&
        (NODE_ONLY.test(to) || to.startsWith('runtime/node/')),
    );
    expect(needing).toEqual([]);
  });

  it('of the rooms of runtime/ never point up', () => {
    expect(crossing(runtime, 'runtime')).toEqual([]);
  });

  it('of the rooms of build/ follow the way of the data', () => {
    expect(crossing(build, 'build')).toEqual([]);
  });
});

it('no two files of runtime/ have a function, or export anything else, of the same name', async () => {
  const files = new Map<string, number>();
  for (const { text } of await sourcesOf('runtime')) {
    const named = /^(?:export (?:const|class|interface|type)|(?:export )?(?:async )?function\*?) ([\w$]+)/gm;
    // A schema and its type have one name.
    for (const each of new Set([...text.matchAll(named)].map(([, found]) => found ?? '')))
      files.set(each, (files.get(each) ?? 0) + 1);
  }
  expect(files.size).toBeGreaterThan(500);
  const twice = [...files].filter(([, count]) => count > 1).map(([name]) => name);
  // Each language has its sentences.
  expect(twice.sort()).toEqual(['en', 'fr']);
});
