/** A query as written → its words, and the registry path in it. */
import { parseKey } from '../format/keys.ts';
import type { Releases } from '../verdict/releases.ts';
import { readTarget } from '../verdict/target.ts';
import { LIMIT } from './constants.ts';
import { NAME_KIND } from './files.ts';
import type { SearchIndex } from './load.ts';
import type { Terms } from './terms.ts';
import { type Word, words } from './tokens.ts';

export interface Sentence {
  words: Word[];
  /** What stands between blanks, slashes and marks beside the key, in lower case: a value name holds `_` and `.`. */
  names: ReadonlySet<string>;
  /** Settings that write to a registry key in it, whose words are not among {@link words} either. */
  keySettings: Iterable<number>;
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
/** Words of a target besides editions; `update` and `desktop` are as well what a setting is about. */
const TARGET_WORD =
  /\d|^\W*(?:microsoft|win|windows|server|vista|version|build|edition|editions|ltsc|ltsb|r2|sp|home|pro)\W*$/i;

/** What products are called of any target. */
const WINDOWS = 'Windows 11';

export function readSentence(text: string, { names, releases }: SearchIndex): Sentence {
  const { rest, settings } = withoutKey(text.replace(RULE_NUMBER, ' '), names);
  return {
    words: words(withoutTarget(rest, releases)).slice(0, LIMIT.words),
    names: new Set(rest.toLowerCase().split(/[\s\\/:,;="'“”‘’()[\]]+/)),
    keySettings: settings,
  };
}

/** Keys hold blanks (`Windows NT`): the longest text that is a known key is one. */
function withoutKey(text: string, names: Terms): { rest: string; settings: Iterable<number> } {
  const begin = KEY_BEGIN.exec(text)?.index ?? text.length;
  const tail = text.slice(begin).replaceAll('/', '\\');
  const ends = [...tail.matchAll(/[\s\\:,;"'“”‘’\])]|$/g)].slice(0, LIMIT.keyEnds);
  for (const { index } of ends.reverse()) {
    const settings = names.of(parseKey(tail.slice(0, index)).key)[NAME_KIND.key];
    if (settings) return { rest: `${text.slice(0, begin)} ${text.slice(begin + index)}`, settings };
  }
  return { rest: text, settings: [] };
}

/** The text with {@link WINDOWS} for the target OS that it names: its release and edition say where, and not what. */
function withoutTarget(text: string, releases: Releases): string {
  const isTarget = (part: string) => !['none', 'unreadable'].includes(readTarget(part, releases).kind);
  const begin = TARGET_BEGIN.exec(text)?.index ?? text.length;
  let end = begin;
  for (const { 0: word, index } of [...text.slice(begin).matchAll(/\S+/g)].slice(0, LIMIT.targetWords)) {
    if (!TARGET_WORD.test(word) && !isTarget(word)) break;
    const next = begin + index + word.length;
    if (isTarget(text.slice(begin, next))) end = next;
  }
  return end === begin ? text : `${text.slice(0, begin)} ${WINDOWS} ${text.slice(end)}`;
}
