/** Compares the dates of a version's settings with what really changed. */

import { factChanges } from './compare.ts';
import { type CanonicalDataset, type FactKind, pairSettings } from './model.ts';

/** Facts that only the vendor's template can change; mappings and builds come from other files of the vendor. */
const OWN: ReadonlySet<FactKind> = new Set(['key', 'value', 'element']);

export interface FreshnessReport {
  /** A promise to users is broken. */
  errors: string[];
  /** No change of the vendor's explains it: the import, a correction or an older version of a source may. */
  warnings: string[];
}

export function checkFreshness(from: CanonicalDataset | undefined, to: CanonicalDataset): FreshnessReport {
  const report: FreshnessReport = { errors: [], warnings: [] };
  const today = to.generatedAt?.slice(0, 10);
  for (const { slug, firstSeen, lastModified } of to.settings.values()) {
    if (firstSeen > lastModified)
      report.errors.push(`${slug}: first seen ${firstSeen}, yet last modified ${lastModified}`);
    if (today && lastModified > today)
      report.errors.push(`${slug}: last modified ${lastModified}, after ${today}, when the dataset was made`);
  }
  if (!from) return report;
  if (from.generatedAt && to.generatedAt && from.generatedAt > to.generatedAt) {
    report.errors.push(`generated ${to.generatedAt}, before the version it follows (${from.generatedAt})`);
  }
  compareDates(from, to, report);
  return report;
}

function compareDates(
  from: CanonicalDataset,
  to: CanonicalDataset,
  { errors, warnings }: FreshnessReport,
): void {
  for (const { before, after } of pairSettings(from, to)) {
    if (!before || !after) continue;
    const { slug } = after;
    // Slugs are promised to stay: with another one, links to the policy break.
    if (before.slug !== slug)
      errors.push(`${after.policyId}: its slug was ${before.slug}, now it is ${slug}`);
    if (after.firstSeen > before.firstSeen)
      errors.push(`${slug}: first seen ${before.firstSeen}, now said to be ${after.firstSeen}`);
    if (after.lastModified < before.lastModified)
      errors.push(`${slug}: last modified ${before.lastModified}, now said to be ${after.lastModified}`);
    if (after.lastModified !== before.lastModified) continue;
    const own = factChanges(before, after).filter(({ kind }) => OWN.has(kind));
    if (own.length > 0)
      warnings.push(`${slug}: ${own.map(({ fact }) => fact).join(', ')} changed, last modified did not`);
  }
}
