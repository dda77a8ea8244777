/** Configuration of a server. */
import { rawPublicKey } from '../dataset/signature.ts';

/** The message names everything that is to be corrected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|::1)$/.test(host);
}

/** Throws the reason if it is not a key. */
export function checkedPublicKey(text: string): string {
  // An empty key would silently mean that unsigned versions are accepted.
  if (text.trim() === '') throw new Error('it is empty; to take unsigned versions, do not set it');
  rawPublicKey(text);
  return text;
}

/** The key of the environment, as options; without one, signatures are not required. */
export function environmentPublicKey(): { publicKey?: string } {
  const { HIVECHECK_PUBLIC_KEY: text } = process.env;
  try {
    return text === undefined ? {} : { publicKey: checkedPublicKey(text) };
  } catch (error) {
    throw new ConfigError(`HIVECHECK_PUBLIC_KEY: ${error instanceof Error ? error.message : error}.`);
  }
}
