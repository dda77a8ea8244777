import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compareDatasets } from '../build/diff/compare.ts';
import { ownChanges } from '../build/diff/only.ts';
import { ownMarkdown, ownText } from '../build/diff/own-text.ts';
import { readDataset, readVersion } from '../build/diff/read.ts';
import { renderMarkdown, renderTable } from '../build/diff/render.ts';
import { noteText, problemText } from '../build/item-text.ts';
import { FACTS } from '../build/paths.ts';
import { findVersion, type VersionPlace } from '../build/pipeline/publish/sign.ts';
import { verifyPlace } from '../build/pipeline/publish/sign-place.ts';
import { jsonText } from '../build/visible.ts';
import { parseJson } from '../runtime/answer/json.ts';
import type { VerifiedItem } from '../runtime/contract/verified.ts';
import { openDataset } from '../runtime/dataset/open.ts';
import { environmentPublicKey } from '../runtime/node/config.ts';
import { folderStore } from '../runtime/node/folder-store.ts';
import type { Item } from '../runtime/readers/index.ts';
import { createSnapshot } from '../runtime/service.ts';
import { EXIT, printTo, reasonOf, Unavailable } from './error.ts';
import type { Flags } from './options.ts';
import { CHANGES, counted, endWith } from './outcome.ts';
import { collect, requestItem } from './verify/collect.ts';

type DiffFlags = Flags<'out', 'json' | 'markdown'> & { only?: string[]; failOn?: ReadonlySet<string> };

/** The printed text, and the outcomes for the exit code. `unread`: not everything could be compared. */
interface Compared {
  text: string;
  outcomes: string[];
  unread?: boolean;
}

export async function run(from: string, to: string, flags: DiffFlags): Promise<void> {
  const { publicKey } = environmentPublicKey();
  if (publicKey !== undefined) for (const folder of [from, to]) await requireSigned(folder, publicKey);
  const { only, failOn = new Set(only ? CHANGES : []) } = flags;
  const compare = only ? diffOnly : wholeDiff;
  const { text, outcomes, unread } = await compare(resolve(from), resolve(to), flags);
  endWith(failOn, outcomes);
  if (unread) process.exitCode = EXIT.usage;
  await printTo(flags.out, text);
}

async function wholeDiff(from: string, to: string, flags: DiffFlags): Promise<Compared> {
  const changes = compareDatasets(await readDataset(from, FACTS), await readDataset(to, FACTS));
  const write = flags.json ? jsonText : flags.markdown ? renderMarkdown : renderTable;
  const { summary, nodes } = changes;
  const of = (outcome: 'added' | 'removed' | 'changed') => summary[outcome] + nodes[outcome].length;
  const outcomes = counted({ added: of('added'), removed: of('removed'), changed: of('changed') });
  return { text: write(changes), outcomes };
}

/** Every file is verified, since the comparison reads them without checks. Facts have no signatures. */
async function requireSigned(folder: string, publicKey: string): Promise<void> {
  const has = (name: string): boolean => existsSync(join(folder, name));
  if (!has('manifest.json') && !has('index.json')) return;
  try {
    await verifyPlace(folder, process.env, publicKey);
  } catch (error) {
    throw new Unavailable(`${reasonOf(error)} (HIVECHECK_PUBLIC_KEY is set)`);
  }
}

const OUTCOME_OF = { newly: 'added', 'no-longer': 'removed', changed: 'changed' };

/** `--only <file>`: compares both versions for the values of the files. */
export async function diffOnly(
  from: string,
  to: string,
  { only = [], json, markdown }: DiffFlags,
): Promise<Compared> {
  const [old, now] = [await placeOfVersion(from), await placeOfVersion(to)];
  const { units, problems: unread, files: read, skipped, notes } = await collect(only);
  const items = units.flatMap((unit) => unit.items);
  const before = await readVersion(join(old.dist, old.version));
  const after = await readVersion(join(now.dist, now.version));
  const answers = [await verified(old, items), await verified(now, items)] as const;
  const { changes, compared, problems } = ownChanges(items, ...answers, compareDatasets(before, after));
  const faults = [
    ...unread,
    ...problems.map(({ item, reasons }) => ({ ...item.at, message: reasons.join('; ') })),
  ];
  const outcome = {
    outcomes: changes.map(({ documented }) => OUTCOME_OF[documented ?? 'changed']),
    unread: faults.length > 0 || items.some(({ unread }) => unread !== undefined),
  };
  if (json) {
    const all = {
      from: old.version,
      to: now.version,
      compared,
      files: read,
      skipped,
      problems: faults,
      notes,
      changes: changes.map(({ item: { at, ...given }, ...rest }) => ({ at, given, ...rest })),
    };
    return { ...outcome, text: jsonText(all) };
  }
  const left = [...faults.map((fault) => `not compared: ${problemText(fault)}`), ...notes.map(noteText)];
  const title = `Dataset ${old.version} → ${now.version}: values compared: ${compared}; changes for ${changes.length}`;
  return { ...outcome, text: (markdown ? ownMarkdown : ownText)(title, changes, left) };
}

/** Only the indexes of a version find what writes a value; a folder of facts has none. */
async function placeOfVersion(folder: string): Promise<VersionPlace> {
  return findVersion(folder).catch((error: unknown) => {
    throw new Unavailable(
      `--only needs datasets, a dist or a version's folder: ${reasonOf(error)} ` +
        '"hivecheck compile --facts <facts> --out <dist>" makes one of facts.',
    );
  });
}

/** `full` includes the matches, which state what is documented for just this pair. */
async function verified({ dist, version }: VersionPlace, items: readonly Item[]): Promise<VerifiedItem[]> {
  if (items.length === 0) return [];
  const snapshot = createSnapshot(await openDataset(folderStore(dist), version));
  const lang = snapshot.languages.includes('en-US') ? 'en-US' : (snapshot.languages[0] ?? 'en-US');
  const asked = { items: items.map(requestItem), files: [], lang, targetOs: null, detail: 'full' as const };
  return parseJson(await snapshot.verify(asked)).result.items;
}
