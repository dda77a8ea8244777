import { join } from 'node:path';
import { ROOT } from './paths.ts';

/** For esbuild: what bundles have in the place of a part of the SDK that is never used. */
export const SDK_ALIAS = {
  '@modelcontextprotocol/server/_shims': join(ROOT, 'build', 'sdk-shims.ts'),
};
