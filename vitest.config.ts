import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/scratch.setup.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores is what CI has; more workers only fight over them.
    maxWorkers: 2,
  },
});
