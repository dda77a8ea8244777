/**
 * Reads files that hold registry values or MDM settings. No file is trusted: every reader is bounded, takes linear
 * time, and answers damage with a problem that names the place. Formats: `types.ts`.
 */
import type { Pace } from '../pace.ts';
import { readBatch } from './batch.ts';
import { Collector } from './collect.ts';
import { noteEnd, unreadCommand } from './command.ts';
import { readCsv } from './csv.ts';
import { decodeText } from './encoding.ts';
import { ReadFault } from './fault.ts';
import { readGptTmpl } from './gpttmpl.ts';
import { readIntune } from './intune.ts';
import { readJsonLines, readJsonList } from './json-rows.ts';
import { readLgpo } from './lgpo.ts';
import { readPol } from './pol.ts';
import { readPolicyRules } from './policyrules.ts';
import { readPowershell } from './powershell.ts';
import { readPreferences } from './preferences.ts';
import { isOfficeDocument, recognise, withoutProse } from './recognise.ts';
import { readReg } from './reg.ts';
import { readRegQuery } from './reg-query.ts';
import { readTasks } from './tasks.ts';
import { DEFAULT_LIMITS, type Format, type Pieces, type ReadLimits, type ReadResult } from './types.ts';
import { readUnattend } from './unattend.ts';
import { parseXmlInPieces } from './xml.ts';

export type * from './types.ts';
export { DEFAULT_LIMITS } from './types.ts';

const KNOWN =
  '.reg, Registry.pol, GptTmpl.inf, PolicyRules, Registry.xml of preferences, answer files of Windows Setup (unattend.xml), LGPO text, scripts (.ps1, .cmd, .bat), the output of reg query, YAML with Ansible tasks or DSC resources, CSV, JSON lines, JSON, an Intune export or a file of a GPO backup';

type TextFormat = Exclude<Format, 'registry-pol' | 'archive'>;

/** Names of files of other programs, which may write values in their own ways. */
const NO_SCRIPT = /(?:^|[\\/])(?:\w+file|[^\\/]*\.(?!(?:cmd|bat|ps[dm]?1|txt)$)[a-z]\w{0,9})$/i;

const SCRIPTS = new Set<Format>(['batch', 'powershell']);

/** It yields after each piece of the text. */
type Reader = (text: string, collector: Collector) => Pieces;

/** Formats whose keys people type. */
const TYPED = new Set<Format>(['csv', 'json', 'json-lines', 'powershell', 'batch', 'tasks', 'unattend']);

const READERS: Record<TextFormat, Reader> = {
  reg: readReg,
  gpttmpl: readGptTmpl,
  'policy-rules': readPolicyRules,
  preferences: readPreferences,
  unattend: readUnattend,
  'lgpo-text': readLgpo,
  powershell: readPowershell,
  batch: readBatch,
  'reg-query': readRegQuery,
  tasks: readTasks,
  csv: readCsv,
  json: readJsonList,
  'json-lines': readJsonLines,
  intune: readIntune,
  'gpo-info': readGpoInfo,
  'gpo-report': (_text, collector) => nothing(collector, 'a report or comment of a GPO backup'),
  'audit-csv': (_text, collector) => nothing(collector, 'an audit policy (audit.csv)'),
};

function* nothing(collector: Collector, what: string): Pieces {
  yield;
  collector.note('no-registry-values', `the file is ${what}; no values are read from it`);
}

/** Reads bkupInfo.xml: the display name and GUID of the backed-up group policy object. */
function* readGpoInfo(text: string, collector: Collector): Pieces {
  const fields = new Map<string, string>();
  yield* parseXmlInPieces(text, collector, {
    close(name, depth, content) {
      if (depth === 2) fields.set(name, content);
    },
  });
  const name = fields.get('GPODisplayName')?.trim() ?? '';
  const id = fields.get('GPOGuid')?.trim() ?? '';
  collector.gpo = { ...(name === '' ? {} : { name }), ...(id === '' ? {} : { id }) };
}

