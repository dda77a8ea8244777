/** What a server holds after it was asked for everything. */
import { startChild } from './child.ts';
import { type Ask, answerTo } from './requests.ts';
import { underWay } from './under-way.ts';

const AT_ONCE = 16;

/** Megabytes resident: after the start, and after each step, every one of its requests made once. */
export async function memoryAfter(
  dist: string,
  steps: readonly (readonly Ask[])[],
  variant = 'as-is',
): Promise<number[]> {
  const child = await startChild('hivecheck', [dist, variant]);
  const rss = async () => Math.round((await child.usage()).rss / 2 ** 20);
  try {
    const sizes = [await rss()];
    for (const asks of steps) {
      await underWay(asks, AT_ONCE, (ask) => answerTo(child.url, ask));
      sizes.push(await rss());
    }
    return sizes;
  } finally {
    await child.stop();
  }
}
