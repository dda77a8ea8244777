/** The same suite in process, over the Node server's socket, and in workerd. */
import { join } from 'node:path';
import type { H3 } from 'h3';
import { afterAll, beforeAll, describe } from 'vitest';
import { addressOf, boundPipelines, listenOn, nodeListener } from '../../runtime/node/listener.ts';
import { refuseUnsound } from '../../runtime/node/request-check.ts';
import { bundleWorker, type RunningWorker, runWorker } from '../dataset/workerd.ts';
import { FIXTURE_NAMES, type FixtureName, fixtureApp } from './fixtures.ts';

/** Sends a request to a fixture, by default `full`. */
export type Ask = (path: string, init?: RequestInit, fixture?: FixtureName) => Promise<Response>;

export type Platform = 'in process' | 'over a socket' | 'in workerd';

export function describeMatrix(name: string, suite: (ask: Ask, platform: Platform) => void): void {
  describe(`${name}, in process`, () => {
    const apps = Object.fromEntries(FIXTURE_NAMES.map((fixture) => [fixture, fixtureApp(fixture)]));
    const appOf = (fixture: FixtureName) => (apps as Record<FixtureName, H3>)[fixture];
    suite(async (path, init, fixture = 'full') => appOf(fixture).request(path, init), 'in process');
  });

  describe(`${name}, over a socket`, () => {
    const urls = new Map<FixtureName, string>();
    const closing: (() => void)[] = [];
    beforeAll(async () => {
      for (const fixture of FIXTURE_NAMES) {
        const app = fixtureApp(fixture, { refuse: refuseUnsound, keptBytes: 1 << 20 });
        const server = await listenOn(boundPipelines(nodeListener(app)), { host: '127.0.0.1', port: 0 });
        urls.set(fixture, `http://127.0.0.1:${addressOf(server).port}`);
        closing.push(() => {
          server.close();
          server.closeAllConnections();
        });
      }
    });
    afterAll(() => {
      for (const close of closing) close();
    });
    suite((path, init, fixture = 'full') => fetch(`${urls.get(fixture)}${path}`, init), 'over a socket');
  });

  describe(`${name}, in workerd`, () => {
    let worker: RunningWorker;
    beforeAll(async () => {
      const { code } = await bundleWorker(join(import.meta.dirname, 'matrix-worker.ts'));
      worker = await runWorker(code, {});
    });
    afterAll(() => worker[Symbol.asyncDispose]());
    suite((path, init, fixture = 'full') => {
      const headers = new Headers(init?.headers);
      headers.set('x-fixture', fixture);
      return fetch(worker.url + path, { ...init, headers });
    }, 'in workerd');
  });
}
