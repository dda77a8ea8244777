/** A small vocabulary for writing JSON Schemas. Objects stay open: clients must bear additive fields. */

export interface JsonSchema {
  [keyword: string]: unknown;
}

export type Schemas = Record<string, JsonSchema>;

export function object(properties: Schemas, required: string[], description?: string): JsonSchema {
  return { type: 'object', ...(description === undefined ? {} : { description }), properties, required };
}

export function text(description?: string): JsonSchema {
  return description === undefined ? { type: 'string' } : { type: 'string', description };
}

export function array(items: JsonSchema, description?: string): JsonSchema {
  return description === undefined ? { type: 'array', items } : { type: 'array', description, items };
}

export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
