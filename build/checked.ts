/** Validation of the project's own files by their schemas. */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { unlessMissing } from './atomic.ts';

type FaultClass = new (message: string) => Error;

/** Throws a `Fault` that lists all errors. @param name Name of the value, for the message. */
export function checked<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  name: string,
  Fault: FaultClass = Error,
): v.InferOutput<S> {
  const read = v.safeParse(schema, value);
  if (read.success) return read.output;
  const causes = read.issues.map((issue) =>
    [v.getDotPath(issue), issue.message].filter((part) => part !== null).join(': '),
  );
  throw new Fault(`${name}: ${causes.join('; ')}`);
}

/** The validated JSON of a file; undefined if the file does not exist. */
export async function readChecked<S extends v.GenericSchema>(
  schema: S,
  file: string,
  Fault: FaultClass,
  name = file,
): Promise<v.InferOutput<S> | undefined> {
  const text = await readFile(file, 'utf8')
    .catch(unlessMissing(undefined))
    .catch((error: Error) => {
      // An unreadable file must not look like a missing one.
      throw new Fault(`${file} cannot be read (${error.message})`);
    });
  const json = v.pipe(v.string(), v.parseJson(undefined, 'not valid JSON'), schema);
  return text === undefined ? undefined : checked(json, text, name, Fault);
}
