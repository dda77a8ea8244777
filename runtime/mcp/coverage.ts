/** The brief answer of coverage. */

import type { CoverageEnvelope } from '../contract/answers.ts';
import type { BriefCoverage } from '../contract/brief.ts';
import { isObject, type JsonObject } from '../format/json.ts';

export function briefCoverage({ result: { coverage }, dataset }: CoverageEnvelope): BriefCoverage {
  const languages = Object.entries(objectOf(coverage.languages));
  const settings = languages.map(([lang, counts]) => [lang, objectOf(counts).settings]);
  const sources = listOf(coverage.sources).filter(({ active }) => active === true);
  return {
    totals: countsOf(coverage.totals),
    mdm: countsOf(coverage.mdm),
    languages: countsOf(Object.fromEntries(settings)),
    provenance: sources.map(sourceName),
    dataset,
  };
}

/** The versions of a source stand from old to new. */
function sourceName({ id, versions }: JsonObject): string {
  const newest = listOf(versions).at(-1);
  return newest === undefined ? String(id) : `${id} ${newest.version}`;
}

function countsOf(json: unknown): Record<string, number> {
  const counts = Object.entries(objectOf(json)).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, value] as const] : [],
  );
  return Object.fromEntries(counts);
}

function objectOf(json: unknown): JsonObject {
  return isObject(json) ? json : {};
}

function listOf(json: unknown): JsonObject[] {
  return Array.isArray(json) ? json.filter(isObject) : [];
}
