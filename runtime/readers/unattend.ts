/**
 * Reads answer files of Windows Setup (unattend.xml): the commands that Setup runs, and the scripts that generators of such
 * files put into them. Settings of components are no registry values.
 */
import { readBatch } from './batch.ts';
import type { Collector } from './collect.ts';
import { NESTED, noteEnd, OTHER_WRITERS, SCRIPT, unreadCommand } from './command.ts';
import { quote, ReadFault } from './fault.ts';
import { readPowershell } from './powershell.ts';
import { readReg } from './reg.ts';
import type { Pieces } from './types.ts';
import { parseXmlInPieces } from './xml.ts';

type ReadScript = (text: string, collector: Collector) => Pieces;

/** A command, or a script in the file. */
interface Part {
  /** Where its content begins. */
  line: number;
  content: string;
  /** Of the file that the script is extracted to. */
  path: string;
}

/** Elements that hold a command, behind the one that they are in. */
const COMMAND = /^(?:run)?a?synchronouscommand\/(?:path|commandline)$/;

export function* readUnattend(text: string, collector: Collector): Pieces {
  const commands: Part[] = [];
  const files: Part[] = [];
  /** The elements that are open, by their depth. */
  const open: { name: string; line: number; path: string }[] = [];
  let pass = '';
  yield* parseXmlInPieces(text, collector, {
    open(given, depth, _line, attributes, line) {
      const name = given.toLowerCase();
      open[depth] = { name, line, path: (attributes.path ?? '').trim() };
      if (name === 'settings') pass = (attributes.pass ?? '').toLowerCase();
    },
    close(_name, depth, content) {
      const { name = '', line = 1, path = '' } = open[depth] ?? {};
      if (name === 'settings') pass = '';
      if (name === 'file') files.push({ line, content, path });
      if (!COMMAND.test(`${open[depth - 1]?.name}/${name}`)) return;
      collector.spot = { line };
      const writes = mayWrite(content);
      if (pass !== 'windowspe') commands.push({ line, content: commandLine(content), path: '' });
      else if (writes)
        collector.note('skipped', 'a command of Windows PE, which has a registry of its own, is not read');
      // Microsoft's page on RunSynchronous: in the system context.
      if (pass === 'specialize' && writes && /\bHK(?:CU|EY_CURRENT_USER)\b/i.test(content))
        collector.note('unknown-hive', 'the system account runs this pass: HKCU is that of this account');
    },
  });
  collector.note('no-registry-values', 'of the settings of components none is read', {}, { line: 1 });
  for (const file of files) if (readerOf(file)) collector.carry(file.path);
  for (const each of commands) yield* readEmbedded(each, readBatch, collector);
  for (const file of files) {
    const read = readerOf(file);
    collector.startAlone(read === readReg);
    if (read !== undefined) yield* readEmbedded(file, read, collector);
    else if (mayWrite(file.content))
      unreadCommand(collector, `${quote(file.path)} is in another language`, file.line);
    yield;
  }
}

const mayWrite = (content: string): boolean =>
  [NESTED, OTHER_WRITERS, SCRIPT].some((pattern) => pattern.test(content));

/** On one line, without the marks that `cmd /c "…"` takes away. */
function commandLine(content: string): string {
  const command = content.replaceAll(/\s+/g, ' ').trim();
  return /^\S{0,200}cmd(?:\.exe)?"? \/[ck] "(.*)"$/i.exec(command)?.[1] ?? command;
}

function readerOf({ path }: Part): ReadScript | undefined {
  if (/\.psm?1$/i.test(path)) return readPowershell;
  if (/\.(?:cmd|bat)$/i.test(path)) return readBatch;
  return /\.reg$/i.test(path) ? readReg : undefined;
}

/** Reads a script in the file; a fault in it ends the reading of this one alone. */
function* readEmbedded({ line, content, path }: Part, read: ReadScript, collector: Collector): Pieces {
  // Generators begin the script on a line of its own; whoever extracts it takes blanks at both ends away.
  const script = content.trimStart();
  const before = content.slice(0, content.length - script.length);
  const whole = collector.script;
  const firstLine = line + before.split('\n').length - 1;
  collector.script = { path, firstLine };
  try {
    yield* read(script, collector);
  } catch (error) {
    if (!(error instanceof ReadFault)) throw error;
    const { message, place } = error;
    if (!noteEnd(error, collector)) throw new ReadFault(message, { line: (place.line ?? 1) + firstLine - 1 });
  }
  collector.script = whole;
}
