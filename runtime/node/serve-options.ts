/**
 * The options of `hivecheck serve`, each also an environment variable. Imports nothing, since every command declares
 * them for its help.
 */

const OPTIONS = {
  port: ['PORT', '<port>', 'port; 0 = any free one (3000)'],
  host: ['HOST', '<host>', 'address to listen on (127.0.0.1)'],
  tlsCert: ['TLS_CERT', '<file>', 'serve HTTPS with this certificate and its chain (PEM)'],
  tlsKey: ['TLS_KEY', '<file>', 'its private key (PEM)'],
  dataset: ['HIVECHECK_DATASET', '<location>', 'folder or http(s) URL of a mounted dist (the built-in one)'],
  keys: ['HIVECHECK_KEYS', '<file>', 'file of API keys'],
  rateLimitAnonymous: ['RATE_LIMIT_ANONYMOUS', '<n>', 'requests per minute and client address (10; 0 = off)'],
  rateLimitKeyed: ['RATE_LIMIT_KEYED', '<n>', 'the same with a key (60; 0 = off)'],
  trustProxy: ['TRUST_PROXY', '<cidrs>', 'networks of proxies whose X-Forwarded-For counts'],
  publicKey: ['HIVECHECK_PUBLIC_KEY', '<file>', 'serve only what is signed with it; the variable is the key'],
  state: ['HIVECHECK_STATE', '<file>', 'remembers the newest signed index across restarts (in memory only)'],
  logLevel: ['LOG_LEVEL', '<level>', 'silent, fatal, error, warn, info, debug, trace (info)'],
  contact: ['HIVECHECK_CONTACT', '<address>', 'where to ask for a key, shown at /about'],
  mcpHosts: [
    'HIVECHECK_MCP_HOSTS',
    '<names>',
    'names that the Host of a request to /mcp may have beside localhost; * = any (any; on loopback: localhost)',
  ],
  mcpOrigins: [
    'HIVECHECK_MCP_ORIGINS',
    '<origins>',
    'origins of web pages that may call /mcp beside those of localhost; * = any (none)',
  ],
  metrics: ['METRICS', '<on|off>', 'serve /metrics for Prometheus (off)'],
  shutdownGraceMs: ['SHUTDOWN_GRACE_MS', '<ms>', 'time between /readyz turning 503 and the port closing (0)'],
} as const;

type ServeOption = keyof typeof OPTIONS;

/** Values from the command line. */
export type ServeValues = { [K in ServeOption]?: string | undefined };

export const SERVE_OPTIONS = Object.entries(OPTIONS).map(([name, [variable, value, about]]) => {
  const flag = `--${name.replaceAll(/[A-Z]/g, (upper) => `-${upper.toLowerCase()}`)}`;
  return { name: name as ServeOption, variable: variable as string, flag, flags: `${flag} ${value}`, about };
});
