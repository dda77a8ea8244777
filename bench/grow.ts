/** A dataset ten times as large, made from the facts by renaming: nine copies of every setting beside it. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile } from '../build/compile/compile.ts';
import { readJson } from '../build/facts/model.ts';
import type { SourcesManifest } from '../build/facts/sources.ts';
import type { ListItem, SettingFact } from '../build/facts/types.ts';
import { FACTS } from '../build/paths.ts';

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
  await compile({ facts, builtIn: FACTS, out, epoch: 0 });
}

/** Of another file, policy and key, and so of no MDM node. */
function renamed(setting: SettingFact, copy: number): SettingFact {
  const key = (text: string) => `Software\\Copy${copy}\\${text}`;
  const moved = <T extends { key?: string }>(item: T): T =>
    item.key === undefined ? item : { ...item, key: key(item.key) };
  const list = (items: ListItem[] | undefined) => items?.map(moved);
  const { policyId, slug, admx, enabledList, disabledList, elements, formerAdmx: _former, ...rest } = setting;
  return {
    ...rest,
    slug: `${slug}-${copy}`,
    policyId: `${policyId}-${copy}`,
    admx: `copy${copy}-${admx}`,
    key: key(setting.key),
    ...(enabledList && { enabledList: list(enabledList) ?? [] }),
    ...(disabledList && { disabledList: list(disabledList) ?? [] }),
    ...(elements && { elements: elements.map(moved) }),
    text: Object.fromEntries(
      Object.entries(setting.text).map(([lang, { displayName, ...labels }]) => [
        lang,
        { ...labels, ...(displayName !== undefined && { displayName: `${displayName} (${copy})` }) },
      ]),
    ),
  };
}
