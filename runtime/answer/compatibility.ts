/** The verdict as the specification shows it: judgements of `runtime/verdict/` with the sentences of a language. */
import type { Scope } from '../format.ts';
import { type InternTable, intern } from '../json.ts';
import { noteText, reasonText } from '../messages/index.ts';
import type { Compatibility, MdmVerdict, RegistryVerdict } from '../schema/compatibility.ts';
import {
  type Conclusion,
  combine,
  type Facts,
  type Finding,
  type Judgement,
  judge,
  type Note,
  type RegistryFinding,
  readTarget,
  type Tables,
  type Target,
} from '../verdict/index.ts';
import type { ProductJudgement } from '../verdict/product.ts';

export function compatibilityOf(conclusion: Conclusion, lang: string): Compatibility {
  const { verdict, reason, target, required, alternatives, basis, registry, mdm, candidates } = conclusion;
  return {
    verdict,
    reason: reasonText(reason, lang),
    ...(target !== undefined && { targetBuild: target.build }),
    ...(required !== undefined && { requiredBuild: required }),
    ...(alternatives !== undefined && { requiredBuildAlternatives: alternatives }),
    ...(basis !== undefined && { basis }),
    ...(registry !== undefined && { registry: registryOf(registry, lang) }),
    ...(mdm !== undefined && { mdm: mdmOf(mdm, lang) }),
    ...(candidates !== undefined && { candidates }),
  };
}

function registryOf({ verdict, reason, required, supportedOn }: RegistryFinding, lang: string) {
  const registry: RegistryVerdict = { verdict, reason: reasonText(reason, lang) };
  if (required !== undefined) registry.requiredBuild = required;
  if (supportedOn !== undefined) registry.supportedOn = supportedOn;
  return registry;
}

function mdmOf({ verdict, reason, required, alternatives }: Finding, lang: string): MdmVerdict {
  return {
    verdict,
    reason: reasonText(reason, lang),
    ...(required !== undefined && { requiredBuild: required }),
    ...(alternatives !== undefined && { requiredBuildAlternatives: alternatives }),
  };
}

/** The warnings that a judgement brings, in the order of its notes. */
export function notesOf({ notes }: { notes: readonly Note[] }, slug: string, lang: string): string[] {
  return notes.map((note) => noteText(note, slug, lang));
}

/** A judgement with its form in one language. Remembered and shared: never change it. */
export interface Judged {
  judgement: Judgement;
  compatibility: Compatibility;
  /** Where the version of a product that the request names is not one of the documented. */
  unsupportedProduct?: ProductJudgement;
}

/** `scope`: of the hive that was asked for, where one was. */
export type Judge = (facts: Facts, targetOs: string | null, lang: string, scope?: Scope) => Judged;

/** Anyone may ask for made-up targets: beyond this number of judgements all are forgotten. */
const MAX_JUDGEMENTS = 4096;

interface KnownTarget {
  target: Target;
  judged: Map<Facts, Judged>;
}

/**
 * Judges by the release table of a dataset, and remembers it: a dataset has thousands of matches but some
 * hundred different facts, and few targets are asked for.
 */
export function createJudge(tables: Tables): Judge {
  const same = sameFacts();
  const targets = new Map<string, KnownTarget>();
  let count = 0;
  return (given, targetOs, lang, scope) => {
    const facts = same(given);
    // An empty text is no target either.
    const id = `${lang}\0${scope ?? ''}\0${targetOs ?? ''}`;
    const known = targets.get(id)?.judged.get(facts);
    if (known !== undefined) return known;
    if (count >= MAX_JUDGEMENTS) {
      targets.clear();
      count = 0;
    }
    const { target, judged } = targets.get(id) ?? {
      target: readTarget(targetOs, tables.releases),
      judged: new Map(),
    };
    const judgement = judge(facts, target, tables, scope);
    const made = { judgement, compatibility: compatibilityOf(judgement, lang) };
    targets.set(id, { target, judged: judged.set(facts, made) });
    count++;
    return made;
  };
}

/** One object for all equal facts; it grows with the dataset's facts alone. */
function sameFacts(): (facts: Facts) => Facts {
  const byObject = new WeakMap<Facts, Facts>();
  const byText: InternTable = new Map();
  return (given) => {
    const facts = byObject.get(given) ?? intern(byText, given);
    byObject.set(given, facts);
    return facts;
  };
}

/** The verdict on several settings that write one pair. */
export function combinedCompatibility(
  judged: readonly { slug: string; judgement: Conclusion }[],
  lang: string,
): Compatibility {
  return compatibilityOf(combine(judged), lang);
}
