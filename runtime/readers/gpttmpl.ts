/** Reads security templates, GptTmpl.inf ([MS-GPSB] 2.2): only `[Registry Values]` holds registry values. */
import { trimEnds } from '../format/text.ts';
import BEGINNINGS from './beginnings.json' with { type: 'json' };
import type { Collector, TypedData } from './collect.ts';
import { divided, entriesContent, readContent, typeName } from './data.ts';
import { linesOf } from './encoding.ts';
import { quote } from './fault.ts';
import { MAX_ENTRIES, type Pieces, type Spot } from './types.ts';

/** The sections that a security template may begin with, in lower case; they distinguish it from other INI files. */
const SECTIONS = new Set(BEGINNINGS.templateSections);

/** Sections that describe the file; they configure nothing. */
const PREAMBLE = new Set(['unicode', 'version', 'profile description']);

/** Whether a line opens a section of a security template. */
export function isTemplateSection(line: string): boolean {
  const name = /^\[([^\]]*)\]$/.exec(line.trim())?.[1];
  return name !== undefined && SECTIONS.has(name.trim().toLowerCase());
}

/** A registry value in another section: its header is damaged or mistyped, or the file installs something. */
const LOOKS_LIKE_VALUE =
  /^"?(?:(?:MACHINE|USERS?|CLASSES_ROOT|CURRENT_USER)\\[^=]*=[ \t]*\d{1,2}[ \t]*,|HK(?:LM|CU|CR|U|R)"?[ \t]*,)/i;

interface Section {
  name: string;
  spot: Spot;
  entries: number;
}

export function* readGptTmpl(text: string, collector: Collector): Pieces {
  let section: Section | undefined;
  for (const full of linesOf(text, collector)) {
    yield;
    const entry = trimEnds(full);
    if (entry === '' || entry.startsWith(';')) continue;
    if (entry.startsWith('[')) {
      noteSection(section, collector);
      section = openSection(entry, collector);
    } else if (section === undefined) {
      throw collector.fault('a line stands before the first [section]');
    } else if (isRegistryValues(section.name)) {
      readRegistryValue(entry, collector);
    } else {
      if (LOOKS_LIKE_VALUE.test(entry))
        throw collector.fault(`a registry value stands in [${section.name}], not in [Registry Values]`);
      section.entries++;
    }
  }
  noteSection(section, collector);
}

function openSection(entry: string, collector: Collector): Section {
  if (!entry.endsWith(']')) throw collector.fault(`the section ${quote(entry)} lacks its closing bracket`);
  return { name: entry.slice(1, -1).trim(), spot: collector.spot, entries: 0 };
}

export function isRegistryValues(section: string): boolean {
  return section.toLowerCase() === 'registry values';
}

function noteSection(section: Section | undefined, collector: Collector): void {
  if (section === undefined || section.entries === 0 || PREAMBLE.has(section.name.toLowerCase())) return;
  const message = `[${section.name}] holds no registry values; its ${section.entries} entries were not read`;
  collector.note('no-registry-values', message, {}, section.spot);
}

/** `MACHINE\path\value=type,data`. Also a line of a PolicyRules file. */
export function readRegistryValue(entry: string, collector: Collector): void {
  const split = /=[ \t]*(\d{1,2})[ \t]*,/.exec(entry);
  const path = split === null ? '' : withoutQuotes(trimEnds(entry.slice(0, split.index)));
  const end = path.lastIndexOf('\\');
  const key = withHive(path.slice(0, Math.max(end, 0)));
  if (split === null || key === undefined) {
    throw collector.fault(`${quote(entry)} is not of the form MACHINE\\key\\value=type,data`);
  }
  const data = entry.slice(split.index + split[0].length).trim();
  const pair = { key, value: path.slice(end + 1) };
  collector.add({ ...pair, ...templateData(Number(split[1]), data) });
}

/** The hives of security templates; elsewhere the second ones begin with HKEY_. */
const HIVE = /^(?:MACHINE|USER|(CLASSES_ROOT|CURRENT_USER|USERS))(?=\\|$)/i;

function withHive(path: string): string | undefined {
  const hive = HIVE.exec(path);
  if (hive !== null) return hive[1] === undefined ? path : `HKEY_${path}`;
}

function templateData(number: number, text: string): TypedData {
  const type = typeName(number);
  if (type === 'REG_DWORD') return readContent(type, text);
  if (type === 'REG_SZ' || type === 'REG_EXPAND_SZ') return { type, data: withoutQuotes(text) };
  if (type === 'REG_MULTI_SZ') return entriesContent(listEntries(text));
  if (type === 'REG_BINARY') return binary(text);
  return { type, unread: `a security template has no documented form for ${type}` };
}

function withoutQuotes(text: string): string {
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

/** Commas between the entries; one inside an entry is written `","`: each second part is between quotation marks. */
function listEntries(text: string): string[] {
  if (text === '') return [];
  const entries = [''];
  const parts = divided(text, '"');
  if (parts.length > MAX_ENTRIES) return parts;
  for (const [at, part] of parts.entries()) {
    const [first = '', ...others] = at % 2 === 1 ? [part] : divided(part, ',');
    entries[entries.length - 1] += first;
    for (const other of others) entries.push(other);
    if (entries.length > MAX_ENTRIES) break;
  }
  return entries;
}

/**
 * One byte as one digit (`FullPrivilegeAuditing=3,0`), or several as two hexadecimal digits each. A single pair of
 * decimal digits could be either base, so that it is not read.
 */
function binary(text: string): TypedData {
  const type = 'REG_BINARY';
  if (/^\d$/.test(text)) return { type, data: `0${text}` };
  const bytes = divided(text, ',').map((byte) => byte.trim().toLowerCase());
  if (
    bytes.length <= MAX_ENTRIES &&
    bytes.every((byte) => /^[\da-f]{2}$/.test(byte)) &&
    (bytes.length > 1 || /[a-f]|^0/.test(text.toLowerCase()))
  ) {
    return { type, data: bytes.join('') };
  }
  return { type, unread: `${quote(text)} cannot be told as binary data: its base is not certain` };
}
