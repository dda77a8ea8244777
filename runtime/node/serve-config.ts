/** The server's configuration: each item a variable of the environment, and a flag that wins over it. */

import { rawPublicKey } from '../dataset/signature.ts';
import { parseNetworks, type TrustedNetworks } from '../http/client.ts';
import type { Tier } from '../http/options.ts';
import { LOG_LEVELS, type LogLevel } from './log.ts';

export interface ServerConfig {
  /** 0 = any free port. */
  port: number;
  host: string;
  /** A folder or an http(s) URL; undefined = the built-in dataset. */
  dataset: string | undefined;
  /** Path of the key file; undefined = no key is valid. */
  keys: string | undefined;
  /** Requests per minute and client; 0 = not limited. */
  limits: Record<Tier, number>;
  trustProxy: TrustedNetworks;
  logLevel: LogLevel;
  /** Ed25519 public key; undefined = signatures are not asked for. */
  publicKey: string | undefined;
}

/** Flags as the command line gives them, named like the options of `hivecheck serve`. */
export interface ServeFlags {
  port?: string | undefined;
  host?: string | undefined;
  dataset?: string | undefined;
  keys?: string | undefined;
  rateLimitAnonymous?: string | undefined;
  rateLimitKeyed?: string | undefined;
  trustProxy?: string | undefined;
  logLevel?: string | undefined;
  publicKey?: string | undefined;
}

/** Names every bad variable at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Read = (variable: string, flag: keyof ServeFlags) => { text: string | undefined; named: string };

/** Throws {@link ConfigError}. An empty variable counts as one that is not set. */
export function readConfig(env: Record<string, string | undefined>, flags: ServeFlags = {}): ServerConfig {
  const faults: string[] = [];
  const read: Read = (variable, flag) => {
    const given = flags[flag];
    const option = `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return given === undefined
      ? { text: env[variable]?.trim() || undefined, named: variable }
      : { text: given.trim(), named: option };
  };
  const number = (variable: string, flag: keyof ServeFlags, fallback: number, max: number): number => {
    const { text, named } = read(variable, flag);
    if (text === undefined) return fallback;
    if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text);
    faults.push(`${named} is “${text}”; it must be a whole number from 0 to ${max}.`);
    return fallback;
  };
  const config: ServerConfig = {
    port: number('PORT', 'port', 3000, 65_535),
    host: host(read, faults),
    dataset: dataset(read, faults),
    keys: read('HIVECHECK_KEYS', 'keys').text,
    limits: {
      anonymous: number('RATE_LIMIT_ANONYMOUS', 'rateLimitAnonymous', 10, 1_000_000),
      key: number('RATE_LIMIT_KEYED', 'rateLimitKeyed', 60, 1_000_000),
    },
    trustProxy: trustProxy(read, faults),
    logLevel: logLevel(read, faults),
    publicKey: publicKey(read, faults),
  };
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config;
}

function host(read: Read, faults: string[]): string {
  const { text = '127.0.0.1', named } = read('HOST', 'host');
  if (!/^(?!-)[\d.:A-Za-z-]{1,63}(?<!-)$/.test(text)) {
    faults.push(`${named} is “${text}”; it must be an address or a host name, like 127.0.0.1 or 0.0.0.0.`);
  }
  return text;
}

function dataset(read: Read, faults: string[]): string | undefined {
  const { text, named } = read('HIVECHECK_DATASET', 'dataset');
  const scheme = text === undefined ? undefined : /^([a-z][a-z\d+.-]+):\/\//i.exec(text)?.[1];
  if (text !== undefined && scheme !== undefined && !(/^https?$/i.test(scheme) && URL.canParse(text))) {
    faults.push(`${named} is “${text}”; it must be a folder, or an http:// or https:// URL.`);
  }
  return text;
}

function trustProxy(read: Read, faults: string[]): TrustedNetworks {
  const { text = '', named } = read('TRUST_PROXY', 'trustProxy');
  try {
    return parseNetworks(text);
  } catch (error) {
    faults.push(`${named}: ${error instanceof Error ? error.message : 'not readable'}.`);
    return [];
  }
}

function publicKey(read: Read, faults: string[]): string | undefined {
  const { text, named } = read('HIVECHECK_PUBLIC_KEY', 'publicKey');
  try {
    if (text !== undefined) rawPublicKey(text);
  } catch (error) {
    faults.push(`${named}: ${error instanceof Error ? error.message : 'not readable.'}`);
  }
  return text;
}

function logLevel(read: Read, faults: string[]): LogLevel {
  const { text = 'info', named } = read('LOG_LEVEL', 'logLevel');
  const level = LOG_LEVELS.find((candidate) => candidate === text.toLowerCase());
  if (level === undefined) faults.push(`${named} is “${text}”; it must be one of ${LOG_LEVELS.join(', ')}.`);
  return level ?? 'info';
}
