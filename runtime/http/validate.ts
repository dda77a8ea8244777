/** From a JSON object to a request whose types are trusted from here on, or a problem naming every bad field. */
import * as v from 'valibot';
import type { JsonObject } from '../json.ts';
import type { GivenProducts } from '../schema/product.ts';
import type { CspRequest, ResolveRequest, SearchRequest } from '../schema/requests.ts';
import { CspBody, LIMIT_DEFAULT, type RequestSchema, ResolveBody, SearchBody } from '../schema/requests.ts';
import { defaultLanguage, matchLanguage } from './language.ts';
import { type FieldError, Problem } from './problem.ts';

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

const NO_OBJECT = 'must be an object of texts';

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

function check<S extends RequestSchema>(
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
  const errors = (parsed.issues ?? []).map(fieldError);
  if (isList) errors.push({ pointer: '/targetProducts', detail: NO_OBJECT });
  if (lang === undefined && !errors.some((error) => error.pointer === '/lang')) {
    errors.push(unknownLanguage(languages));
  }
  throw invalid(errors);
}

function invalid(errors: FieldError[]): Problem {
  const fields = errors.map((error) => error.pointer.slice(1)).join(', ');
  return new Problem('invalid-request', `Not valid: ${fields}. “errors” says what is expected.`, { errors });
}

function unknownLanguage(languages: readonly string[]): FieldError {
  return { pointer: '/lang', detail: `must be a language of this dataset: ${languages.join(', ')}` };
}

interface Issue {
  type: string;
  kind: string;
  expected: string | null;
  requirement?: unknown;
  path?: readonly { key: unknown }[] | undefined;
  input: unknown;
}

/** Our own words, not the validator's: those quote the input. */
function fieldError(issue: Issue): FieldError {
  const pointer = `/${String(issue.path?.[0]?.key ?? '')}`;
  const inside = (issue.path?.length ?? 0) > 1;
  return { pointer, detail: inside ? `each name and version ${expectation(issue)}` : expectation(issue) };
}

function expectation({ type, kind, expected, requirement, input }: Issue): string {
  if (kind === 'schema' && input === undefined) return 'is required';
  switch (type) {
    case 'string':
      return 'must be a string';
    case 'record':
      return NO_OBJECT;
    case 'max_entries':
      return `must have at most ${requirement} entries`;
    case 'nullable':
      return 'must be a string or null';
    case 'number':
      return 'must be a number';
    case 'integer':
      return 'must be a whole number';
    case 'min_length':
      return requirement === 1 ? 'must not be empty' : `must have at least ${requirement} characters`;
    case 'max_length':
      return `must have at most ${requirement} characters`;
    case 'min_value':
      return `must be at least ${requirement}`;
    case 'max_value':
      return `must be at most ${requirement}`;
    case 'regex':
      return 'must be Device or User';
    default:
      return `must be ${expected ?? 'valid'}`;
  }
}
