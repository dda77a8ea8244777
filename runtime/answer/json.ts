/** JSON that is already text: what many answers carry alike is written once. */

export class RawJson<T = unknown> {
  readonly text: string;
  /** What the text parses to; never present at run time. */
  declare readonly value: T;

  constructor(text: string) {
    this.text = text;
  }
}

const texts = new WeakMap<object, RawJson>();

/** The JSON of an object that answers share and nobody changes: written once for as long as the object lives. */
export function sharedJson<T extends object>(value: T): RawJson<T> {
  const known = texts.get(value) as RawJson<T> | undefined;
  if (known !== undefined) return known;
  const made = new RawJson<T>(JSON.stringify(value));
  texts.set(value, made);
  return made;
}

/** The JSON text of a T. */
export type Json<T> = string & { readonly json?: T };

export function parseJson<T>(text: Json<T>): T {
  return JSON.parse(text) as T;
}

/** The members of an object as JSON, those that are undefined left out; a member may be raw, or a list of raw items. */
export function membersJson(object: Readonly<Record<string, unknown>>): string {
  let text = '';
  for (const name of Object.keys(object)) {
    const value = object[name];
    if (value === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${valueJson(value)}`;
  }
  return text;
}

function valueJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (!Array.isArray(value) || !(value[0] instanceof RawJson)) return JSON.stringify(value);
  // V8 copies joined texts, and would copy them once more into the envelope: 13 MB each time.
  let text = '';
  for (const item of value as RawJson[]) text += text === '' ? item.text : `,${item.text}`;
  return `[${text}]`;
}
