/** Matches of a registry value → the stored answer for each hive, in one language. */

import { isDeepStrictEqual } from 'node:util';
import { createJudge, type Judge } from '../../runtime/answer/compatibility.ts';
import {
  confidenceOf,
  provenanceOf,
  unmappedReason,
  unmappedWarnings,
} from '../../runtime/answer/envelope.ts';
import { scopeOf } from '../../runtime/answer/find.ts';
import { FALLBACK_LANGUAGE } from '../../runtime/answer/language.ts';
import type { Confidence, PolicyClass, Scope } from '../../runtime/contract/words.ts';
import { type ListEntry, type PairEntry, type StoredAnswer, takesName } from '../../runtime/format/format.ts';
import type { Hive } from '../../runtime/format/keys.ts';
import { once, optional } from '../collections.ts';
import type { CompileContext } from './context.ts';
import type { AskedFacts, FactsText, RuleTable } from './rules.ts';
import { type StoredMessages, storedTexts } from './sentences.ts';
import {
  communityWarnings,
  confidenceIn,
  factsOf,
  lifecycleWarnings,
  matchIn,
  type ShownNode,
  textWarnings,
} from './shown-match.ts';
import type { StoredMatch, StoredNode } from './stored.ts';

type AskedHive = Extract<Hive, 'HKLM' | 'HKCU'> | null;
const HIVES: readonly AskedHive[] = [null, 'HKLM', 'HKCU'];

/** Memoized: every pair and language uses it. */
export const factsText = once((match: StoredMatch): FactsText => JSON.stringify(factsOf(match)));

/** A match as shown for one hive, in any language. */
interface Shown {
  match: StoredMatch;
  slug: string;
  otherHive: 'HKLM' | 'HKCU' | undefined;
  nodes: readonly ShownNode[];
  confidence: Confidence;
  noMdm?: string;
}

export class PairAnswers {
  readonly #judge: Judge;
  /** Memoized: every language uses them. */
  readonly #shownOf = once(
    (matches: readonly StoredMatch[]) => new Map(HIVES.map((hive) => [hive, this.#shown(matches, hive)])),
  );
  /** Nodes by scope. Memoized: every hive uses them. */
  readonly #nodesOf = once((match: StoredMatch) => {
    const nodes = (scope?: Scope) =>
      this.#judge(factsOf(match), null, FALLBACK_LANGUAGE, scope).judgement.nodes;
    return { any: nodes(), Device: nodes('Device'), User: nodes('User') };
  });
  table: RuleTable | undefined;

  constructor({ releases, editionLists }: CompileContext) {
    this.#judge = createJudge({ releases, editionLists: editionLists.lists });
  }

  /** The facts for the verdicts on the matches, for each hive. */
  asked(matches: readonly StoredMatch[]): AskedFacts[] {
    const hives = HIVES.filter((hive) => isDocumented(matches, hive));
    return hives.map((hive) => this.#asked(this.#shownOf(matches).get(hive) ?? [], hive));
  }

  entry(matches: readonly StoredMatch[], lang: string): PairEntry {
    const any = this.#answer(matches, null, lang);
    const own = (hive: 'HKLM' | 'HKCU') => {
      if (!isDocumented(matches, hive)) return undefined;
      const answer = this.#answer(matches, hive, lang);
      return isDeepStrictEqual(answer, any) ? undefined : answer;
    };
    const [first = 'both', second] = (['HKLM', 'HKCU'] as const).filter((hive) =>
      isDocumented(matches, hive),
    );
    return {
      any: { hive: second === undefined ? first : 'both', ...any },
      ...optional('HKLM', own('HKLM')),
      ...optional('HKCU', own('HKCU')),
    };
  }

  /** The lists of one key: which of them accept a name depends on its prefix alone. */
  listEntry(matches: readonly StoredMatch[], lang: string): ListEntry {
    const lists = matches.flatMap(({ slug, served: { registryKey, list } }) =>
      list === undefined ? [] : [{ key: registryKey, slug, list }],
    );
    const answers = namesOf(matches).map(({ prefix, taking }) => ({
      ...optional('prefix', prefix),
      ...this.entry(taking, lang),
    }));
    return { lists, answers };
  }

  #asked(shown: readonly Shown[], hive: AskedHive): AskedFacts {
    const scope = scopeOf(hive);
    const lists = shown.flatMap(({ match }, at) => (match.served.list ? at : []));
    return {
      facts: shown.map(({ match }) => factsText(match)),
      scope: shown.every((each) => this.#isOfScope(each, scope)) ? undefined : scope,
      others: shown.filter(({ otherHive }) => otherHive !== undefined).length,
      lists: lists.length < shown.length ? lists : [],
    };
  }

  /**
   * Whether the scope makes no difference: the only node has it and is also the one that is shown without a scope, and
   * newer templates did not add its hive.
   */
  #isOfScope({ match, nodes: [first, ...others] }: Shown, scope: Scope | undefined): boolean {
    if (scope !== undefined && match.verdict?.addedHive?.scope === scope) return false;
    if (first === undefined) return true;
    const served = match.nodes?.[first.index]?.served;
    const [anyway] = this.#nodesOf(match).any;
    return others.length === 0 && served?.scope === scope && anyway?.index === first.index;
  }

