/** Checks of tables that are written by hand, where a misspelt word has no effect that anybody would notice. */
import * as v from 'valibot';
import { ProductName } from '../../runtime/format/verdict-facts.ts';
import { CorrectionsFile } from '../facts/corrections.ts';
import { entryOf, flag } from '../facts/entry.ts';
import type { Facts } from '../facts/model.ts';
import { MdmDataFact } from '../facts/nodes.ts';
import { pairId, writtenPairs } from '../facts/pair-id.ts';
import { SourcesManifest } from '../facts/sources.ts';
import { ProductsFile, SynonymsFile } from '../facts/words.ts';
import type { Rule } from './rule.ts';

/** A target is read as words without hyphens, but for these two. */
const CHANNEL = /^(?:[a-z]+|extended-stable|developer-edition)$/;
const channel = v.pipe(v.string(), v.regex(CHANNEL, `no target can name it; write ${CHANNEL.source}`));
const NamesFile = entryOf({
  products: v.array(
    entryOf({
      ...ProductName.entries,
      channels: v.exactOptional(v.record(channel, v.string())),
      templatesOfVersion: flag,
    }),
  ),
});

export const TABLE_RULES: Rule[] = [
  {
    name: 'every known query is one of a setting',
    allSources: true,
    check: ({ facts }) => {
      const slugs = new Set([...facts.settings.values()].flat().map(({ slug }) => slug));
      return Object.keys(facts.synonyms.known ?? {}).filter((slug) => !slugs.has(slug));
    },
  },
  {
    name: 'pages document values that no other source does, each with its address',
    check: ({ facts }) => pagesBesideOthers(facts),
  },
  {
    name: 'tables written by hand have fields and words that are read',
    check: ({ facts }) => [
      ...unread('sources.json', SourcesManifest, { sources: facts.sources }),
      ...unread('corrections.json', CorrectionsFile, {
        corrections: facts.corrections,
        ...facts.moreCorrections,
      }),
      ...unread('mdm-data.jsonl', v.array(MdmDataFact), facts.mdmData),
      ...unread('synonyms.json', SynonymsFile, facts.synonyms),
      ...unread('products.json', ProductsFile, facts.products),
      ...unread('product-names.json', NamesFile, { products: facts.productNames }),
    ],
  },
];

function pagesBesideOthers({ sources, settings }: Facts): string[] {
  const [pages, others] = [true, false].map((isPages) =>
    sources.filter(({ kind }) => (kind === 'pages') === isPages).flatMap(({ id }) => settings.get(id) ?? []),
  );
  const pairs = new Set(others?.flatMap((each) => [...writtenPairs(each)]));
  return (pages ?? []).flatMap(({ slug, key, valueName = '', learnUrl = '' }) => [
    ...(pairs.has(pairId(key, valueName)) ? [`${slug}: another source documents it`] : []),
    ...(/^https:\/\/(?:learn|support)\.microsoft\.com\/[a-z]/.test(learnUrl)
      ? []
      : [`${slug}: page ${learnUrl}`]),
  ]);
}

/** Names an entry by its place and by its first field. */
function unread(file: string, schema: v.GenericSchema, content: unknown): string[] {
  const { issues = [] } = v.safeParse(schema, content);
  return issues.map((issue) => {
    const entry = issue.path?.find(({ key }) => typeof key === 'number');
    const name = entry && ` (${Object.values(entry.value as object)[0]})`;
    return `${file}: ${v.getDotPath(issue)}${name ?? ''}: ${issue.message}`;
  });
}
