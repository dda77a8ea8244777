/** Reads the text that is sent to an ADMX-backed node, and compares it with the policy's elements. */
import { ENTRY_SEPARATOR } from '../mdm-payload.ts';
import { ReadFault } from '../readers/fault.ts';
import { parseXml } from '../readers/xml.ts';
import type { DataVerdict } from './data-verdict.ts';
import { fitsElement, type PolicyElement } from './policy-parts.ts';

export interface AdmxPayload {
  state: 'enabled' | 'disabled';
  /** Element id → value, as plain text. */
  data: Map<string, string>;
}

/** `fault`: why the text is not a payload, in English. Never throws. */
export function readPayload(text: string): AdmxPayload | { fault: string } {
  let state: AdmxPayload['state'] | undefined;
  const data = new Map<string, string>();
  const refuse = (message: string): never => {
    throw new ReadFault(message);
  };
  try {
    // The payload has no root of its own. A declaration would not be the first thing in it.
    parseXml(`<payload>${text}</payload>`, {
      open(name, depth, _line, attributes) {
        if (depth === 1) return;
        if (depth > 2) refuse(`<${name}> stands inside another element`);
        if (name === 'enabled' || name === 'disabled') {
          if (state !== undefined) refuse('it has more than one state');
          state = name;
        } else if (name !== 'data') refuse(`<${name}> is neither enabled, disabled nor data`);
        else if (state === undefined) refuse('<data> stands before the state');
        else addData(data, attributes, refuse);
      },
      text(content) {
        if (content.trim() !== '') refuse('text stands outside of the elements');
      },
      close() {},
    });
  } catch (error) {
    if (!(error instanceof ReadFault)) throw error;
    return { fault: error.message };
  }
  if (state === undefined) return { fault: 'it has neither <enabled/> nor <disabled/>' };
  if (state === 'disabled' && data.size > 0) return { fault: '<disabled/> takes no data' };
  return { state, data };
}

function addData(
  data: Map<string, string>,
  { id, value }: Record<string, string>,
  refuse: (message: string) => never,
): void {
  if (id === undefined || value === undefined) refuse('<data> needs the attributes id and value');
  else if (data.has(id)) refuse(`two <data> have the id ${id}`);
  else data.set(id, value);
}

/** The verdict on the value of one element; `allowed` says what it takes, where that is not what it was given. */
export function judgeElementText(
  element: PolicyElement,
  text: string,
): { verdict: Exclude<DataVerdict, 'wrong-type' | 'unknown'>; allowed?: string } {
  switch (element.type) {
    case 'boolean':
      return text === 'true' || text === 'false'
        ? { verdict: 'documented' }
        : { verdict: 'undocumented', allowed: 'true, false' };
    case 'enum': {
      const values = (element.options ?? []).flatMap(({ value }) => value ?? []);
      return values.includes(text)
        ? { verdict: 'documented' }
        : { verdict: 'undocumented', allowed: values.join(', ') };
    }
    case 'decimal':
    case 'longDecimal':
      return judgeNumber(element, text);
    default: {
      const parts = element.type === 'text' ? [text] : text.split(ENTRY_SEPARATOR);
      return parts.every((part) => fitsElement(element, part))
        ? { verdict: 'free' }
        : { verdict: 'undocumented', allowed: `≤ ${element.maxLength}` };
    }
  }
}

function judgeNumber(element: PolicyElement, text: string): ReturnType<typeof judgeElementText> {
  const { minValue, maxValue } = element;
  if (!fitsElement(element, text)) {
    return { verdict: 'undocumented', allowed: `${minValue ?? '0'} – ${maxValue ?? ''}`.trimEnd() };
  }
  return { verdict: minValue === undefined && maxValue === undefined ? 'free' : 'documented' };
}
