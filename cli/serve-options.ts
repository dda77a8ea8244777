/**
 * The options of `hivecheck serve`, each also a variable of the environment. Imports nothing: every command declares
 * them for its help.
 */

/** Values as the command line and the environment give them. */
export type ServeValues = { [K in (typeof SERVE_OPTIONS)[number]['name']]?: string | undefined };

export const SERVE_OPTIONS = [
  { name: 'port', variable: 'PORT', flags: '--port <port>', description: 'port; 0 = any free one (3000)' },
  { name: 'host', variable: 'HOST', flags: '--host <host>', description: 'address to listen on (127.0.0.1)' },
  {
    name: 'tlsCert',
    variable: 'TLS_CERT',
    flags: '--tls-cert <file>',
    description: 'serve HTTPS with this certificate and its chain (PEM)',
  },
  { name: 'tlsKey', variable: 'TLS_KEY', flags: '--tls-key <file>', description: 'its private key (PEM)' },
  {
    name: 'dataset',
    variable: 'HIVECHECK_DATASET',
    flags: '--dataset <location>',
    description: 'folder or http(s) URL of a mounted dist (the built-in one)',
  },
  {
    name: 'keys',
    variable: 'HIVECHECK_KEYS',
    flags: '--keys <file>',
    description: 'file of API keys',
  },
  {
    name: 'rateLimitAnonymous',
    variable: 'RATE_LIMIT_ANONYMOUS',
    flags: '--rate-limit-anonymous <n>',
    description: 'requests per minute and client address (10; 0 = off)',
  },
  {
    name: 'rateLimitKeyed',
    variable: 'RATE_LIMIT_KEYED',
    flags: '--rate-limit-keyed <n>',
    description: 'the same with a key (60; 0 = off)',
  },
  {
    name: 'trustProxy',
    variable: 'TRUST_PROXY',
    flags: '--trust-proxy <cidrs>',
    description: 'networks of proxies whose X-Forwarded-For counts',
  },
  {
    name: 'publicKey',
    variable: 'HIVECHECK_PUBLIC_KEY',
    flags: '--public-key <file>',
    description: 'serve only versions signed with it; the variable holds the key itself',
  },
  {
    name: 'state',
    variable: 'HIVECHECK_STATE',
    flags: '--state <file>',
    description: 'file that remembers the newest signed index across restarts (in memory only)',
  },
  {
    name: 'logLevel',
    variable: 'LOG_LEVEL',
    flags: '--log-level <level>',
    description: 'silent, fatal, error, warn, info, debug, trace (info)',
  },
  {
    name: 'contact',
    variable: 'HIVECHECK_CONTACT',
    flags: '--contact <address>',
    description: 'where to ask for a key, shown at /about',
  },
  {
    name: 'mcpHosts',
    variable: 'HIVECHECK_MCP_HOSTS',
    flags: '--mcp-hosts <names>',
    description:
      'names by which /mcp is reached; * = any (those of this machine where it listens on loopback)',
  },
  {
    name: 'mcpOrigins',
    variable: 'HIVECHECK_MCP_ORIGINS',
    flags: '--mcp-origins <origins>',
    description: 'origins of web pages that may call /mcp; * = any (those of this machine)',
  },
  {
    name: 'metrics',
    variable: 'METRICS',
    flags: '--metrics <on|off>',
    description: 'serve /metrics for Prometheus (off)',
  },
  {
    name: 'shutdownGraceMs',
    variable: 'SHUTDOWN_GRACE_MS',
    flags: '--shutdown-grace-ms <ms>',
    description: 'time between /readyz turning 503 and the port closing (0)',
  },
] as const;
