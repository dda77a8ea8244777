/** Reads the text that is sent to an ADMX-backed node, and compares it with the policy's elements. */

import type { PartElement } from '../contract/parts.ts';
import type { DataVerdict } from '../contract/verified.ts';
import type { PayloadFault } from '../messages/verify-en.ts';
import { ReadFault } from '../readers/fault.ts';
import { parseXmlFragment, type XmlHandler } from '../readers/xml.ts';
import { ENTRY_SEPARATOR, isXmlText } from './mdm-payload.ts';
import FAULTS from './payload-faults.json' with { type: 'json' };
import { fitsElement, isNumber } from './registry-content.ts';

interface AdmxPayload {
  state: 'enabled' | 'disabled';
  /** Element id → value, as plain text. */
  data: Map<string, string>;
}

const STATES = ['enabled', 'disabled'] as const;

const lowered = (text: string) => text.toLowerCase();

/** `fault`: the first reason why the text is not a payload. Never throws. */
export function readPayload(text: string): AdmxPayload | { fault: PayloadFault } {
  let state: AdmxPayload['state'] | undefined;
  let fault: PayloadFault | undefined;
  const data = new Map<string, string>();
  const refuse = (found: PayloadFault) => {
    fault ??= found;
  };
  const addData = (id?: string, value?: string) => {
    if (id === undefined || value === undefined) refuse({ code: 'attributesMissing' });
    else if (data.has(id)) refuse({ code: 'doubledId', id });
    else data.set(id, value);
  };
  let isInside = false;
  const handler: XmlHandler = {
    open(name, depth, _line, { id, value }) {
      isInside = true;
      // Microsoft's pages have `<Enabled/>` and `<Data …/>` too, and devices answer with these.
      const known = STATES.find((each) => each === name || each === name.replace(/^[ED]/, lowered));
      if (depth > 1) refuse({ code: 'nested', name });
      else if (known !== undefined) {
        if (state !== undefined) refuse({ code: 'severalStates' });
        state = known;
      } else if (name !== 'data' && name !== 'Data') refuse({ code: 'unknownElement', name });
      else if (state === undefined) refuse({ code: 'dataBeforeState' });
      else addData(id, value);
    },
    close(_name, depth) {
      isInside = depth > 1;
    },
    text(content) {
      if (content.trim() !== '') refuse({ code: content.includes('<') ? 'escaped' : 'looseText' });
    },
    // As Microsoft's pages on custom profiles of Intune write the value: all of it, or its elements, as in SyncML.
    cdata(content) {
      if (isInside) handler.text?.(content);
      else parse(content);
    },
  };
  const parse = (markup: string) => {
    try {
      parseXmlFragment(markup, handler);
    } catch (error) {
      if (!(error instanceof ReadFault)) throw error;
      refuse(xmlFault(error.message.replace(/^not well-formed XML: /, ''), markup));
    }
  };
  parse(text);
  if (state === 'disabled' && data.size > 0) refuse({ code: 'dataOfDisabled' });
  if (fault === undefined && state !== undefined) return { state, data };
  return { fault: fault ?? { code: 'noState' } };
}

/** The verdict on the value of one element; `allowed`: what it takes, where the value is not among that. */
export function judgeElementText(
  element: PartElement,
  text: string,
): { verdict: Exclude<DataVerdict, 'wrong-type' | 'unknown'>; allowed?: string } {
  const { type, choices = [], minValue, maxValue } = element;
  if (type === 'boolean' || type === 'enum') {
    const values = type === 'enum' ? choices.flatMap((choice) => choice.text ?? []) : ['true', 'false'];
    return values.includes(text)
      ? { verdict: 'documented' }
      : { verdict: 'undocumented', allowed: values.join(', ') };
  }
  const isOne = type === 'text' || isNumber(element);
  if (!fitsElement(element, isOne ? [text] : text.split(ENTRY_SEPARATOR)))
    return { verdict: 'undocumented', allowed: boundsOf(element) };
  return { verdict: isNumber(element) && (minValue ?? maxValue) !== undefined ? 'documented' : 'free' };
}

function boundsOf(element: PartElement): string {
  const { minValue = '0', maxValue = '', maxLength, maxStrings } = element;
  if (isNumber(element)) return `${minValue} – ${maxValue}`.trimEnd();
  return [maxStrings && `≤ ${maxStrings} ×`, maxLength && `≤ ${maxLength}`].filter(Boolean).join(' ');
}

/** Why a text is not well-formed XML, by what the parser (saxes) says of it, without the place. */
function xmlFault(message: string, text: string): PayloadFault {
  // An entity is read up to the next semicolon, and may take in the rest of the text.
  if (/^unexpected end|character entity/.test(message) && hasBareAmpersand(text))
    return { code: 'ampersand' };
  if (message === 'disallowed character.' && isXmlText(text)) return { code: 'lessThan' };
  for (const [pattern, fault] of Object.entries(FAULTS)) {
    const match = new RegExp(pattern).exec(message);
    const [, name] = match ?? [];
    if (match !== null) return { ...fault, ...(name !== undefined && { name }) } as PayloadFault;
  }
  return { code: 'malformed' };
}

/** Parts of XML in which `&` has no meaning. */
const VERBATIM = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)/g;

function hasBareAmpersand(text: string): boolean {
  return /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/.test(text.replace(VERBATIM, ''));
}
