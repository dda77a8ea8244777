/** A thousand values in one request beside as many single requests, in interleaved rounds of one server. */
import { join } from 'node:path';
import type { DocumentedData } from '../../runtime/contract/data.ts';
import { MAX_ITEMS } from '../../runtime/contract/verify.ts';
import type { PairEntry } from '../../runtime/format/format.ts';
import { splitPairKey } from '../../runtime/format/keys.ts';
import type { WrittenValue } from '../readers/writers.ts';
import { type Child, type Server, withServers } from './child.ts';
import { atMost, type Line, ratioLine } from './lines.ts';
import { type Generator, prepareLoad } from './load.ts';
import { type Ask, answerTo, LANG, readIndex, shuffled } from './requests.ts';
import { median, ROUNDS } from './rounds.ts';

const SECONDS = 1;
/** So that the server has always something to do; fewer than it works on at once. */
const VERIFY_CONNECTIONS = 4;
const MAX_CPU_MS = 15;

interface Round {
  /** Milliseconds of processor time for one body. */
  cpu: number;
  /** Values a second. */
  rate: number;
  singles: number;
}

export async function verifyLines(dist: string, version: string, resolves: readonly Ask[]): Promise<Line[]> {
  const asks = await verifyAsks(version);
  const verify = await prepareLoad('verify', asks, VERIFY_CONNECTIONS);
  const singles = await prepareLoad('verify-singles', resolves);
  const servers: Server[] = [
    ['hivecheck', dist],
    ['hivecheck', dist, 'anew'],
  ];
  const [kept = [], anew = []] = await withServers(servers, async (children) => {
    for (const { url } of children) {
      for (const ask of [...asks, ...asks]) await answerTo(url, ask);
      await singles(url, SECONDS);
    }
    const all: Round[][] = children.map(() => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [at, child] of children.entries()) {
        all[at]?.push(await measureRound(child, verify, singles));
      }
    }
    return all;
  });
  return [...linesOf(kept, 'asked before', true), ...linesOf(anew, 'each answer made anew', false)];
}

/** Those without a goal only inform: a server keeps its answers. */
function linesOf(rounds: readonly Round[], how: string, hasGoal: boolean): Line[] {
  const middle = (field: keyof Round) => median(rounds.map((round) => round[field]));
  const lines = [
    atMost(`verify, 1,000 items brief, ${how}: processor time`, middle('cpu'), 'ms', MAX_CPU_MS),
    ratioLine(
      `values by verify : by single requests, ${how}`,
      middle('rate'),
      middle('singles'),
      'values/s',
      '≥',
      3,
    ),
  ];
  return hasGoal ? lines : lines.map((line) => ({ ...line, goal: '', met: true }));
}

async function measureRound(server: Child, verify: Generator, singles: Generator): Promise<Round> {
  const before = await server.usage();
  const { rate, answers } = await verify(server.url, SECONDS);
  const after = await server.usage();
  return {
    cpu: (after.cpu - before.cpu) / 1000 / answers,
    rate: rate * MAX_ITEMS,
    singles: (await singles(server.url, SECONDS)).rate,
  };
}

/** Every documented pair once, each with a documented content where it has one. */
export async function documentedItems(version: string): Promise<WrittenValue[]> {
  const entries = await readIndex<PairEntry>(join(version, 'resolve', LANG));
  return shuffled(entries).map(([id, { any }], at) => {
    const [key, value] = splitPairKey(id);
    const [match] = any.matches;
    const hive = match?.class === 'User' ? 'HKCU' : 'HKLM';
    return { key: `${hive}\\${key}`, value, ...contentOf(match, at) };
  });
}

/** By the thousand. */
async function verifyAsks(version: string): Promise<Ask[]> {
  const items = await documentedItems(version);
  const asks: Ask[] = [];
  for (let at = 0; at + MAX_ITEMS <= items.length; at += MAX_ITEMS) {
    const body = { items: items.slice(at, at + MAX_ITEMS), lang: LANG, targetOs: 'Windows 11 24H2' };
    asks.push({ method: 'POST', path: '/v1/verify', body: JSON.stringify(body) });
  }
  return asks;
}

function contentOf({ registryType, values = [] }: DocumentedData = {}, at: number): Partial<WrittenValue> {
  const value = values[at % Math.max(values.length, 1)];
  const type = value?.type ?? registryType;
  if (value === undefined || type === undefined) return {};
  if (value.data === null) return { delete: true };
  return { type, data: type === 'REG_MULTI_SZ' ? [value.data] : value.data };
}
