/** Part of `npm pack`: `dist/` becomes exactly what the facts give, the same bytes on every machine. */
import { replaceFolder } from './atomic.ts';
import { compile } from './compile.ts';
import { DIST, FACTS } from './paths.ts';

await replaceFolder(DIST, async (folder) => {
  const { manifest } = await compile({ facts: FACTS, builtIn: FACTS, out: folder });
  console.error(`dataset ${manifest.version}: ${Object.keys(manifest.files).length} files`);
});
