/** What `npm run mutate` runs a fault's tests with: the first that fails ends the run, so the cheap ones come first. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import base from '../../vitest.config.ts';

class CheapFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = ({ moduleId }: TestSpecification) => {
      const text = readFileSync(moduleId, 'utf8');
      // These ask for the built-in dataset, which a fault of the build compiles anew.
      return text.length + (/corpus\/|builtInDist|command\.ts/.test(text) ? 2 ** 30 : 0);
    };
    const costs = new Map(files.map((file) => [file, cost(file)]));
    return files.sort((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0));
  }
}

/** Whether a test file, or what it imports of the tests, starts the command, which is bundled for that. */
function startsCommand(path: string, seen = new Set<string>()): boolean {
  if (seen.has(path)) return false;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  const imported = [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, to = '']) => join(dirname(path), to));
  return (
    /\/command\.ts'|['/]lib['/]/.test(text) ||
    imported.some((each) => each.startsWith('test/') && startsCommand(each, seen))
  );
}

const named = process.argv.filter((each) => each.endsWith('.test.ts'));
const isBundled = named.length === 0 || named.some((each) => startsCommand(each));

export default defineConfig({
  test: {
    ...base.test,
    // The built-in dataset is compiled by the first test that asks for it, if any does.
    globalSetup: ['test/scratch.setup.ts', ...(isBundled ? ['test/bundle.setup.ts'] : [])],
    maxWorkers: 1,
    sequence: { sequencer: CheapFirst },
    bail: 1,
    // A busy machine must not pass for a test that found the fault.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
