/** Checks of tables that are written by hand, where a misspelt word has no effect that anybody would notice. */
import * as v from 'valibot';
import { RegistryType } from '../../runtime/contract/data.ts';
import { ProductName } from '../../runtime/format/verdict-facts.ts';
import { contentAs } from '../../runtime/verify/registry-content.ts';
import { repeated } from '../collections.ts';
import { TYPES } from '../compile/data.ts';
import { build, CorrectionsFile, LimitBuilds } from '../facts/corrections.ts';
import { entryOf, flag, text, texts } from '../facts/entry.ts';
import { type Facts, settingsOf } from '../facts/model.ts';
import { MdmDataFact, PageNodeFact } from '../facts/nodes.ts';
import { pairId, writtenPairs } from '../facts/pair-id.ts';
import { SourcesManifest } from '../facts/sources.ts';
import type { SettingFact } from '../facts/types.ts';
import { ProductsFile, SynonymsFile } from '../facts/words.ts';
import type { Rule } from './rule.ts';

/** A target is read as words without hyphens, but for these two. */
const CHANNEL = /^(?:[a-z]+|extended-stable|developer-edition)$/;
const channel = v.pipe(v.string(), v.regex(CHANNEL, `no target can name it; write ${CHANNEL.source}`));
const Page = entryOf({ says: text, url: v.pipe(text, v.url()) });
const NamesFile = entryOf({
  products: v.array(
    entryOf({
      ...ProductName.entries,
      channels: v.exactOptional(v.record(channel, v.string())),
      templatesOfVersion: flag,
      /** The first version that left older releases of Windows, and the first client and server of that version. */
      host: v.exactOptional(
        entryOf({ from: text, client: build, server: v.exactOptional(build), evidence: text }),
      ),
      /** The servers of a page, where the texts name clients alone. `of`: the policies' identifiers begin so. */
      servers: v.exactOptional(
        entryOf({ ...LimitBuilds.entries, page: Page, of: v.exactOptional(text), evidence: text }),
      ),
    }),
  ),
});

export const TABLE_RULES: Rule[] = [
  {
    name: 'every known query is one of a setting',
    allSources: true,
    check: ({ facts }) => {
      const slugs = new Set(settingsOf(facts).map(({ slug }) => slug));
      return Object.keys(facts.synonyms.known ?? {}).filter((slug) => !slugs.has(slug));
    },
  },
  {
    name: 'values of pages are whole, each with its address, and no other vendor has them',
    check: ({ facts }) => faultsOfPages(facts),
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
      ...unread('page-nodes.jsonl', v.array(PageNodeFact), facts.pageNodes),
      ...unread('synonyms.json', SynonymsFile, facts.synonyms),
      ...unread('products.json', ProductsFile, facts.products),
      ...unread('product-names.json', NamesFile, { products: facts.productNames }),
    ],
  },
];

const digits = v.exactOptional(v.pipe(text, v.digits()));
const PageText = entryOf({ displayName: text, options: v.exactOptional(texts) });
const key = v.pipe(text, v.regex(/^(?!.*\\ControlSet\d)[^<>{}%]+$/i, 'a part varies'));

/** A line of a source of kind `pages`, which no import has made. */
const PageSetting = v.looseObject({
  class: v.picklist(['Machine', 'User']),
  key,
  valueName: v.pipe(key, v.nonEmpty()),
  content: v.pipe(
    entryOf({
      registryType: RegistryType,
      options: v.exactOptional(v.array(v.object({ kind: text, value: text }))),
      minValue: digits,
      maxValue: digits,
      free: flag,
      flags: flag,
    }),
    v.check(
      ({ registryType, options = [] }) =>
        options.every(
          ({ kind, value }) => TYPES[kind] === registryType && contentAs(registryType, value) !== undefined,
        ),
      'an option is no data of the type, or its kind is that of another',
    ),
    v.check(
      ({ minValue = '0', maxValue }) => maxValue === undefined || BigInt(minValue) <= BigInt(maxValue),
      'the range is backwards',
    ),
  ),
  learnUrl: v.pipe(text, v.regex(/^https:\/\/(?:learn|support)\.microsoft\.com\/[a-z]/)),
  text: entryOf({ 'en-US': PageText, 'fr-FR': PageText }),
});

function faultsOfPages({ sources, settings }: Facts): string[] {
  // A community's template is no vendor's document: the page's row comes before its, and says what Microsoft documents.
  const [pages = [], others = []] = [true, false].map((isPages) =>
    sources
      .filter(({ kind, provenanceKind }) => (kind === 'pages') === isPages && provenanceKind !== 'community')
      .flatMap(({ id }) => settings.get(id) ?? []),
  );
  const pairs = new Set(others.flatMap((each) => [...writtenPairs(each)]));
  const pairOf = ({ key, valueName = '' }: SettingFact) => pairId(key, valueName);
  const options = ({ content, text }: SettingFact) =>
    [content, ...Object.values(text)].map((each) => each?.options?.length ?? 0);
  return [
    ...unread('pages', v.array(PageSetting), pages),
    ...pages.flatMap((each) =>
      pairs.has(pairOf(each)) ? [`${each.slug}: another vendor’s source documents it`] : [],
    ),
    ...pages.flatMap((each) => (new Set(options(each)).size > 1 ? [`${each.slug}: options and labels`] : [])),
    ...repeated(pages.map((each) => `${each.class} ${pairOf(each)}`)),
  ];
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
