/** Progress on stderr: a bar on a terminal, a few plain lines elsewhere. */
import { Presets, SingleBar } from 'cli-progress';

interface Progress {
  update(done: number, total: number, what: string): void;
  stop(): void;
}

export function createProgress(): Progress {
  return process.stderr.isTTY ? bar() : lines();
}

function bar(): Progress {
  const shown = new SingleBar(
    {
      format: ' {bar} {value}/{total} {what}',
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  let started = false;
  return {
    update(done, total, what) {
      if (!started) shown.start(total, done, { what });
      else {
        shown.setTotal(total);
        shown.update(done, { what });
      }
      started = true;
    },
    stop: () => shown.stop(),
  };
}

function lines(): Progress {
  let last = '';
  return {
    update(done, total, what) {
      // Quarters are enough for a log.
      const quarter = Math.floor((done / Math.max(total, 1)) * 4) * 25;
      const line = total > 1 ? `${what}: ${quarter} %` : what;
      if (line !== last) process.stderr.write(`${line}\n`);
      last = line;
    },
    stop() {},
  };
}
