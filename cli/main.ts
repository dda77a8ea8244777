#!/usr/bin/env node
/** `hivecheck`: a process of its own, which runs one command. */
import { EXIT, remark } from './error.ts';
import { runCommand } from './program.ts';

// A limit on the size of files is an error of the write, after which temporary files are removed, and not the end.
process.on('SIGXFSZ', () => {});
let unwritten = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that stops reading (`| head`) is not an error. A full disk refuses each piece of an output: it is told once.
  if (error.code === 'EPIPE' || unwritten) return;
  unwritten = true;
  remark(`the output cannot be written: ${error.message}`);
  process.exitCode = EXIT.usage;
});

await runCommand(process.argv.slice(2));
