#!/usr/bin/env node
/** `hivecheck`: a process that runs one command. */
import { fstatSync, writeFile } from 'node:fs';
import { EXIT, remark } from './error.ts';
import { runCommand } from './program.ts';

// At a file size limit the write fails and temporary files are removed; the process does not end.
process.on('SIGXFSZ', () => {});
// Where nobody reads the remarks, an unhandled error would end the process with 1, as a finding does.
process.stderr.on('error', () => {});
// Node writes to a file once: what a full disk did not take of a part was missing, and the exit code was 0.
if (isFile(1)) process.stdout._write = (part, _encoding, done) => writeFile(1, part as Uint8Array, done);
let unwritten = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that stops reading (`| head`) is not an error. A full disk refuses each part of an output: reported once.
  if (error.code === 'EPIPE' || unwritten) return;
  unwritten = true;
  remark(`the output cannot be written: ${error.message}`);
  process.exitCode = EXIT.usage;
});

/** No file where the system says nothing of it, as Windows does of some devices. */
function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

await runCommand(process.argv.slice(2));
