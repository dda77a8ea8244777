/** What docs/operations.md says of metrics, and its alerts to begin with, on what a server measures. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../build/paths.ts';
import { DatasetUnavailable } from '../../runtime/dataset/dataset.ts';
import { FakeSnapshot, GOOD, postInit } from '../http/fake.ts';
import { exchange, head, started } from '../http/running.ts';

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}

const page = await readFile(join(ROOT, 'docs', 'operations.md'), 'utf8');
const { groups } = parse(/```yaml\n([^`]*)```/.exec(page)?.[1] ?? '') as Rules;
const rules = groups.flatMap((group) => group.rules);

/** Samples of a text of metrics that a selector `name{label="…",label=~"…",label!="…"}` takes. */
function selected(selector: string, text: string): string[] {
  const [, name = '', matchers = ''] = /(hivecheck_\w+)(?:\{(.*)\})?/.exec(selector) ?? [];
  const wanted = [...matchers.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)];
  return text.split('\n').filter((line) => {
    if (line.split(/[{ ]/)[0] !== name) return false;
    return wanted.every(([, label, operator, value = '']) => {
      const found = new RegExp(`${label}="([^"]*)"`).exec(line)?.[1] ?? '';
      if (operator === '=~') return new RegExp(`^(?:${value})$`).test(found);
      return (found === value) === (operator === '=');
    });
  });
}

it('no client can raise the alert on errors by what it sends; a fault of the dataset does', async () => {
  const expr = rules.find(({ alert }) => alert === 'HivecheckErrors')?.expr ?? '';
  const snapshot = new FakeSnapshot();
  const server = await started({ service: { snapshot: () => snapshot }, env: { METRICS: 'on' } });
  const measured = async () => (await fetch(`${server.url}/metrics`)).text();
  for (const abuse of [
    'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
    head(2, 'Expect: nothing\r\n'),
    'POST /v1/resolve HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    'NONSENSE\r\n\r\n',
  ]) {
    expect(await exchange(server, abuse, true)).toMatch(/^HTTP\/1\.1 [45]/);
  }
  const before = await measured();
  expect(before).toContain('status="501"');
  expect(selected(expr, before)).toEqual([]);
  snapshot.resolve = () => Promise.reject(new DatasetUnavailable('a.json', 'a.json is altered.'));
  expect((await fetch(`${server.url}/v1/resolve`, postInit(GOOD.resolve))).status).toBe(503);
  expect(selected(expr, await measured())).toHaveLength(1);
  for (const { expr: each } of rules) expect(await measured()).toContain(/hivecheck_\w+/.exec(each)?.[0]);
});

it('the routes under which requests without one are counted are named', async () => {
  const server = await started({ env: { METRICS: 'on' } });
  for (const path of ['/wp-login.php', '/v1/nothing', '/k/v1/nothing', '/v1/resolve/x']) {
    expect((await fetch(server.url + path)).status).toBe(404);
  }
  await exchange(server, 'NONSENSE\r\n\r\n', true);
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const counted = [...text.matchAll(/^hivecheck_requests_total\{endpoint="([^"]*)"/gm)];
  const routes = new Set(counted.map(([, route = '']) => (route === '' ? 'an empty route' : `\`${route}\``)));
  expect(routes.size).toBe(4);
  const row = /^\| `hivecheck_requests_total`.*$/m.exec(page)?.[0];
  for (const route of routes) expect(row).toContain(route);
});
