/** A server as a process: its one line on stdout, its signals, its exit. */
import { TIMEOUTS } from './listener.ts';
import { createLog } from './log.ts';
import { type RunningServer, type ServeOptions, serve } from './serve.ts';

const PARENT_CHECK_MS = 1000;
const FILE_CHECK_MS = 20;
/** Time after the shutdown limit for flushing the log and freeing the dataset. */
const SPARE_MS = 1000;

/**
 * The work of `hivecheck serve` once the service exists: serves, prints its address as one line on stdout, and on
 * SIGTERM, SIGINT or SIGHUP lets running requests finish and exits with 0; a second signal exits at once. `after` frees what
 * the caller opened. The process ends within the grace period, the shutdown limit and a second, whatever hangs: then
 * not with 0, see {@link endNow}.
 */
export async function serveUntilStopped(
  options: ServeOptions,
  after: () => void | Promise<void> = () => {},
): Promise<RunningServer> {
  const log = options.log ?? createLog(options.config.logLevel);
  const running = await serve({ ...options, log });
  const limit = options.config.shutdownGraceMs + (options.timeouts?.shutdown ?? TIMEOUTS.shutdown) + SPARE_MS;
  const close = async (): Promise<number> => {
    await running.close();
    await after();
    return 0;
  };
  const failed = async (error: unknown): Promise<number> => {
    log.fault(error, 'shutdown failed');
    await log.flush();
    return 1;
  };
  let stopping = false;
  const stop = (reason: string): void => {
    if (stopping) endNow();
    stopping = true;
    log.info('stopping', { signal: reason });
    setTimeout(endNow, limit);
    void close().catch(failed).then(exitAfterReads);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A closed terminal sends it, perhaps twice.
  process.once('SIGHUP', stop).on('SIGHUP', () => {});
  if (process.env.npm_lifecycle_event !== undefined) onParentGone(() => stop('parent gone'));
  console.log(`hivecheck listens on ${running.url}`);
  return running;
}

/**
 * At its exit Node waits for the threads that read and write files. One that never returns (a stalled network mount)
 * would keep the process forever: see {@link endNow}.
 */
function exitAfterReads(code: number): void {
  if (hasPendingFiles()) setTimeout(exitAfterReads, FILE_CHECK_MS, code);
  else process.exit(code);
}

/** Uses SIGKILL if a thread is blocked: an exit would wait for it. */
function endNow(): never {
  if (hasPendingFiles()) process.kill(process.pid, 'SIGKILL');
  process.exit(1);
}

function hasPendingFiles(): boolean {
  return process.getActiveResourcesInfo().some((kind) => kind.startsWith('FSReq'));
}

/** A killed npm passes no signal on: nothing else would stop this server, which holds the port. */
function onParentGone(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_CHECK_MS);
  timer.unref();
}
