/** The server's validated configuration: the values of `SERVE_OPTIONS`, from the environment and from flags. */
import { LOOPBACK_NAMES } from '../http/guards.ts';
import { ConfigError, checkedPublicKey, isLoopback } from './config.ts';
import { withoutCredentials } from './location.ts';
import { LOG_LEVELS } from './log.ts';
import { parseNetworks } from './proxies.ts';
import { SERVE_OPTIONS, type ServeValues } from './serve-options.ts';

export type ServerConfig = ReturnType<typeof serverConfig>;

/** Flags override the environment. Throws a {@link ConfigError} with a line for every fault. */
export function serverConfig(env: Record<string, string | undefined>, flags: ServeValues = {}) {
  const faults: string[] = [];
  const given = (name: keyof ServeValues) => givenValue(name, env, flags);
  const read = <T>(name: keyof ServeValues, [wanted, parse]: Kind<T>): T | undefined => {
    const { text, named } = given(name);
    if (text === undefined) return undefined;
    try {
      const value = parse(text);
      if (value === undefined) faults.push(`${named} is “${text}”; it must be ${wanted}.`);
      return value;
    } catch (error) {
      faults.push(`${named}: ${error instanceof Error ? error.message : error}.`);
      return undefined;
    }
  };
  const host = read('host', HOST) ?? '127.0.0.1';
  const hosts = read('mcpHosts', listOf('host names without a port, or *', isHostName)) ?? [];
  const cert = given('tlsCert');
  const key = given('tlsKey');
  if ((cert.text === undefined) !== (key.text === undefined))
    faults.push(`${cert.named} and ${key.named} need each other: a certificate and its private key.`);
  const config = {
    /** 0 = any free port. */
    port: read('port', wholeNumber(65_535)) ?? 3000,
    host,
    /** PEM files of a certificate, with its chain, and of its key; undefined = HTTP. */
    tls: cert.text && key.text ? { cert: cert.text, key: key.text } : undefined,
    /** Undefined = the built-in one. */
    dataset: read('dataset', ['a folder or a URL', datasetOf]),
    keys: given('keys').text,
    state: given('state').text,
    /** Requests per minute and client; 0 = not limited. */
    limits: {
      anonymous: read('rateLimitAnonymous', wholeNumber(1_000_000)) ?? 10,
      key: read('rateLimitKeyed', wholeNumber(1_000_000)) ?? 60,
    },
    trustProxy: read('trustProxy', ['networks', parseNetworks]),
    logLevel: read('logLevel', oneOf(LOG_LEVELS)) ?? 'info',
    /** Undefined = signatures are not required. */
    publicKey: read('publicKey', ['a public key', checkedPublicKey]),
    contact: given('contact').text,
    metrics: read('metrics', oneOf(['on', 'off'])) === 'on',
    /** Undefined = any. */
    mcpHosts: allowedHosts(hosts, host),
    mcpOrigins: read('mcpOrigins', listOf('origins, like https://app.example.com, or *', isOrigin)) ?? [],
    shutdownGraceMs: read('shutdownGraceMs', wholeNumber(600_000)) ?? 0,
  };
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config;
}

/** If only this machine can connect, only its own names are allowed; another name must be configured. */
function allowedHosts(names: readonly string[], host: string): string[] | undefined {
  if (names.includes('*') || (names.length === 0 && !isLoopback(host))) return undefined;
  return [...LOOPBACK_NAMES, ...names];
}

/** The value, undefined if not given, and its name for messages. An empty variable counts as not given. */
function givenValue(name: keyof ServeValues, env: Record<string, string | undefined>, flags: ServeValues) {
  const { variable = '', flag = '' } = SERVE_OPTIONS.find((option) => option.name === name) ?? {};
  const text = flags[name];
  if (text !== undefined) return { text: text.trim(), named: flag };
  // An empty key would silently mean that unsigned versions are accepted.
  const isEmptyKey = name === 'publicKey' && env[variable] !== undefined;
  return { text: env[variable]?.trim() || (isEmptyKey ? '' : undefined), named: variable };
}

/** The required form; `parse` returns undefined, or throws the reason, if the text does not have it. */
type Kind<T> = [wanted: string, parse: (text: string) => T | undefined];

const HOST: Kind<string> = [
  'an address or a host name, like 127.0.0.1 or 0.0.0.0',
  (text) => /^(?!-)[\d.:A-Za-z-]{1,63}(?<!-)$/.exec(text)?.[0],
];

function datasetOf(text: string): string {
  const scheme = /^([a-z][a-z\d+.-]+):\/\//i.exec(text)?.[1];
  if (scheme === undefined || (/^https?$/i.test(scheme) && URL.canParse(text))) return text;
  throw new Error(`“${withoutCredentials(text)}” is not a folder, nor an http:// or https:// URL`);
}

function wholeNumber(max: number): Kind<number> {
  const parse = (text: string) => (/^\d{1,9}$/.test(text) && Number(text) <= max ? Number(text) : undefined);
  return [`a whole number from 0 to ${max}`, parse];
}

function oneOf<T extends string>(words: readonly T[]): Kind<T> {
  return [`one of ${words.join(', ')}`, (text) => words.find((word) => word === text.toLowerCase())];
}

function listOf(wanted: string, isOne: (item: string) => boolean): Kind<string[]> {
  const parse = (text: string) => {
    const all = text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((item) => item !== '');
    return all.every((item) => item === '*' || isOne(item)) ? all : undefined;
  };
  return [wanted, parse];
}

function isHostName(name: string): boolean {
  return /^(?:\[[\da-f:.]+\]|[\da-z.-]+)$/.test(name);
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
