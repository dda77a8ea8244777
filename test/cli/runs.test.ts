/** A table of command lines, most of them wrong or with a finding: exit codes, what is printed, and what is said. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { publish } from '../../build/pipeline/publish/publish.ts';
import { hivecheck, hivecheckProcess } from '../command.ts';
import { madeDist } from '../publish/_dist.ts';
import { type WrittenValue, writePol, writeReg } from '../readers/writers.ts';
import { newFolder } from '../scratch.ts';
import { vectors } from '../vectors.ts';

interface Row {
  /** Written before it, also over one of the same name. */
  before?: File;
  /** Of standard input. */
  input?: string;
  /**
   * `{name}` is the path of a file or folder, which `{missing}` and others do not have; `{first}` and `{second}` are the
   * versions that `{served}` had and has.
   */
  args: string[];
  env?: Record<string, string>;
  code: number;
  /** Regular expressions of which each must match; empty: nothing is printed. */
  out?: string[] | '';
  err?: string[] | '';
  /** What must be on neither. */
  not?: string;
  /** In a process of its own. */
  process?: true;
}

interface File {
  path: string;
  text?: string;
  values?: WrittenValue[];
  /** Only so many bytes. */
  cut?: number;
}

await builtInDist();
const folder = await newFolder();
async function write({ path, text, values = [], cut }: File): Promise<void> {
  const bytes = text ?? (path.endsWith('.pol') ? writePol(values) : writeReg(values)).subarray(0, cut);
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), bytes);
}
for (const file of vectors<File>('command-files')) await write(file);
// Two versions without settings that could be compared, and the feed that leads from the first to the second.
const [one, two] = [await madeDist('one'), await madeDist('two')];
for (const { dist } of [one, two]) await publish({ from: dist, to: join(folder, 'served'), keep: 2 });
const versions: Record<string, string> = { first: one.version, second: two.version };
const located = (text: string, written = (path: string) => path) =>
  text.replaceAll(/\{([a-z][\w.-]*)\}/g, (_, name: string) => versions[name] ?? written(join(folder, name)));
/** Of a regular expression; Windows parts the names of a path by a backslash. */
const escaped = (path: string) => path.replaceAll('\\', '\\\\');

it.each(vectors<Row>('command-runs'))('$args → $code', async (row) => {
  const { args, input = '', env, code, out, err, not, process, before } = row;
  if (before !== undefined) await write(before);
  const run = await (process ? hivecheckProcess : hivecheck)(
    args.map((arg) => located(arg)),
    Buffer.from(input),
    env,
  );
  expect(run.code, run.err).toBe(code);
  for (const [text, wanted = []] of [
    [run.out, out],
    [run.err, err],
  ] as const) {
    if (wanted === '') expect(text).toBe('');
    else for (const each of wanted) expect(text).toMatch(new RegExp(located(each, escaped)));
  }
  expect(run.err).not.toMatch(/^\s+at /m);
  if (not !== undefined) expect(run.out + run.err).not.toMatch(new RegExp(not));
});
