/** Checks an input: the result is a request whose types are trusted, or a problem that names every bad field. */

import { distance } from 'fastest-levenshtein';
import * as v from 'valibot';
import type { FieldError } from '../contract/answers.ts';
import { ChangesQuery, type ChangesRequest, type ListChangesRequest } from '../contract/changes.ts';
import type { ConvertFrame } from '../contract/convert.ts';
import { fieldError, NO_OBJECT } from '../contract/field-errors.ts';
import { CspBody, Lang, type Noted, ResolveBody, SearchBody, SettingQuery } from '../contract/requests.ts';
import {
  MAX_FILES,
  MAX_ITEMS,
  NodeItemBody,
  RegistryItemBody,
  type VerifyFrame,
} from '../contract/verify.ts';
import { isObject, type JsonObject } from '../format/json.ts';
import { matchLanguage } from '../http/language.ts';
import { Problem } from '../http/problem.ts';
import { textsIn } from '../messages/index.ts';
import { checkedItem } from '../verify/items.ts';

type Languages = readonly string[];

/** Options of a caller beside the members of a request. */
export interface Call {
  /** Aborts the work when the client has disconnected. */
  signal?: AbortSignal | undefined;
  /** Members that the caller reads itself, such as the options of a tool: no warning names them. */
  own?: readonly string[];
  /** A list may have 1,000 items at most. Default: any number. */
  limitItems?: boolean;
  /**
   * How many items each unit (a GPO, a file) has, in their order: verify makes payloads of the values of one, and finds
   * conflicts between all. Default: all items are of one.
   */
  units?: readonly number[] | undefined;
}

/** The fields of the look-ups. */
export const LOOK_UP_FIELDS = {
  resolve: ResolveBody,
  csp: CspBody,
  search: SearchBody,
  setting: SettingQuery,
};

export function changesRequest(query: JsonObject, known: readonly string[] = ['since']): ChangesRequest {
  const parsed = v.safeParse(ChangesQuery, { since: query.since });
  if (parsed.success) return parsed.output;
  const detail = 'is required: the name of a dataset version, such as 6a69d203';
  throw invalid([{ pointer: '/since', detail }], unknownFieldWarnings(query, known, 'en-US'));
}

/** Checks a body. Each item must be an item of verify, whatever its data is. */
export function listChangesRequest(body: JsonObject, { own = [] }: Call = {}): ListChangesRequest {
  const { items = [] } = body;
  const known = ['since', 'items', ...own];
  const request = changesRequest(body, known);
  const notes = unknownFieldWarnings(body, known, 'en-US');
  if (!Array.isArray(items) || items.length === 0 || items.length > MAX_ITEMS) {
    throw invalid([{ pointer: '/items', detail: `must be an array of 1 to ${MAX_ITEMS} items` }], notes);
  }
  const errors: FieldError[] = [];
  const checked = items.flatMap((item: unknown, index) => {
    const found = checkedItem(isObject(item) ? { ...item, data: undefined, type: undefined } : item, index);
    if (!('errors' in found)) return [found];
    errors.push(...found.errors);
    return [];
  });
  if (errors.length > 0) throw invalid(errors.slice(0, MAX_ERRORS));
  return { ...request, items: checked, ...(notes.length > 0 && { notes }) };
}

/** Errors listed at most: a thousand wrong items have several each. */
const MAX_ERRORS = 50;

/** The items are checked one by one when they are answered. */
export function listRequest<S extends typeof VerifyFrame | typeof ConvertFrame>(
  schema: S,
  body: JsonObject,
  languages: Languages,
  call: Call = {},
): Checked<S> {
  // The schema would check each of them first: 350,000 empty files took 5 s.
  if (call.limitItems) requireMost('items', MAX_ITEMS, body);
  requireMost('files', MAX_FILES, body);
  const request = checkFields<S>(schema, body, languages, call);
  if (!request.items?.length && !request.files?.length) {
    const detail = 'must hold at least one item, or files at least one file';
    const known = [...Object.keys(schema.entries), ...(call.own ?? [])];
    throw invalid([{ pointer: '/items', detail }], unknownFieldWarnings(body, known, 'en-US'));
  }
  const notes = [...(request.notes ?? []), ...itemNotes(request.items ?? [], request.lang)];
  return notes.length === 0 ? request : { ...request, notes };
}

function requireMost(name: string, most: number, { [name]: list }: JsonObject): void {
  if (!Array.isArray(list) || list.length <= most) return;
  throw invalid([{ pointer: `/${name}`, detail: `must have at most ${most} entries` }]);
}

/** Each unknown field once, however many items have it. */
function itemNotes(items: readonly unknown[], lang: string): string[] {
  const named = new Set<string>();
  return items.flatMap((item, index) => {
    if (!isObject(item)) return [];
    const fields = Object.entries(item).filter(([name]) => !named.has(name));
    if (named.size > MAX_NAMED_FIELDS) return [];
    for (const [name] of fields) if (!ITEM_FIELDS.includes(name)) named.add(name);
    return unknownFieldWarnings(Object.fromEntries(fields), ITEM_FIELDS, lang, `items/${index}/`);
  });
}

