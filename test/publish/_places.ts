/** Each kind of place that versions are published to, with a real server of its kind, for the time of a test. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { locationOf } from '../../build/pipeline/publish/places/location.ts';
import {
  type PublishOptions,
  publish,
  type RollbackOptions,
  rollback,
} from '../../build/pipeline/publish/publish.ts';
import { verifyIndex, verifyVersion } from '../../build/pipeline/publish/sign.ts';
import type { DistIndex } from '../../runtime/format/format.ts';
import { plainHost } from '../dataset/hosts.ts';
import { bytesBelow } from '../scratch.ts';
import { BRANCH, bareRepository, gitServer } from './_branch.ts';
import { Bucket, type BucketOptions } from './_bucket.ts';
import { contents, folder, provedAt, publicKey } from './_dist.ts';

interface Served {
  to: string;
  environment: Record<string, string>;
  /** What a static host would serve. */
  served(): Promise<Record<string, string>>;
  /** One file of it. */
  file(path: string): Promise<string>;
  /** Where it is served at the moment. */
  url(): Promise<string>;
  /** Somebody else's change of the folder that it is, or that the branch is checked out to. */
  edit?: (change: (folder: string) => Promise<unknown>) => Promise<unknown>;
}

export type Tried = ReturnType<typeof tried>;
export type Kind = [kind: string, start: () => Promise<Tried>];

function tried(place: Served) {
  const { to, environment } = place;
  const location = locationOf(to, environment);
  const index = async (): Promise<DistIndex> => JSON.parse(await place.file('index.json'));
  return {
    ...place,
    location,
    index,
    put: (from: string, more: Partial<PublishOptions> = {}) =>
      publish({ to, environment, from, keep: 3, ...more }),
    back: (more: Partial<RollbackOptions> = {}) => rollback({ to, environment, ...more }),
    /** As `verify-signature` does, and a server that reads over HTTP with the public key. @returns the version. */
    async good(key = publicKey): Promise<string> {
      const { latest } = await index();
      await location.read(async ({ store }) => {
        await verifyVersion({ dist: store, version: latest }, { publicKey: key });
        await verifyIndex(store, key);
      });
      const manifest = await provedAt(await place.url(), key);
      expect(manifest.version).toBe(latest);
      return latest;
    },
  };
}

function forTest<T extends AsyncDisposable>(server: T): T {
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

async function hosted(served: string): Promise<string> {
  return forTest(await plainHost(await bytesBelow(served))).url;
}

export const FOLDER: Kind = [
  'a folder',
  async () => {
    const to = join(await folder(), 'served');
    return tried({
      to,
      environment: {},
      served: () => contents(to),
      file: (path) => readFile(join(to, path), 'utf8'),
      url: async () => hosted(to),
      edit: (change) => change(to),
    });
  },
];

export const BUCKET: Kind = ['a bucket', () => bucketPlace()];

/** One of each code. */
export const BASIC: Kind[] = [FOLDER, BUCKET, ['a branch over file://', () => branchOf()]];

/** They differ in how an index is replaced and how a remote is reached. */
export const OTHERS: Kind[] = [
  ['a bucket of a service without conditions', () => bucketPlace({ conditions: 'ignore' })],
  ['a bucket of a service that refuses conditions', () => bucketPlace({ conditions: 'refuse' })],
  ['a branch over http://', () => branchOf(async (path) => forTest(await gitServer(path)).url)],
];

export async function bucketPlace(options?: BucketOptions) {
  const bucket = forTest(await Bucket.start(options));
  const place = tried({
    to: bucket.place(),
    environment: bucket.environment,
    served: () => bucket.contents(),
    file: async (path) => {
      const response = await fetch(`${bucket.url()}/${path}`);
      return response.ok ? response.text() : '';
    },
    url: async () => bucket.url(),
  });
  return { ...place, bucket };
}

async function branchOf(remoteOf = async (path: string) => pathToFileURL(path).href): Promise<Tried> {
  const repository = await bareRepository();
  return tried({
    to: `git+${await remoteOf(repository.path)}#${BRANCH}`,
    environment: {},
    served: async () => {
      const { '.nojekyll': _, ...files } = await repository.contents();
      return files;
    },
    file: (path) => repository.git('show', `${BRANCH}:${path}`),
    url: async () => hosted(await repository.checkout()),
    edit: repository.edit,
  });
}
