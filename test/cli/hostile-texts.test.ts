/**
 * Texts that are not the command's own cannot steer a terminal, nor look like lines of the command; what may be written
 * stands in the tables whole.
 */
import * as v from 'valibot';
import { beforeAll, expect, it } from 'vitest';
import { compareDatasets } from '../../build/diff/compare.ts';
import { changesText, renderMarkdown, renderTable } from '../../build/diff/render.ts';
import type { Envelope } from '../../cli/answers.ts';
import { printEnvelope, printSetting } from '../../cli/answers.ts';
import { ChangesEnvelope } from '../../runtime/contract/changes.ts';
import type { Match } from '../../runtime/contract/match.ts';
import type { Snapshot } from '../../runtime/service.ts';
import { matchesOf, resolve, setting } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';
import { PAIRS } from '../corpus/oracle.ts';
import { dataset, fact, setting as settingOf } from '../diff/_datasets.ts';
import { changesEnvelope } from '../http/fake.ts';

/** CSI in one byte, a reversal of the direction, a clearing of the screen, a return to the start of the line; commands of pipelines. */
const HOSTILE = '\u009b31m\u202e\u001b[2J\rFINE\u2028FINE##vso[task.x]::error::';
const STEERING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]|##\w*\[|::error/u;
const SHOWN = '\\u009b31m\\u202e\\u001b[2J\\u000dFINE\\u2028FINE\\u0023#vso[task.x]\\u003a:error::';

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
beforeAll(async () => {
  ({ ask } = await corpus());
});

it('changes', () => {
  const whole = hostile(changesEnvelope('6a69d202'), (each) => v.is(ChangesEnvelope, each));
  const text = changesText(whole);
  expect(text).toContain(SHOWN);
  expect(text.replaceAll('\n', '')).not.toMatch(STEERING);
});

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
  const of = (text: string, ...others: string[]) =>
    dataset([
      settingOf('a', { facts: new Map([['f', fact('text', text)]]) }),
      ...others.map((slug) => settingOf(slug)),
    ]);
  const changes = compareDatasets(of('a', 'gone'), of('b', 'new'));
  const whole = hostile(changes, () => true);
  for (const text of [renderTable(whole), renderMarkdown(whole)]) {
    expect(text).toContain('\\u009b31m\\u202e');
    expect(text.replaceAll('\n', '')).not.toMatch(STEERING);
  }
});

/** Without the lines of the table and what wrapping adds. */
const bare = (text: string) => text.replace(/[\s\u2500-\u257f]/g, '');

/** What of a match must stand in its table, by kind. */
function wanted({ registryType, openTypes = [], values = [], bounds, open }: Match): [string, string][] {
  const types = registryType === undefined ? openTypes : [registryType];
  return [
    ...types.map((type): [string, string] => ['type', type]),
    ...values.flatMap(({ data, label = '', state = '' }): [string, string][] => [
      data === null ? ['deletion', 'deleted'] : ['content', data === '' ? '(empty)' : data],
      ['label', label],
      ['state', state],
    ]),
    ...(bounds ? [['bounds', `${bounds.min ?? 'any'} to ${bounds.max ?? 'any'}`] as [string, string]] : []),
    ...(open ? [['open', values.length > 0 ? 'any other content' : 'any content'] as [string, string]] : []),
  ];
}

it('the table of resolve has the type, and every content, label and bound that the answer has', async () => {
  const seen = new Map<string, number>();
  for (const [at, { key, value }] of PAIRS.entries()) {
    if (at % 5 !== 0 || value === undefined) continue;
    const answer = await resolve(ask, key, value);
    const table = bare(printEnvelope(answer as unknown as Envelope));
    for (const [kind, text] of matchesOf(answer).flatMap(wanted)) {
      expect(table, `${key} ${value}: ${kind}`).toContain(bare(text));
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
  }
  expect([...seen.keys()].sort().join(' ')).toBe('bounds content deletion label open state type');
  for (const [kind, count] of seen) expect(count, kind).toBeGreaterThan(50);
});
