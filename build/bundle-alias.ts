import { join } from 'node:path';
import { ROOT } from './paths.ts';

/** For esbuild: replacements for parts of packages that are never used. */
export const BUNDLE_ALIAS = {
  '@modelcontextprotocol/server/_shims': join(ROOT, 'build', 'sdk-shims.ts'),
  // listhen uses it only to make a certificate if none is given; it is two fifths of the code that a start loads.
  'node-forge': join(ROOT, 'build', 'no-certificates.ts'),
};
