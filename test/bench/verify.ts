/** A thousand values in one request beside as many single requests, in interleaved rounds of one server. */
import { MAX_ITEMS } from '../../runtime/contract/verify.ts';
import { type Server, withServers } from './child.ts';
import { cpuDuring, median, ROUNDS } from './compare.ts';
import { atMost, type Line, ratioLine } from './lines.ts';
import { load } from './load.ts';
import { type Ask, answerTo, documentedItems, LANG, post } from './requests.ts';

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

export async function verifyLines(dist: string, resolves: readonly Ask[]): Promise<Line[]> {
  const items = documentedItems(dist);
  const asks: Ask[] = [];
  for (let at = 0; at + MAX_ITEMS <= items.length; at += MAX_ITEMS) {
    const body = { items: items.slice(at, at + MAX_ITEMS), lang: LANG, targetOs: 'Windows 11 24H2' };
    asks.push(post('/v1/verify', body));
  }
  const singles = (url: string) => load(resolves, url, SECONDS);
  const servers: Server[] = [
    ['hivecheck', dist],
    ['hivecheck', dist, 'anew'],
  ];
  const [kept = [], anew = []] = await withServers(servers, async (children) => {
    for (const { url } of children) {
      for (const ask of [...asks, ...asks]) await answerTo(url, ask);
      await singles(url);
    }
    const all: Round[][] = children.map(() => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [at, child] of children.entries()) {
        const { cpu, rate } = await cpuDuring(child, () =>
          load(asks, child.url, SECONDS, VERIFY_CONNECTIONS),
        );
        const alone = await singles(child.url);
        all[at]?.push({ cpu: cpu / 1000, rate: rate * MAX_ITEMS, singles: alone.rate });
      }
    }
    return all;
  });
  // What is made anew only informs: a server keeps its answers.
  const informing = linesOf(anew, 'each answer made anew').map((line) => ({ ...line, goal: '', met: true }));
  return [...linesOf(kept, 'asked before'), ...informing];
}

function linesOf(rounds: readonly Round[], how: string): Line[] {
  const middle = (field: keyof Round) => median(rounds.map((round) => round[field]));
  const what = `values by verify : by single requests, ${how}`;
  return [
    atMost(`verify, 1,000 items brief, ${how}: processor time`, middle('cpu'), 'ms', MAX_CPU_MS),
    ratioLine(what, middle('rate'), middle('singles'), 'values/s', '≥', 3),
  ];
}
