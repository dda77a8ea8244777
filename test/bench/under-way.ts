/** Does `work` for every item, `atOnce` of them under way at a time. Rejects with the first that does. */
export async function underWay<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
