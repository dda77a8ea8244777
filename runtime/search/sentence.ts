/** A query as written → its words and the registry path in it. Linear in its length. */
import { parseKey } from '../format/keys.ts';
import { MAX_KEY_ENDS, MIN_PROSE } from './constants.ts';
import { NAME_KIND } from './files.ts';
import type { SearchIndex } from './load.ts';
import { withoutTarget } from './place.ts';
import type { Terms } from './terms.ts';
import { type Word, words } from './tokens.ts';

export interface Sentence {
  words: Word[];
  /** So long that it has words beside those that name the setting. */
  prose: boolean;
  path: RegistryPath | undefined;
  /** It names a target OS, whose words are not among {@link words}. */
  target: boolean;
}

/** A documented registry key in a sentence, and what stands after it. */
interface RegistryPath {
  /** Settings that write to the key. */
  settings: Iterable<number>;
  /** Lower case; empty where nothing follows. */
  valueName: string;
  /** The sentence without the key. */
  rest: string;
}

/** `18.9.4.1`, `(L1)`, `V-220726`, `WN10-CC-000035`: numbers of rules in security guides. */
const RULE_NUMBER =
  /^\s*\(?\d{1,3}(?:\.\d{1,3}){1,7}\)?[:.]?(?=\s)|(?<=^|\s)(?:\d{1,3}(?:\.\d{1,3}){2,7}[:.]?|\((?:L[12]|BL|NG)\)|(?:[A-Z]{2,6}\d{0,4}-[A-Z0-9]{2,4}-\d{4,7}|S?V-\d{4,7}(?:r\d{4,8}_rule)?)[:.]?)(?=\s|$)/gi;
/** Where a key with or without its hive begins. */
const KEY_BEGIN =
  /(?:\[?\b(?:hklm|hkcu|hkey_local_machine|hkey_current_user)(?::?\\|:\/)|(?<![\p{L}\p{N}\\])(?:software|system)\\)/iu;

export function readSentence(text: string, { names, releases }: SearchIndex): Sentence {
  const unnumbered = text.replace(RULE_NUMBER, ' ');
  const path = findPath(unnumbered, names);
  const whole = path?.rest ?? unnumbered;
  const beside = withoutTarget(whole, releases);
  const all = words(beside ?? whole);
  return {
    words: all,
    prose: all.length >= MIN_PROSE,
    path,
    target: beside !== undefined,
  };
}

/** Keys hold blanks (`Windows NT`): the longest text that is a known key is one. */
function findPath(text: string, names: Terms): RegistryPath | undefined {
  const begin = KEY_BEGIN.exec(text);
  if (!begin) return undefined;
  const tail = text.slice(begin.index).replaceAll('/', '\\');
  const ends = [...tail.matchAll(/[\s\\:,;"'“”‘’\])]|$/g)].map(({ index }) => index).slice(0, MAX_KEY_ENDS);
  for (const end of ends.reverse()) {
    const settings = names.of(parseKey(tail.slice(0, end)).key)[NAME_KIND.key];
    if (!settings) continue;
    const after = text.slice(begin.index + end).replace(/^[\s\\:,;"'“”‘’\])]+/, '');
    return {
      settings,
      valueName: /^[^\s,;"'“”‘’=]*/.exec(after)?.[0].toLowerCase() ?? '',
      rest: `${text.slice(0, begin.index)} ${after}`,
    };
  }
  return undefined;
}
