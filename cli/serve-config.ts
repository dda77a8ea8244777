/** The server's configuration, checked: what `SERVE_OPTIONS` lists, from the environment and from flags. */
import { parseNetworks, type TrustedNetworks } from '../runtime/http/client.ts';
import { LOOPBACK_NAMES } from '../runtime/http/guards.ts';
import { ConfigError, isLoopback, type ServerConfig } from '../runtime/node/config.ts';
import { LOG_LEVELS, type LogLevel } from '../runtime/node/log.ts';
import { checkedPublicKey, withoutCredentials } from './dataset-source.ts';
import { SERVE_OPTIONS, type ServeValues } from './serve-options.ts';

/** One value as it was given, and what to call it in a message; undefined where it was not given or is empty. */
type Read = (name: keyof ServeValues) => { text: string | undefined; named: string };

/** Flags win over the environment. Throws {@link ConfigError}. */
export function readConfig(env: Record<string, string | undefined>, flags: ServeValues = {}): ServerConfig {
  const faults: string[] = [];
  const read: Read = (name) => givenValue(name, env, flags);
  const config: ServerConfig = {
    port: wholeNumber(read('port'), 3000, 65_535, faults),
    host: host(read('host'), faults),
    tls: tls(read('tlsCert'), read('tlsKey'), faults),
    dataset: dataset(read('dataset'), faults),
    keys: read('keys').text,
    state: read('state').text,
    limits: {
      anonymous: wholeNumber(read('rateLimitAnonymous'), 10, 1_000_000, faults),
      key: wholeNumber(read('rateLimitKeyed'), 60, 1_000_000, faults),
    },
    trustProxy: trustProxy(read('trustProxy'), faults),
    logLevel: logLevel(read('logLevel'), faults),
    publicKey: publicKey(read('publicKey'), env.HIVECHECK_PUBLIC_KEY, faults),
    contact: read('contact').text,
    metrics: onOrOff(read('metrics'), faults),
    mcpHosts: undefined,
    mcpOrigins: mcpOrigins(read('mcpOrigins'), faults),
    shutdownGraceMs: wholeNumber(read('shutdownGraceMs'), 0, 600_000, faults),
  };
  config.mcpHosts = mcpHosts(read('mcpHosts'), config.host, faults);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config;
}

function givenValue(
  name: keyof ServeValues,
  env: Record<string, string | undefined>,
  flags: ServeValues,
): ReturnType<Read> {
  const given = flags[name];
  if (given !== undefined) {
    return {
      text: given.trim(),
      named: `--${name.replaceAll(/[A-Z]/g, (upper) => `-${upper.toLowerCase()}`)}`,
    };
  }
  const variable = SERVE_OPTIONS.find((option) => option.name === name)?.variable ?? '';
  return { text: env[variable]?.trim() || undefined, named: variable };
}

type Given = ReturnType<Read>;

function wholeNumber({ text, named }: Given, fallback: number, max: number, faults: string[]): number {
  if (text === undefined) return fallback;
  if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text);
  faults.push(`${named} is “${text}”; it must be a whole number from 0 to ${max}.`);
  return fallback;
}

function host({ text = '127.0.0.1', named }: Given, faults: string[]): string {
  if (!/^(?!-)[\d.:A-Za-z-]{1,63}(?<!-)$/.test(text)) {
    faults.push(`${named} is “${text}”; it must be an address or a host name, like 127.0.0.1 or 0.0.0.0.`);
  }
  return text;
}

/** The files themselves are read when the server starts. */
function tls(cert: Given, key: Given, faults: string[]): ServerConfig['tls'] {
  if (cert.text !== undefined && key.text !== undefined) return { cert: cert.text, key: key.text };
  if (cert.text !== undefined)
    faults.push(`${cert.named} needs ${key.named} too: the file of its private key.`);
  if (key.text !== undefined)
    faults.push(`${key.named} needs ${cert.named} too: the file of the certificate.`);
  return undefined;
}

function dataset({ text, named }: Given, faults: string[]): string | undefined {
  const scheme = text === undefined ? undefined : /^([a-z][a-z\d+.-]+):\/\//i.exec(text)?.[1];
  if (text !== undefined && scheme !== undefined && !(/^https?$/i.test(scheme) && URL.canParse(text))) {
    const shown = withoutCredentials(text);
    faults.push(`${named} is “${shown}”; it must be a folder, or an http:// or https:// URL.`);
  }
  return text;
}

function trustProxy({ text = '', named }: Given, faults: string[]): TrustedNetworks {
  try {
    return parseNetworks(text);
  } catch (error) {
    faults.push(`${named}: ${error instanceof Error ? error.message : 'not readable'}.`);
    return [];
  }
}

function publicKey(
  { text, named }: Given,
  variable: string | undefined,
  faults: string[],
): string | undefined {
  try {
    return checkedPublicKey(text ?? variable, named);
  } catch (error) {
    faults.push(error instanceof Error ? error.message : `${named}: not readable.`);
    return undefined;
  }
}

function logLevel({ text = 'info', named }: Given, faults: string[]): LogLevel {
  const level = LOG_LEVELS.find((candidate) => candidate === text.toLowerCase());
  if (level === undefined) faults.push(`${named} is “${text}”; it must be one of ${LOG_LEVELS.join(', ')}.`);
  return level ?? 'info';
}

/** Where only this machine can connect, only its own names are expected; another name needs to be allowed. */
function mcpHosts({ text, named }: Given, host: string, faults: string[]): string[] | undefined {
  const names = listOf(text);
  for (const name of names) {
    if (!/^(?:\*|\[[\da-f:.]+\]|[\da-z.-]+)$/.test(name)) {
      faults.push(`${named} has “${name}”; it must be host names without a port, or *.`);
    }
  }
  if (names.includes('*') || (names.length === 0 && !isLoopback(host))) return undefined;
  return [...LOOPBACK_NAMES, ...names];
}

function mcpOrigins({ text, named }: Given, faults: string[]): string[] {
  const origins = listOf(text);
  for (const origin of origins) {
    if (origin !== '*' && !(URL.canParse(origin) && new URL(origin).origin === origin)) {
      faults.push(`${named} has “${origin}”; it must be origins, like https://app.example.com, or *.`);
    }
  }
  return origins;
}

function listOf(text = ''): string[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((item) => item !== '');
}

function onOrOff({ text = 'off', named }: Given, faults: string[]): boolean {
  if (!/^(?:on|off)$/i.test(text)) faults.push(`${named} is “${text}”; it must be on or off.`);
  return text.toLowerCase() === 'on';
}
