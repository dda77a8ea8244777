import { describe, expect, it } from 'vitest';
import { readConfig } from '../../cli/serve-config.ts';
import { ConfigError } from '../../runtime/node/config.ts';
import { vectors } from '../vectors.ts';

describe('readConfig', () => {
  it('has the documented defaults', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataset: undefined,
      keys: undefined,
      limits: { anonymous: 10, key: 60 },
      trustProxy: [],
      mcpHosts: ['localhost', '127.0.0.1', '[::1]'],
      mcpOrigins: [],
      logLevel: 'info',
      publicKey: undefined,
      contact: undefined,
      metrics: false,
      shutdownGraceMs: 0,
    });
  });

  it('reads the environment, and flags win over it', () => {
    const env = {
      PORT: '8080',
      HOST: '::',
      RATE_LIMIT_KEYED: '0',
      LOG_LEVEL: 'WARN',
      HIVECHECK_KEYS: ' k.json ',
    };
    expect(readConfig(env, { port: '0' })).toMatchObject({
      port: 0,
      host: '::',
      keys: 'k.json',
      limits: { anonymous: 10, key: 0 },
      logLevel: 'warn',
    });
  });

  it.each(vectors<[string, string]>('bad-environment'))('names %s when it is %s', (variable, text) => {
    expect(() => readConfig({ [variable]: text })).toThrow(ConfigError);
    expect(() => readConfig({ [variable]: text })).toThrow(new RegExp(`^${variable}`));
  });

  it('names the flag where the flag is wrong, and every fault at once', () => {
    const read = () => readConfig({ PORT: 'x', LOG_LEVEL: 'x' }, { rateLimitAnonymous: 'x', port: '70000' });
    expect(read).toThrow(/--port is “70000”/);
    expect(read).toThrow(/--rate-limit-anonymous/);
    expect(read).toThrow(/LOG_LEVEL/);
  });

  it('takes folders and URLs as the dataset', () => {
    for (const dataset of ['/srv/dist', './dist', 'C:\\dist', 'https://example.org/dist/']) {
      expect(readConfig({ HIVECHECK_DATASET: dataset }).dataset).toBe(dataset);
    }
  });
});
