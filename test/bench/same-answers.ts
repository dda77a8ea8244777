/** What is compared must be the same work. */
import type { Child } from './child.ts';
import { type Ask, answerTo } from './requests.ts';
import { underWay } from './under-way.ts';

const AT_ONCE = 64;

/**
 * Rejects where servers answer one of `asks` differently, but for the dataset's stamp. Copies that write what is asked
 * for would make more work, not the same work among more data. `grown`: the dataset to blame.
 */
export async function requireSameAnswers(
  children: readonly Child[],
  asks: readonly Ask[],
  grown: string,
): Promise<void> {
  await underWay(asks, AT_ONCE, async (ask) => {
    const told = await Promise.all(children.map(({ url }) => toldBy(url, ask)));
    if (new Set(told).size > 1) {
      throw new Error(`${ask.body} has another answer in ${grown}: remove that, and it is made anew.`);
    }
  });
}

async function toldBy(url: string, ask: Ask): Promise<string> {
  const { dataset: _stamp, ...told } = JSON.parse(new TextDecoder().decode(await answerTo(url, ask)));
  return JSON.stringify(told);
}
