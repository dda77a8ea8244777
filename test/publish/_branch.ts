/** Bare git repositories, over file:// and behind git's own HTTP server. */
import { execFile, spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Served, served } from '../server.ts';
import { contents, folder } from './_dist.ts';

const run = promisify(execFile);

export interface Repository {
  path: string;
  /** Of the branch. */
  commits(): Promise<number>;
  /** Path → bytes of the branch's newest commit, as a static host checks it out. */
  contents(): Promise<Record<string, string>>;
  /** A new folder with the branch's files. */
  checkout(): Promise<string>;
  git(...args: string[]): Promise<string>;
  /** A commit of somebody else on top of the branch. */
  edit(change: (work: string) => Promise<unknown>): Promise<void>;
}

export const BRANCH = 'pages/dataset';

export async function bareRepository(): Promise<Repository> {
  const path = join(await folder(), 'data.git');
  await run('git', ['init', '--quiet', '--bare', path]);
  const git = async (...args: string[]) => (await run('git', ['-C', path, ...args])).stdout.trim();
  await git('config', 'http.receivepack', 'true');
  const checkout = async () => {
    const tree = await folder();
    await git('--work-tree', tree, '-c', 'core.bare=false', 'checkout', '--force', BRANCH, '--', '.');
    return tree;
  };
  return {
    path,
    git,
    checkout,
    commits: async () => Number(await git('rev-list', '--count', BRANCH)),
    contents: async () => contents(await checkout()),
    async edit(change) {
      const work = await checkout();
      await change(work);
      const inWork = (...args: string[]) => git('--work-tree', work, '-c', 'core.bare=false', ...args);
      await inWork('add', '--all', '--force');
      const commit = await git('commit-tree', await git('write-tree'), '-m', 'x');
      await git('update-ref', `refs/heads/${BRANCH}`, commit);
    },
  };
}

/** `git http-backend`, which is a CGI program. */
export async function gitServer(repository: string): Promise<Served> {
  const server = await served((asked, response) => void backend(dirname(repository), asked, response));
  return { ...server, url: `${server.url}/${basename(repository)}` };
}

async function backend(root: string, asked: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', query = ''] = (asked.url ?? '').split('?');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...process.env,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: asked.method ?? 'GET',
      CONTENT_TYPE: asked.headers['content-type'],
      CONTENT_LENGTH: asked.headers['content-length'],
      HTTP_CONTENT_ENCODING: asked.headers['content-encoding'],
      HTTP_GIT_PROTOCOL: String(asked.headers['git-protocol'] ?? ''),
    },
  });
  asked.pipe(child.stdin);
  const answer = await buffer(child.stdout);
  const end = answer.indexOf('\r\n\r\n');
  const lines = answer.subarray(0, end).toString().split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ', 2) as [string, string]));
  response.writeHead(Number.parseInt(headers.Status ?? '200', 10), headers).end(answer.subarray(end + 4));
}
