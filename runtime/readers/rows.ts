/** Entries of lists, CSV or JSON: the role of each field, and the item made of them. */

import { jsonText } from '../format/json.ts';
import { trimEnds } from '../format/text.ts';
import type { Collector, TypedData } from './collect.ts';
import { divided, entriesContent, guideContent, listedContent } from './data.ts';
import { clearEntry } from './entry.ts';
import { quote } from './fault.ts';
import NAMES from './field-names.json' with { type: 'json' };
import { readEntry } from './instruction.ts';
import { MAX_ENTRIES } from './types.ts';

/** `field-names.json` has their names in lists of public baselines and tools, in lower case without blanks and punctuation. */
type Role = keyof typeof NAMES;

/** The field of each role in a list. */
type Columns = Map<Role, string>;

/** The roles of the fields of a list. The first name of a role wins: `value` is the data beside a `name`. */
export function columnsOf(fields: string[]): Columns {
  // Of two fields with one name the first.
  const byName = new Map(fields.map((field): [string, string] => [plain(field), field]).reverse());
  const columns: Columns = new Map();
  for (const role of Object.keys(NAMES) as Role[]) {
    // Beside a path a field that is called key has the name.
    const taken = columns.get('key');
    const name = NAMES[role].find((each) => byName.has(each) && byName.get(each) !== taken);
    if (name !== undefined) columns.set(role, byName.get(name) ?? '');
  }
  const [value, left] = [columns.get('value'), columns.get('plain')];
  if (columns.get('title') !== value) columns.delete('title');
  // Without a key there is no registry value that it may name.
  if (!columns.has('data') && left !== undefined && (value !== left || !columns.has('key')))
    columns.set('data', left);
  return columns;
}

/** The part of a field's name that is compared. */
export function plain(name: string): string {
  return name
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '');
}

/** Whether a list with these columns names registry values or OMA-URIs; else what is missing. */
export function missingColumn(columns: Columns): string | undefined {
  if (columns.has('omaUri')) return undefined;
  const role = columns.has('key') ? 'value' : 'key';
  if (columns.has(role)) return undefined;
  const what = role === 'key' ? 'the registry key' : 'the name of the value';
  return `no column for ${what}: looked for ${NAMES[role].join(', ')} (and omaUri), in any case and spacing`;
}

/**
 * The roles of the fields of a list or an entry, if they are clear: where two fields have one name, either may be meant.
 * @param given All fields with content.
 */
export function readColumns(
  fields: string[],
  what: 'columns' | 'fields',
  collector: Collector,
  given = fields,
): Columns {
  const columns = columnsOf(fields);
  const missing = missingColumn(columns);
  if (missing !== undefined) throw collector.fault(missing);
  const names = given.map(plain);
  for (const field of new Set(names).size < names.length ? columns.values() : []) {
    const own = plain(field);
    const [one, other] = given.filter((_, at) => names[at] === own).map(quote);
    if (other === undefined) continue;
    const message = `two ${what} have the same name, ${one} and ${other}; which one is meant cannot be told`;
    throw collector.fault(message);
  }
  return columns;
}

/** Text in CSV, any value in JSON; undefined if absent, as an empty field of CSV is. */
export type Fields = Partial<Record<Role, unknown>>;

/** Adds the item of one entry. An entry without key and OMA-URI gets a note instead. */
export function addRow(fields: Fields, collector: Collector): void {
  const omaUri = trimEnds(cellText(fields.omaUri, 'OMA-URI', collector));
  const key = trimEnds(cellText(fields.key || fields.other, 'key', collector));
  if (key !== '') addValue(key, fields, collector);
  else if (omaUri !== '') collector.add({ omaUri, ...rowContent(fields, collector, { value: omaUri }) });
  else collector.note('skipped', 'the entry names neither a key nor an OMA-URI');
}

