/** Configuration of a server. */
import type { BlockList } from 'node:net';
import { rawPublicKey } from '../dataset/signature.ts';
import type { Tier } from '../http/options.ts';
import type { LogLevel } from './log.ts';

export interface ServerConfig {
  /** 0 = any free port. */
  port: number;
  host: string;
  /** PEM files of a certificate, with its chain, and of its key; undefined = HTTP. */
  tls?: { cert: string; key: string } | undefined;
  /** A folder or an http(s) URL; undefined = the built-in dataset. */
  dataset: string | undefined;
  /** Path of the key file; undefined = no key is valid. */
  keys: string | undefined;
  /** Requests per minute and client; 0 = not limited. */
  limits: Record<Tier, number>;
  /** Networks of proxies whose `X-Forwarded-For` counts; undefined = none. */
  trustProxy: BlockList | undefined;
  logLevel: LogLevel;
  /** Ed25519 public key; undefined = signatures are not required. */
  publicKey: string | undefined;
  /** File that remembers the newest signed index across restarts. */
  state: string | undefined;
  /** Where to ask for a key. */
  contact: string | undefined;
  metrics: boolean;
  /** Names that the Host of a request to `/mcp` may have; undefined = any. */
  mcpHosts: string[] | undefined;
  /** Values that its Origin may have besides those of this machine. */
  mcpOrigins: string[];
  /** Milliseconds. */
  shutdownGraceMs: number;
}

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
