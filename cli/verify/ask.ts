/** Verifies the values of units by the dataset. */
import { parseJson } from '../../runtime/answer/json.ts';
import { requestedLanguage } from '../../runtime/check/requests.ts';
import type { TargetDrift } from '../../runtime/contract/drift.ts';
import type { GivenProducts } from '../../runtime/contract/product.ts';
import type { VerifiedItem } from '../../runtime/contract/verified.ts';
import type { DatasetStamp } from '../../runtime/contract/words.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { conflictText, VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import type { Item } from '../../runtime/readers/index.ts';
import { openSnapshot } from '../open.ts';
import type { Unit } from './collect.ts';

export interface Verified {
  items: VerifiedItem[];
  /** With several targets. */
  drifts: TargetDrift[];
  /** The language of the texts. */
  lang: string;
  dataset: DatasetStamp;
  /** On the question: a target OS or a product that cannot be read. */
  warnings: string[];
}

interface Question {
  targetOs: string | string[] | null;
  targetProducts?: GivenProducts;
  lang: string;
}

/** An item as a request has it: without its place. */
export function requestItem({ at: _, ...item }: Item): Record<string, unknown> {
  return item;
}

/**
 * Payloads are made of the values of one unit; what contradicts each other may stand in several.
 * @param payloads are wanted.
 */
export async function verifyUnits(
  units: readonly Unit[],
  location: string | undefined,
  question: Question,
  payloads: boolean,
): Promise<Verified> {
  const { snapshot, explaining } = await openSnapshot(location);
  const lang = await explaining(async () => requestedLanguage(question.lang, snapshot.languages));
  if (units.length === 0) return { items: [], drifts: [], lang, dataset: snapshot.stamp, warnings: [] };
  const given = units.flatMap(({ items }) => items.map(requestItem));
  const asked = { items: given, files: [], ...question, lang, detail: 'brief' as const };
  const call = { payloads, units: units.map(({ items }) => items.length) };
  const { result, dataset, warnings } = parseJson(await explaining(() => snapshot.verify(asked, call)));
  const items = result.items.map((item) => withoutIndexes(item, lang));
  return { items, drifts: result.drifts ?? [], lang, dataset, warnings };
}

/** Without the warnings that name other values by index: who reads a file knows no indexes, but places. */
function withoutIndexes({ warnings = [], ...item }: VerifiedItem, lang: string): VerifiedItem {
  const byIndex = (item.conflicts ?? []).map((each) => conflictText(each, textsIn(lang, VERIFY_TEXTS)));
  const others = warnings.filter((warning) => !byIndex.includes(warning));
  return others.length === 0 ? item : { ...item, warnings: others };
}
