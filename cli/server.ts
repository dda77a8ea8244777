/** Asking a server: its address, the key, and the waiting that its limits demand. */
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { visible } from '../build/visible.ts';
import { CliError, EXIT } from './error.ts';

const MAX_TRIES = 20;

/** @param server its address, with or without `/v1`. @param path below `/v1/`. Throws {@link CliError} for no address. */
export function endpoint(server: string, path: string): { url: string; headers: Record<string, string> } {
  if (!/^https?:\/\/[^?#@]+$/i.test(server) || !URL.canParse(server)) {
    // Not repeated: it may hold a password.
    const wanted = 'write an http:// or https:// URL without user, query and fragment';
    throw new CliError(`--server: ${wanted}`, EXIT.usage);
  }
  const key = process.env.HIVECHECK_API_KEY;
  const base = server.replace(/\/+$/, '').replace(/\/(?:k\/)?v1$/, '');
  return { url: `${base}${key ? '/k' : ''}/v1/${path}`, headers: key ? { 'x-api-key': key } : {} };
}

/**
 * The answer, with members that its schema does not have too.
 * @param nothing status that means that nothing was found, which is a finding and not a failure.
 * @throws CliError also for an answer of another form.
 */
export async function request<T extends v.GenericSchema>(
  url: string,
  init: RequestInit,
  schema: T,
  nothing?: number,
): Promise<v.InferOutput<T>> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, init).catch((cause: unknown) => {
      const { message } =
        cause instanceof Error && cause.cause instanceof Error ? cause.cause : (cause as Error);
      throw new CliError(`${url} cannot be reached: ${visible(message)}`, EXIT.unavailable);
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

function understood<T extends v.GenericSchema>(url: string, text: string, schema: T): v.InferOutput<T> {
  const fault = (what: string) =>
    new CliError(`the answer of ${url} is not understood: ${visible(what)}`, EXIT.usage);
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw fault('it is not JSON');
  }
  const { issues } = v.safeParse(schema, answer, { abortEarly: true });
  if (issues === undefined) return answer as v.InferOutput<T>;
  throw fault(`${v.getDotPath(issues[0]) ?? 'the whole'}: ${issues[0].message}`);
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
