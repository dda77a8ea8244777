/** Questions as the edge hands them on, with the envelope back. */

import type { Envelope } from '../cli/answers.ts';
import { parseJson } from '../runtime/answer/json.ts';
import type { Match } from '../runtime/contract/match.ts';
import type { ResolveRequest } from '../runtime/contract/requests.ts';
import type { VerifiedItem } from '../runtime/contract/verified.ts';
import type { VerifyRequest } from '../runtime/contract/verify.ts';
import type { Scope, SettingRecord } from '../runtime/format/format.ts';
import type { Snapshot } from '../runtime/service.ts';

/** As it is over HTTP. */
function envelopeOf(answer: object): Envelope {
  return JSON.parse(JSON.stringify(answer)) as Envelope;
}

export async function resolve(
  ask: Snapshot,
  key: string,
  value: string,
  more: Partial<ResolveRequest> = {},
): Promise<Envelope> {
  return envelopeOf(await ask.resolve({ key, value, lang: 'en-US', targetOs: null, ...more }));
}

export async function csp(
  ask: Snapshot,
  omaUri: string,
  more: { lang?: string; scope?: Scope } = {},
): Promise<Envelope> {
  return envelopeOf(await ask.csp({ omaUri, lang: 'en-US', ...more }));
}

export async function setting(ask: Snapshot, slug: string, lang = 'en-US'): Promise<Envelope | undefined> {
  const answer = await ask.setting({ slug, lang });
  return answer === undefined ? undefined : envelopeOf(answer);
}

export async function record(ask: Snapshot, slug: string, lang = 'en-US'): Promise<SettingRecord> {
  const found = (await setting(ask, slug, lang))?.result.setting;
  if (!found) throw new Error(`no record of ${slug}`);
  return found;
}

/** Brief items of verify, without what a reader adds of their place. */
export async function verified(
  ask: Snapshot,
  items: readonly object[],
  { lang = 'en-US', targetOs = null, ...more }: Partial<Omit<VerifyRequest, 'items'>> = {},
  options: Parameters<Snapshot['verify']>[1] = {},
): Promise<VerifiedItem[]> {
  const request = { items, files: [], lang, targetOs, detail: 'brief' as const, ...more };
  return parseJson(await ask.verify(request, options)).result.items;
}

/** Of any number of cases, each with the answer on its item, in requests of a thousand. */
export async function verifiedEach<Case>(
  ask: Snapshot,
  cases: readonly Case[],
  itemOf: (each: Case) => object,
  more?: Partial<Omit<VerifyRequest, 'items'>>,
): Promise<[each: Case, answer: VerifiedItem][]> {
  const items = cases.map(itemOf);
  const answers: VerifiedItem[] = [];
  for (let from = 0; from < items.length; from += 1000)
    answers.push(...(await verified(ask, items.slice(from, from + 1000), more)));
  return cases.map((each, at) => [each, answers[at] as VerifiedItem]);
}

/** The matches of a look-up (not of a setting record). */
export function matchesOf({ result }: Envelope): Match[] {
  return result.matches as Match[];
}
