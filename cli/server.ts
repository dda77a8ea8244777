/** Asking a server: its address, the key, and the waiting that its limits demand. */
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { visible } from '../build/visible.ts';
import { CliError, EXIT } from './error.ts';

const MAX_TRIES = 20;

/**
 * The answer, with members that its schema does not have too.
 * @param server its address, with or without `/v1`.
 * @param path below `/v1/`.
 * @param nothing status that means that nothing was found, which is a finding and not a failure.
 * @throws CliError also for what is no address, and for an answer of another form.
 */
export async function request<T extends v.GenericSchema>(
  server: string,
  path: string,
  schema: T,
  { body, nothing }: { body?: string; nothing?: number } = {},
): Promise<v.InferOutput<T>> {
  const url = urlOf(server, path);
  const key = process.env.HIVECHECK_API_KEY;
  const headers = { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) };
  for (let tries = 1; ; tries++) {
    const init = body === undefined ? { headers } : { method: 'POST', headers, body };
    const response = await fetch(url, init).catch(({ message, cause }: Error) => {
      const why = cause instanceof Error ? cause.message : message;
      throw new CliError(`${url} cannot be reached: ${visible(why)}`, EXIT.unavailable);
    });
    if (response.ok) return understood(url, await response.text(), schema);
    const seconds = Number(response.headers.get('retry-after'));
    if ((response.status !== 429 && response.status !== 503) || !(seconds > 0) || tries === MAX_TRIES) {
      throw new CliError(await refusalOf(url, response), exitCodeOf(response.status, nothing));
    }
    if (process.stderr.isTTY) process.stderr.write(`the server asks to wait ${seconds} seconds\n`);
    await wait(Math.min(seconds, 60) * 1000);
  }
}

function urlOf(server: string, path: string): string {
  // Not repeated: it may hold a password.
  const wanted = 'write an http:// or https:// URL without user, query and fragment';
  if (!/^https?:\/\/[^?#@]+$/i.test(server) || !URL.canParse(server))
    throw new CliError(`--server: ${wanted}`, EXIT.usage);
  const base = server.replace(/\/+$/, '').replace(/\/(?:k\/)?v1$/, '');
  return `${base}${process.env.HIVECHECK_API_KEY ? '/k' : ''}/v1/${path}`;
}

function understood<T extends v.GenericSchema>(url: string, text: string, schema: T): v.InferOutput<T> {
  const json = v.pipe(v.string(), v.parseJson(undefined, 'it is not JSON'), schema);
  const { issues } = v.safeParse(json, text, { abortEarly: true });
  if (issues === undefined) return JSON.parse(text) as v.InferOutput<T>;
  const why = visible(`${v.getDotPath(issues[0]) ?? 'the whole'}: ${issues[0].message}`);
  throw new CliError(`the answer of ${url} is not understood: ${why}`, EXIT.usage);
}

function exitCodeOf(status: number, nothing: number | undefined): number {
  if (status === nothing) return EXIT.finding;
  return status === 400 ? EXIT.usage : EXIT.unavailable;
}

async function refusalOf(url: string, response: Response): Promise<string> {
  const problem = (await response.json().catch(() => ({}))) as { detail?: unknown; errors?: unknown };
  const detail = typeof problem.detail === 'string' ? problem.detail : response.statusText;
  const errors = Array.isArray(problem.errors) ? ` ${JSON.stringify(problem.errors)}` : '';
  return visible(`${url} answered ${response.status}: ${detail}${errors}`);
}
