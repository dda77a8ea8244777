/** Collects what a reader finds in one file, and stops at the limits. */
import { ReadFault } from './fault.ts';
import type {
  GpoInfo,
  Item,
  ItemData,
  Limits,
  MdmItem,
  Note,
  NoteKind,
  Place,
  RegistryItem,
} from './types.ts';

/** A place in the file that is being read. */
export type Spot = Omit<Place, 'file'>;

export class Collector {
  readonly items: Item[] = [];
  readonly notes: Note[] = [];
  readonly file: string;
  readonly limits: Limits;
  gpo: GpoInfo | undefined;

  constructor(file: string, limits: Limits) {
    this.file = file;
    this.limits = limits;
  }

  registry(item: Omit<RegistryItem, 'at'>, spot: Spot): void {
    this.#push({ ...item, at: { file: this.file, ...spot } }, spot);
  }

  mdm(item: Omit<MdmItem, 'at'>, spot: Spot): void {
    this.#push({ ...item, at: { file: this.file, ...spot } }, spot);
  }

  note(kind: NoteKind, message: string, spot: Spot, about: { key?: string; value?: string } = {}): void {
    if (this.notes.length >= this.limits.maxItems) {
      throw new ReadFault(`the file gives rise to more than ${this.limits.maxItems} notes; split it`, spot);
    }
    this.notes.push({ kind, message, ...about, at: { file: this.file, ...spot } });
  }

  #push(item: Item, spot: Spot): void {
    if (this.items.length >= this.limits.maxItems) {
      throw new ReadFault(`the file holds more than ${this.limits.maxItems} values; split it`, spot);
    }
    this.items.push(item);
  }
}

/** A type and its data, or why the data does not fit the type. */
export interface TypedData {
  type?: string;
  data?: ItemData;
  fault?: string;
}

/** Adds an item. Where its data does not fit its type, the item stands without data and a note says why. */
export function addTyped(
  collector: Collector,
  pair: { key: string; value: string },
  typed: TypedData,
  spot: Spot,
): void {
  const { fault, ...known } = typed;
  collector.registry({ ...pair, ...known }, spot);
  if (fault !== undefined) collector.note('unreadable-data', fault, spot, pair);
}