  #shown(matches: readonly StoredMatch[], hive: AskedHive): Shown[] {
    const all = matches.map((match): Shown => {
      const { slug, noMdm } = match;
      const otherHive = documentedHive(match.served.class, hive);
      const nodes = this.#nodesOf(match)[scopeOf(otherHive ?? hive) ?? 'any'];
      const confidence = confidenceIn(match, nodes);
      return { match, slug, otherHive, nodes, confidence, ...optional('noMdm', noMdm) };
    });
    // Documentation for one hive does not apply to the other.
    return [...all.filter(({ otherHive }) => !otherHive), ...all.filter(({ otherHive }) => otherHive)];
  }

  #answer(all: readonly StoredMatch[], hive: AskedHive, lang: string): StoredAnswer {
    if (this.table === undefined) throw new TypeError('The table of rules comes first.');
    const shown = this.#shownOf(all).get(hive) ?? [];
    const texts = storedTexts(lang);
    const own = shown.filter(({ otherHive }) => otherHive === undefined);
    const decisive = own.length > 0 ? own : shown;
    const confidence = confidenceOf(decisive);
    const unmapped = decisive.filter((each) => each.confidence === 'none');
    const matches = shown.map(({ match }) => match);
    const noMdm = shown.some((each) => each.noMdm !== undefined)
      ? shown.map((each) => each.noMdm ?? null)
      : undefined;
    return {
      ...(confidence === 'none' && { reason: unmappedReason(decisive, texts) }),
      warnings: [
        ...new Set([
          ...communityWarnings(matches, texts),
          ...matches.flatMap(({ slug, served: { list } }) => (list ? [texts.list(slug, list)] : [])),
          ...shown.flatMap((each, at) => [
            ...matchWarnings(each, hive, lang),
            ...(each.otherHive === undefined ? [at] : []),
          ]),
          ...unmappedWarnings(decisive, unmapped, texts.valueUnmapped),
          ...textWarnings(matches, lang, texts),
        ]),
      ],
      confidence,
      ...optional('provenance', provenanceOf(decisive.map(({ match }) => match.served))),
      rule: this.table.askedNumberOf(this.#asked(shown, hive)),
      ...optional('noMdm', noMdm),
      matches: shown.map(({ match, nodes, otherHive }) => matchIn(match, lang, { nodes, otherHive })),
    };
  }
}

/** The hive that a setting's class writes, if another one is requested. */
function documentedHive(policyClass: PolicyClass, hive: Hive | null): 'HKLM' | 'HKCU' | undefined {
  if (hive === null || policyClass === 'Both') return undefined;
  const documented = policyClass === 'Machine' ? 'HKLM' : 'HKCU';
  return documented === hive ? undefined : documented;
}

/** Whether one of the matches writes the hive. */
function isDocumented(matches: readonly StoredMatch[], hive: AskedHive): boolean {
  return matches.some(({ served }) => documentedHive(served.class, hive) === undefined);
}

/** Warnings on one match: hive, scope of the node, kind of mapping, lifecycle. */
function matchWarnings({ match, slug, otherHive, nodes }: Shown, hive: AskedHive, lang: string): string[] {
  const texts = storedTexts(lang);
  const node = match.nodes?.[nodes[0]?.index ?? -1];
  const scope = scopeOf(otherHive ?? hive);
  return [
    ...(otherHive === undefined ? [] : [texts.otherHive(slug, otherHive, hive ?? '')]),
    ...(match.notOfScope ? [texts.notOfScope(slug, match.notOfScope)] : []),
    ...(node && scope && node.served.scope !== scope ? [texts.noScope(slug, scope, node.served.scope)] : []),
    ...(nodes.length > 1 ? [texts.severalNodes(slug, nodes.length)] : []),
    ...(node?.served.ingestion === 'catalog-only' ? [texts.intuneOnly(slug)] : []),
    ...(node?.served.omaUri.includes('{}') ? [texts.placeholder(slug)] : []),
    ...(node ? policyWarnings(slug, node, texts) : []),
    ...lifecycleWarnings(slug, match.served, lang),
  ];
}

/** Warnings on a node of a policy of which the value is only a part. */
function policyWarnings(slug: string, { wholePolicy, served }: StoredNode, texts: StoredMessages): string[] {
  if (wholePolicy) return [texts.wholePolicy(slug)];
  return served.policyValues === undefined ? [] : [texts.setsPolicy(slug, served.policyValues)];
}

interface Names {
  /** Absent for names that are not a prefix and a number. */
  prefix?: string;
  taking: StoredMatch[];
}

/** The kinds of value names that the lists of a key distinguish, each with the lists that accept such a name. */
export function namesOf(matches: readonly StoredMatch[]): Names[] {
  const prefixes = new Set(
    matches.flatMap(({ served: { list } }) =>
      list === undefined || list.explicitValue ? [] : (list.valuePrefix?.toLowerCase() ?? []),
    ),
  );
  const taking = (name: string) =>
    matches.filter(({ served: { list } }) => list !== undefined && takesName(list, name));
  const kinds: Names[] = [...prefixes]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((prefix) => ({ prefix, taking: taking(`${prefix}1`) }));
  // A name of a prefix and a number never ends in a letter.
  return [...kinds, { taking: taking('name') }].filter((kind) => kind.taking.length > 0);
}
