/** The load where there is no wrk, in a process of its own. Arguments: URL, file of requests, connections, seconds. */
import { readFile } from 'node:fs/promises';
import autocannon from 'autocannon';
import type { Ask } from './requests.ts';

const [url = '', file = '', connections, seconds] = process.argv.slice(2);
const asks = JSON.parse(await readFile(file, 'utf8')) as Ask[];
const result = await autocannon({
  url,
  connections: Number(connections),
  duration: Number(seconds),
  requests: asks.map(({ headers, ...ask }) => ({
    ...ask,
    headers: { ...headers, ...(ask.body !== undefined && { 'content-type': 'application/json' }) },
  })),
});
const { latency, requests, errors, timeouts } = result;
const failed = errors + timeouts + result['4xx'] + result['5xx'];
console.log(
  `JSON${JSON.stringify({ rate: requests.average, p50: latency.p50, p99: latency.p99, answers: requests.total, errors: failed })}`,
);
