/** Checks of tables that are written by hand, where a misspelt word has no effect that anybody would notice. */
import * as v from 'valibot';
import { PROVENANCE_KINDS, SOURCE_KINDS } from '../facts/sources.ts';
import { entryOf, SearchProduct, SynonymGroup } from '../facts/words.ts';
import type { Rule } from './rule.ts';

const text = v.string();
const texts = v.array(text);
const some = v.exactOptional(text);
const flag = v.exactOptional(v.literal(true));

const Source = entryOf({
  ...{ id: text, line: text, title: text, licence: text, redistributable: v.boolean() },
  kind: v.picklist(SOURCE_KINDS),
  provenanceKind: v.picklist(PROVENANCE_KINDS),
  versions: v.array(entryOf({ version: text, date: some, languages: texts })),
  learnUrl: v.exactOptional(
    v.array(
      entryOf({
        admx: v.exactOptional(texts),
        url: text,
        dropSuffixes: v.exactOptional(texts),
        below: some,
      }),
    ),
  ),
  ingestion: v.exactOptional(
    v.array(
      entryOf({
        admx: v.exactOptional(texts),
        app: some,
        evidence: text,
        ignoresKeyList: flag,
        intuneOnly: flag,
      }),
    ),
  ),
});

/** Without its element a correction would map the whole policy. */
const CorrectionEntry = entryOf({
  omaUri: text,
  policyId: text,
  element: some,
  confidence: text,
  source: text,
});
const MORE_CORRECTIONS = {
  keys: entryOf({ source: text, control: text, stated: text, key: text, evidence: text }),
  lines: entryOf({ source: text, version: text, admx: text, line: text, evidence: text }),
  flags: entryOf({ policyId: text, evidence: text }),
};

/** A target is read as words without hyphens, but for these two. */
const CHANNEL = /^(?:[a-z]+|extended-stable|developer-edition)$/;
const ProductNameEntry = entryOf({
  name: text,
  aliases: texts,
  example: text,
  channels: v.exactOptional(
    v.record(v.pipe(text, v.regex(CHANNEL, `no target can name it; write ${CHANNEL.source}`)), text),
  ),
  form: some,
  years: v.exactOptional(v.record(text, text)),
  ignored: v.exactOptional(texts),
  dashBuilds: flag,
  templatesOfVersion: flag,
});

export const TABLE_RULES: Rule[] = [
  {
    name: 'tables written by hand have fields and words that are read',
    check: ({ facts }) => [
      ...unread('sources.json', Source, facts.sources),
      ...unread('corrections.json', CorrectionEntry, facts.corrections),
      ...Object.entries(MORE_CORRECTIONS).flatMap(([list, schema]) =>
        unread(`corrections.json ${list}`, schema, facts.moreCorrections[list as 'keys'] ?? []),
      ),
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
