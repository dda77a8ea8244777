/** Parts of schemas, and the members of a value that a schema has: what a brief answer is made of. */
import * as v from 'valibot';
import { isObject } from '../format/json.ts';

interface Entries<E extends v.ObjectEntries> {
  readonly entries: E;
}

/** valibot’s own would keep the whole schema of one that has a description. */
export const pickOf = <E extends v.ObjectEntries, const K extends [keyof E, ...(keyof E)[]]>(
  { entries }: Entries<E>,
  names: K,
) => v.object(Object.fromEntries(names.map((name) => [name, entries[name]])) as Pick<E, K[number]>);

export const omitOf = <E extends v.ObjectEntries, const K extends [keyof E, ...(keyof E)[]]>(
  { entries }: Entries<E>,
  names: K,
) =>
  v.object(
    Object.fromEntries(Object.entries(entries).filter(([name]) => !names.includes(name))) as Omit<
      E,
      K[number]
    >,
  );

interface Shape {
  type: string;
  entries?: Record<string, Shape>;
  item?: Shape;
  value?: Shape;
  wrapped?: Shape;
}

/** The members of a value that the schema has. */
export function project<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  return projected(schema as Shape, value) as v.InferOutput<S>;
}

function projected(shape: Shape, value: unknown): unknown {
  const { entries, item, value: member, wrapped } = shape;
  if (wrapped !== undefined) return projected(wrapped, value);
  if (item !== undefined && Array.isArray(value)) return value.map((each) => projected(item, each));
  if (!isObject(value)) return value;
  const shown: [string, unknown][] = [];
  for (const name of Object.keys(entries ?? value)) {
    const each = value[name];
    const schema = entries === undefined ? member : entries[name];
    if (each !== undefined) shown.push([name, schema === undefined ? each : projected(schema, each)]);
  }
  return Object.fromEntries(shown);
}
