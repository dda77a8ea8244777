/** A thousand values in one request beside as many single requests, in interleaved rounds of one server. */
import { MAX_ITEMS } from '../../runtime/contract/verify.ts';
import { withServers } from './child.ts';
import { cpuDuring, ROUNDS } from './compare.ts';
import { atMost, type Line, median, ratioLine } from './lines.ts';
import { load } from './load.ts';
import { type Ask, answerTo, documentedItems, LANG, post } from './requests.ts';

const SECONDS = 1;
/** So that the server has always something to do; fewer than it works on at once. */
const VERIFY_CONNECTIONS = 4;
const MAX_CPU_MS = 40;

interface Round {
  /** Milliseconds of processor time for one body. */
  cpu: number;
  /** Values a second. */
  rate: number;
  singles: number;
}

export async function verifyLines(dist: string, resolves: readonly Ask[]): Promise<Line[]> {
  const items = documentedItems(dist);
  const asks: Ask[] = [];
  for (let at = 0; at + MAX_ITEMS <= items.length; at += MAX_ITEMS) {
    const body = { items: items.slice(at, at + MAX_ITEMS), lang: LANG, targetOs: 'Windows 11 24H2' };
    asks.push(post('/v1/verify', body));
  }
  // No answer of a single request is cached: verify caches none either.
  return withServers([['hivecheck', dist, 'anew']], async ([child]) => {
    if (child === undefined) throw new Error('no server');
    const singles = () => load(resolves, child.url, SECONDS);
    for (const ask of [...asks, ...asks]) await answerTo(child.url, ask);
    await singles();
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { cpu, rate } = await cpuDuring(child, () => load(asks, child.url, SECONDS, VERIFY_CONNECTIONS));
      rounds.push({ cpu: cpu / 1000, rate: rate * MAX_ITEMS, singles: (await singles()).rate });
    }
    const middle = (field: keyof Round) => median(rounds.map((round) => round[field]));
    const what = 'values by verify : by single requests';
    return [
      atMost('verify, 1,000 items brief: processor time', middle('cpu'), 'ms', MAX_CPU_MS),
      ratioLine(what, middle('rate'), middle('singles'), 'values/s', '≥', 3),
    ];
  });
}
