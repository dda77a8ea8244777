import { describe, expect, it } from 'vitest';
import { boundedStore } from '../../runtime/dataset/bounded-store.ts';
import type { DatasetStore } from '../../runtime/dataset/dataset.ts';

/** A store of which the paths that begin with `stalled` do not return until `repair` is called. */
function stallingStore() {
  const held: (() => void)[] = [];
  let underWay = 0;
  let most = 0;
  const store: DatasetStore = {
    location: 'test',
    async read(path) {
      underWay++;
      most = Math.max(most, underWay);
      if (path.startsWith('stalled')) await new Promise<void>((resolve) => held.push(resolve));
      else await new Promise((resolve) => setTimeout(resolve, 1));
      underWay--;
      return new TextEncoder().encode(path);
    },
    readIfChanged: async () => 'same',
  };
  const repair = (): void => {
    for (const release of held.splice(0)) release();
  };
  return { store, repair, most: () => most };
}

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe('a bounded store', () => {
  it('answers others while one read hangs, and that one with an error', async () => {
    const { store } = stallingStore();
    const bounded = boundedStore(store, { timeoutMs: 50 });
    const stalled = bounded.read('stalled/1');
    expect(text(await bounded.read('sound'))).toBe('sound');
    await expect(stalled).rejects.toThrow('within 50 ms');
    expect(text(await bounded.read('sound'))).toBe('sound');
  });

  it('rejects at once while all its turns hang, and reads again after the repair', async () => {
    const { store, repair } = stallingStore();
    const bounded = boundedStore(store, { timeoutMs: 20, atOnce: 2 });
    const first = await Promise.allSettled(
      ['stalled/1', 'stalled/2', 'sound'].map((path) => bounded.read(path)),
    );
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(bounded.read('sound')).rejects.toThrow('have not returned');
    await expect(bounded.readIfChanged('index.json', undefined)).rejects.toThrow('have not returned');
    repair();
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(text(await bounded.read('sound'))).toBe('sound');
    await expect(bounded.readIfChanged('index.json', undefined)).resolves.toBe('same');
  });

  it('never has more reads under way than it may, and forgets none', async () => {
    const { store, most } = stallingStore();
    const bounded = boundedStore(store, { atOnce: 3 });
    const paths = Array.from({ length: 50 }, (_, at) => `path/${at}`);
    const read = await Promise.all(paths.map((path) => bounded.read(path)));
    expect(read.map(text)).toEqual(paths);
    expect(most()).toBe(3);
  });

  it('passes on what the store rejects with', async () => {
    const store: DatasetStore = {
      location: 'test',
      read: () => Promise.reject(new Error('EIO')),
      readIfChanged: () => Promise.reject(new Error('EIO')),
    };
    const bounded = boundedStore(store, { atOnce: 1 });
    for (let times = 0; times < 3; times++) await expect(bounded.read('x')).rejects.toThrow('EIO');
  });
});
