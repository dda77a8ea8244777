/** Words of a query that name a target OS: they say where, not what. */
import { editionWords, readEditions } from '../verdict/editions.ts';
import type { Releases } from '../verdict/releases.ts';
import { readTarget } from '../verdict/target.ts';
import { BEFORE_PRODUCT, MAX_TARGET_WORDS } from './constants.ts';

/** Where a target may begin: most queries name none, and reading one takes longer than the rest of a sentence. */
const BEGIN =
  /(?<![\p{L}\p{N}])(?:(?:microsoft\s+)?win(?:dows)?(?:[\s-]*server)?[\s-]*(?:\d|vista|home|pro|ent|edu|ltsc)|server\s+20\d\d|\d\dh\d(?![\p{L}\p{N}]))/iu;
/** Words of a target besides numbers and editions; `update` and `desktop` are as well what a setting is about. */
const NAMES =
  /\d|^(?:microsoft|win|windows|server|vista|version|build|edition|editions|ltsc|ltsb|r2|sp|home|pro)$/;

/** The text without the target that it names; undefined where it names none. */
export function withoutTarget(text: string, releases: Releases): string | undefined {
  const begin = BEGIN.exec(text)?.index;
  if (begin === undefined) return undefined;
  const words = [...text.slice(begin).matchAll(/\S+/g)].slice(0, MAX_TARGET_WORDS);
  const other = words.findIndex(([word]) => !isOfTarget(word, releases));
  for (let count = other < 0 ? words.length : other; count > 0; count--) {
    const last = words[count - 1];
    const end = begin + (last?.index ?? 0) + (last?.[0].length ?? 0);
    if (!namesTarget(text.slice(begin, end), releases)) continue;
    const before = text.slice(0, begin).trimEnd();
    const preposition = /\p{L}+$/u.exec(before)?.[0] ?? '';
    const rest = BEFORE_PRODUCT.has(preposition.toLowerCase())
      ? before.slice(0, -preposition.length)
      : before;
    return `${rest} ${text.slice(end)}`;
  }
  return undefined;
}

function isOfTarget(word: string, releases: Releases): boolean {
  const plain = word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return NAMES.test(plain) || readEditions(editionWords(plain), releases).editions.length > 0;
}

function namesTarget(text: string, releases: Releases): boolean {
  const { kind } = readTarget(text, releases);
  return kind !== 'none' && kind !== 'unreadable';
}
