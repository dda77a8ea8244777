/** A bar per source under way on a terminal; elsewhere a line when a download is complete. */
import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import type { FetchProgress } from '../build/pipeline/fetch/fetch.ts';

interface FetchBars {
  update(progress: FetchProgress): void;
  stop(): void;
}

export function createFetchBars(): FetchBars {
  return process.stderr.isTTY ? bars() : lines();
}

function bars(): FetchBars {
  const format = ' {source} {bar} {value}/{total} kB';
  const options = { format, stream: process.stderr, clearOnComplete: true, hideCursor: true };
  const all = new MultiBar(options, Presets.shades_classic);
  const shown = new Map<string, SingleBar>();
  return {
    update({ source, received, total }) {
      const [done, whole] = [kilobytes(received), kilobytes(total ?? received)];
      const bar = shown.get(source) ?? all.create(whole, done, { source: source.padEnd(24) });
      shown.set(source, bar);
      bar.setTotal(whole);
      bar.update(done);
    },
    stop: () => all.stop(),
  };
}

function lines(): FetchBars {
  return {
    update({ url, received, total }) {
      if (received === total) process.stderr.write(`${url}: ${kilobytes(received)} kB\n`);
    },
    stop() {},
  };
}

function kilobytes(bytes: number): number {
  return Math.ceil(bytes / 1000);
}
