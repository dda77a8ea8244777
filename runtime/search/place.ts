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
  const ends = words.map(([word], at) => begin + (words[at]?.index ?? 0) + word.length);
  const end = ends.slice(0, other < 0 ? undefined : other).findLast((each) => {
    const { kind } = readTarget(text.slice(begin, each), releases);
    return kind !== 'none' && kind !== 'unreadable';
  });
  if (end === undefined) return undefined;
  const isPreposition = (word: string) => BEFORE_PRODUCT.has(word.trim().toLowerCase());
  const before = text.slice(0, begin).replace(/\p{L}+\s*$/u, (word) => (isPreposition(word) ? '' : word));
  return `${before} ${text.slice(end)}`;
}

function isOfTarget(word: string, releases: Releases): boolean {
  const plain = word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return NAMES.test(plain) || readEditions(editionWords(plain), releases).editions.length > 0;
}
