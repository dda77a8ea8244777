/** `--baseline`: accepted findings, read from the output of an earlier `verify --json`. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { wellFormed } from '../../runtime/answer/json.ts';
import { pairName } from '../../runtime/messages/names.ts';
import { decodeHead } from '../../runtime/readers/encoding.ts';
import { CliError, EXIT } from '../error.ts';
import type { Found } from './findings.ts';
import { writtenItem } from './json.ts';

const WrittenItem = v.object({
  at: v.object({ file: v.string() }),
  key: v.optional(v.string()),
  value: v.optional(v.string()),
  hive: v.optional(v.nullable(v.string())),
  omaUri: v.optional(v.string()),
  given: v.optional(v.unknown()),
  findings: v.array(v.string()),
});
type WrittenItem = v.InferOutput<typeof WrittenItem>;

const Written = v.object({
  query: v.object({ targetOs: v.nullable(v.string()) }),
  result: v.object({ items: v.array(WrittenItem) }),
});

/** Sets the accepted findings of each row; returns a line for each accepted finding that is gone. */
type Baseline = (rows: readonly Found[]) => string[];

/** Throws a `CliError` if the file is not a baseline, or was written for another target. */
export async function readBaseline(path: string, targetOs: string | null): Promise<Baseline> {
  const refusal = (why: string) => new CliError(`--baseline ${path}: ${why}`, EXIT.usage);
  const bytes = await readFile(path).catch((cause: Error) => {
    throw refusal(`it cannot be read (${cause.message})`);
  });
  // Windows PowerShell writes UTF-16 with `>`.
  const text = decodeHead(bytes, bytes.length);
  const written = v.safeParse(v.pipe(v.string(), v.parseJson(), Written), text);
  if (!written.success) throw refusal('it is not what "hivecheck verify --json" writes');
  const { query, result } = written.output;
  // Findings that are accepted for one target are not accepted for another.
  if (query.targetOs !== targetOs) {
    const then = query.targetOs ?? 'no target OS';
    throw refusal(
      `it was written for ${then}, not for ${targetOs ?? 'no target OS'}; write one for each target`,
    );
  }
  const accepted = new Map<string, string>();
  for (const item of result.items)
    for (const finding of item.findings) accepted.set(idOf(item, finding), lineOf(item, finding));
  return (rows) => {
    const gone = new Map(accepted);
    for (const [index, row] of rows.entries()) {
      const item = writtenItem(row, index);
      row.accepted = row.findings.filter((finding) => {
        const id = idOf(item, finding);
        gone.delete(id);
        return accepted.has(id);
      });
    }
    return [...gone.values()];
  };
}

/** Without the line number, which changes with other values. */
function idOf({ at, key, value, hive, omaUri, given }: WrittenItem, finding: string): string {
  return wellFormed(JSON.stringify([slashed(at.file), hive, key, value, omaUri, given, finding]));
}

/** The same path on every system. */
function slashed(file: string): string {
  return file.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}

function lineOf({ at, key = '', value = '', hive, omaUri }: WrittenItem, finding: string): string {
  const name = omaUri ?? pairName(hive ? `${hive}\\${key}` : key, value);
  return `${finding}: ${name} (${at.file})`;
}
