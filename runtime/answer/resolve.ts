/** `POST /v1/resolve`: which documented settings write a registry pair, and whether the target OS honours it. */
import { type ByteString, encode } from '../bytes.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { type Messages, messagesFor } from '../messages/index.ts';
import { type Hive, normalizeValue, type ParsedKey, parseKey } from '../normalize.ts';
import { type Answer, RESULT } from './answer.ts';
import { type Judge, type Judged, notesOf } from './compatibility.ts';
import { mappingWarnings } from './envelope.ts';
import { type Found, find, foundNothing, type Wanted } from './find.ts';
import { type KnownMatch, titleWarnings } from './known-match.ts';
import { nearestTo } from './nearest.ts';
import { inner, quoted, reason, sentence } from './sentence.ts';
import type { ResolveRequest } from './types.ts';
import { compatibilityText, verdictText, wholeText } from './verdict-text.ts';

/** Hives under which policies are documented. */
const POLICY_HIVES: ReadonlySet<string> = new Set(['HKLM', 'HKCU']);

/** `judge`: of the dataset's release table. At once where all that is asked for is loaded. */
export function answerResolve(
  dataset: Dataset,
  judge: Judge,
  request: ResolveRequest,
): Answer | Promise<Answer> {
  const texts = messagesFor(request.lang);
  const parsed = parseKey(request.key);
  const value = normalizeValue(request.value);
  const question: Question = {
    dataset,
    judge,
    parsed,
    value,
    lang: request.lang,
    targetOs: request.targetOs,
    texts,
  };
  if (!isDocumented(parsed)) return unanswered(question, foundNothing(question, parsed.key, []));
  const found = find(question);
  return found instanceof Promise
    ? found.then((late) => conclude(question, late))
    : conclude(question, found);
}

/** What follows a pair in the query, up to the first match. */
export function askedText(lang: string, hive: string | null, targetOs: string | null): ByteString {
  return encode(`,${JSON.stringify({ lang, hive, targetOs }).slice(1)}${RESULT}`);
}

interface Question extends Wanted {
  judge: Judge;
  lang: string;
  targetOs: string | null;
}

function isDocumented({ hive }: ParsedKey): boolean {
  return hive === null || POLICY_HIVES.has(hive);
}

function conclude(question: Question, found: Found): Answer | Promise<Answer> {
  // One match is known without a look at the list.
  const { only, matches } = found.named;
  return only !== undefined || matches.length > 0 ? answer(question, found) : unanswered(question, found);
}

async function unanswered(question: Question, { key, start, named, notes }: Found): Promise<Answer> {
  const { dataset, parsed, value, lang, texts } = question;
  const documented = isDocumented(parsed);
  const why = !documented
    ? texts.foreignHive(parsed.hive ?? '')
    : parsed.keys.length === 0
      ? texts.emptyKey
      : texts.nothingWrites(pairName(key, value));
  const nearest = documented ? await nearestTo(dataset, parsed.keys.at(-1) ?? '', value) : [];
  return {
    start: (start + askedText(lang, parsed.hive, question.targetOs)) as ByteString,
    lang,
    named,
    verdict: compatibilityText({ verdict: 'unknown', reason: texts.nothingJudged }),
    reason: reason(why),
    more: nearest.length === 0 ? undefined : encode(`,"nearest":${JSON.stringify(nearest)}`),
    dataset,
    warnings: [...keyWarnings(parsed, texts), ...notes].map(quoted),
  };
}

function answer(question: Question, found: Found): Answer {
  const { dataset, judge, parsed, lang, targetOs, texts } = question;
  const { named, start } = found;
  const { only, matches, confidence, slugs } = named;
  const told: Answer = {
    start: (start + askedText(lang, parsed.hive, targetOs)) as ByteString,
    lang,
    named,
    // Named here, so that all answers have one shape.
    verdict: undefined,
    verdicts: undefined,
    reason: confidence === 'none' ? reason(texts.valueUnmapped, slugs) : undefined,
    dataset,
    warnings: NO_WARNINGS,
  };
  if (only === undefined) {
    const opinions = matches.map(({ facts }) => judge(facts, targetOs, lang));
    told.verdicts = opinions.map(verdictText);
    told.verdict = wholeText(matches, opinions, lang);
    told.warnings = warningsOf(question, found, opinions);
  } else {
    const opinion = judge(only.facts, targetOs, lang);
    told.verdict = verdictText(opinion);
    if (!isPlain(question, found, only, opinion)) told.warnings = warningsOf(question, found, [opinion]);
  }
  return told;
}

const NO_WARNINGS: readonly ByteString[] = [];

/** So it is with most: asked for as the setting is documented, and nothing more to tell. */
function isPlain(
  { parsed: { hive, warning }, lang }: Question,
  { notes }: Found,
  match: KnownMatch,
  opinion: Judged,
): boolean {
  return (
    notes.length === 0 &&
    opinion.notes.length === 0 &&
    warning === undefined &&
    otherHive(match, hive) === undefined &&
    match.titles[lang] !== undefined
  );
}

function warningsOf(
  { parsed, value, lang, texts }: Question,
  { key, named: { matches, slugs }, notes }: Found,
  opinions: readonly Judged[],
): readonly ByteString[] {
  const warnings: ByteString[] = [];
  const tell = (sentences: readonly string[]): void => {
    for (const each of sentences) warnings.push(quoted(each));
  };
  if (slugs.includes(', ')) warnings.push(sentence(texts.several, inner(pairName(key, value)), slugs));
  tell(keyWarnings(parsed, texts));
  tell(notes);
  addHiveWarnings(warnings, matches, parsed.hive, texts);
  tell(mappingWarnings(matches, texts));
  for (let at = 0; at < opinions.length; at++) {
    tell(notesOf({ notes: opinions[at]?.notes ?? [] }, matches[at]?.slug ?? '', lang));
  }
  tell(titleWarnings(matches, lang, texts));
  return warnings;
}

/** A hive that the setting's class does not write is told, not hidden: the pair may still be a typing slip. */
function addHiveWarnings(
  warnings: ByteString[],
  matches: readonly KnownMatch[],
  hive: string | null,
  texts: Messages,
): void {
  for (const match of matches) {
    const documented = otherHive(match, hive);
    if (documented === undefined) continue;
    warnings.push(sentence(texts.otherHive, match.slugText, documented as ByteString, hive as ByteString));
  }
}

/** The hive that a setting's class writes, where another one was named. */
function otherHive({ class: policyClass }: KnownMatch, hive: string | null): Hive | undefined {
  if (hive === null || policyClass === 'Both') return undefined;
  const documented = policyClass === 'Machine' ? 'HKLM' : 'HKCU';
  return documented === hive ? undefined : documented;
}

function keyWarnings({ warning }: ParsedKey, texts: Messages): string[] {
  switch (warning) {
    case 'user-sid':
      return [texts.userSid];
    case 'default-profile':
      return [texts.defaultProfile];
    case 'other-users-key':
      return [texts.otherUsers];
    default:
      return [];
  }
}

function pairName(key: string, value: string): string {
  return `${key} + ${value === '' ? '(default)' : value}`;
}
