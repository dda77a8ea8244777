import type { Command } from 'commander';

export function register(program: Command): void {
  program
    .command('serve')
    .description('answer over HTTP; each option is also a variable of the environment')
    .option('--port <port>', 'PORT (3000)')
    .option('--host <host>', 'HOST (127.0.0.1)')
    .option('--dataset <location>', 'HIVECHECK_DATASET: folder or http(s) URL of a dist (the built-in one)')
    .option('--keys <file>', 'HIVECHECK_KEYS: file of API keys')
    .option('--rate-limit-anonymous <n>', 'RATE_LIMIT_ANONYMOUS: requests per minute and IP (10; 0 = off)')
    .option('--rate-limit-keyed <n>', 'RATE_LIMIT_KEYED: the same with a key (60; 0 = off)')
    .option('--trust-proxy <cidrs>', 'TRUST_PROXY: networks of proxies whose X-Forwarded-For counts')
    .option('--public-key <file>', 'HIVECHECK_PUBLIC_KEY: serve only versions signed with it')
    .option('--state <file>', 'HIVECHECK_STATE: file that remembers the newest signed index across restarts')
    .option('--allow-rollback', 'serve a signed index that is older than the one remembered')
    .option('--log-level <level>', 'LOG_LEVEL: silent, error, warn, info, debug (info)')
    .addHelpText(
      'after',
      '\nExample:\n  $ RATE_LIMIT_ANONYMOUS=0 hivecheck serve --port 8080 --dataset /srv/dist',
    )
    .action(async (flags) => (await import('./start-server.ts')).serveCommand(flags));
}
