/** `GET /v1/setting/{slug}`: the whole record. */
import { type ByteString, encode } from '../bytes.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { PolicyEntry, SettingEntry, SettingRecord } from '../format.ts';
import { type Messages, messagesFor } from '../messages/index.ts';
import { closing } from './answer.ts';
import { FALLBACK_LANGUAGE, languageWarnings } from './envelope.ts';
import { type KnownSetting, knownProvenance, settingText, sharedOf, sourcesText } from './known-match.ts';
import { groups, piecesOf, type Share } from './pieces.ts';
import { inner, quoted, reason } from './sentence.ts';
import type { SettingRequest } from './types.ts';

/** A record as it is kept. */
interface KnownRecord extends KnownSetting {
  lang: string;
  textFallbacks: Record<string, string> | undefined;
}

/** Members of a record that many have alike. */
const RECORD_GROUPS = groups(
  ['class', 'registryKey'],
  ['valueName'],
  ['source', 'sourceVersion', 'confidence'],
  ['namespace', 'admxFile', 'categoryPath', 'supportedOn'],
  ['csp'],
  [
    'firstSeen',
    'lastModified',
    'enabledValue',
    'enabledValueKind',
    'disabledValue',
    'disabledValueKind',
    'stateValues',
  ],
  ['elements'],
  ['learnUrl'],
);

function keepRecord({ setting }: SettingEntry, dataset: Dataset, key: string): KnownRecord {
  const { slug: own, lang, name, displayName, ...rest } = setting;
  // The text that is kept as the key anyway.
  const slug = own === key ? key : own;
  const { share, called } = sharedOf(dataset);
  const { edition, page } = knownProvenance(setting, share);
  // One without a title must not get that of another language.
  const known =
    displayName === undefined ? called(slug, name, {}) : called(slug, name, { [lang]: displayName }, lang);
  const pieces = piecesOf(rest, RECORD_GROUPS, share);
  return {
    slug,
    slugText: inner(slug),
    lang,
    name: known.name,
    titles: known.titles,
    confidence: setting.confidence,
    edition,
    page,
    textFallbacks: setting.textFallbacks,
    rest: policyIdApart(pieces, setting, known.name, share),
  };
}

/** A policyId is the namespace, which many settings have, and the name, which is kept already. */
function policyIdApart(
  pieces: readonly ByteString[],
  { policyId, namespace, name }: SettingRecord,
  nameText: ByteString,
  share: Share,
): readonly ByteString[] {
  const at = pieces.indexOf(encode(`,"policyId":${JSON.stringify(policyId)}`));
  if (at === -1 || policyId !== `${namespace}::${name}`) return pieces;
  const start = share(encode(`,"policyId":"${inner(`${namespace}::`)}`));
  return pieces.toSpliced(at, 1, start, nameText, '"' as ByteString);
}

/** The envelope as JSON, at once where the record is loaded; undefined: no setting has that slug or policyId. */
export function settingBody(
  dataset: Dataset,
  request: SettingRequest,
): ByteString | undefined | Promise<ByteString | undefined> {
  const { slug, lang } = request;
  const found = slug.includes('::')
    ? undefined
    : dataset.lookup(indexOf(lang), slug.toLowerCase(), keepRecord);
  return found === undefined || found instanceof Promise
    ? findLate(dataset, request, found).then((record) => record && bodyOf(dataset, record, lang))
    : bodyOf(dataset, found, lang);
}

const indexes = new Map<string, string>();

/** One string for each language, of which look-ups know the hash. */
function indexOf(lang: string): string {
  let index = indexes.get(lang);
  if (index === undefined) {
    index = `setting/${lang}`;
    indexes.set(lang, index);
  }
  return index;
}

/** The record stands in it twice. */
function bodyOf(dataset: Dataset, record: KnownRecord, lang: string): ByteString {
  const { slugText, confidence } = record;
  const text = `${settingText(record, record.lang)}}`;
  const texts = messagesFor(lang);
  const query = `{"slug":"${slugText}","lang":"${lang}"}`;
  const why = confidence === 'none' ? reason(texts.noMapping, slugText) : '';
  const result = `{"setting":${text},"matches":[${text}]${why}`;
  const end = closing(dataset, warningsOf(record, lang, texts).map(quoted));
  return `{"query":${query},"result":${result}${sourcesText(confidence, [record])}${end}` as ByteString;
}

/** A record exists in the languages that have its title: the one asked for, else English, else any. */
async function findLate(
  dataset: Dataset,
  { slug: asked, lang }: SettingRequest,
  pending: Promise<KnownRecord | undefined> | undefined,
): Promise<KnownRecord | undefined> {
  const first = await pending;
  if (first !== undefined) return first;
  const slug = await slugOf(dataset, asked);
  if (slug === undefined) return undefined;
  for (const each of new Set([lang, FALLBACK_LANGUAGE, ...dataset.manifest.languages])) {
    const record = await dataset.lookup(indexOf(each), slug, keepRecord);
    if (record) return record;
  }
  return undefined;
}

/** A policyId (`<namespace>::<name>`) is taken in place of a slug; slugs hold no colon. */
async function slugOf(dataset: Dataset, asked: string): Promise<string | undefined> {
  const id = asked.toLowerCase();
  return id.includes('::') ? dataset.lookup('policy', id, ({ slug }: PolicyEntry) => slug) : id;
}

function warningsOf({ slug, lang: own, titles, textFallbacks }: KnownRecord, lang: string, texts: Messages) {
  const warnings = languageWarnings(
    [{ slug, titleLang: titles[own] === undefined ? undefined : own }],
    lang,
    texts,
  );
  if (textFallbacks === undefined) return warnings;
  // Labels, categories and the supported-on line may lack a translation that the title has.
  const places = Object.keys(textFallbacks).filter((place) => textFallbacks[place] !== own);
  if (places.length === 0) return warnings;
  const served = [...new Set(places.map((place) => textFallbacks[place] ?? ''))].join(', ');
  return [...warnings, texts.partialTexts(served, places.join(', '))];
}
