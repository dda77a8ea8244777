/** Schemas of tables that are written by hand: each is the type of an entry and the check of its fields and words. */
import * as v from 'valibot';

/** An entry whose unknown fields are faults: nothing reads them, and nobody would notice. */
export const entryOf = <E extends v.ObjectEntries>(entries: E) =>
  v.strictObject(entries, ({ expected, received }) =>
    expected === 'never'
      ? `no such field; the fields are ${Object.keys(entries).join(', ')}`
      : received === 'undefined'
        ? 'it is missing'
        : `${received} instead of ${expected}`,
  );

export const text = v.string();
export const texts = v.array(text);
export const flag = v.exactOptional(v.literal(true));

/** Of a mapping to a node: `official` only if a page of the vendor's states the same. */
export const Confidence = v.picklist(['official', 'derived']);
export type Confidence = v.InferOutput<typeof Confidence>;
