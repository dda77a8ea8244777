/** Product lines → the settings of each source, each under a permanent slug. */
import { createHash } from 'node:crypto';
import { append, compare } from '../collections.ts';
import { isDropped } from '../facts/former.ts';
import type { SourceDeclaration } from '../facts/sources.ts';
import type { SettingFact } from '../facts/types.ts';
import type { UnjoinedFact } from '../facts/unjoined.ts';
import { type Keywords, keywordFacts } from './keywords.ts';
import { type LineModel, type LineSetting, supersede } from './merge.ts';

/**
 * Lines → sources. A policy that two lines document (DesktopAppInstaller.admx is winget's, and Windows ships it too)
 * has one policyId and so is one setting: the newer line gives the facts, as a newer version would.
 */
export function gather(models: LineModel[], sources: SourceDeclaration[], knownSlugs: Map<string, string>) {
  const { chosen, unjoined, shared } = chooseSettings(models, sources);
  /** Source id → its settings, sorted by slug. */
  const settings = new Map<string, SettingFact[]>();
  for (const each of sources) if (each.kind !== 'ddf') settings.set(each.id, []);
  const slugs = slugsOf(chosen, knownSlugs);
  const keywords: { slug: string; keywords: Keywords }[] = [];
  for (const [id, { source, fact, keywords: own }] of chosen) {
    const slug = slugs.get(id) ?? fact.slug;
    settings.get(source)?.push(slug === fact.slug ? fact : { ...fact, slug });
    keywords.push({ slug, keywords: own });
  }
  for (const all of settings.values()) all.sort((a, b) => compare(a.slug, b.slug));
  return { settings, keywords: keywordFacts(keywords), unjoined, shared: shared.sort(compare) };
}

function chooseSettings(models: LineModel[], sources: SourceDeclaration[]) {
  const dates = new Map(sources.flatMap((s) => s.versions.map((v) => [`${s.id}/${v.version}`, v.date])));
  const dateOf = ({ source, fact }: LineSetting) => dates.get(`${source}/${fact.version}`) ?? '';
  const statements = new Map<string, LineSetting[]>();
  for (const { settings } of models) for (const [id, each] of settings) append(statements, id, each);
  /** Keyed by policyId in lower case. */
  const chosen = new Map<string, LineSetting>();
  /** The statements of each line on a policy that several lines document. */
  const unjoined: UnjoinedFact[] = [];
  /** `policyId (kept source, other source)` */
  const shared: string[] = [];
  for (const [id, all] of statements) {
    for (const each of all) {
      const other = chosen.get(id);
      if (!other) {
        chosen.set(id, each);
        continue;
      }
      const [older, newer] = comesFirst(other, each, dateOf) ? [other, each] : [each, other];
      shared.push(`${newer.fact.policyId} (${newer.source}, ${older.source})`);
      chosen.set(id, {
        source: newer.source,
        fact: after(older.fact, newer.fact, dateOf(older)),
        keywords: { ...older.keywords, ...newer.keywords },
      });
    }
    if (all.length > 1) unjoined.push(...all.map(asUnjoined));
  }
  return { chosen, unjoined, shared };
}

/** Without a date nothing shows that the older one came first. */
function after(older: SettingFact, newer: SettingFact, date: string): SettingFact {
  return date === '' ? newer : supersede(older, newer);
}

/** What its line dropped comes before what another line still has: a template that moved is current in its new line. */
function comesFirst(a: LineSetting, b: LineSetting, dateOf: (each: LineSetting) => string): boolean {
  const isGone = isDropped(a.fact);
  return isGone === isDropped(b.fact) ? dateOf(a) < dateOf(b) : isGone;
}

function asUnjoined({ source, fact, keywords }: LineSetting): UnjoinedFact {
  // A text without keywords also replaces an older one.
  const some = Object.keys(keywords).length > 0;
  return { source, setting: fact, ...(some && { keywords }) };
}

/** A slug never changes; if two policies yield the same one, the later by policyId gets a suffix of its own. */
function slugsOf(
  chosen: Map<string, { fact: SettingFact }>,
  known: Map<string, string>,
): Map<string, string> {
  const slugs = new Map(known);
  const taken = new Set(known.values());
  for (const id of [...chosen.keys()].filter((each) => !known.has(each)).sort(compare)) {
    const plain = chosen.get(id)?.fact.slug ?? id;
    const own = createHash('sha256').update(id).digest('hex').slice(0, 8);
    const slug = taken.has(plain) ? `${plain}-${own}` : plain;
    taken.add(slug);
    slugs.set(id, slug);
  }
  return slugs;
}
