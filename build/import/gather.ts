/** Product lines → the settings of each source, each under a slug that stays. */
import { createHash } from 'node:crypto';
import { compare } from '../collections.ts';
import type { ImportReport } from '../facts/report.ts';
import type { SourceDeclaration } from '../facts/sources.ts';
import type { SettingFact } from '../facts/types.ts';
import { type LineModel, supersede } from './merge.ts';

/** A setting with the id of the source that it is from. */
interface Sourced {
  source: string;
  fact: SettingFact;
}

interface GatherOptions {
  sources: SourceDeclaration[];
  knownSlugs?: Map<string, string>;
}

/**
 * Lines → sources. A policy that two lines document (DesktopAppInstaller.admx is winget's, and Windows ships it
 * too) is one setting, since its policyId is: the newer line gives the facts, as a newer version would.
 */
export function gather(
  models: LineModel[],
  options: GatherOptions,
  report: ImportReport,
): Map<string, SettingFact[]> {
  const chosen = chooseSettings(models, options.sources, report);
  const bySource = new Map<string, SettingFact[]>();
  for (const each of options.sources) if (each.kind !== 'ddf') bySource.set(each.id, []);
  const slugs = slugsOf(chosen, options.knownSlugs ?? new Map());
  for (const [id, { source, fact }] of chosen) {
    const slug = slugs.get(id) ?? fact.slug;
    bySource.get(source)?.push(slug === fact.slug ? fact : { ...fact, slug });
  }
  for (const settings of bySource.values()) settings.sort((a, b) => compare(a.slug, b.slug));
  report.shared.sort(compare);
  return bySource;
}

/** By policyId; a policy of two lines is told in the report. */
function chooseSettings(
  models: LineModel[],
  sources: SourceDeclaration[],
  report: ImportReport,
): Map<string, Sourced> {
  const dates = new Map(sources.flatMap((s) => s.versions.map((v) => [`${s.id}/${v.version}`, v.date])));
  const dateOf = ({ source, fact }: Sourced) => dates.get(`${source}/${fact.version}`) ?? '';
  const chosen = new Map<string, Sourced>();
  for (const { settings } of models) {
    for (const [id, setting] of settings) {
      const other = chosen.get(id);
      if (!other) {
        chosen.set(id, setting);
        continue;
      }
      const [older, newer] = dateOf(other) < dateOf(setting) ? [other, setting] : [setting, other];
      report.shared.push(`${newer.fact.policyId} (${newer.source}, ${older.source})`);
      chosen.set(id, { source: newer.source, fact: supersede(older.fact, newer.fact) });
    }
  }
  return chosen;
}

/** A slug once given stays; of two policies that come to the same one, the later by policyId gets a suffix of its own. */
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