/** The data; none and a note if the operator is not equality; unread if the effect of the action is not known. */
function rowContent(fields: Fields, collector: Collector, about: { key?: string; value: string }): TypedData {
  const { unread } = actionOf(fields);
  if (unread !== undefined) return { unread };
  const operator = wordOf(fields.operator);
  if (/^(?:==?|-?eq|equals?)?$/i.test(operator)) return rowData(fields.data);
  const why = `the operator ${quote(operator)} allows more than one content: the data is not checked`;
  collector.note('unreadable-data', why, about);
  return {};
}

function addValue(first: string, given: Fields, collector: Collector): void {
  const hive = trimEnds(cellText(given.hive, 'hive', collector));
  const { key, unread, fields } = clearEntry(first, hive, given);
  const value = cellText(fields.value, 'value', collector);
  if (unread !== undefined) {
    collector.add({ key, value, unread });
    return;
  }
  const { deletes } = actionOf(fields);
  if (deletes !== undefined) {
    if (deletes === 'action' && value === '') collector.deletes('delete-keys', DELETES_KEY, { key }, 'tree');
    collector.add({ key, value, delete: true });
    return;
  }
  const content = rowContent(fields, collector, { key, value });
  const add = (name: string) => {
    collector.add({ key, value: name, ...rowTypedContent(fields.type, content) });
  };
  const text = () => String(content.data ?? '').trim();
  readEntry(collector, { key, value, text }, add);
}

const DELETES_KEY = 'an action that deletes and names no value: it may delete the key with all below it';

function wordOf(content: unknown): string {
  const text = jsonText(content ?? '');
  return text.trim().toLowerCase();
}

const TRUE = ['true', 'yes', '1'];
const FALSE = ['', 'false', 'no', '0'];

/** Group Policy preferences and PowerShell DSC. */
const DELETES = ['delete', 'd', 'remove', 'absent'];
const WRITES = ['', 'create', 'c', 'replace', 'r', 'update', 'u', 'set', 'add', 'present'];
const KNOWN_ACTIONS = `write ${[...WRITES.slice(1), ...DELETES].join(', ')}`;

/** `deletes`: the field by which the entry deletes its value. */
type Action = { deletes?: 'delete' | 'action'; unread?: string };

/** The action of an entry; the effect of an unknown word on the data is not known. */
function actionOf(fields: Fields): Action {
  const flag = wordOf(fields.delete);
  if (TRUE.includes(flag)) return { deletes: 'delete' };
  const word = wordOf(fields.action);
  if (!FALSE.includes(flag)) {
    return { unread: `${quote(flag)} does not say whether the value is deleted: write true or false` };
  }
  // Ansible's; elsewhere a column of this name has other words.
  if (DELETES.includes(word) || wordOf(fields.state) === 'absent') return { deletes: 'action' };
  return WRITES.includes(word) ? {} : { unread: `${quote(word)} is not a known action: ${KNOWN_ACTIONS}` };
}

function cellText(content: unknown, what: string, collector: Collector): string {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  throw collector.fault(`the ${what} is not text`);
}

function rowData(content: unknown): TypedData {
  if (content === undefined || content === null) return {};
  if (typeof content === 'string' || typeof content === 'number') return { data: content };
  return Array.isArray(content) && content.every((entry) => typeof entry === 'string')
    ? { data: content }
    : { unread: 'the data is not a number, a text or a list of texts' };
}

function rowTypedContent(type: unknown, content: TypedData): TypedData {
  const typeText = typeof type === 'string' ? type : wordOf(type);
  const read = content.unread === undefined ? guideContent(typeText, content.data) : content;
  if (typeText.trim() === '') return read;
  const typed = listedContent(typeText, read.data, listEntriesOf);
  return read.unread === undefined ? typed : { ...typed, ...read };
}

function listEntriesOf(text: string): TypedData {
  const type = 'REG_MULTI_SZ';
  if (/[\r\n]/.test(text)) {
    const entries = divided(text, /\r?\n/);
    return entriesContent(entries.length > MAX_ENTRIES ? entries : entries.filter((entry) => entry !== ''));
  }
  if (!/[,;|]|\\0/.test(text)) return { type, data: [text] };
  return { type, unread: `the entries of ${quote(text)} cannot be told apart: write one a line` };
}
