/** A query as written → its words, and the registry path and the target OS in it. */
import { parseKey } from '../format/keys.ts';
import { editionWords, readEditions } from '../verdict/editions.ts';
import type { Releases } from '../verdict/releases.ts';
import { readTarget } from '../verdict/target.ts';
import { BEFORE_PRODUCT, MAX_KEY_ENDS, MAX_TARGET_WORDS, MAX_WORDS, MIN_PROSE } from './constants.ts';
import { NAME_KIND } from './files.ts';
import type { SearchIndex } from './load.ts';
import type { Terms } from './terms.ts';
import { type Word, words } from './tokens.ts';

export interface Sentence {
  words: Word[];
  /** What stands between blanks, slashes and marks beside the key, in lower case: a value name holds `_` and `.`. */
  names: ReadonlySet<string>;
  /** So long that it has words beside those that name the setting. */
  prose: boolean;
  /** Settings that write to a registry key in it, whose words are not among {@link words} either. */
  keySettings: Iterable<number>;
  /** It names a target OS, whose words are not among {@link words}. */
  target: boolean;
}

/** `18.9.4.1`, `(L1)`, `V-220726`, `WN10-CC-000035`: numbers of rules in security guides. */
const RULE_NUMBER =
  /^\s*\(?\d{1,3}(?:\.\d{1,3}){1,7}\)?[:.]?(?=\s)|(?<=^|\s)(?:\d{1,3}(?:\.\d{1,3}){2,7}[:.]?|\((?:L[12]|BL|NG)\)|(?:[A-Z]{2,6}\d{0,4}-[A-Z0-9]{2,4}-\d{4,7}|S?V-\d{4,7}(?:r\d{4,8}_rule)?)[:.]?)(?=\s|$)/gi;
/** Where a key with or without its hive begins. */
const KEY_BEGIN =
  /(?:\[?\b(?:hklm|hkcu|hkey_local_machine|hkey_current_user)(?::?\\|:\/)|(?<![\p{L}\p{N}\\])(?:software|system)\\)/iu;

/** Where a target may begin: most queries name none, and reading one takes longer than the rest of a sentence. */
const TARGET_BEGIN =
  /(?<![\p{L}\p{N}])(?:(?:microsoft\s+)?win(?:dows)?(?:[\s-]*server)?[\s-]*(?:\d|vista|home|pro|ent|edu|ltsc)|server\s+20\d\d|\d\dh\d(?![\p{L}\p{N}]))/iu;
/** Words of a target besides numbers and editions; `update` and `desktop` are as well what a setting is about. */
const TARGET_WORD =
  /\d|^(?:microsoft|win|windows|server|vista|version|build|edition|editions|ltsc|ltsb|r2|sp|home|pro)$/;

export function readSentence(text: string, { names, releases }: SearchIndex): Sentence {
  const { rest, settings } = withoutKey(text.replace(RULE_NUMBER, ' '), names);
  const beside = withoutTarget(rest, releases);
  const all = words(beside ?? rest);
  return {
    words: all.slice(0, MAX_WORDS),
    names: new Set(rest.toLowerCase().split(/[\s\\/:,;="'“”‘’()[\]]+/)),
    prose: all.length >= MIN_PROSE,
    keySettings: settings,
    target: beside !== undefined,
  };
}

/** Keys hold blanks (`Windows NT`): the longest text that is a known key is one. */
function withoutKey(text: string, names: Terms): { rest: string; settings: Iterable<number> } {
  const begin = KEY_BEGIN.exec(text)?.index ?? text.length;
  const tail = text.slice(begin).replaceAll('/', '\\');
  const ends = [...tail.matchAll(/[\s\\:,;"'“”‘’\])]|$/g)].slice(0, MAX_KEY_ENDS);
  for (const { index } of ends.reverse()) {
    const settings = names.of(parseKey(tail.slice(0, index)).key)[NAME_KIND.key];
    if (settings) return { rest: `${text.slice(0, begin)} ${text.slice(begin + index)}`, settings };
  }
  return { rest: text, settings: [] };
}

/** The text without the target OS that it names, which says where and not what; undefined where it names none. */
function withoutTarget(text: string, releases: Releases): string | undefined {
  const begin = TARGET_BEGIN.exec(text)?.index;
  if (begin === undefined) return undefined;
  const words = [...text.slice(begin).matchAll(/\S+/g)].slice(0, MAX_TARGET_WORDS);
  const other = words.findIndex(([word]) => !isOfTarget(word, releases));
  const ends = words.map(({ 0: word, index }) => begin + index + word.length);
  const end = ends.slice(0, other < 0 ? undefined : other).findLast((each) => {
    const { kind } = readTarget(text.slice(begin, each), releases);
    return kind !== 'none' && kind !== 'unreadable';
  });
  if (end === undefined) return undefined;
  const before = text.slice(0, begin).split(/(?<=\s)(?=\S+\s+$)/u);
  if (BEFORE_PRODUCT.has(before.at(-1)?.trim().toLowerCase() ?? '')) before.pop();
  return `${before.join('')} ${text.slice(end)}`;
}

function isOfTarget(word: string, releases: Releases): boolean {
  const plain = word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return TARGET_WORD.test(plain) || readEditions(editionWords(plain), releases).editions.length > 0;
}
