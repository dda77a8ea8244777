/** A dataset ten times as large, made from the facts by renaming: nine copies of every setting beside it. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile } from '../../build/compile/compile.ts';
import { readJson } from '../../build/facts/model.ts';
import type { SourcesManifest } from '../../build/facts/sources.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { FACTS } from '../../build/paths.ts';

export const TIMES = 10;

/** Compiles into `out`. */
export async function growDataset(facts: string, out: string): Promise<void> {
  await rm(facts, { recursive: true, force: true });
  await mkdir(facts, { recursive: true });
  await cp(FACTS, facts, { recursive: true });
  const { sources } = await readJson<SourcesManifest>(join(FACTS, 'sources.json'));
  const names = new Set(await readdir(FACTS));
  for (const { id, kind } of sources) {
    if (kind === 'ddf' || !names.has(`${id}.jsonl`)) continue;
    const lines = (await readFile(join(FACTS, `${id}.jsonl`), 'utf8'))
      .split('\n')
      .filter((line) => line !== '');
    const settings = lines.map((line) => JSON.parse(line) as SettingFact);
    const copies = Array.from({ length: TIMES - 1 }, (_, copy) =>
      settings.map((each) => renamed(each, copy + 2)),
    );
    const grown = [...settings, ...copies.flat()].map((each) => JSON.stringify(each));
    await writeFile(join(facts, `${id}.jsonl`), `${grown.join('\n')}\n`);
  }
  await compile({ facts, builtIn: FACTS, out });
}

/** Of another file, policy and key, wherever a key is named, and so of no MDM node. */
function renamed(setting: SettingFact, copy: number): SettingFact {
  const { policyId, slug, admx, formerAdmx: _former, text, ...rest } = setting;
  const moved: typeof rest = JSON.parse(JSON.stringify(rest), (name, value) =>
    name === 'key' ? `Software\\Copy${copy}\\${value}` : value,
  );
  return {
    ...moved,
    slug: `${slug}-${copy}`,
    policyId: `${policyId}-${copy}`,
    admx: `copy${copy}-${admx}`,
    text: Object.fromEntries(
      Object.entries(text).map(([lang, { displayName, ...labels }]) => [
        lang,
        { ...labels, ...(displayName !== undefined && { displayName: `${displayName} (${copy})` }) },
      ]),
    ),
  };
}
