/** Schemas as the SDK takes them: what is published comes from valibot, the checks are those of the API. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { BriefMdm, BriefValue, BriefVerdict } from '../contract/brief.ts';
import { ItemNode } from '../contract/brief-verify.ts';
import { RegistryType } from '../contract/data.ts';
import { Confidence, Scope, Stamp, Verdict } from '../contract/words.ts';

/** Said once in each schema, however often it is used there: clients hand the schemas of all tools to a model. */
const DEFINITIONS = {
  BriefMdm,
  BriefValue,
  Confidence,
  Dataset: Stamp,
  ItemNode,
  Judged: BriefVerdict,
  RegistryType,
  Scope,
  Verdict,
};

/**
 * Published as JSON Schema, and checked elsewhere: our own checks name every fault in our own words, and answers are
 * proved against their schemas by the tests.
 */
export function published(schema: v.GenericSchema): StandardSchemaWithJSON<Record<string, unknown>> {
  let json: Record<string, unknown> | undefined;
  const convert = (): Record<string, unknown> => {
    json ??= converted(schema);
    return json;
  };
  return {
    '~standard': {
      version: 1,
      vendor: 'hivecheck',
      validate: (value) => ({ value: value as Record<string, unknown> }),
      jsonSchema: { input: convert, output: convert },
    },
  };
}

function converted(schema: v.GenericSchema): Record<string, unknown> {
  // What JSON Schema has no word for; anything else unknown to it throws.
  const json = toJsonSchema(schema, {
    target: 'draft-2020-12',
    ignoreActions: ['trim', 'readonly'],
    definitions: DEFINITIONS,
  });
  const { $defs: all = {}, ...rest } = json;
  const used = usedBy(JSON.stringify(rest), all);
  return { ...rest, ...(Object.keys(used).length > 0 && { $defs: used }) };
}

/** The definitions that a text refers to, and those that they refer to. */
function usedBy(text: string, all: Record<string, unknown>): Record<string, unknown> {
  const used: Record<string, unknown> = {};
  const texts = [text];
  for (const each of texts) {
    for (const name of Object.keys(all)) {
      if (name in used || !each.includes(`"#/$defs/${name}"`)) continue;
      used[name] = all[name];
      texts.push(JSON.stringify(all[name]));
    }
  }
  return used;
}
