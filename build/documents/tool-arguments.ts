/** Arguments of the MCP tools as short JSON Schemas. Calls are checked as the API checks its requests. */

type Keyword = string | number | boolean | string[] | { [keyword: string]: Keyword };
/** A JSON Schema. */
export type Property = Record<string, Keyword>;

export const argument = (description?: string): Property => ({
  type: 'string',
  ...(description && { description }),
});
export const oneOf = (...words: string[]): Property => ({ enum: words });
export const listOf = (items: Property, description?: string): Property => ({
  type: 'array',
  ...(description && { description }),
  items,
});

export const LANG = argument('en, fr or de');
export const DETAIL = oneOf('brief', 'full');
export const TARGET_OS = argument('“Windows 11 24H2 Enterprise” or “10.0.26100”');
export const TARGETS: Property = {
  type: ['string', 'array'],
  items: { type: 'string' },
  description:
    'As for resolve; a list (up to 4): verdicts are for its last; “drifts” names items that an earlier one does not have so',
};
export const TARGET_PRODUCTS: Property = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Versions of products: {"Chrome": "120"}',
};
export const KEY = argument('Registry path, with its hive');
export const VALUE = argument('Value name; empty: the default value');
export const OMA_URI = argument('OMA-URI, or identifier of Intune’s settings catalog');

export const ITEMS = listOf(
  {
    type: 'object',
    properties: {
      key: KEY,
      value: VALUE,
      type: argument('REG_DWORD, REG_SZ, …'),
      data: { description: 'Number, text or list of texts; of an OMA-URI what is sent' },
      delete: { type: 'boolean' },
      omaUri: argument('Instead of key and value'),
    },
  },
  'Registry values {key, value, type, data} or nodes {omaUri, data}',
);
export const FILES = listOf({
  type: 'object',
  properties: {
    name: argument('File name; of a Registry.pol with its folder: Machine/Registry.pol'),
    text: argument('Content of a text file'),
    content: argument('Base64, of a binary file'),
  },
  required: ['name'],
});
