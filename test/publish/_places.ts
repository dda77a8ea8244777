/** Each kind of place that versions are published to, with a real server of its kind. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';
import { plainHost } from '../dataset/hosts.ts';
import { BRANCH, bareRepository, gitServer } from './_branch.ts';
import { Bucket } from './_bucket.ts';
import { contents, folder } from './_dist.ts';

export interface Tried extends AsyncDisposable {
  to: string;
  environment: Record<string, string>;
  /** What a static host would serve. */
  served(): Promise<Record<string, string>>;
  /** One file of it. */
  file(path: string): Promise<string>;
  /** Where it is served at the moment. */
  url(): Promise<string>;
}

const nothing = { environment: {}, async [Symbol.asyncDispose]() {} };

async function hosted(files: Record<string, string>): Promise<string> {
  const host = await plainHost(
    new Map(Object.entries(files).map(([path, text]) => [path, new Uint8Array(Buffer.from(text, 'latin1'))])),
  );
  hosts.push(host);
  return host.url;
}

const hosts: AsyncDisposable[] = [];
afterAll(async () => {
  for (const host of hosts) await host[Symbol.asyncDispose]();
});

/** One of each code: the others differ in how an index is replaced and how a remote is reached. */
export const BASIC: Record<string, () => Promise<Tried>> = {
  'a folder': async () => {
    const to = join(await folder(), 'served');
    return {
      ...nothing,
      to,
      served: () => contents(to),
      file: (path) => readFile(join(to, path), 'utf8'),
      url: async () => hosted(await contents(to)),
    };
  },
  'a bucket': async () => bucketOf(await Bucket.start()),
  'a branch over file://': async () => {
    const repository = await bareRepository();
    return branchOf(repository, pathToFileURL(repository.path).href);
  },
};

export const KINDS: Record<string, () => Promise<Tried>> = {
  ...BASIC,
  'a bucket of a service without conditions': async () =>
    bucketOf(await Bucket.start({ conditions: 'ignore' })),
  'a bucket of a service that refuses conditions': async () =>
    bucketOf(await Bucket.start({ conditions: 'refuse' })),
  'a branch over http://': async () => {
    const repository = await bareRepository();
    const server = await gitServer(repository.path);
    return {
      ...branchOf(repository, server.url),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  },
};

function bucketOf(bucket: Bucket): Tried {
  return {
    to: bucket.place(),
    environment: bucket.environment,
    served: () => bucket.contents(),
    file: async (path) => (await fetch(`${bucket.url()}/${path}`)).text(),
    url: async () => bucket.url(),
    [Symbol.asyncDispose]: () => bucket[Symbol.asyncDispose](),
  };
}

function branchOf(repository: Awaited<ReturnType<typeof bareRepository>>, remote: string): Tried {
  return {
    ...nothing,
    to: `git+${remote}#${BRANCH}`,
    served: async () => {
      const { '.nojekyll': _, ...files } = await repository.contents();
      return files;
    },
    file: (path) => repository.git('show', `${BRANCH}:${path}`),
    url: async () => hosted(await repository.contents()),
  };
}
