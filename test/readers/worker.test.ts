/** The readers run where there is no Node: bundled for a browser, in a context with nothing but what a worker has. */
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { readFile } from '../../runtime/readers/index.ts';
import { soundFiles } from './corpus.ts';

it('reads every format without Node', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: ['runtime/readers/index.ts'],
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    globalName: 'readers',
    platform: 'browser',
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  expect(imports).toEqual([]);
  const context = createContext({
    TextDecoder,
    TextEncoder,
    Uint8Array,
    ArrayBuffer,
    DataView,
    atob,
    files: soundFiles(3),
  });
  const script = `${outputFiles[0]?.text ?? ''}; JSON.stringify(files.map((file) => readers.readFile(file)))`;
  const here = soundFiles(3).map((file) => readFile(file));
  expect(here.every((result) => result.problem === undefined && result.items.length === 3)).toBe(true);
  expect(JSON.parse(runInContext(script, context))).toEqual(here);
});
