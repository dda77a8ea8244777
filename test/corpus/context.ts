/** The committed facts as the build has them, for all test files of a worker: nobody changes them. */
import type { CompileContext } from '../../build/compile/context.ts';
import { openContext } from '../../build/compile.ts';
import { FACTS } from '../../build/paths.ts';

let opened: Promise<CompileContext> | undefined;

export function committedContext(): Promise<CompileContext> {
  opened ??= openContext(FACTS, FACTS);
  return opened;
}
