/** The key that a dataset must be signed with, for every command that reads one. */
import { rawPublicKey } from '../runtime/dataset/signature.ts';
import { ConfigError } from '../runtime/node/config.ts';

/**
 * Undefined where none is set: signatures are not asked for. An empty one is an error, because it would quietly mean
 * that unsigned versions are taken. Throws {@link ConfigError}, which calls the key `named`.
 */
export function checkedPublicKey(text: string | undefined, named: string): string | undefined {
  if (text === undefined) return undefined;
  if (text.trim() === '') {
    throw new ConfigError(
      `${named} is empty; it must hold a public key. To take unsigned versions, do not set it.`,
    );
  }
  try {
    rawPublicKey(text);
  } catch (error) {
    throw new ConfigError(`${named}: ${error instanceof Error ? error.message : 'not readable.'}`);
  }
  return text;
}

/** That of the environment, as a part of options. */
export function environmentPublicKey(): { publicKey?: string } {
  const publicKey = checkedPublicKey(process.env.HIVECHECK_PUBLIC_KEY, 'HIVECHECK_PUBLIC_KEY');
  return publicKey === undefined ? {} : { publicKey };
}
