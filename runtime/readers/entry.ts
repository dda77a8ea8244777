/** The key and the name of an entry of a list, where its fields may be meant in more than one way. */
import { parseKey } from '../format/keys.ts';
import { lower, trimEnds } from '../format/text.ts';
import { boundedKey } from './collect.ts';
import { quote } from './fault.ts';
import type { Fields } from './rows.ts';

/** First parts of keys in HKEY_LOCAL_MACHINE and in the hive of a user. */
const ROOTS =
  /^(?:software|system|security|sam|hardware|drivers|bcd0{8}|control panel|environment|volatile environment|keyboard layout|network|printers|console|appevents|eudc|uninstall|session information)(?:[\\/]|$)/i;

const NO_REGISTRY_KEY =
  'the key begins with neither a hive nor a root such as SOFTWARE or SYSTEM: it may be no registry key';

/** A column that is called path or key may have paths of the Group Policy editor, or of files. */
function isRegistryKey(path: string): boolean {
  const { hive, key, unknownHive } = parseKey(boundedKey(path));
  return hive !== null || unknownHive !== undefined || ROOTS.test(key);
}

const hiveOf = (path: string) => parseKey(boundedKey(path)).hive;
const textOf = (content: unknown) => (typeof content === 'string' ? trimEnds(content) : '');

/** As Microsoft.Win32.RegistryHive has them. */
const NET_HIVE = /^(local|current|classes)(machine|user|root|config)$/i;

/** `unread`: why the key or the name is not clear. */
type Entry = { key: string; fields: Fields; unread?: string };

/** @param first The key, by the names of the fields. @param root The field for the hive; empty where none has it. */
export function clearEntry(first: string, root: string, fields: Fields): Entry {
  const hive = root.replace(NET_HIVE, 'HKEY_$1_$2');
  const [path, below, other] = [textOf(fields.path), textOf(fields.subkey), textOf(fields.other)];
  const isKey = isRegistryKey(first);
  if (isKey && `${hive}${below}${other}${textOf(fields.scope)}` === '')
    return { key: first, ...clearName('', fields) };
  // Else `key` may be the name of the value, or of the entry.
  const isPath = !isKey && (hiveOf(path) !== null || (hive !== '' && isRegistryKey(path)));
  const found = isPath ? path : first;
  // Lists have the key in parts, or whole beside its parts.
  const added = below === '' || isSameKey(below, found) ? '' : below;
  const key = inHive(added === '' ? found : `${found}\\${added}`, hive, fields);
  if (!isRegistryKey(key)) return { key, fields, unread: NO_REGISTRY_KEY };
  if (namesOther(hive, key)) return { key, fields, unread: `the key names another hive than ${quote(root)}` };
  const spare = isPath ? first : other;
  if (isRival(spare, key, fields)) return { key, fields, unread: twoKeys(found, spare) };
  if (mayHold(found, added)) return { key, fields, unread: twoKeys(found, added) };
  return { key, ...clearName(isPath ? first : '', fields) };
}

/** HKU with the SID of a user is read as HKCU. */
function namesOther(hive: string, key: string): boolean {
  const [given, own] = [hiveOf(hive), hiveOf(key)];
  return given !== null && given !== own && `${given}${own}` !== 'HKUHKCU';
}

function isSameKey(part: string, path: string): boolean {
  const [one, whole] = [part, path].map((each) => parseKey(boundedKey(each)));
  return one?.key === whole?.key && [null, whole?.hive].includes(one?.hive);
}

/** Whether what is called the key, too, is another one or the field that was taken for the name. */
const isRival = (spare: string, key: string, { value }: Fields): boolean =>
  spare.includes('\\') && (spare === textOf(value) || !isSameKey(spare, key));

/** Whether the path may hold what stands in the field for what is below it. */
const mayHold = (path: string, below: string): boolean =>
  below !== '' && (hiveOf(below) !== null || lower(path).endsWith(lower(`\\${trimEnds(below, '\\/')}`)));

const twoKeys = (one: string, other: string): string =>
  `two fields may hold the key, ${quote(one)} and ${quote(other)}: write the whole key in one`;

function inHive(key: string, hive: string, { scope }: Fields): string {
  if (hiveOf(key) !== null) return key;
  const isScope = /^(?:machine|user)$/i.test(textOf(scope)) && isRegistryKey(key);
  const root = hive || (isScope ? textOf(scope) : '');
  return root === '' ? key : `${root}\\${key}`;
}

const NAME = /^[a-z]\w*$/i;

/** @param spare What is called the key beside the path. */
function clearName(spare: string, fields: Fields): Omit<Entry, 'key'> {
  const { title, plain, data } = fields;
  const name = spare || textOf(fields.spare);
  if (NAME.test(name) && title === undefined && data === undefined && plain === fields.value)
    return { fields: { ...fields, value: name, data: plain } };
  const isLabel = /[\s(]/.test(textOf(title)) && data !== undefined && data !== plain;
  const other = [spare, isLabel ? textOf(plain) : ''].find((each) => NAME.test(each));
  if (title === undefined || other === undefined) return { fields };
  const which = `${quote(textOf(title))} or ${quote(other)}`;
  return { fields, unread: `the name of the value may be ${which}: call its field ValueName` };
}
