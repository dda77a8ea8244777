/** Checks of tables that are written by hand, where a misspelt word has no effect that anybody would notice. */
import * as v from 'valibot';
import { PROVENANCE_KINDS, SOURCE_KINDS } from '../facts/sources.ts';
import { entryOf, SearchProduct, SynonymGroup } from '../facts/words.ts';
import type { Rule } from './rule.ts';

const Source = v.object({ kind: v.picklist(SOURCE_KINDS), provenanceKind: v.picklist(PROVENANCE_KINDS) });

/** A target is read as words without hyphens, but for these two. */
const CHANNEL = /^(?:[a-z]+|extended-stable|developer-edition)$/;
const flag = v.exactOptional(v.literal(true));
const ProductNameEntry = entryOf({
  name: v.string(),
  aliases: v.array(v.string()),
  example: v.string(),
  channels: v.exactOptional(
    v.record(
      v.pipe(v.string(), v.regex(CHANNEL, `no target can name it; write ${CHANNEL.source}`)),
      v.string(),
    ),
  ),
  form: v.exactOptional(v.string()),
  years: v.exactOptional(v.record(v.string(), v.string())),
  ignored: v.exactOptional(v.array(v.string())),
  dashBuilds: flag,
  templatesOfVersion: flag,
});

export const TABLE_RULES: Rule[] = [
  {
    name: 'tables written by hand have fields and words that are read',
    check: ({ facts }) => [
      ...unread('sources.json', Source, facts.sources),
      ...unread('synonyms.json', SynonymGroup, facts.synonyms.groups),
      ...unread('products.json', SearchProduct, facts.products.products),
      ...unread('product-names.json', ProductNameEntry, facts.productNames),
      ...Object.entries(facts.products.ranks).flatMap(([id, rank]) =>
        [0, 1, 2].includes(rank) ? [] : [`products.json ranks: ${id}: ${rank} instead of 0, 1 or 2`],
      ),
    ],
  },
];

/** Names an entry by its first field, and by its place in the list. */
function unread(file: string, schema: v.GenericSchema, entries: readonly object[]): string[] {
  return entries.flatMap((entry, at) => {
    const [name] = Object.values(entry);
    const { issues = [] } = v.safeParse(schema, entry);
    return issues.map((each) => `${file} ${at + 1} (${name}): ${v.getDotPath(each)}: ${each.message}`);
  });
}
