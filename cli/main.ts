#!/usr/bin/env node
/** `hivecheck`: a process that runs one command. */
import { EXIT, remark } from './error.ts';
import { runCommand } from './program.ts';

// At a file size limit the write fails and temporary files are removed; the process does not end.
process.on('SIGXFSZ', () => {});
let unwritten = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that stops reading (`| head`) is not an error. A full disk refuses each part of an output: reported once.
  if (error.code === 'EPIPE' || unwritten) return;
  unwritten = true;
  remark(`the output cannot be written: ${error.message}`);
  process.exitCode = EXIT.usage;
});

await runCommand(process.argv.slice(2));
