/** Tells the format of a file by its content. The name decides only whether any other text is meant as CSV, and what is no YAML. */

import { hex } from '../format/keys.ts';
import BEGINNINGS from './beginnings.json' with { type: 'json' };
import { delimiterOf, separatorOf } from './csv.ts';
import { decodeHead } from './encoding.ts';
import { isTemplateSection } from './gpttmpl.ts';
import { lgpoHive } from './lgpo.ts';
import { isRegHeader } from './reg.ts';
import { isRegQuery } from './reg-query.ts';
import { columnsOf, missingColumn } from './rows.ts';
import { hasTasks } from './tasks.ts';
import type { Format } from './types.ts';

/** Bytes of the beginning that are looked at. */
const HEAD = 64 * 1024;

/** First bytes of zip, empty zip, cab, 7z, gzip, xz, bzip2, rar, zstd. */
const ARCHIVE = /^(?:504b0304|504b0506|4d534346|377abcaf|1f8b|fd377a58|425a68|52617221|28b52ffd)/;
const POL = '50526567';
/** `ustar`, behind the first name. */
const TAR = '7573746172';

/** The format of a file; undefined for an unknown one. Never throws. */
export function recognise(bytes: Uint8Array, path: string): Format | undefined {
  const magic = hex(bytes.subarray(0, 4));
  if (magic === POL) return 'registry-pol';
  if (isOfficeDocument(bytes)) return undefined;
  if (ARCHIVE.test(magic) || hex(bytes.subarray(257, 262)) === TAR) return 'archive';
  const head = decodeHead(bytes, HEAD);
  return head === undefined ? undefined : recogniseText(head, path);
}

/** First entries of the zip files that Office and LibreOffice write. */
const OFFICE_ENTRY = /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|xl\/|ppt\/|mimetype$)/;

/** Baselines come with workbooks and documents beside the files that hold values: nothing in them is to be unpacked. */
export function isOfficeDocument(bytes: Uint8Array): boolean {
  if (hex(bytes.subarray(0, 4)) !== '504b0304') return false;
  const length = (bytes[26] ?? 0) + 256 * (bytes[27] ?? 0);
  return OFFICE_ENTRY.test(String.fromCharCode(...bytes.subarray(30, 30 + Math.min(length, 64))));
}

function recogniseText(head: string, path: string): Format | undefined {
  const text = head.trimStart();
  if (text === '') return undefined;
  const lines = text.split('\n', 50).map((line) => line.trim());
  const [first = ''] = lines;
  if (isRegHeader(first) || /^\[-?HK(?:EY_|LM|CU|CR|U\\)/i.test(first)) return 'reg';
  if (text.startsWith('<') && !text.startsWith('<#')) return recogniseXml(text);
  const opening = lines.find((line) => line !== '' && !line.startsWith(';')) ?? '';
  if (isTemplateSection(opening)) return 'gpttmpl';
  if (lgpoHive(opening) !== undefined) return 'lgpo-text';
  if (isRegQuery(first, lines)) return 'reg-query';
  const script = recogniseScript(head, path);
  if (script !== undefined) return script;
  if (text.startsWith('{') || text.startsWith('[')) return recogniseJson(text, lines);
  const table = lines.filter(
    (line, at) => line !== '' && !line.startsWith('#') && (at > 0 || separatorOf(line) === undefined),
  );
  return table.length === 0 ? undefined : recogniseCsv(table, path);
}

/** Documents and programs, which may hold YAML as an example or a text. */
const NO_TASKS = /\.(?:md|markdown|rst|adoc|py|psm?1|cmd|bat)$/i;

const POWERSHELL =
  /^[ \t]*(?:(?:\$null[ \t]*=|&)[ \t]*)?(?:(?:Set|New|Remove)-ItemProperty|(?:GroupPolicy\\)?Set-GPRegistryValue|(?:x?Registry|RegistryPolicyFile)[ \t]+\S{1,100}[ \t]*(?:(?:\r\n?|\n)[ \t]*)?\{)|^#Requires[ \t]+-/im;
const BATCH = /^[ \t]*@?reg(?:\.exe)?[ \t]+(?:add|delete)[ \t]/im;

/** By a line that begins with a task or a command; else by the name. */
function recogniseScript(head: string, path: string): Format | undefined {
  if (!NO_TASKS.test(path) && hasTasks(head)) return 'tasks';
  if (/\.(?:csv|tsv|jsonl?)$/i.test(path)) return undefined;
  if (/\.(?:cmd|bat)$/i.test(path)) return 'batch';
  if (POWERSHELL.test(head) || /\.psm?1$/i.test(path)) return 'powershell';
  return BATCH.test(head) ? 'batch' : undefined;
}

const FENCE = /^[ \t>]*(?:```|~~~)/;

/** Empties the lines of prose: all but those between the fences of Markdown and those that begin with a command. */
export function withoutProse(text: string): string {
  const lines = text.split('\n');
  let isCode = !lines.some((line) => FENCE.test(line));
  const kept = lines.map((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && (isCode || POWERSHELL.test(line) || BATCH.test(line)) ? line : '';
  });
  return kept.join('\n');
}

const ROOTS = new Map(Object.entries(BEGINNINGS.xmlRoots));

/** Before the root may stand declarations and comments. Behind its name: the class of a part of preferences. */
const XML_ROOT =
  /^(?:(?:<!--(?:(?!-->).)*-->|<(?!!--)[?!][^>]*>)[^<]*)*<(?:[\w.-]{1,100}:)?([\w.-]{1,100})(?:\s{1,100}clsid="(\{[\w-]{36}\}))?/s;

function recogniseXml(text: string): Format | undefined {
  const [, root = '', clsid = ''] = XML_ROOT.exec(text) ?? [];
  return (ROOTS.get(root) ?? ROOTS.get(clsid.toUpperCase())) as Format | undefined;
}

function recogniseJson(text: string, lines: string[]): Format | undefined {
  if (/"(?:settingDefinitionId|settingInstance|omaSettings|@odata\.[a-z]{1,20})"/i.test(text) && !isRow(text))
    return 'intune';
  const [first = '', ...others] = lines;
  const second = others.find((line) => line !== '') ?? '';
  if (first.startsWith('[')) return /^(?:$|[[{\]"])/.test(first.slice(1).trim()) ? 'json' : undefined;
  return first.endsWith('}') && second.startsWith('{') ? 'json-lines' : 'json';
}

/** Whether the first object has a registry key and the name of a value: other members do not matter. */
function isRow(text: string): boolean {
  const [, object = ''] = /^(?:\{\s*"items"\s*:)?[\s[]*(\{[^{}]{0,4000})/.exec(text) ?? [];
  const names = [...object.matchAll(/"([^"\\]{1,100})"\s*:/g)].map(([, name = '']) => name);
  const columns = columnsOf(names);
  return columns.has('key') && missingColumn(columns) === undefined;
}

function recogniseCsv([header = '', second = '']: string[], path: string): Format | undefined {
  const delimiter = delimiterOf(header);
  const isNamed = /\.(?:csv|tsv)$/i.test(path);
  if (!isNamed && delimiter === undefined) return undefined;
  const names = header.split(delimiter ?? ',').map((name) => name.replaceAll('"', '').trim());
  if (names.includes('Policy Target') && names.includes('Subcategory GUID')) return 'audit-csv';
  if (isNamed || missingColumn(columnsOf(names)) === undefined) return 'csv';
  const isTable = delimiterOf(second) === delimiter && second.split(delimiter ?? ',').length === names.length;
  return isTable ? 'csv' : undefined;
}
