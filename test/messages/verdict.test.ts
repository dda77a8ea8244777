/** Every reason and note has a sentence in both languages, and the sentences read well. */

import { describe, expect, it } from 'vitest';
import { EDITIONS, editionList as listOf } from '../../build/compile/edition-names.ts';
import { FACTS } from '../../build/paths.ts';
import { readTables } from '../../build/supported-on/tables.ts';
import { readTargets } from '../../runtime/answer/several-targets.ts';
import { noteText, reasonText, textsIn } from '../../runtime/messages/index.ts';
import { nameTarget } from '../../runtime/messages/names.ts';
import {
  combine,
  type Facts,
  judge,
  type Note,
  type NoteCode,
  type Reason,
  type ReasonCode,
  type Tables,
  WHY_NO_FLOOR,
} from '../../runtime/verdict/index.ts';
import { vectors } from '../vectors.ts';
import { editionLists } from '../verdict/editions.ts';
import { type GivenFacts, type GivenNode, givenFacts, nodeOf } from '../verdict/node.ts';
import { releases } from '../verdict/releases.ts';
import { faultsOf } from './faults.ts';

const LANGUAGES = ['en-US', 'fr-FR'];

const TARGETS = vectors<string | null>('message-targets');

/** All PC editions of note; those without Pro; HoloLens; none. */
const LISTS = [['0x4', '0x30', '0x65', '0x79', '0x7D', '0xBF'], ['0x4', '0x79', '0x7D'], ['0x88'], []];
const tables: Tables = { releases, editionLists: [...LISTS, ...(await editionLists())].map(listOf) };
/** Each edition of the table. */
const NAMED = [...EDITIONS.map(({ name }) => name), 'Single Language', 'Pro/Home'].map(
  (name) => `Windows 11 ${name} 24H2`,
);

const { floors } = await readTables(FACTS);
const MINIMUMS = vectors<string | null>('message-minimums');

/** Every classified supported-on text, each with and without a node and another product. */
function everyFacts(): Facts[] {
  const all: Facts[] = MINIMUMS.map((minOs) => (minOs === null ? {} : nodeOf({ minOs })));
  for (const { text: supportedOn, note: _note, ...floor } of floors.values()) {
    all.push({ supportedOn, floor }, { supportedOn, floor, hostOnly: true });
  }
  // What nothing in the facts has: two floors of which the target reaches both for different reasons, and more.
  all.push(...vectors<GivenFacts>('message-facts').map(givenFacts));
  return all.flatMap((facts, at) => {
    const minOs = MINIMUMS[at % MINIMUMS.length] ?? undefined;
    const deprecatedFrom = at % 2 === 0 ? true : '10.0.26100.712';
    return minOs === undefined ? [facts] : [facts, { ...facts, ...nodeOf({ minOs, deprecatedFrom }) }];
  });
}

/** A node of each edition list, an ingested one, one of a policy as a whole, one that cannot be set, and one without a minimum. */
function nodesOfEditions(): Facts[] {
  const minOs = '[10.0.19041.1202] and later | [10.0.22000] and later';
  const nodes: Omit<GivenNode, 'place' | 'scope'>[] = [
    ...tables.editionLists.map((_, editionList) => ({ minOs, editionList })),
    ...vectors<Omit<GivenNode, 'place' | 'scope'>>('message-nodes'),
  ];
  return nodes.map((node) => ({
    supportedOn: 'At least Windows Vista',
    floor: { client: '6.0.6000' },
    ...nodeOf(node),
  }));
}

/** Everything that is said: of each fact alone, and of every three that follow each other. */
function everything(): { reasons: Reason[]; notes: Note[] } {
  const [ofEditions, others] = [nodesOfEditions(), everyFacts()];
  const reasons = new Map<string, Reason>();
  const notes = new Map<string, Note>();
  const keep = <T>(all: Map<string, T>, each: T) => all.set(JSON.stringify(each), each);
  for (const targetOs of [...TARGETS, ...NAMED]) {
    const target = readTargets(targetOs, releases);
    const facts = NAMED.includes(targetOs ?? '') ? ofEditions : [...ofEditions, ...others];
    const judged = facts.map((each, at) => ({ slug: `s.${at}`, judgement: judge(each, target, tables) }));
    for (const [at, { judgement }] of judged.entries()) {
      keep(reasons, judgement.reason);
      for (const part of [judgement.registry, judgement.mdm]) if (part) keep(reasons, part.reason);
      // Verdicts over several settings, in part.
      if (at % 7 === 0) keep(reasons, combine(judged.slice(at, at + 3)).reason);
      for (const note of judgement.notes) keep(notes, note);
    }
  }
  return { reasons: [...reasons.values()], notes: [...notes.values()] };
}

