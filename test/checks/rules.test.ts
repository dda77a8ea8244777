import { expect, it } from 'vitest';
import { CONTROL_RULES } from '../../build/checks/control-rules.ts';
import { RULES, type Rule } from '../../build/checks/rules.ts';
import { readCheckInput, runChecks } from '../../build/checks/run.ts';
import type { Facts } from '../../build/facts/model.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { FACTS } from '../../build/paths.ts';
import { factsOf, source, template } from '../import/fixture.ts';
import { vectors } from '../vectors.ts';

const sound = await readCheckInput(FACTS, FACTS);

const ALL = [...RULES, ...CONTROL_RULES];

it('all hold on the committed facts', () => {
  expect(ALL.flatMap((rule) => rule.check(sound))).toEqual([]);
});

it('those of tables over all sources are skipped, and say so, where the facts lack some', async () => {
  const few = await factsOf(template('fixture', '1', ['A']), [source()]);
  const skipped = (await runChecks(few, FACTS)).filter((each) => each.skipped !== undefined);
  expect(skipped.map(({ name }) => name)).toEqual(
    ALL.filter(({ allSources }) => allSources).map(({ name }) => name),
  );
  const { length } = sound.facts.sources;
  expect(skipped[0]?.skipped).toBe(`the facts lack ${length} of the ${length} sources that it needs`);
});

type Spoil = (facts: Facts) => Facts;
type Entry = Record<string, unknown>;

/** A change of the facts that a rule must find. */
interface Row {
  rule: string;
  how: string;
  /** The settings of a source, or another list of the facts (`synonyms.groups`). */
  list?: string;
  /** Its place, or the ends of its fields; not given: the whole list. */
  where?: number | Record<string, string>;
  set?: Entry;
  unset?: string;
  /** The field that it takes over from the first of the list. */
  copy?: string;
  drop?: true;
  add?: unknown;
  /** The place of an entry that stands there twice. */
  again?: number;
  /** What the import reported of a source. */
  reported?: object;
}

function reported(change: object): Spoil {
  const edge = { files: 1, leftOut: [], proseLabels: 0, missingDisplayNames: {}, ...change };
  return (facts) => ({
    ...facts,
    report: { ...facts.report, sources: { ...facts.report.sources, edge } },
  });
}

function changed({ list = '', where, set, unset = '', copy = '', drop, add, again }: Row): Spoil {
  return (facts) => {
    const [own = '', inner = ''] = list.split('.');
    const { [own as 'products']: other } = facts;
    const all = (facts.settings.get(list) ?? other[inner as 'products'] ?? other) as unknown as Entry[];
    const isMeant = (each: Entry, at: number) =>
      typeof where === 'object'
        ? Object.entries(where).every(([field, end]) => String(each[field]).endsWith(end))
        : at === where;
    if (where !== undefined) expect(all.some(isMeant)).toBe(true);
    const spoilt = all.flatMap((each, at) => {
      if (!isMeant(each, at)) return [each];
      const { [unset]: _, ...rest } = each;
      return drop ? [] : [{ ...rest, ...set, ...(copy && { [copy]: all[0]?.[copy] }) }];
    });
    const more = add ?? all[again ?? -1];
    const after = more === undefined ? spoilt : [...all, more];
    if (!facts.settings.has(list)) return { ...facts, [own]: inner ? { ...other, [inner]: after } : after };
    const settings = new Map<string, unknown>(facts.settings).set(list, after) as Map<string, SettingFact[]>;
    // The whole of a source.
    if (where === undefined && drop) settings.delete(list);
    return { ...facts, settings };
  };
}

/** What depends on the facts. */
const MADE: [rule: string, how: string, spoil: Spoil][] = [
  [
    'every known query is one of a setting',
    'of a setting that is gone',
    (facts) => ({ ...facts, synonyms: { ...facts.synonyms, known: { 'no.setting': ['a query'] } } }),
  ],
  [
    'every correction is still needed and names what exists',
    'put right by the vendor',
    (facts) => {
      const wrong = facts.corrections.find(({ element }) => element === undefined);
      const [file, name, omaUri] = ['put-right.admx', 'Right', './Device/Vendor/MSFT/X'];
      const policyId = `X::${name}`;
      const set = { policyId, admx: file, class: 'Both' };
      const renamed = changed({ rule: '', how: '', list: 'windows-11', where: 5, set })(facts);
      const right = { ...(wrong as (typeof facts.corrections)[number]), omaUri, policyId };
      return {
        ...renamed,
        corrections: [...facts.corrections, { ...right, confidence: 'official' }],
        nodes: [...facts.nodes, { omaUri, scope: 'Device', version: 'x', admx: { area: '', name, file } }],
      };
    },
  ],
  [
    'tables written by hand have fields and words that are read',
    'a rank that is none',
    (facts) => ({ ...facts, products: { ...facts.products, ranks: { edge: 4 as 2 } } }),
  ],
  [
    'tables written by hand have fields and words that are read',
    'a misspelt list of corrections',
    (facts) => ({ ...facts, moreCorrections: Object.fromEntries([['equivalent', []]]) }),
  ],
];

const SPOILT = [
  ...vectors<Row>('spoilt-facts').map((row): (typeof MADE)[number] => {
    return [row.rule, row.how, row.reported === undefined ? changed(row) : reported(row.reported)];
  }),
  ...MADE,
];
it('every rule has a row in spoilt-facts.jsonl that breaks it, or is in MADE', () => {
  expect([...new Set(SPOILT.map(([name]) => name))].sort()).toEqual(ALL.map(({ name }) => name).sort());
});

it.each(SPOILT)('%s fails: %s', (name, _how, spoil) => {
  const rule = ALL.find((each) => each.name === name) as Rule;
  const found = rule.check({ ...sound, facts: spoil(sound.facts) });
  expect(found.length).toBeGreaterThan(0);
  expect(found.length, 'one fault, few words').toBeLessThan(CONTROL_RULES.includes(rule) ? 20 : 60);
});
