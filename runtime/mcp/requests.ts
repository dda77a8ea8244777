/** The arguments of a tool call as a request of the API, which the service checks. */
import * as v from 'valibot';
import { invalid } from '../check/requests.ts';
import type { ConvertRequest } from '../contract/convert.ts';
import { fieldErrors } from '../contract/field-errors.ts';
import { MAX_FILES, MAX_ITEMS, VerifyFrame, type VerifyRequest } from '../contract/verify.ts';
import type { JsonObject } from '../format/json.ts';
import { base64 } from '../format/text.ts';
import type { Shown } from './verify.ts';

/** A file of a tool call. A model can copy a text, but not encode it. */
const FileInput = v.object({
  name: v.string(),
  text: v.optional(v.string()),
  content: v.optional(v.string()),
});

/** The arguments that the API's own request does not have. */
const VerifyExtras = v.object({
  files: v.optional(v.pipe(v.array(FileInput), v.maxLength(MAX_FILES))),
  show: v.optional(v.picklist(['all', 'findings'])),
  from: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_ITEMS))),
});

/** Throws a `Problem` for any other value. */
export function isFull(args: JsonObject): boolean {
  return checkedArguments(v.pick(VerifyFrame, ['detail']), args).detail === 'full';
}

/** Texts of files are encoded as the API takes them. */
export function toolVerifyRequest(args: JsonObject) {
  const { files = [], show = 'all', from = 0 } = checkedArguments(VerifyExtras, args);
  const request: VerifyRequest = { ...args, files: files.map(encoded) };
  return { request, shown: { show, from } satisfies Shown, own: Object.keys(VerifyExtras.entries) };
}

export function toolConvertRequest(args: JsonObject): ConvertRequest {
  const { files = [] } = checkedArguments(v.pick(VerifyExtras, ['files']), args);
  return { ...(args as ConvertRequest), files: files.map(encoded) };
}

function encoded({ name, text, content }: v.InferOutput<typeof FileInput>, index: number) {
  if ((text === undefined) === (content === undefined)) {
    throw invalid([{ pointer: `/files/${index}`, detail: 'must have either text or content' }]);
  }
  return { name, content: content ?? base64(new TextEncoder().encode(text)) };
}

function checkedArguments<S extends v.GenericSchema>(schema: S, args: JsonObject): v.InferOutput<S> {
  const { output, errors } = fieldErrors(schema, args);
  if (output === undefined) throw invalid(errors);
  return output;
}
