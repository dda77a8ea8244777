/** One temporary folder for the whole run, removed with everything in it when the run ends. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    scratch: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hivecheck-test-'));
  project.provide('scratch', folder);
  return () => rm(folder, { recursive: true, force: true });
}
