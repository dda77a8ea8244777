/** Keys, numbers and places that the publishing commands take. */
import type { KeyObject } from 'node:crypto';
import { PUBLIC_KEY, publicKey, SIGNING_KEY, signingKey } from '../build/pipeline/publish/keys.ts';
import { CliError, EXIT } from './error.ts';

/** Absent: signatures are not required. */
export async function optionalPublicKey(file: string | undefined): Promise<string | undefined> {
  if (file === undefined && !process.env[PUBLIC_KEY]) return undefined;
  return publicKey({ file, environment: process.env });
}

/** Absent: nothing is signed. */
export async function optionalSigningKey(file: string | undefined): Promise<KeyObject | undefined> {
  if (file === undefined && !process.env[SIGNING_KEY]) return undefined;
  return signingKey({ file, environment: process.env });
}

export function versionsKept(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new CliError(`--keep ${text}: it must be a number from 1 to 9999`, EXIT.usage);
}

/** The environment, with the endpoint that was named on the command line. */
export function withEndpoint(endpoint: string | undefined): NodeJS.ProcessEnv {
  return endpoint === undefined ? process.env : { ...process.env, AWS_ENDPOINT_URL_S3: endpoint };
}
