/** The sentences of the verdict in the languages that the project writes. The verdict never depends on them. */
import type { Verdict } from '../answer/types.ts';
import type { ProductLine } from '../verdict/releases.ts';
import { en } from './verdict-en.ts';
import { fr } from './verdict-fr.ts';

/** Why a `supportedOn` text gives no minimum; `SupportedOnFloor.why`. */
export type WhyNoFloor =
  | 'bounded'
  | 'closed'
  | 'product'
  | 'edition'
  | 'contradiction'
  | 'unshipped'
  | 'placeholder'
  | 'unreadable';

export interface Messages {
  noTarget: string;
  unreadable: string;
  ambiguousLabel(candidates: string, family: string, build: string): string;
  ambiguousFamily(candidates: string): string;
  frozenLabel(candidates: string): string;
  noSuchLabel(family: string, label: string, labels: string): string;
  contradiction(named: string, build: string, owners: string): string;
  /** `required` and `target` are dotted builds, `target` with its releases where some are known. */
  reached(target: string, required: string): string;
  reachedFirst(target: string, first: string, required: string): string;
  belowRevision(target: string, required: string): string;
  needsRevision(base: string, revision: number, required: string): string;
  below(target: string, required: string): string;
  later(target: string, required: string): string;
  datedBefore(target: string, targetDate: string, required: string, requiredDate: string): string;
  between(target: string, alternatives: string): string;
  noReadableMinimum(text: string): string;
  noMinimum: string;
  lineNotNamed(line: ProductLine, text: string): string;
  why: Record<WhyNoFloor, (text: string) => string>;
  bothLines(target: string, agree: boolean, client: string, server: string): string;
  /** Added to a reason that is drawn from the `supportedOn` of another product's setting. */
  hostOnly: string;
  verdictsDiffer(slug: string, mdm: Verdict, registry: Verdict): string;
  unreadableAlternatives(slug: string, texts: string): string;
  deprecated(slug: string, since: string): string;
  maybeDeprecated(slug: string, since: string): string;
  deprecatedUndated(slug: string): string;
  allAgree(verdict: Verdict, reasons: string): string;
  disagree(verdicts: string): string;
}

/** English unless the tag's primary subtag is `fr`. */
export function messagesFor(lang: string): Messages {
  return lang.slice(0, 2).toLowerCase() === 'fr' && (lang.length === 2 || lang[2] === '-') ? fr : en;
}
