/** Why a text is not well-formed XML, by what the parser (saxes) says of it. Pure. */

import type { PayloadFault } from '../messages/verify-en.ts';
import { isXmlText } from './mdm-payload.ts';

type FaultOf = (name: string, text: string) => PayloadFault;

const FAULTS: readonly (readonly [message: RegExp, fault: FaultOf])[] = [
  [/XML declaration/, () => ({ code: 'documentPart', part: '<?xml …?>' })],
  [/doctype/, () => ({ code: 'documentPart', part: '<!DOCTYPE …>' })],
  [/^unclosed tag: (.*)$/, (name) => ({ code: 'unclosed', name })],
  [/^unmatched closing tag: (.*)\.$/, (name) => ({ code: 'closesNothing', name })],
  [/^unexpected close tag/, () => ({ code: 'wrongClose' })],
  // An entity is read up to the next semicolon, and may take in the rest of the text.
  [/^unexpected end/, (_, text) => ({ code: hasBareAmpersand(text) ? 'ampersand' : 'cutOff' })],
  [/entity name|undefined entity/, () => ({ code: 'ampersand' })],
  [/character entity/, (_, text) => ({ code: hasBareAmpersand(text) ? 'ampersand' : 'character' })],
  [/^duplicate attribute: (.*)\.$/, (name) => ({ code: 'doubledAttribute', name })],
  [/attribute/, () => ({ code: 'attribute' })],
  [/tag name|closing tag|close tag/, () => ({ code: 'tagName' })],
  [/comment/, () => ({ code: 'comment' })],
  [/^disallowed character\.$/, (_, text) => ({ code: isXmlText(text) ? 'lessThan' : 'character' })],
];

/** @param message The parser's, without the place. */
export function xmlFault(message: string, text: string): PayloadFault {
  for (const [pattern, faultOf] of FAULTS) {
    const match = pattern.exec(message);
    if (match !== null) return faultOf(match[1] ?? '', text);
  }
  return { code: 'malformed' };
}

/** Where `&` is a character like any other. */
const VERBATIM = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)/g;

function hasBareAmpersand(text: string): boolean {
  return /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/.test(text.replace(VERBATIM, ''));
}
