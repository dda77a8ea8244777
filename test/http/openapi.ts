/** The schemas of the OpenAPI document, as checks of answers. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Clients must bear additive fields, the tests must not: a field that the document does not name is a failure. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)]);
  const copy: Record<string, unknown> = Object.fromEntries(entries);
  if (copy.type === 'object' && copy.properties !== undefined) copy.additionalProperties ??= false;
  return copy;
}

export const newAjv = () => addFormats.default(new Ajv2020({ strict: false, allErrors: true }));

const ajvOf = new WeakMap<object, Ajv2020>();

/** The schema at a place of the document; `strict` takes no field beyond those that it names. */
export function schemaAt(
  document: object,
  pointer: string,
  form: 'strict' | 'tolerant' = 'strict',
): ValidateFunction {
  let ajv = ajvOf.get(document);
  if (ajv === undefined) {
    ajv = newAjv();
    ajv.addSchema({ ...(closed(document) as object), $id: 'test:strict' });
    ajv.addSchema({ ...document, $id: 'test:tolerant' });
    ajvOf.set(document, ajv);
  }
  return ajv.getSchema(`test:${form}#${pointer}`) as ValidateFunction;
}
