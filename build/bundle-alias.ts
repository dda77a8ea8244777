import { join } from 'node:path';
import { ROOT } from './paths.ts';

/** For esbuild: what bundles have in the place of parts of packages that are never used. */
export const BUNDLE_ALIAS = {
  '@modelcontextprotocol/server/_shims': join(ROOT, 'build', 'sdk-shims.ts'),
  // listhen makes certificates with it where none is given: two fifths of the code that a start loads.
  'node-forge': join(ROOT, 'build', 'no-certificates.ts'),
};
