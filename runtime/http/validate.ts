/** From a JSON object to a request whose types are trusted from here on, or a problem naming every bad field. */
import * as v from 'valibot';
import type { JsonObject } from '../json.ts';
import type { FieldError } from '../schema/answers.ts';
import { type ChangesRequest, Since } from '../schema/changes.ts';
import { fieldError, NO_OBJECT } from '../schema/field-errors.ts';
import type { GivenProducts } from '../schema/product.ts';
import type { CspRequest, ResolveRequest, SearchRequest } from '../schema/requests.ts';
import { CspBody, LIMIT_DEFAULT, type RequestSchema, ResolveBody, SearchBody } from '../schema/requests.ts';
import { VerifyFrame, type VerifyRequest } from '../schema/verify.ts';
import { defaultLanguage, matchLanguage } from './language.ts';
import { Problem } from './problem.ts';

export function resolveRequest(body: JsonObject, languages: readonly string[]): ResolveRequest {
  const { output, lang } = check(ResolveBody, body, languages);
  const { key, value, targetOs = null, targetProducts } = output;
  return { key, value, lang, targetOs, ...named(targetProducts) };
}

export function cspRequest(body: JsonObject, languages: readonly string[]): CspRequest {
  const { output, lang } = check(CspBody, body, languages);
  const request: CspRequest = { omaUri: output.omaUri, lang, ...named(output.targetProducts) };
  if (output.scope !== undefined) request.scope = output.scope.toLowerCase() === 'user' ? 'User' : 'Device';
  return request;
}

export function searchRequest(body: JsonObject, languages: readonly string[]): SearchRequest {
  const { output, lang } = check(SearchBody, body, languages);
  return { q: output.q, lang, limit: output.limit ?? LIMIT_DEFAULT };
}

/** Of a query string. */
export function changesRequest(query: { get(name: string): string | null }): ChangesRequest {
  const parsed = v.safeParse(Since, query.get('since') ?? undefined);
  if (parsed.success) return { since: parsed.output };
  throw invalid([
    { pointer: '/since', detail: 'is required: the name of a dataset version, such as 6a69d203' },
  ]);
}

/** The items are checked one by one when they are answered. */
export function verifyRequest(body: JsonObject, languages: readonly string[]): VerifyRequest {
  const { output, lang } = check(VerifyFrame, body, languages);
  const { items = [], files = [], targetOs = null, detail = 'brief', targetProducts } = output;
  if (items.length === 0 && files.length === 0) {
    throw invalid([{ pointer: '/items', detail: 'must hold at least one item, or files at least one file' }]);
  }
  return { items, files, lang, targetOs, detail, ...named(targetProducts) };
}

/** No products are the same as none given. */
function named(targetProducts: GivenProducts | null | undefined): { targetProducts?: GivenProducts } {
  return targetProducts && Object.keys(targetProducts).length > 0 ? { targetProducts } : {};
}

/** The language of a query parameter; throws the same problem as a bad field. */
export function requestedLanguage(tag: string, languages: readonly string[]): string {
  const language = matchLanguage(tag, languages);
  if (language === undefined) throw invalid([unknownLanguage(languages)]);
  return language;
}

function check<S extends RequestSchema | typeof VerifyFrame>(
  schema: S,
  body: JsonObject,
  languages: readonly string[],
): { output: v.InferOutput<S>; lang: string } {
  const parsed = v.safeParse(schema, body);
  const asked = body.lang;
  const lang = typeof asked === 'string' ? matchLanguage(asked, languages) : defaultLanguage(languages);
  // To the schema a list is an object whose names are numbers.
  const isList = 'targetProducts' in schema.entries && Array.isArray(body.targetProducts);
  if (parsed.success && lang !== undefined && !isList) return { output: parsed.output, lang };
  const errors = (parsed.issues ?? []).map(errorOf);
  if (isList) errors.push({ pointer: '/targetProducts', detail: NO_OBJECT });
  if (lang === undefined && !errors.some((error) => error.pointer === '/lang')) {
    errors.push(unknownLanguage(languages));
  }
  throw invalid(errors);
}

/** A pointer into `targetProducts` would echo a name of any length. */
function errorOf(issue: v.BaseIssue<unknown>): FieldError {
  const error = fieldError(issue);
  const inside = issue.path?.[0]?.key === 'targetProducts' && issue.path.length > 1;
  return inside ? { pointer: '/targetProducts', detail: `each name and version ${error.detail}` } : error;
}

export function invalid(errors: FieldError[]): Problem {
  const fields = errors.map((error) => error.pointer.slice(1)).join(', ');
  return new Problem('invalid-request', `Not valid: ${fields}. “errors” says what is expected.`, { errors });
}

function unknownLanguage(languages: readonly string[]): FieldError {
  return { pointer: '/lang', detail: `must be a language of this dataset: ${languages.join(', ')}` };
}
