/** The one check of requests: HTTP, MCP, the command and programs hand on what they were sent. */
import * as v from 'valibot';
import type { SettingEnvelope } from '../contract/answers.ts';
import { SettingQuery } from '../contract/requests.ts';
import type { JsonObject } from '../format/json.ts';
import type { Snapshot } from '../service.ts';
import {
  type Call,
  changesRequest,
  convertRequest,
  cspRequest,
  listChangesRequest,
  resolveRequest,
  searchRequest,
  settingRequest,
  verifyRequest,
} from './requests.ts';

/** What cannot be a slug is no bad request here, but an address at which nothing is. */
export async function settingAt(
  snapshot: Snapshot,
  request: { slug: string; lang: string },
): Promise<SettingEnvelope | undefined> {
  return v.is(SettingQuery.entries.slug, request.slug) ? snapshot.setting(request) : undefined;
}

/** `answers` with requests checked: one that is not valid rejects with a `Problem` that names every bad field. */
export function checkedSnapshot(answers: Snapshot): Snapshot {
  const read = <T>(
    check: (body: JsonObject, languages: readonly string[], call?: Call) => T,
    request: object,
    call?: Call,
  ): T => check({ ...request }, answers.languages, call);
  return {
    stamp: answers.stamp,
    languages: answers.languages,
    resolve: async (request, call) => answers.resolve(read(resolveRequest, request, call)),
    csp: async (request, call) => answers.csp(read(cspRequest, request, call)),
    search: async (request, call) => answers.search(read(searchRequest, request, call)),
    setting: async (request, call) => answers.setting(read(settingRequest, request, call)),
    verify: async (request, call) => answers.verify(read(verifyRequest, request, call), call),
    convert: async (request, call) => answers.convert(read(convertRequest, request, call), call),
    changes: async (request) => answers.changes(read(changesRequest, request)),
    listChanges: async (request, call) => answers.listChanges(read(listChangesRequest, request, call), call),
    changesAtom: (path) => answers.changesAtom(path),
    coverage: () => answers.coverage(),
    health: () => answers.health(),
    probe: () => answers.probe(),
  };
}
