/**
 * The size of the project: lines, files, names, bytes, and what one resolve passes. A report with earlier figures
 * beside today's, so that growth is seen; nothing fails for it.
 */
import { readFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtInDist } from '../../build/built-in.ts';
import { ROOT } from '../../build/paths.ts';
import { createApp, createService, folderStore, openDataset } from '../../runtime/index.ts';
import { type Source, sourcesOf } from '../sources.ts';
import type { Line } from './lines.ts';
import { sizes } from './sizes.ts';

const BESIDE_CORE = ['contract', 'search', 'verify', 'readers', 'mcp', 'convert'];
/** Folders that count, and the most lines that they may have. */
const LINES: [folders: string[], most: number][] = [
  [['runtime/'], 15_000],
  [['runtime/verdict/'], 1800],
  [['runtime/search/'], 1100],
  [['build/search/'], 420],
  [['runtime/mcp/'], 1000],
  [['runtime/convert/'], 900],
  [['cli/'], 3400],
  [['build/', 'cli/'], 20_400],
  [['test/'], 34_000],
];
const LONG_FILE = 250;
/** Named functions and files that a resolve may pass: with a target that was requested before, and with a new one. */
const PASSED = { known: [35, 16], fresh: [95, undefined] } as const;
const QUESTION = {
  key: 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate',
  value: 'ActiveHoursEnd',
  lang: 'en-US',
};

/** @returns Lines for the table of the bench; the earlier figures are in `budgets.json`. */
export async function budgetLines(): Promise<Line[]> {
  const before = JSON.parse(await readFile(join(ROOT, 'test/bench/budgets.json'), 'utf8')) as {
    since: string;
    figures: Record<string, number>;
  };
  const sources = await sourcesOf('runtime', 'build', 'cli', 'test');
  const runtime = sources.filter(({ path }) => path.startsWith('runtime/'));
  const passed = await passedByResolve();
  const core = runtime.filter(({ path }) => !BESIDE_CORE.some((room) => path.startsWith(`runtime/${room}/`)));
  const figures: [what: string, value: number, most?: number][] = [
    ...LINES.map(([folders, most]): [string, number, number] => {
      const counted = sources.filter(({ path }) => folders.some((folder) => path.startsWith(folder)));
      return [`lines of ${folders.join(' and ')}`, lineCount(counted), most];
    }),
    ['lines of core of runtime/', lineCount(core), 7500],
    [
      `files of runtime/ over ${LONG_FILE} lines`,
      runtime.filter((each) => lineCount([each]) > LONG_FILE).length,
      0,
    ],
    ['functions of runtime/ whose name is in two files', namesInTwoFiles(runtime), 0],
    ['functions that a resolve passes, known target', passed.known.functions, PASSED.known[0]],
    ['files that a resolve passes, known target', passed.known.files, PASSED.known[1]],
    ['functions that a resolve passes, new target', passed.fresh.functions, PASSED.fresh[0]],
    ...(await sizes()),
  ];
  return figures.map(([what, value, most]) => {
    const then = before.figures[what];
    const measured = then === undefined ? `${value}` : `${value} (${before.since}: ${then})`;
    return {
      what,
      measured,
      goal: most === undefined ? '' : `≤ ${most}`,
      met: most === undefined || value <= most,
    };
  });
}

function lineCount(sources: readonly Source[]): number {
  return sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
}

/** Functions at the top level of a module, exported or not. */
function namesInTwoFiles(sources: readonly Source[]): number {
  const files = new Map<string, number>();
  for (const { text } of sources) {
    const names = [...text.matchAll(/^(?:export )?(?:async )?function\*? ?([\w$]+)/gm)].map(
      ([, name]) => name ?? '',
    );
    for (const name of new Set(names)) files.set(name, (files.get(name) ?? 0) + 1);
  }
  return [...files.values()].filter((count) => count > 1).length;
}

interface Passed {
  functions: number;
  files: number;
}

/** V8 counts the calls. The shard and the code are loaded before. */
async function passedByResolve(): Promise<Record<'known' | 'fresh', Passed>> {
  const dist = await builtInDist();
  const dataset = await openDataset(folderStore(dist));
  const { fetch } = createApp(createService({ snapshot: () => dataset }));
  const resolve = async (targetOs: string) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ ...QUESTION, targetOs });
    const answer = await fetch(new Request('http://bench/v1/resolve', { method: 'POST', headers, body }));
    if (!answer.ok) throw new Error(`the resolve of the budgets failed: ${await answer.text()}`);
    await answer.text();
  };
  await resolve('Windows 10 1809');
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  const count = async (targetOs: string): Promise<Passed> => {
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await resolve(targetOs);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    const root = `${pathToFileURL(join(ROOT, 'runtime')).href}/`;
    const own = result.filter(({ url }) => url.startsWith(root));
    const called = own.map(({ functions }) => {
      return functions.filter(
        ({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0,
      ).length;
    });
    return {
      functions: called.reduce((sum, each) => sum + each, 0),
      files: called.filter((each) => each > 0).length,
    };
  };
  const known = await count('Windows 10 1809');
  const fresh = await count('Windows 11 23H2');
  session.disconnect();
  return { known, fresh };
}