/**
 * Reads one file. `name` is its path: every place has it, and the hive of a Registry.pol follows from its folder.
 * Never throws for any content; what cannot be read is the result's `problem`, and then there are no items.
 */
export function readFile(file: FileContent, limits: Partial<ReadLimits> = {}): ReadResult {
  const pieces = readPieces(file, limits);
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
  }
}

/** The same in pieces, with `pace` between them: a server answers other requests there. */
export async function readFileInPieces(
  file: FileContent,
  limits: Partial<ReadLimits>,
  pace: Pace,
): Promise<ReadResult> {
  const pieces = readPieces(file, limits);
  for (;;) {
    const { done, value } = pieces.next();
    if (done) return value;
    await pace();
  }
}

interface FileContent {
  name: string;
  content: Uint8Array;
}

/** Why a file is not read, of whatever format it is. */
function refusalOf(content: Uint8Array, format: Format | undefined, maxBytes: number): string | undefined {
  if (content.length === 0) return 'the file is empty';
  if (format === 'archive') return 'the file is an archive; unpack it and give the files in it';
  // The caller may have read only the beginning of a longer file, so the message does not name its length.
  if (content.length > maxBytes) return `the file is too long: at most ${maxBytes} bytes are read`;
  if (isOfficeDocument(content)) return 'the file is an Office document; save its table as CSV';
  return format === undefined ? `the content is of no known format; read are ${KNOWN}` : undefined;
}

function* readPieces({ name, content }: FileContent, given: Partial<ReadLimits>): Pieces<ReadResult> {
  const limits = { ...DEFAULT_LIMITS, ...given };
  const format = recognise(content, name);
  const refusal = refusalOf(content, format, limits.maxBytes);
  if (format !== undefined && format !== 'archive' && refusal === undefined)
    return yield* readKnown(format, name, content, limits);
  return { ...(format && { format }), problem: { file: name, message: refusal ?? '', offset: 0 } };
}

function* readKnown(
  format: Exclude<Format, 'archive'>,
  name: string,
  content: Uint8Array,
  limits: ReadLimits,
): Pieces<ReadResult> {
  const collector = new Collector(name, limits, !TYPED.has(format));
  const isOther = SCRIPTS.has(format) && NO_SCRIPT.test(name);
  if (isOther)
    unreadCommand(
      collector,
      'by its name the file is no script; of others only commands of scripts are read',
    );
  try {
    if (format === 'registry-pol') yield* readPol(content, collector);
    else yield* readText(format, decodeText(content, collector), isOther, collector);
  } catch (error) {
    if (!(error instanceof ReadFault)) throw error;
    const { message, place } = error;
    // Prose and other languages have other brackets than scripts.
    if (!isOther || !noteEnd(error, collector)) return { format, problem: { file: name, message, ...place } };
  }
  const { items, notes, gpo } = collector;
  return { format, items, notes, ...(gpo === undefined ? {} : { gpo }) };
}

/** Formats whose readers refuse a file that is cut off. In others a cut value may look like another: `dword:0000`. */
const CLOSED = new Set<Format>(['policy-rules', 'preferences', 'unattend', 'json', 'json-lines', 'intune']);

/** Formats in which a carriage return alone ends a line. */
const CARRIAGE = new Set<Format>(['powershell', 'tasks']);

function* readText(format: TextFormat, text: string, isOther: boolean, collector: Collector): Pieces {
  const lines = CARRIAGE.has(format) ? text.replaceAll(/\r(?![\r\n])/g, '\n') : text;
  yield* READERS[format](isOther && format === 'powershell' ? withoutProse(lines) : lines, collector);
  const last = collector.items.at(-1);
  if (last === undefined || CLOSED.has(format) || /[\r\n]/.test(text.at(-1) ?? '')) return;
  const { file: _file, ...spot } = last.at;
  collector.note('last-line', 'no line break ends the file; its last value may be cut off', {}, spot);
}