const said = everything();

function codesOf(reason: Reason): string[] {
  switch (reason.code) {
    case 'noFloor':
      return [reason.code, reason.why];
    case 'bothLines':
      return [reason.code, ...codesOf(reason.client), ...codesOf(reason.server)];
    case 'settingsAgree':
      return [reason.code, ...reason.settings.flatMap((setting) => codesOf(setting.reason))];
    default:
      return [reason.code];
  }
}

const targetOf = (reason: Reason) => ('target' in reason ? reason.target : undefined);

describe.each(LANGUAGES)('the sentences in %s', (lang) => {
  const messages = textsIn(lang);

  it('are read in this test for every code', () => {
    const reasons = new Set(said.reasons.flatMap(codesOf));
    const notes = new Set(said.notes.map(({ code }) => code));
    const reasonCodes = Object.keys(messages.reasons) as ReasonCode[];
    const noteCodes = Object.keys(messages.notes) as NoteCode[];
    expect([...reasons].sort()).toEqual([...reasonCodes, ...WHY_NO_FLOOR].sort());
    expect([...notes].sort()).toEqual(noteCodes.sort());
    expect(Object.keys(messages.whyNoFloor).sort()).toEqual([...WHY_NO_FLOOR].sort());
  });

  it('have no fault', () => {
    for (const reason of said.reasons) {
      const text = reasonText(reason, lang);
      expect(faultsOf(text, lang), text).toEqual([]);
      if (reason.code !== 'settingsAgree') {
        expect(text.split(messages.hostOnly).length, text).toBeLessThanOrEqual(2);
      }
    }
    for (const note of said.notes) {
      const text = noteText(note, 'a.b', lang);
      expect(faultsOf(text, lang), text).toEqual([]);
    }
  });

  it('name the target at most once', () => {
    let counted = 0;
    for (const reason of said.reasons) {
      const target = targetOf(reason);
      if (target === undefined) continue;
      const text = reasonText(reason, lang);
      expect(text.split(nameTarget(target)).length, text).toBe(2);
      counted++;
    }
    expect(counted).toBeGreaterThan(100);
  });
});

it('a French sentence has no adjective that agrees with the target, which may be “la cible” or a build', () => {
  const { reasons } = textsIn('fr-FR');
  const say = <C extends ReasonCode>(code: C, reason: Reason<C>) =>
    reasons[code](
      reason,
      () => 'La cible',
      () => '',
    );
  const sentences = new Set(said.reasons.flatMap((each) => ('target' in each ? [say(each.code, each)] : [])));
  const spoken = [...sentences].filter((text) => text.startsWith('La cible'));
  expect(spoken.some((text) => text.includes('modèles de l’éditeur'))).toBe(true);
  for (const text of spoken) expect(text).not.toMatch(/^La cible (?:est|n’est pas) (?!en )/);
});

interface Sentence {
  targetOs: string;
  minOs?: string;
  /** Of its only node; an edition list by its place in `tables`. */
  node?: Partial<GivenNode>;
  /** Of several settings that write the pair. */
  facts?: Facts | Facts[];
  lang: string;
  says?: string;
  begins?: string;
}

it.each(vectors<Sentence>('message-sentences'))('$targetOs in $lang', ({ targetOs, minOs, node, ...row }) => {
  const target = readTargets(targetOs, releases);
  const own = node ? nodeOf(node) : nodeOf({ minOs: minOs ?? '' });
  const judged = [row.facts ?? own].flat().map((facts) => judge(facts, target, tables));
  const [first] = judged;
  const whole = combine(judged.map((judgement, at) => ({ slug: `s.${at}`, judgement })));
  const reason = node ? first?.mdm?.reason : judged.length === 1 ? first?.reason : whole.reason;
  const text = reason && reasonText(reason, row.lang);
  if (row.says !== undefined) expect(text).toBe(row.says);
  else expect(text?.startsWith(row.begins ?? '?'), text).toBe(true);
});
