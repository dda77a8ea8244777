/** Requests to the API of a server, as `verify --server` sends them. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Response } from 'undici';
import * as v from 'valibot';
import { Unavailable, UsageError } from './errors.ts';
import { visible } from './visible.ts';

const MAX_TRIES = 20;

/** Sends a request to a path below `/v1/`. The answer includes members that its schema does not have. */
export type ApiClient = <T extends v.GenericSchema>(
  path: string,
  schema: T,
  body?: string,
) => Promise<v.InferOutput<T>>;

/** @param address With or without `/v1`. @throws UsageError for an invalid address, or an answer of another form. */
export async function apiClient(address: string): Promise<ApiClient> {
  const key = process.env.HIVECHECK_API_KEY;
  const base = `${baseOf(address)}${key ? '/k' : ''}/v1/`;
  const headers = { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) };
  // Loaded only here, as in `datasetStore`.
  const [{ fetch }, { outgoing }] = [await import('undici'), await import('../runtime/node/outgoing.ts')];
  // Milliseconds of silence; a server gives up after 15 s itself.
  const dispatcher = outgoing({ headersTimeout: 60_000, bodyTimeout: 60_000 });
  // A redirect may lead to another host, which would get the key.
  const common = { headers, dispatcher, redirect: 'manual' } as const;
  return async (path, schema, body) => {
    const url = base + path;
    const init = { ...common, ...(body !== undefined && { method: 'POST', body }) };
    const failed = ({ message, cause }: Error): never => {
      const why = cause instanceof Error ? cause.message : message;
      throw new Unavailable(`${url} cannot be reached: ${visible(why)}`);
    };
    for (let tries = 1; ; tries++) {
      const response = await fetch(url, init).catch(failed);
      const text = await response.text().catch(failed);
      if (response.ok) return understood(url, text, schema);
      const seconds = secondsToWait(response);
      if (!(seconds > 0) || tries === MAX_TRIES) throw refusalOf(url, response, text);
      if (process.stderr.isTTY) process.stderr.write(`the server asks to wait ${seconds} seconds\n`);
      await wait(Math.min(seconds, 60) * 1000);
    }
  };
}

function baseOf(server: string): string {
  // The address is not repeated: it may contain a password.
  const wanted = 'write an http:// or https:// URL without user, query and fragment';
  if (!/^https?:\/\/[^?#@]+$/i.test(server) || !URL.canParse(server))
    throw new UsageError(`--server: ${wanted}`);
  return server.replace(/\/+$/, '').replace(/\/(?:k\/)?v1$/, '');
}

function understood<T extends v.GenericSchema>(url: string, text: string, schema: T): v.InferOutput<T> {
  const json = v.pipe(v.string(), v.parseJson(undefined, 'it is not JSON'), schema);
  const { issues } = v.safeParse(json, text, { abortEarly: true });
  if (issues === undefined) return JSON.parse(text) as v.InferOutput<T>;
  const why = visible(`${v.getDotPath(issues[0]) ?? 'the whole'}: ${issues[0].message}`);
  throw new UsageError(`the answer of ${url} is not understood: ${why} (another version?)`);
}

/** Not above 0: another try is of no use. A balancer's own 429 does not say how long to wait. */
function secondsToWait({ status, headers }: Response): number {
  const usual = { 429: 10, 503: 0 }[status];
  return usual === undefined ? 0 : Number(headers.get('retry-after')) || usual;
}

const ProblemText = v.fallback(v.pipe(v.string(), v.parseJson(), v.looseObject({})), {});

function refusalOf(url: string, { status, statusText, headers }: Response, body: string): Error {
  const problem = v.parse(ProblemText, body);
  const location = headers.get('location');
  const usual = location === null ? statusText : `name the address that it redirects to (${location})`;
  const detail = typeof problem.detail === 'string' ? problem.detail : usual;
  const errors = Array.isArray(problem.errors) ? ` ${JSON.stringify(problem.errors)}` : '';
  const CauseError = status === 400 ? UsageError : Unavailable;
  return new CauseError(visible(`${url} answered ${status}: ${detail}${errors}`));
}
