/**
 * JSON lines on stderr, by pino: the fastest of the common loggers, and the shape that log collectors expect. stdout
 * is left to the one line that says where the server listens.
 */
import pino from 'pino';
import type { AppLog } from '../http/options.ts';

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type ServerLog = ReturnType<typeof createLog>;
type Fields = Record<string, unknown>;

const FLUSH_MS = 500;
const FLUSH_WITHIN_MS = 1000;
/** Writes to a busy collector are retried so often at the end of the process, 100 ms apart. */
const BUSY_TRIES = 5;

/** Requests are logged at `info`, causes of faults and cut answers above it. `target`: a file or descriptor. */
export function createLog(level: LogLevel, target: string | number = 2) {
  // Buffered, because one write a request costs more than the answer; what waits is written within half a second.
  // Beyond the maximum, lines are dropped: a collector that stalls must not fill the memory.
  let busy = 0;
  const destination = pino.destination({
    dest: target,
    sync: false,
    minLength: 8192,
    maxLength: 8 * 1024 * 1024,
    retryEAGAIN: () => ++busy <= BUSY_TRIES,
  });
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  let failing = false;
  // A full disk or a closed pipe is not a reason to stop answering.
  destination.on('error', () => {
    failing = true;
  });
  destination.on('write', () => {
    failing = false;
    busy = 0;
  });
  setInterval(() => destination.flush(() => {}), FLUSH_MS).unref();
  // Before the library's own hook, which would try for ever on a disk that is full: the process would never end.
  process.prependOnceListener('exit', () => {
    if (failing) destination.destroy();
  });
  const flush = (): Promise<void> =>
    new Promise((resolve) => {
      const late = setTimeout(resolve, FLUSH_WITHIN_MS);
      destination.flush(() => {
        clearTimeout(late);
        resolve();
      });
    });
  const ofRequests: AppLog = {
    ...(logger.isLevelEnabled('info') ? { request: (line) => logger.info(line, 'request') } : {}),
    error: (error, where) => logger.error({ err: error, ...where }, 'request failed'),
    cut: (request) => logger.warn(request, 'answer cut'),
  };
  return {
    ...ofRequests,
    info: (message: string, fields: Fields = {}) => logger.info(fields, message),
    warn: (message: string, fields: Fields = {}) => logger.warn(fields, message),
    /** Logs a fault outside a request; `error` is undefined if `fields` are enough. */
    fault: (error: unknown, message: string, fields: Fields = {}) =>
      logger.error({ ...(error === undefined ? {} : { err: error }), ...fields }, message),
    /** Writes out what is buffered; gives up after a second, and never rejects. */
    flush,
  };
}
