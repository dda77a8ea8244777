/** Keys, numbers and places that the publishing commands take. */
import { PUBLIC_KEY, publicKey, SIGNING_KEY, signingKey } from '../build/pipeline/publish/keys.ts';
import { CliError, EXIT } from './error.ts';

export interface PublishingFlags {
  publicKey?: string;
  key?: string;
  replaceKey?: boolean;
  s3Endpoint?: string;
}

/** Without a public key signatures are not required; without a signing key nothing is signed. */
export async function publishingOptions(flags: PublishingFlags) {
  const { env } = process;
  const isKeyGiven = (file: string | undefined, variable: string) => file !== undefined || env[variable];
  return {
    environment: withEndpoint(flags),
    publicKey: isKeyGiven(flags.publicKey, PUBLIC_KEY)
      ? await publicKey({ file: flags.publicKey, environment: env })
      : undefined,
    signingKey: isKeyGiven(flags.key, SIGNING_KEY)
      ? await signingKey({ file: flags.key, environment: env })
      : undefined,
    replaceKey: flags.replaceKey,
  };
}

export function versionsKept(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new CliError(`--keep ${text}: it must be a number from 1 to 9999`, EXIT.usage);
}

/** The environment, with the endpoint that was named on the command line. */
export function withEndpoint({ s3Endpoint }: PublishingFlags): NodeJS.ProcessEnv {
  return s3Endpoint === undefined ? process.env : { ...process.env, AWS_ENDPOINT_URL_S3: s3Endpoint };
}