const MAX_NAMED_FIELDS = 10;
const ITEM_FIELDS = Object.keys({ ...RegistryItemBody.entries, ...NodeItemBody.entries });

/** The dataset's language for the requested one, or its default; throws as a request with it does. */
export function requestedLanguage(lang: unknown, languages: Languages): string {
  return checkFields(LanguageQuery, { lang }, languages).lang;
}

const LanguageQuery = v.object({ lang: Lang });

type Checked<S extends v.GenericSchema> = v.InferOutput<S> & { lang: string } & Noted;

/** The checked fields with a language of the dataset, and warnings on unknown fields. */
export function checkFields<S extends v.ObjectSchema<v.ObjectEntries & { lang: typeof Lang }, undefined>>(
  schema: S,
  body: JsonObject,
  languages: Languages,
  { own = [] }: Call = {},
): Checked<S> {
  const known = [...Object.keys(schema.entries), ...own];
  const parsed = v.safeParse(schema, body);
  const lang = matchLanguage(typeof body.lang === 'string' ? body.lang : 'en-US', languages);
  // The schema accepts a list as an object whose names are numbers.
  const isList = 'targetProducts' in schema.entries && Array.isArray(body.targetProducts);
  if (parsed.success && lang !== undefined && !isList) {
    const notes = unknownFieldWarnings(body, known, lang);
    return { ...parsed.output, lang, ...(notes.length > 0 && { notes }) };
  }
  const misnamed = unknownFieldWarnings(body, known, 'en-US');
  const errors = (parsed.issues ?? []).map(errorOf);
  if (isList) errors.push({ pointer: '/targetProducts', detail: NO_OBJECT });
  if (lang === undefined && !errors.some((error) => error.pointer === '/lang')) {
    errors.push({ pointer: '/lang', detail: `must be a language of this dataset: ${languages.join(', ')}` });
  }
  throw invalid(errors, misnamed);
}

/** A pointer into `targetProducts` would echo a name of any length. */
function errorOf(issue: v.BaseIssue<unknown>): FieldError {
  const error = fieldError(issue);
  const inside = issue.path?.[0]?.key === 'targetProducts' && issue.path.length > 1;
  return inside ? { pointer: '/targetProducts', detail: `each name and version ${error.detail}` } : error;
}

/** @param more Sentences on fields that are not known. */
export function invalid(errors: FieldError[], more: readonly string[] = []): Problem {
  const fields = errors.map((error) => error.pointer.slice(1)).join(', ');
  const detail = [`Not valid: ${fields}.`, ...more].join(' ');
  return new Problem('invalid-request', detail, { errors });
}

const MAX_NAMED = 5;
const MAX_SHOWN = 64;
const MAX_EDITS = 2;

/** Words that are no part of the field’s own name. */
const MEANT: Readonly<Record<string, string>> = {
  path: 'key',
  registrypath: 'key',
  name: 'value',
  text: 'q',
  query: 'q',
  max: 'limit',
  id: 'slug',
  policyid: 'slug',
  version: 'since',
  content: 'data',
};

/** A warning for each. @param base JSON Pointer of the object. */
function unknownFieldWarnings(body: JsonObject, known: readonly string[], lang: string, base = ''): string[] {
  const texts = textsIn(lang);
  // A member that is undefined counts as absent, as in JSON.
  const given = Object.keys(body).filter((name) => body[name] !== undefined);
  const unknown = given.filter((name) => !known.includes(name));
  const free = known.filter((name) => !given.includes(name));
  return unknown.slice(0, MAX_NAMED).map((name) => {
    const shown = `${base}${name.slice(0, MAX_SHOWN).toWellFormed()}`;
    return texts.unknownField(shown, fieldMeant(name.slice(0, MAX_SHOWN), free));
  });
}

/** The known field that was probably meant; of several that are equally near the first. */
function fieldMeant(name: string, known: readonly string[]): string | undefined {
  const plain = letters(name);
  if (plain === '') return undefined;
  const meant = MEANT[plain];
  const byLetters = known.find((each) => letters(each) === plain);
  const byPart = known.find((each) => each.length > 1 && holds(letters(each), plain));
  const near = known
    .filter((each) => each.length > MAX_EDITS)
    .map((each) => ({ each, edits: distance(letters(each), plain) }))
    .filter(({ edits }) => edits <= MAX_EDITS)
    .sort((a, b) => a.edits - b.edits);
  // A synonym comes before a similar spelling: `path` differs from `data` in two letters.
  return (
    byLetters ?? (meant !== undefined && known.includes(meant) ? meant : undefined) ?? near[0]?.each ?? byPart
  );
}

const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');

const holds = (a: string, b: string): boolean => (b.length > 1 && a.includes(b)) || b.includes(a);
