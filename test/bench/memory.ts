/** What a server holds after it was asked for everything in one language. */
import { type Server, withServers } from './child.ts';
import { type Ask, answerTo } from './requests.ts';

const AT_ONCE = 16;

/** Megabytes resident. */
export function memoryAfter(server: Server, asks: readonly Ask[]): Promise<number> {
  return withServers([server], async ([child]) => {
    if (child === undefined) return Number.NaN;
    const waiting = asks.values();
    const client = async (): Promise<void> => {
      for (const ask of waiting) await answerTo(child.url, ask);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    return (await child.usage()).rss / 2 ** 20;
  });
}
