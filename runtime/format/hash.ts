/** SHA-256 of keys and files. */
import { sha256 as digest } from '@noble/hashes/sha2.js';

/**
 * Synchronous SHA-256 of bytes or of a text in UTF-8. For keys: crypto.subtle is asynchronous, and its use of the thread
 * pool takes some 25 times as long for short input.
 */
export function sha256Sync(text: string | Uint8Array): Uint8Array {
  return nodeHash === undefined ? sha256Portable(text) : nodeHash('sha256', text, 'buffer');
}

/** {@link sha256Sync} where the platform has no synchronous hash. */
export function sha256Portable(text: string | Uint8Array): Uint8Array {
  return digest(typeof text === 'string' ? new TextEncoder().encode(text) : text);
}

interface NodeProcess {
  getBuiltinModule?(name: 'crypto'): { hash?: NodeHash } | undefined;
}
type NodeHash = (algorithm: 'sha256', text: string | Uint8Array, encoding: 'buffer') => Uint8Array;

/** Node's own hash takes a third of the time; found without an import, which other platforms would refuse. */
const nodeHash = (globalThis as { process?: NodeProcess }).process?.getBuiltinModule?.('crypto')?.hash;

/** A shorter file is hashed in less than a millisecond, which is less than a task of the thread pool takes. */
const SHORT_BYTES = 1 << 20;

/** SHA-256 of the bytes of a file: of a long one by crypto.subtle, off the main thread. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (nodeHash !== undefined && bytes.length < SHORT_BYTES) return nodeHash('sha256', bytes, 'buffer');
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}
