/** The key and the name of an entry of a list, where its fields may be meant in more than one way. */
import { parseKey } from '../format/keys.ts';
import { trimEnds } from '../format/text.ts';
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

/** @param first The key, by the names of the fields. @param hive Empty where no field has it. */
export function clearEntry(first: string, hive: string, fields: Fields): Entry {
  const [path, below] = [textOf(fields.path), textOf(fields.subkey)];
  const isKey = isRegistryKey(first);
  if (isKey && `${hive}${below}${textOf(fields.scope)}` === '')
    return { key: first, ...clearName('', fields) };
  // Else `key` may be the name of the value, or of the entry.
  const isPath = !isKey && (hiveOf(path) !== null || (hive !== '' && isRegistryKey(path)));
  const found = isPath ? path : first;
  const key = inHive(below === '' || below === found ? found : `${found}\\${below}`, hive, fields);
  if (!isRegistryKey(key)) return { key, fields, unread: NO_REGISTRY_KEY };
  if (/^(?:HKLM,HKCU|HKCU,HKLM)$/.test(`${hiveOf(key)},${hiveOf(hive)}`))
    return { key, fields, unread: `the key names another hive than ${quote(hive)}` };
  return { key, ...clearName(isPath ? first : '', fields) };
}

function inHive(key: string, hive: string, { scope }: Fields): string {
  if (hiveOf(key) !== null) return key;
  const isScope = /^(?:machine|user)$/i.test(textOf(scope)) && isRegistryKey(key);
  const root = hive.replace(NET_HIVE, 'HKEY_$1_$2') || (isScope ? textOf(scope) : '');
  return root === '' ? key : `${root}\\${key}`;
}

const NAME = /^[a-z]\w*$/i;

/** @param spare What is called the key beside the path. */
function clearName(spare: string, fields: Fields): Omit<Entry, 'key'> {
  const { title, plain, data } = fields;
  if (NAME.test(spare) && title === undefined && data === undefined && plain === fields.value)
    return { fields: { ...fields, value: spare, data: plain } };
  const isLabel = /[\s(]/.test(textOf(title)) && data !== undefined && data !== plain;
  const other = [spare, isLabel ? textOf(plain) : ''].find((each) => NAME.test(each));
  if (title === undefined || other === undefined) return { fields };
  const which = `${quote(textOf(title))} or ${quote(other)}`;
  return { fields, unread: `the name of the value may be ${which}: call its field ValueName` };
}
