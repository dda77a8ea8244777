/** One policy per element kind of the ADMX schema: facts, pairs and record, in `test/vectors/element-kinds.jsonl`. */
import { describe, expect, it } from 'vitest';
import type { ElementFact, SettingFact } from '../../build/facts/types.ts';
import { matchesOf, record, resolve } from '../answers.ts';
import { vectors } from '../vectors.ts';
import { adml, admx, answering, importFiles, settingsOf } from './fixture.ts';

const ROOT = 'Software\\Policies\\Example';

interface Case {
  name: string;
  policy: string;
  presentation?: string;
  /** The fact's own fields, without identity, dates and texts. */
  fact?: Partial<SettingFact>;
  elements?: ElementFact[];
  /** `key below the root`, value name, element that writes it. */
  pairs: [key: string, value: string, elementId?: string][];
  /** Pairs that must find nothing. */
  not?: [key: string, value: string][];
  /** Fields of the record. */
  record?: Record<string, unknown>;
}

const CASES = vectors<Case>('element-kinds');

const strings = { ItemOne: 'One', ItemTwo: 'Two' };
const presentations = CASES.map(
  ({ name, presentation = '' }) => `<presentation id="${name}">${presentation}</presentation>`,
);
const imported = await importFiles({
  'fixture/1/Kinds.admx': admx(CASES.map((each) => each.policy).join('\n')),
  'fixture/1/en-US/Kinds.adml': adml(
    { ...strings, ...Object.fromEntries(CASES.map(({ name }) => [name, `The ${name} policy`])) },
    presentations.join(''),
  ),
});
const facts = settingsOf(imported);
const answers = await answering(imported);

describe.each(CASES)('$name', ({ name, ...each }) => {
  it('becomes these facts', () => {
    expect(facts.get(name)).toMatchObject({
      slug: `kinds.${name.toLowerCase()}`,
      policyId: `Example.Policies.Test::${name}`,
      admx: 'Kinds.admx',
      version: '1',
      firstSeen: '2024-01-01',
      lastModified: '2024-01-01',
      text: { 'en-US': { displayName: `The ${name} policy` } },
      ...each.fact,
    });
    expect(facts.get(name)?.elements).toEqual(each.elements);
  });

  it('is found by every pair that it writes, and by no other', async () => {
    for (const [key, value, elementId] of each.pairs) {
      const [match, ...others] = matchesOf(await resolve(answers.ask, `HKLM\\${ROOT}\\${key}`, value));
      expect(match, `${key} + ${value}`).toMatchObject({
        slug: `kinds.${name.toLowerCase()}`,
        registryKey: `${ROOT}\\${key}`,
      });
      expect(match?.elementId).toBe(elementId);
      expect(others).toEqual([]);
    }
    for (const [key, value] of each.not ?? []) {
      const answer = await resolve(answers.ask, `HKLM\\${ROOT}\\${key}`, value);
      expect(answer.result.matches, `${key} + ${value}`).toEqual([]);
      expect(answer).toMatchObject({ confidence: 'none', result: { reason: expect.any(String) } });
    }
  });

  it('has this record', async () => {
    const served = await record(answers.ask, `kinds.${name.toLowerCase()}`);
    expect(served).toMatchObject({ displayName: `The ${name} policy`, ...each.record });
    const wanted = each.record?.elements;
    if (wanted !== undefined) expect(served.elements).toEqual(wanted);
    else expect(served.elements.map(({ id }) => id)).toEqual((each.elements ?? []).map(({ id }) => id));
  });
});

it('says of a list match what kind of list it is', async () => {
  const [match] = matchesOf(await resolve(answers.ask, `${ROOT}\\ListElements\\P`, 'Item1'));
  expect(match?.list).toEqual({ valuePrefix: 'Item', explicitValue: false, additive: true });
  const other = await resolve(answers.ask, `${ROOT}\\ListElements\\E`, 'x');
  expect(matchesOf(other)[0]?.list).toEqual({ explicitValue: true, additive: false });
  expect(other.warnings.join()).toContain('writes a list');
});
