/** Questions to a snapshot, with the envelope back as an object. */
import { decode } from '../runtime/bytes.ts';
import type { Answer, Snapshot } from '../runtime/http/service.ts';
import type { Envelope } from '../runtime/schema/answers.ts';
import type { Match } from '../runtime/schema/match.ts';
import type { SettingRecord } from '../runtime/schema/record.ts';
import type { Scope } from '../runtime/schema/words.ts';

export async function answerText<T extends Answer | undefined>(
  answer: T | Promise<T>,
): Promise<string | undefined> {
  const text = await answer;
  return typeof text === 'string' ? decode(text) : undefined;
}

async function envelopeOf(answer: Answer | Promise<Answer>): Promise<Envelope> {
  return JSON.parse((await answerText(answer)) ?? '') as Envelope;
}

export function resolve(
  ask: Snapshot,
  key: string,
  value: string,
  { lang = 'en-US', targetOs = null }: { lang?: string; targetOs?: string | null } = {},
): Promise<Envelope> {
  return envelopeOf(ask.resolve({ key, value, lang, targetOs }));
}

export function csp(
  ask: Snapshot,
  omaUri: string,
  { lang = 'en-US', scope }: { lang?: string; scope?: Scope } = {},
): Promise<Envelope> {
  return envelopeOf(ask.csp({ omaUri, lang, ...(scope && { scope }) }));
}

export async function setting(ask: Snapshot, slug: string, lang = 'en-US'): Promise<Envelope | undefined> {
  const answer = await answerText(ask.setting({ slug, lang }));
  return answer === undefined ? undefined : (JSON.parse(answer) as Envelope);
}

export async function record(ask: Snapshot, slug: string, lang = 'en-US'): Promise<SettingRecord> {
  const found = (await setting(ask, slug, lang))?.result.setting;
  if (!found) throw new Error(`no record of ${slug}`);
  return found;
}

/** The matches of a look-up (not of a setting record). */
export function matchesOf({ result }: Envelope): Match[] {
  return result.matches ?? [];
}
