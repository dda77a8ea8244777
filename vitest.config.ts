import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // A scratch folder for the run; the bundled command; and the built-in dataset, compiled before workers ask for it
    // at the same time.
    globalSetup: ['test/scratch.setup.ts', 'test/bundle.setup.ts', 'test/built-in.setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A condition that is waited for: on a busy machine a second is soon gone.
    expect: { poll: { timeout: 30_000 } },
    // Files share a process and its loaded modules: to load them anew for each takes a quarter of the whole run.
    isolate: false,
    // Two cores is what CI has; more workers only fight over them.
    maxWorkers: 2,
    // Answers by the thousand live shortly: at Node's 16 MB an eighth of a walk over the dataset was collecting garbage.
    execArgv: ['--max-semi-space-size=64'],
  },
});
