/** Texts that are not the command's own cannot steer a terminal, nor look like lines of the command. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renderMarkdown, renderTable } from '../../build/diff/render.ts';
import type { Envelope } from '../../cli/answers.ts';
import { printEnvelope, printSetting } from '../../cli/answers.ts';
import { parseJson } from '../../runtime/answer/json.ts';
import { ChangesEnvelope } from '../../runtime/contract/changes.ts';
import { VerifyEnvelope } from '../../runtime/contract/verified.ts';
import type { Snapshot } from '../../runtime/service.ts';
import { matchesOf, resolve, setting } from '../answers.ts';
import { hivecheck } from '../command.ts';
import { corpus } from '../corpus/dist.ts';
import { PAIRS } from '../corpus/oracle.ts';
import { changesEnvelope } from '../http/fake-changes.ts';

/** CSI in one byte, a reversal of the direction, a clearing of the screen, a return to the start of the line. */
const HOSTILE = '\u009b31m\u202e\u001b[2J\rFINE\u2028FINE';
const STEERING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
/** In JSON. */
const ESCAPED = JSON.stringify(HOSTILE)
  .slice(1, -1)
  .replace('\u009b', '\\u009b')
  .replace('\u202e', '\\u202e')
  .replaceAll('\u2028', '\\u2028');
const SHOWN = '\\u009b31m\\u202e\\u001b[2J\\u000dFINE\\u2028FINE';

/** With the text in every string for which the schema takes any. */
function hostile<T>(value: T, allowed: (whole: T) => boolean, text = HOSTILE): T {
  const whole = structuredClone(value);
  const visit = (at: Record<string, unknown>): void => {
    for (const [name, part] of Object.entries(at)) {
      if (typeof part === 'object' && part !== null) visit(part as Record<string, unknown>);
      if (typeof part !== 'string') continue;
      at[name] = `${part}${text}`;
      if (!allowed(whole)) at[name] = part;
    }
  };
  visit(whole as Record<string, unknown>);
  return whole;
}

let ask: Snapshot;
let answer: { status: number; body: string };
let url: string;
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(answer.status).end(answer.body));
});
beforeAll(async () => {
  ({ ask } = await corpus());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const KEY = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate';
const ITEMS = [
  { key: KEY, value: 'ActiveHoursEnd', type: 'REG_DWORD', data: 99 },
  { key: KEY, value: 'ActiveHoursStart', type: 'REG_DWORD', data: 9 },
  { key: 'HKLM\\Software\\Policies\\Microsoft\\Windows\\System', value: 'EnableActivityFeed', data: 1 },
  { key: 'HKLM\\Software\\None\u009b31m\u202e', value: 'V\u001b[2J\r', type: 'REG_SZ', data: HOSTILE },
];
const input = Buffer.from(JSON.stringify(ITEMS));

it.each([
  ['--all'],
  ['--mdm'],
  ['--format=csv'],
  ['--format=markdown'],
  ['--format=junit'],
  ['--format=sarif'],
  ['--json'],
])('verify %s of a server', async (option) => {
  const request = {
    items: ITEMS,
    files: [],
    lang: 'en-US',
    targetOs: 'Windows 10 1607',
    detail: 'brief' as const,
    payloads: true,
  };
  const text = await ask.verify(request);
  const whole = parseJson(text) as VerifyEnvelope;
  whole.warnings.push('A warning. ');
  answer = { status: 200, body: JSON.stringify(hostile(whole, (each) => v.is(VerifyEnvelope, each))) };
  const { out, err, code } = await hivecheck(['verify', '-', '--server', url, option], input);
  expect(out, err).toContain('u009b31m');
  const own = option === '--format=csv' ? /[\r\n]/g : /\n/g;
  expect(out.replace(own, '')).not.toMatch(STEERING);
  expect(err.replaceAll('\n', '')).not.toMatch(STEERING);
  expect(code).toBe(2);
});

it.each([
  ['changes', '--since', '6a69d202'],
  ['changes', '--since', '6a69d202', '--json'],
])('%s %s %s %s of a server', async (...args) => {
  const whole = hostile(changesEnvelope('6a69d202'), (each) => v.is(ChangesEnvelope, each));
  answer = { status: 200, body: JSON.stringify(whole) };
  const { out, err } = await hivecheck([...args, '--server', url]);
  expect(out, err).toContain(args.includes('--json') ? ESCAPED : SHOWN);
  expect(out.replaceAll('\n', '')).not.toMatch(STEERING);
});

it.each([
  ['changes', '--since', '6a69d202'],
  ['verify', '-'],
])('a refusal of a server, by %s', async (...args) => {
  const problem = { detail: `No.${HOSTILE}\nhivecheck: fine`, errors: [{ pointer: HOSTILE }] };
  answer = { status: 400, body: JSON.stringify(problem) };
  const { code, out, err } = await hivecheck([...args, '--server', url], input);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(SHOWN);
  expect(err.trimEnd()).not.toMatch(STEERING);
});

it.each(['{}', '[]', 'null', '<html>', '{"query":{"since":"x"},"result":{},"dataset":{"version":"x"}}', ''])(
  'an answer of a server that is not understood ends with 2: %s',
  async (body) => {
    answer = { status: 200, body };
    for (const args of [
      ['changes', '--since', '6a69d202'],
      ['verify', '-'],
    ]) {
      const { code, out, err } = await hivecheck([...args, '--server', url], input);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toMatch(/^hivecheck: the answer of http:\S+ is not understood: .+\n$/);
    }
  },
);

it('look-ups of a dataset with such texts', async () => {
  let records = 0;
  for (const [at, { key, value }] of PAIRS.entries()) {
    if (at % 40 !== 0 || value === undefined) continue;
    const found = await resolve(ask, key, value, { targetOs: 'Windows 11 24H2' });
    const text = `\n${HOSTILE}`;
    const whole = hostile(found as unknown as Envelope, () => true, text);
    const slugs = matchesOf(found).map(({ slug }) => slug);
    const shown = [printEnvelope(whole)];
    for (const slug of slugs) {
      const record = await setting(ask, slug);
      shown.push(printSetting(hostile(record as unknown as Envelope, () => true, text)));
      records++;
    }
    for (const each of shown) {
      expect(each).toContain(SHOWN);
      expect(each.replaceAll('\n', '')).not.toMatch(STEERING);
      // Line breaks of texts are no line breaks.
      expect(each).toContain('\\u000a\\u009b');
    }
  }
  expect(records).toBeGreaterThan(20);
});

it('changes between datasets with such texts', () => {
  const name = { version: 'x', generatedAt: 'x' };
  const slug = { slug: 'a.b', policyId: 'p', firstSeen: '2026-01-01', lastModified: '2026-01-01' };
  const kinds = { identity: 0, key: 0, value: 0, element: 0, mdm: 0, minBuild: 0, lifecycle: 0, text: 1 };
  const changes = {
    changesVersion: 2,
    from: name,
    to: name,
    summary: { settingsBefore: 1, settingsAfter: 1, added: 1, removed: 0, changed: 1, changedByKind: kinds },
    sources: {
      windows: {
        versionsBefore: ['1'],
        versionsAfter: ['2'],
        added: [slug],
        removed: [],
        changed: [{ ...slug, changes: [{ kind: 'text' as const, fact: 'f', before: 'a', after: 'b' }] }],
      },
    },
  };
  const whole = hostile(changes, () => true);
  for (const text of [renderTable(whole), renderMarkdown(whole)]) {
    expect(text).toContain('\\u009b31m\\u202e');
    expect(text.replaceAll('\n', '')).not.toMatch(STEERING);
  }
});
