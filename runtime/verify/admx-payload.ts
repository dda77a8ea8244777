/** Reads the text that is sent to an ADMX-backed node, and compares it with the policy's elements. */

import type { PartElement } from '../contract/parts.ts';
import type { DataVerdict } from '../contract/verified.ts';
import type { PayloadFault } from '../messages/verify-en.ts';
import { ReadFault } from '../readers/fault.ts';
import { parseXmlFragment } from '../readers/xml.ts';
import { fitsElement } from './element-bounds.ts';
import { ENTRY_SEPARATOR } from './mdm-payload.ts';
import { xmlFault } from './xml-fault.ts';

interface AdmxPayload {
  state: 'enabled' | 'disabled';
  /** Element id → value, as plain text. */
  data: Map<string, string>;
}

class NoPayload extends Error {
  readonly fault: PayloadFault;
  constructor(fault: PayloadFault) {
    super(fault.code);
    this.fault = fault;
  }
}

function refuse(fault: PayloadFault): never {
  throw new NoPayload(fault);
}

/** `fault`: why the text is not a payload. Never throws. */
export function readPayload(text: string): AdmxPayload | { fault: PayloadFault } {
  let state: AdmxPayload['state'] | undefined;
  const data = new Map<string, string>();
  try {
    parseXmlFragment(text, {
      open(name, depth, _line, attributes) {
        if (depth > 1) refuse({ code: 'nested', name });
        if (name === 'enabled' || name === 'disabled') {
          if (state !== undefined) refuse({ code: 'severalStates' });
          state = name;
        } else if (name !== 'data') refuse({ code: 'unknownElement', name });
        else if (state === undefined) refuse({ code: 'dataBeforeState' });
        else addData(data, attributes);
      },
      text(content) {
        if (content.trim() !== '') refuse({ code: 'looseText' });
      },
      close() {},
    });
  } catch (error) {
    if (error instanceof NoPayload) return { fault: error.fault };
    if (!(error instanceof ReadFault)) throw error;
    return { fault: xmlFault(error.message.replace(/^not well-formed XML: /, ''), text) };
  }
  if (state === undefined) return { fault: { code: 'noState' } };
  if (state === 'disabled' && data.size > 0) return { fault: { code: 'dataOfDisabled' } };
  return { state, data };
}

function addData(data: Map<string, string>, { id, value }: Record<string, string>): void {
  if (id === undefined || value === undefined) refuse({ code: 'attributesMissing' });
  if (data.has(id)) refuse({ code: 'doubledId', id });
  data.set(id, value);
}

/** The verdict on the value of one element; `allowed`: what it takes, where the value is not among that. */
export function judgeElementText(
  element: PartElement,
  text: string,
): { verdict: Exclude<DataVerdict, 'wrong-type' | 'unknown'>; allowed?: string } {
  switch (element.type) {
    case 'boolean':
      return text === 'true' || text === 'false'
        ? { verdict: 'documented' }
        : { verdict: 'undocumented', allowed: 'true, false' };
    case 'enum': {
      const values = (element.choices ?? []).flatMap(({ text: each }) => each ?? []);
      return values.includes(text)
        ? { verdict: 'documented' }
        : { verdict: 'undocumented', allowed: values.join(', ') };
    }
    case 'decimal':
    case 'longDecimal':
      return judgeNumber(element, text);
    default: {
      const parts = element.type === 'text' ? [text] : text.split(ENTRY_SEPARATOR);
      if (fitsElement(element, parts)) return { verdict: 'free' };
      const { maxLength, maxStrings } = element;
      const bounds = [maxStrings && `≤ ${maxStrings} ×`, maxLength && `≤ ${maxLength}`].filter(Boolean);
      return { verdict: 'undocumented', allowed: bounds.join(' ') };
    }
  }
}

function judgeNumber(element: PartElement, text: string): ReturnType<typeof judgeElementText> {
  const { minValue, maxValue } = element;
  if (!fitsElement(element, [text])) {
    return { verdict: 'undocumented', allowed: `${minValue ?? '0'} – ${maxValue ?? ''}`.trimEnd() };
  }
  return { verdict: minValue === undefined && maxValue === undefined ? 'free' : 'documented' };
}
