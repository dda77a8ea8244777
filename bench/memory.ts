/** What a server holds after it was asked for everything. */
import { startChild } from './child.ts';
import { type Ask, answerTo } from './requests.ts';

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
      await askAll(child.url, asks);
      sizes.push(await rss());
    }
    return sizes;
  } finally {
    await child.stop();
  }
}

async function askAll(url: string, asks: readonly Ask[]): Promise<void> {
  const waiting = asks.values();
  const worker = async (): Promise<void> => {
    for (const ask of waiting) await answerTo(url, ask);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
