/**
 * The size of the project: lines, files, what one resolve passes, and what a client fetches and a start reads: bytes of
 * the dataset, of the bundle and of the facts. A report, so that growth is seen; nothing fails for it.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtInDist } from '../../build/built-in.ts';
import { FACTS, ROOT } from '../../build/paths.ts';
import { createApp, createService, folderStore, openDataset } from '../../runtime/index.ts';
import { startServer } from '../soak/server.ts';
import { type Source, sourcesOf } from '../sources.ts';
import type { Line } from './lines.ts';

type Figure = [what: string, value: number, most: number];

const BESIDE_CORE = /^runtime\/(?:contract|search|verify|readers|mcp|convert)\//;
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
/** A look-up that is not cached reads one shard of an index; a remote one transfers it. */
const SHARD_BYTES = {
  resolve: 92_000,
  list: 84_000,
  near: 104_000,
  csp: 100_000,
  catalog: 36_000,
  setting: 140_000,
  policy: 30_000,
};
const QUESTION = {
  key: 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate',
  value: 'ActiveHoursEnd',
  lang: 'en-US',
};

export async function budgetLines(): Promise<Line[]> {
  const dist = await builtInDist();
  const figures = [
    ...(await sizesOfSources()),
    ...(await passedByResolve(dist)),
    ...(await sizesOfDataset(dist)),
    ...(await sizesOfBundle(dist)),
    ...(await sizesOfFacts()),
  ];
  return figures.map(([what, value, most]) => {
    return { what, measured: String(value), goal: `≤ ${most}`, met: value <= most };
  });
}

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);

async function sizesOfSources(): Promise<Figure[]> {
  const sources = await sourcesOf('runtime', 'build', 'cli', 'test');
  const lineCount = (of: readonly Source[]) => sum(of.map(({ text }) => text.split('\n').length - 1));
  const runtime = sources.filter(({ path }) => path.startsWith('runtime/'));
  const core = runtime.filter(({ path }) => !BESIDE_CORE.test(path));
  const long = runtime.filter((each) => lineCount([each]) > LONG_FILE);
  return [
    ...LINES.map(([folders, most]): Figure => {
      const counted = sources.filter(({ path }) => folders.some((folder) => path.startsWith(folder)));
      return [`lines of ${folders.join(' and ')}`, lineCount(counted), most];
    }),
    ['lines of core of runtime/', lineCount(core), 7500],
    [`files of runtime/ over ${LONG_FILE} lines`, long.length, 0],
  ];
}

/** V8 counts the calls of named functions. The shard and the code are loaded before. */
async function passedByResolve(dist: string): Promise<Figure[]> {
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
  const root = `${pathToFileURL(join(ROOT, 'runtime')).href}/`;
  /** Functions of each file. */
  const passed = async (targetOs: string): Promise<number[]> => {
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await resolve(targetOs);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    const own = result.filter(({ url }) => url.startsWith(root));
    const called = own.map(({ functions }) =>
      functions.filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
    );
    return called.map(({ length }) => length).filter((count) => count > 0);
  };
  const [known, fresh] = [await passed('Windows 10 1809'), await passed('Windows 11 23H2')];
  session.disconnect();
  return [
    ['functions that a resolve passes, known target', sum(known), 35],
    ['files that a resolve passes, known target', known.length, 16],
    ['functions that a resolve passes, new target', sum(fresh), 95],
  ];
}

async function sizesOfDataset(dist: string): Promise<Figure[]> {
  const { manifest } = await openDataset(folderStore(dist));
  const files = Object.entries(manifest.files);
  const bytesOf = (index: string) =>
    files.flatMap(([path, { bytes }]) => (path.startsWith(index) ? bytes : []));
  const { size } = await stat(join(dist, manifest.version, 'manifest.json'));
  return [
    ...Object.entries(SHARD_BYTES).map(
      ([index, most]): Figure => [
        `bytes of the largest shard of ${index}`,
        Math.max(...bytesOf(`${index}/`)),
        most,
      ],
    ),
    // Every start reads it. A language takes 160 kB of it.
    ['bytes of the manifest', size, 880_000],
    ['bytes of the dataset', sum(bytesOf('')), 230_000_000],
  ];
}

async function sizesBelow(folder: string, end: string): Promise<number[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(end));
  return Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
}

async function sizesOfFacts(): Promise<Figure[]> {
  const bytes = await sizesBelow(FACTS, '');
  return [
    ['bytes of the largest file of facts', Math.max(...bytes), 10_000_000],
    ['bytes of the facts', sum(bytes), 25_000_000],
  ];
}

/** 870,000 bytes are the SDK of the Model Context Protocol and what it needs, loaded when it is first asked for. */
async function sizesOfBundle(dist: string): Promise<Figure[]> {
  const all = [join(ROOT, 'lib', 'cli'), join(ROOT, 'lib', 'chunks')].map((folder) =>
    sizesBelow(folder, 'js'),
  );
  const texts = await Promise.all(
    (await loadedAtStart(dist)).map((url) => readFile(fileURLToPath(url), 'utf8')),
  );
  // esbuild marks where each module begins.
  const modules = texts.flatMap((text) => text.match(/^\/\/ \S+\.(?:[cm]?[jt]s|json)$/gm) ?? []);
  return [
    ['bytes of the bundle', sum((await Promise.all(all)).flat()), 3_500_000],
    ['bytes that a start loads', texts.join('').length, 1_060_000],
    ['modules that a start loads', modules.length, 245],
  ];
}

/** URLs of the files that Node loads until the server listens. */
async function loadedAtStart(dist: string): Promise<string[]> {
  const hooks = `import { writeSync } from 'node:fs';
    export const load = (url, context, next) => { writeSync(2, 'loads ' + url + '\\n'); return next(url, context); };`;
  const url = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(url)});`;
  await using server = await startServer(dist, { preload: register });
  return [...server.errors().matchAll(/^loads (file:\S+)$/gm)].map(([, url]) => url ?? '');
}
