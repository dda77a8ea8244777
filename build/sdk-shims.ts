/**
 * Replaces in the bundles a module of the SDK (`@modelcontextprotocol/server/_shims`) that contains a whole validator
 * of JSON Schema: a third of the SDK's code and a quarter of its start. It is used for forms that a server shows to a
 * person and for tools without a schema of their own; hivecheck has neither.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('The validator of JSON Schema is not part of the bundle.');
  }
}

/** The transport receives its streams as arguments. */
export const process = {};
