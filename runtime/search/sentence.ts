/** A query as written → its words, the names that it quotes, the registry path in it. Linear in its length. */
import { parseKey } from '../normalize.ts';
import { isFiller, isStopWord } from './fillers.ts';
import type { SearchIndex } from './load.ts';
import { type Word, words } from './tokens.ts';

export interface Sentence {
  words: Word[];
  /** So many words stand before a colon that begins the query. */
  heading: number;
  /** More is said than names the setting. */
  sentence: boolean;
  /** Names in quotation marks. */
  quoted: string[];
  /** The documented registry key in it, normalized. */
  key?: string;
  /** What stands after the key, lower case. */
  valueName?: string;
}

/** `18.9.4.1`, `(L1)`, `V-220726`, `WN10-CC-000035`: numbers of rules in security guides. */
const RULE_NUMBERS = [
  /^\s*\(?\d{1,3}(?:\.\d{1,3}){1,7}\)?[:.]?(?=\s)/,
  /(?<=^|\s)\d{1,3}(?:\.\d{1,3}){2,7}[:.]?(?=\s|$)/g,
  /(?<=^|\s)\((?:L[12]|BL|NG)\)(?=\s|$)/g,
  /(?<=^|\s)(?:[A-Z]{2,6}\d{0,4}-[A-Z0-9]{2,4}-\d{4,7}|S?V-\d{4,7}(?:r\d{4,8}_rule)?)[:.]?(?=\s|$)/gi,
];
const HEADING = /^([^:\\/"]{2,40}):\s/;
/** A mark inside a word is an apostrophe. */
const QUOTED = /(?<![\p{L}\p{N}])["“”„«»‘’'`]([^"“”„«»‘’'`]{2,120})["“”„«»‘’'`](?![\p{L}\p{N}])/gu;
/** Where a key with or without its hive begins. */
const KEY_BEGIN =
  /(?:\[?\b(?:hklm|hkcu|hkey_local_machine|hkey_current_user)(?::?\\|:\/)|(?<![\p{L}\p{N}\\])(?:software|system)\\)/iu;
const MIN_SENTENCE = 6;
const MIN_FILLERS = 2;
/** Ends of the key that are tried, longest first. */
const MAX_ENDS = 60;

export function understand(text: string, index: SearchIndex): Sentence {
  let rest = text;
  for (const each of RULE_NUMBERS) rest = rest.replace(each, ' ');
  const path = findKey(rest, index);
  if (path) rest = `${rest.slice(0, path.from)} ${path.after}`;
  const all = words(rest);
  const heading = HEADING.exec(rest);
  return {
    words: all,
    heading: heading?.[1] === undefined ? 0 : words(heading[1]).length,
    sentence: isSentence(all),
    quoted: [...rest.matchAll(QUOTED)].flatMap(([, name]) => name?.trim() || []),
    ...(path && { key: path.key, ...(path.valueName !== '' && { valueName: path.valueName }) }),
  };
}

function isSentence(all: readonly Word[]): boolean {
  if (all.length < MIN_SENTENCE) return false;
  const fillers = all.filter(({ whole }) => isFiller(whole) || isStopWord(whole)).length;
  return fillers >= MIN_FILLERS;
}

interface Path {
  from: number;
  key: string;
  valueName: string;
  after: string;
}

/** Keys hold blanks (`Windows NT`): the longest text that is a known key is one. */
function findKey(text: string, { keys }: SearchIndex): Path | undefined {
  const begin = KEY_BEGIN.exec(text);
  if (!begin) return undefined;
  const tail = text.slice(begin.index).replaceAll('/', '\\');
  const ends = [...tail.matchAll(/[\s\\:,;"'“”‘’\])]|$/g)].map(({ index }) => index).slice(0, MAX_ENDS);
  for (const end of ends.reverse()) {
    const { key } = parseKey(tail.slice(0, end));
    if (keys.settingsOf(key).length === 0) continue;
    const after = text.slice(begin.index + end).replace(/^[\s\\:,;"'“”‘’\])]+/, '');
    return {
      from: begin.index,
      key,
      valueName: /^[^\s,;"'“”‘’=]*/.exec(after)?.[0].toLowerCase() ?? '',
      after,
    };
  }
  return undefined;
}
