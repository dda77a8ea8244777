/** The one check of requests: HTTP, MCP, the command and programs pass their inputs on unchecked. */
import * as v from 'valibot';
import { ConvertFrame } from '../contract/convert.ts';
import { SettingQuery } from '../contract/requests.ts';
import { VerifyFrame } from '../contract/verify.ts';
import { parseBytes } from '../format/json.ts';
import type { Answers, LookUps, Snapshot } from '../service.ts';
import {
  type Call,
  changesRequest,
  checkFields,
  LOOK_UP_FIELDS,
  listChangesRequest,
  listRequest,
} from './requests.ts';

/** For addresses: a text that cannot be a slug is an unknown setting, and no bad request. */
export async function settingAt(
  snapshot: Snapshot,
  request: { slug: string; lang: string },
): Promise<LookUps['setting']> {
  return v.is(SettingQuery.entries.slug, request.slug) ? snapshot.json('setting', request) : undefined;
}

/** `answers` with requests checked: one that is not valid rejects with a `Problem` that names every bad field. */
export function checkedSnapshot(answers: Answers): Snapshot {
  const { stamp, languages } = answers;
  const json = async <Name extends keyof LookUps>(lookUp: Name, request: object, call?: Call) =>
    answers.json(lookUp, checkFields(LOOK_UP_FIELDS[lookUp], { ...request }, languages, call));
  return {
    stamp,
    languages,
    json,
    resolve: async (request, call) => parseBytes(await json('resolve', request, call)),
    csp: async (request, call) => parseBytes(await json('csp', request, call)),
    search: async (request, call) => parseBytes(await json('search', request, call)),
    setting: async (request, call) => {
      const answer = await json('setting', request, call);
      return answer && parseBytes(answer);
    },
    verify: async (request, call) =>
      answers.verify(listRequest(VerifyFrame, { ...request }, languages, call), call),
    convert: async (request, call) =>
      answers.convert(listRequest(ConvertFrame, { ...request }, languages, call), call),
    changes: async (request) => answers.changes(changesRequest({ ...request })),
    listChanges: async (request, call) => answers.listChanges(listChangesRequest({ ...request }, call), call),
    changesAtom: (path) => answers.changesAtom(path),
    coverage: () => answers.coverage(),
    health: () => answers.health(),
    probe: () => answers.probe(),
  };
}
