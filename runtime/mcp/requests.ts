/** The arguments of a tool call as a request of the API: the same checks as over HTTP. */
import * as v from 'valibot';
import { defaultLanguage } from '../http/language.ts';
import { invalid, requestedLanguage, verifyRequest } from '../http/validate.ts';
import type { JsonObject } from '../json.ts';
import { fieldErrors } from '../schema/field-errors.ts';
import type { SettingRequest } from '../schema/requests.ts';
import { CoverageInput, Detail, SettingInput, VerifyExtras } from '../schema/tools.ts';
import type { VerifyRequest } from '../schema/verify.ts';
import type { Shown } from './verify.ts';

const DetailField = v.object({ detail: Detail });

/** Throws a `Problem` for another word. */
export function isFull(args: JsonObject): boolean {
  return args.detail !== undefined && checked(DetailField, args).detail === 'full';
}

export function settingRequest(args: JsonObject, languages: readonly string[]): SettingRequest {
  const { slug, lang } = checked(SettingInput, args);
  return { slug, lang: languageOf(lang, languages) };
}

export function coverageLanguage(args: JsonObject, languages: readonly string[]): string {
  return languageOf(checked(CoverageInput, args).lang, languages);
}

/** Texts of files are encoded as the API takes them. */
export function toolVerifyRequest(
  args: JsonObject,
  languages: readonly string[],
): { request: VerifyRequest; shown: Shown } {
  const { files = [], show = 'all', from = 0 } = checked(VerifyExtras, args);
  const request = verifyRequest({ ...args, files: files.map(encoded) }, languages);
  return { request, shown: { show, from } };
}

function encoded(
  { name, text, content }: { name: string; text?: string | undefined; content?: string | undefined },
  index: number,
): { name: string; content: string } {
  if ((text === undefined) === (content === undefined)) {
    throw invalid([{ pointer: `/files/${index}`, detail: 'must have either text or content' }]);
  }
  return { name, content: content ?? base64(text ?? '') };
}

function base64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function languageOf(lang: string | undefined, languages: readonly string[]): string {
  return lang === undefined ? defaultLanguage(languages) : requestedLanguage(lang, languages);
}

function checked<S extends v.GenericSchema>(schema: S, args: JsonObject): v.InferOutput<S> {
  const { output, errors } = fieldErrors(schema, args);
  if (output === undefined) throw invalid(errors);
  return output;
}
