/** Commands that answer other programs, and those for API keys. */
import { SERVE_OPTIONS } from '../../runtime/node/serve-options.ts';
import { DATASET, type Declarations, loadedBy, option } from '../options.ts';

export const SERVING: Declarations = {
  serve: {
    about: 'answer over HTTP',
    options: [
      option('--allow-rollback', 'serve a signed index that is older than the one remembered'),
      ...SERVE_OPTIONS.map(({ flags, about, variable }) => option(flags, `${about} (env: ${variable})`)),
    ],
    examples: ['RATE_LIMIT_ANONYMOUS=0 hivecheck serve --port 8080 --dataset /srv/dist'],
    load: () => import('../serve.ts'),
  },
  mcp: {
    about: 'answer an agent over the Model Context Protocol, on standard input and output',
    options: [DATASET],
    help: `
A client starts it, for example with {"command": "hivecheck", "args": ["mcp"]}; docs/mcp.md lists clients.
"hivecheck serve" answers the same at /mcp over HTTP.`,
    load: () => import('../mcp.ts'),
  },
};

const FILE = option('--file <file>', 'the key file').env('HIVECHECK_KEYS').makeOptionMandatory();

export const KEYS = loadedBy(() => import('../keys.ts'), {
  add: {
    about: 'make a key; it is shown once',
    args: { '[note]': 'whose it is' },
    options: [FILE],
  },
  list: {
    about: 'the keys, without the keys themselves',
    options: [FILE, option('--json', 'print the list as JSON')],
  },
  revoke: { about: 'make a key invalid', args: { '<id>': 'as listed' }, options: [FILE] },
});
