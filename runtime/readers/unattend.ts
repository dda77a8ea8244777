/**
 * Reads answer files of Windows Setup (unattend.xml): the commands that Setup runs, and the scripts that generators of such
 * files put into them. Settings of components are no registry values.
 */
import { readBatch } from './batch.ts';
import type { Collector } from './collect.ts';
import { noteEnd, OTHER_WRITERS, unreadCommand } from './command.ts';
import { quote, ReadFault } from './fault.ts';
import { readPowershell } from './powershell.ts';
import { readReg } from './reg.ts';
import type { Pieces } from './types.ts';
import { parseXmlInPieces } from './xml.ts';

/** A command, or the content of a file that a command extracts. */
interface Part {
  /** Of the element. */
  line: number;
  content: string;
  /** Of a file. */
  path?: string;
}

/** Elements that hold a command, behind the one that they stand in. */
const COMMAND = /^(?:Run)?A?synchronousCommand\/(?:Path|CommandLine)$/i;

const WRITES = /\breg(?:\.exe)?"? +(?:add|delete|copy|restore|load)\b|ItemProperty\b|GPRegistryValue\b/i;

export function* readUnattend(text: string, collector: Collector): Pieces {
  const commands: Part[] = [];
  const files: (Part & { path: string })[] = [];
  /** The elements that are open, by their depth. */
  const open: { name: string; line: number; path: string | undefined }[] = [];
  let pass: string | undefined;
  yield* parseXmlInPieces(text, collector, {
    open(name, depth, line, attributes) {
      open[depth] = { name, line, path: attributes.path };
      if (name === 'settings') pass = attributes.pass;
    },
    close(name, depth, content) {
      const { line = 1, path } = open[depth] ?? {};
      if (name === 'File' && path !== undefined) files.push({ line, content, path });
      if (!COMMAND.test(`${open[depth - 1]?.name}/${name}`)) return;
      const isWritten = WRITES.test(content);
      if (pass !== 'windowsPE') commands.push({ line, content });
      else if (isWritten)
        collector.note('skipped', 'written in Windows PE, not in the installed Windows', {}, { line });
      // Microsoft's page on RunSynchronous: in the system context.
      if (isWritten && pass === 'specialize' && /\bHK(?:CU|EY_CURRENT_USER)\b/i.test(content))
        collector.note('unknown-hive', 'the system account runs this pass: HKCU is its own', {}, { line });
    },
  });
  collector.note('no-registry-values', 'of the settings of components none is read', {}, { line: 1 });
  const carried = new Set(files.map(({ path }) => fileName(path)));
  for (const each of commands) {
    yield;
    if (!starts(each.content, carried)) yield* readEmbedded(each, readBatch, collector);
  }
  for (const each of files) {
    yield;
    yield* readCarried(each, collector);
  }
}

const fileName = (path: string): string => path.toLowerCase().slice(path.lastIndexOf('\\') + 1);

/** Whether a command does no more than start a script that the file carries. */
function starts(command: string, carried: ReadonlySet<string>): boolean {
  return !WRITES.test(command) && command.split(/[\\/"'\s]+/).some((part) => carried.has(part.toLowerCase()));
}

function* readCarried(file: Part & { path: string }, collector: Collector): Pieces {
  const { path, content, line } = file;
  if (/\.ps1$/i.test(path)) yield* readEmbedded(file, readPowershell, collector);
  else if (/\.(?:cmd|bat)$/i.test(path)) yield* readEmbedded(file, readBatch, collector);
  else if (/\.reg$/i.test(path)) yield* readEmbedded(file, readReg, collector);
  else if (OTHER_WRITERS.test(content))
    unreadCommand(collector, `${quote(path)} is in another language`, line);
}

/** Reads a script in the file; a fault in it ends the reading of this one alone. */
function* readEmbedded(
  { line, content }: Part,
  read: (text: string, collector: Collector) => Pieces,
  collector: Collector,
): Pieces {
  // Generators begin the script on a line of its own; whoever extracts it takes blanks at both ends away.
  const script = content.trimStart();
  collector.firstLine = line + content.slice(0, content.length - script.length).split('\n').length - 1;
  collector.literal = read === readReg;
  try {
    yield* read(script, collector);
  } catch (error) {
    if (!(error instanceof ReadFault)) throw error;
    const { message, place } = error;
    if (!noteEnd(error, collector))
      throw new ReadFault(message, { line: (place.line ?? 1) + collector.firstLine - 1 });
  }
  collector.firstLine = 1;
}
