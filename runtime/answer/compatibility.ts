/** The verdict as the specification shows it: judgements of `runtime/verdict/` with the sentences of a language. */

import type { Compatibility } from '../contract/compatibility.ts';
import type { Scope, Template } from '../format/format.ts';
import { reasonText } from '../messages/index.ts';
import {
  type Conclusion,
  type Facts,
  type Judgement,
  judge,
  type RegistryFinding,
  type Rules,
  type Subject,
  type Tables,
  type Target,
} from '../verdict/index.ts';
import type { Products } from '../verdict/product-target.ts';
import { readTargets } from './several-targets.ts';

export function compatibilityOf(conclusion: Conclusion, lang: string): Compatibility {
  const { target, basis, registry, mdm, candidates } = conclusion;
  const { verdict, reason, ...minimum } = partOf(conclusion, lang);
  return {
    verdict,
    reason,
    ...(target !== undefined && { targetBuild: target.build }),
    ...minimum,
    ...(basis !== undefined && { basis }),
    ...(registry && { registry: partOf({ ...registry, alternatives: undefined }, lang) }),
    ...(mdm && { mdm: partOf(mdm, lang) }),
    ...(candidates !== undefined && { candidates }),
  };
}

function partOf({ verdict, reason, required, alternatives, supportedOn }: RegistryFinding, lang: string) {
  return {
    verdict,
    reason: reasonText(reason, lang),
    ...(required !== undefined && { requiredBuild: required }),
    ...(alternatives !== undefined && { requiredBuildAlternatives: alternatives }),
    ...(supportedOn !== undefined && { supportedOn }),
  };
}

/** A judgement with its form in one language. Remembered and shared: never change it. */
export interface Judged {
  judgement: Judgement;
  compatibility: Compatibility;
}

/** A number in `rules.json`, or facts that no entry of the dataset has. */
export type Rule = number | Facts;

/** `scope`: of the requested hive, if any. `about`: what the headline is about. */
export type Judge = (
  rule: Rule,
  targetOs: string | null,
  lang: string,
  scope?: Scope,
  about?: Subject,
) => Judged;

/** What the verdicts of a dataset are drawn from. */
export interface Verdicts extends Omit<Rules, 'products'> {
  productNames: Products;
  judge: Judge;
  templates: readonly Template[];
}

/** Anyone may ask for made-up targets: beyond this number all are forgotten. */
const MAX_JUDGEMENTS = 4096;

/**
 * Judges by the release table of a dataset, and remembers it: a dataset has thousands of matches but some
 * hundred different facts, and few targets are requested.
 */
export function createJudge(tables: Tables, rules: readonly Facts[] = []): Judge {
  const known = new Map<string, Judged>();
  let last: { targetOs: string | null; target: Target } | undefined;
  return (rule, targetOs, lang, scope, about) => {
    const id = `${typeof rule === 'number' ? rule : JSON.stringify(rule)} ${scope} ${about} ${lang} ${targetOs}`;
    const found = known.get(id);
    if (found !== undefined) return found;
    // One request asks for many rules.
    if (last?.targetOs !== targetOs) last = { targetOs, target: readTargets(targetOs, tables.releases) };
    const judgement = judge(factsOf(rule, rules), last.target, tables, scope, about);
    const made = { judgement, compatibility: compatibilityOf(judgement, lang) };
    if (known.size >= MAX_JUDGEMENTS) known.clear();
    known.set(id, made);
    return made;
  };
}

export function factsOf(rule: Rule, rules: readonly Facts[]): Facts {
  const facts = typeof rule === 'number' ? rules[rule] : rule;
  if (facts === undefined) throw new RangeError(`There is no rule ${rule} in the dataset.`);
  return facts;
}
