import { join } from 'node:path';
import { readFacts, readJson } from '../facts/model.ts';
import type { SourcesManifest } from '../facts/sources.ts';
import { readTables } from '../supported-on/tables.ts';
import { CONTROL_RULES } from './control-rules.ts';
import { type CheckInput, RULES } from './rules.ts';

export interface CheckResult {
  name: string;
  problems: string[];
  /** Why the check was not run. */
  skipped?: string;
}

export async function runChecks(folder: string, builtIn: string): Promise<CheckResult[]> {
  const input = await readCheckInput(folder, builtIn);
  const own = new Set(input.facts.sources.map(({ id }) => id));
  const { sources } = await readJson<SourcesManifest>(join(builtIn, 'sources.json'));
  const lacking = sources.filter(({ id }) => !own.has(id)).length;
  const skipped = `the facts lack ${lacking} of the ${sources.length} sources that it needs`;
  return [...RULES, ...CONTROL_RULES].map((rule) =>
    rule.allSources && lacking > 0
      ? { name: rule.name, problems: [], skipped }
      : { name: rule.name, problems: rule.check(input) },
  );
}

export async function readCheckInput(folder: string, builtIn: string): Promise<CheckInput> {
  return { facts: await readFacts(folder, builtIn), ...(await readTables(builtIn)) };
}
