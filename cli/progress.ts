/** Progress on stderr: on a terminal a bar for each task, elsewhere a few plain lines. */
import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import { getOrMake } from '../build/collections.ts';
import { isQuiet } from './error.ts';

interface Progress {
  /** @param what What is counted. @param name Name of the task, if several run. */
  update(done: number, total: number, what: string, name?: string): void;
  stop(): void;
}

/** Shows the progress of `work` until it ends. */
export async function withProgress<T>(work: (update: Progress['update']) => Promise<T>): Promise<T> {
  if (isQuiet()) return work(() => {});
  const progress = process.stderr.isTTY ? bars() : lines();
  return work(progress.update).finally(() => progress.stop());
}

function bars(): Progress {
  const format = ' {bar} {value}/{total} {what} {name}';
  const options = { format, stream: process.stderr, clearOnComplete: true, hideCursor: true };
  const all = new MultiBar(options, Presets.shades_classic);
  const shown = new Map<string, SingleBar>();
  return {
    update(done, total, what, name = '') {
      const bar = getOrMake(shown, name, () => all.create(total, done, { what, name }));
      bar.setTotal(total);
      bar.update(done, { what, name });
    },
    stop: () => all.stop(),
  };
}

function lines(): Progress {
  const last = new Map<string, string>();
  return {
    update(done, total, what, name = '') {
      // Quarters are enough for a log.
      const quarter = Math.floor((done / Math.max(total, 1)) * 4) * 25;
      const line = [name, total > 1 ? `${what}: ${quarter} %` : what].filter(Boolean).join(' ');
      if (line !== last.get(name)) process.stderr.write(`${line}\n`);
      last.set(name, line);
    },
    stop() {},
  };
}
