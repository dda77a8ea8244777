/** What answers others, and the keys that they show. */
import type { Declaration } from '../declare.ts';
import { DATASET, option } from '../options.ts';
import { SERVE_OPTIONS } from '../serve-options.ts';

const serve: Declaration = {
  name: 'serve',
  about: 'answer over HTTP',
  options: [
    option('--allow-rollback', 'serve a signed index that is older than the one remembered'),
    ...SERVE_OPTIONS.map(({ flags, about, variable }) => option(flags, `${about} (env: ${variable})`)),
  ],
  help: `
Example:
  $ RATE_LIMIT_ANONYMOUS=0 hivecheck serve --port 8080 --dataset /srv/dist`,
  load: () => import('../serve.ts'),
};

const mcp: Declaration = {
  name: 'mcp',
  about: 'answer an agent over the Model Context Protocol, on standard input and output',
  options: [DATASET],
  help: `
A client starts it, for example with {"command": "hivecheck", "args": ["mcp"]}; docs/mcp.md lists clients.
"hivecheck serve" answers the same at /mcp over HTTP.`,
  load: () => import('../mcp.ts'),
};

export const SERVING = [serve, mcp];

const KEY_FILE = option('--file <file>', 'the key file').env('HIVECHECK_KEYS');

export const KEYS: Declaration[] = [
  {
    name: 'add',
    about: 'make a key; it is shown once',
    args: [['[note]', 'whose it is']],
    options: [KEY_FILE],
    load: async () => ({ run: (await import('../keys.ts')).add }),
  },
  {
    name: 'list',
    about: 'the keys, without the keys themselves',
    options: [KEY_FILE, option('--json', 'print the list as JSON')],
    load: async () => ({ run: (await import('../keys.ts')).list }),
  },
  {
    name: 'revoke',
    about: 'make a key invalid',
    args: [['<id>', 'as listed']],
    options: [KEY_FILE],
    load: async () => ({ run: (await import('../keys.ts')).revoke }),
  },
];
