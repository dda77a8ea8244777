import { resolve } from 'node:path';
import { DIST } from '../build/paths.ts';
import {
  PUBLIC_KEY,
  signingKey as privateKey,
  publicKey,
  SIGNING_KEY,
  writeKeyPair,
} from '../build/pipeline/publish/keys.ts';
import { publish as publishVersion, rollback as rollBack } from '../build/pipeline/publish/publish.ts';
import { signPlace, verifyPlace } from '../build/pipeline/publish/sign-place.ts';
import { withoutCredentials } from '../runtime/node/location.ts';
import { print, UsageError } from './error.ts';
import type { Flags } from './options.ts';
import { withProgress } from './progress.ts';

export type PublishingFlags = Flags<'publicKey' | 'key' | 's3Endpoint', 'replaceKey'>;
type ServedFlags = PublishingFlags & { to: string };

/** Without a public key signatures are not required; without a signing key nothing is signed. */
export async function publishingOptions(flags: PublishingFlags) {
  const { env: environment } = process;
  const given = (file: string | undefined, variable: string) =>
    file !== undefined || environment[variable] ? { file, environment } : undefined;
  const required = given(flags.publicKey, PUBLIC_KEY);
  const own = given(flags.key, SIGNING_KEY);
  return {
    environment: withEndpoint(flags),
    publicKey: required && (await publicKey(required)),
    signingKey: own && (await privateKey(own)),
    replaceKey: flags.replaceKey,
  };
}

export function versionsKept(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new UsageError(`--keep ${text}: it must be a number from 1 to 9999`);
}

/** The environment, with the endpoint from the command line. */
function withEndpoint({ s3Endpoint }: PublishingFlags): NodeJS.ProcessEnv {
  return s3Endpoint === undefined ? process.env : { ...process.env, AWS_ENDPOINT_URL_S3: s3Endpoint };
}

export async function publish(
  flags: ServedFlags & { from?: string; keep: string; allowOlder?: true },
): Promise<void> {
  const { from = DIST, to, allowOlder } = flags;
  if (to.trim() === '') throw new UsageError('--to: name a place; it is empty');
  const options = await publishingOptions(flags);
  const keep = versionsKept(flags.keep);
  const { version, removed, reused, unnamed, relisted } = await withProgress((update) => {
    const progress = (done: number, total: number) => update(done, total, 'copied and checked');
    return publishVersion({ ...options, from: resolve(from), to, keep, allowOlder, progress });
  });
  const place = withoutCredentials(to);
  const deleted = removed.length > 0 ? `; removed ${removed.join(', ')}` : '';
  print(`${place} serves ${version}${reused ? ' (it was there already)' : ''}${deleted}\n`);
  const again = relisted?.join(', ') || 'none';
  const notes = [
    relisted && `${place}/index.json was missing and is written anew; listed again: ${again}`,
    unnamed.length > 0 && `not named by the index, and left as they are: ${unnamed.join(', ')}`,
    options.publicKey !== undefined &&
      options.signingKey === undefined &&
      `the index of ${place} is not signed: servers with a public key refuse it until "hivecheck sign ${place}"`,
  ];
  for (const note of notes) if (note) process.stderr.write(`${note}\n`);
}

export async function rollback(version: string | undefined, flags: ServedFlags): Promise<void> {
  const now = await rollBack({ to: flags.to, version, ...(await publishingOptions(flags)) });
  print(`${withoutCredentials(flags.to)} serves ${now}\n`);
}

export async function sign(at: string = DIST, flags: PublishingFlags): Promise<void> {
  const key = await privateKey({ file: flags.key, environment: process.env });
  print(`signed ${await signPlace(at, withEndpoint(flags), key)}\n`);
}

export async function verifySignature(at: string = DIST, flags: PublishingFlags): Promise<void> {
  const key = await publicKey({ file: flags.key, environment: process.env });
  const { name, files, index } = await verifyPlace(at, withEndpoint(flags), key);
  const signed = index ? 'the signatures of the version and of the index' : 'the signature';
  print(`${name} is good: ${signed} and all ${files} files were checked\n`);
}

export async function signingKey(privateFile: string, publicFile: string): Promise<void> {
  const text = await writeKeyPair(resolve(privateFile), resolve(publicFile));
  print(`private key: ${privateFile} (keep it to yourself)\npublic key:  ${publicFile}, or ${text}\n`);
}
