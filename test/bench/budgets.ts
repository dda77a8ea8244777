/**
 * The size of the project: lines, files, what one resolve passes, and what a client fetches and a start reads: bytes of
 * the dataset, of the bundle and of the facts. A report with figures of a release beside them; nothing fails for it.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtInDist } from '../../build/built-in.ts';
import { FACTS, ROOT } from '../../build/paths.ts';
import type { Manifest } from '../../runtime/format/format.ts';
import { createApp, createService, folderStore, openDataset } from '../../runtime/index.ts';
import { startServer } from '../soak/server.ts';
import { type Source, sourcesOf } from '../sources.ts';
import { vectors } from '../vectors.ts';
import type { Line } from './lines.ts';

/** A row of `test/vectors/budgets.jsonl`. */
interface Budget {
  what: string;
  most: number;
  /** The figure of release 0.1.0. */
  before?: number;
  /** Folders. */
  linesOf?: string[];
  /** An index: a look-up that is not cached reads one shard of it; a remote one transfers it. */
  shardOf?: string;
}

/** What is counted here, by the name of its row. */
type Figures = Record<string, number>;

const BESIDE_CORE = /^runtime\/(?:contract|search|verify|readers|mcp|convert)\//;
const QUESTION = {
  key: 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate',
  value: 'ActiveHoursEnd',
  lang: 'en-US',
};

export async function budgetLines(): Promise<Line[]> {
  const dist = await builtInDist();
  const { manifest } = await openDataset(folderStore(dist));
  const sources = await sourcesOf('runtime', 'build', 'cli', 'test');
  const figures: Figures = {
    ...sizesOfRuntime(sources.filter(({ path }) => path.startsWith('runtime/'))),
    ...(await passedByResolve(dist)),
    'bytes of the dataset': sum(bytesBelow(manifest, '')),
    // Every start reads it. A language takes 160 kB of it.
    'bytes of the manifest': (await stat(join(dist, manifest.version, 'manifest.json'))).size,
    ...(await sizesOfBundle(dist)),
    ...(await sizesOfFacts()),
  };
  return vectors<Budget>('budgets').map(({ what, most, before, linesOf, shardOf }) => {
    const counted = sources.filter(({ path }) => linesOf?.some((folder) => path.startsWith(folder)));
    const largest = Math.max(...bytesBelow(manifest, `${shardOf}/`));
    const value = (linesOf ? lineCount(counted) : shardOf ? largest : figures[what]) ?? Number.NaN;
    const measured = before === undefined ? `${value}` : `${value} (0.1.0: ${before})`;
    return { what, measured, goal: `≤ ${most}`, met: value <= most };
  });
}

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
const lineCount = (of: readonly Source[]) => sum(of.map(({ text }) => text.split('\n').length - 1));
const bytesBelow = ({ files }: Manifest, folder: string) =>
  Object.entries(files).flatMap(([path, { bytes }]) => (path.startsWith(folder) ? bytes : []));

function sizesOfRuntime(sources: readonly Source[]): Figures {
  return {
    'lines of core of runtime/': lineCount(sources.filter(({ path }) => !BESIDE_CORE.test(path))),
    'files of runtime/ over 250 lines': sources.filter((each) => lineCount([each]) > 250).length,
  };
}

/** V8 counts the calls of named functions. The shard and the code are loaded before. */
async function passedByResolve(dist: string): Promise<Figures> {
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
      functions.filter(({ functionName, ranges }) => isOwn(functionName) && (ranges[0]?.count ?? 0) > 0),
    );
    return called.map(({ length }) => length).filter((count) => count > 0);
  };
  const [known, fresh] = [await passed('Windows 10 1809'), await passed('Windows 11 23H2')];
  session.disconnect();
  return {
    'functions that a resolve passes, known target': sum(known),
    'files that a resolve passes, known target': known.length,
    'functions that a resolve passes, new target': sum(fresh),
  };
}

/** tsx gives functions their names by one of its own. */
const isOwn = (name: string) => name !== '' && name !== '__name';

async function sizesBelow(folder: string, end: string): Promise<number[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(end));
  return Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
}

async function sizesOfFacts(): Promise<Figures> {
  const bytes = await sizesBelow(FACTS, '');
  return { 'bytes of the largest file of facts': Math.max(...bytes), 'bytes of the facts': sum(bytes) };
}

/** 870,000 bytes are the SDK of the Model Context Protocol and what it needs, loaded when it is first asked for. */
async function sizesOfBundle(dist: string): Promise<Figures> {
  const all = [join(ROOT, 'lib', 'cli'), join(ROOT, 'lib', 'chunks')].map((folder) =>
    sizesBelow(folder, 'js'),
  );
  const texts = await Promise.all(
    (await loadedAtStart(dist)).map((url) => readFile(fileURLToPath(url), 'utf8')),
  );
  // esbuild marks where each module begins.
  const modules = texts.flatMap((text) => text.match(/^\/\/ \S+\.(?:[cm]?[jt]s|json)$/gm) ?? []);
  return {
    'bytes of the bundle': sum((await Promise.all(all)).flat()),
    'bytes that a start loads': texts.join('').length,
    'modules that a start loads': modules.length,
  };
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
