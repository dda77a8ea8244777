/** Load from this process, which may itself be the limit; on a machine of one's own it has a core for itself. */
import autocannon from 'autocannon';
import { type Ask, JSON_TYPE } from './requests.ts';

export const CONNECTIONS = 64;

export interface Load {
  /** Answers per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  answers: number;
}

/** Loads a server for whole seconds; rejects where an answer was an error. */
export async function load(
  asks: readonly Ask[],
  url: string,
  duration: number,
  connections = CONNECTIONS,
): Promise<Load> {
  const result = await autocannon({
    url,
    connections,
    duration,
    requests: asks.slice(0, 1000).map((ask) => ({
      ...ask,
      ...(ask.body !== undefined && { headers: { ...JSON_TYPE, ...ask.headers } }),
    })),
  });
  const { latency, requests, errors, timeouts, non2xx } = result;
  const failed = errors + timeouts + non2xx;
  if (failed > 0 || requests.total === 0)
    throw new Error(`${url}: ${failed} of ${requests.total} answers were errors`);
  return { rate: requests.average, p50: latency.p50, p99: latency.p99, answers: requests.total };
}
