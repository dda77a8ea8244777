/** The sentences of `POST /v1/verify`, apart from the others: the endpoint is loaded with its first request. */
import type { Conflict } from '../contract/verified.ts';
import { type PayloadFault, type VerifyMessages, verifyEn } from './verify-en.ts';
import { verifyFr } from './verify-fr.ts';

export type { VerifyMessages } from './verify-en.ts';

export const VERIFY_TEXTS = { en: verifyEn, fr: verifyFr };

export function payloadFaultText(fault: PayloadFault, { payloadFault, notAPayload }: VerifyMessages): string {
  return notAPayload(sentence(payloadFault, fault));
}

export function conflictText(
  { kind, indexes, conflictResolution }: Conflict,
  { conflict, conflictAt, resolution }: VerifyMessages,
): string {
  const text = conflictAt(conflict[kind], indexes.join(', '));
  return conflictResolution === undefined ? text : `${text} ${resolution(conflictResolution)}`;
}

/** The sentence of a reason, from the table that has it. */
export function sentence<Code extends string>(
  sentences: Readonly<Record<Code, unknown>>,
  reason: { code: Code },
): string {
  const make = sentences[reason.code] as (named: object) => string;
  return make(reason);
}
