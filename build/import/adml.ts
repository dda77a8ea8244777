/** An ADML file → its strings and presentations: the texts of one ADMX in one language. */

import { isDeepStrictEqual } from 'node:util';
import { optional } from '../collections.ts';
import { isTrue } from './admx.ts';
import { type Complain, complaining, type Report } from './problems.ts';
import { checkShape } from './shape.ts';
import { child, children, index, type XmlElement } from './xml.ts';

/** The members of a presentation for one element (matched by refId). */
export interface Control {
  label?: string;
  defaultValue?: string;
  defaultItem?: number;
}

export interface AdmlFile {
  file: string;
  strings: Map<string, string>;
  /** Presentation id → element id → control. */
  presentations: Map<string, Map<string, Control>>;
}

/** Undefined for a file that is not an ADML, which is reported. */
export function readAdml(root: XmlElement, file: string, report: Report): AdmlFile | undefined {
  const complain = complaining(file, report);
  if (root.name !== 'policyDefinitionResources') {
    complain(root, `<${root.name}> is not an ADML root (policyDefinitionResources)`);
    return undefined;
  }
  checkShape(root, complain);
  const resources = child(root, 'resources');
  const table = <T>(parent: XmlElement | undefined, name: string, read: (each: XmlElement) => T, none: T) =>
    byId(children(parent, name), 'id', read, none, complain);
  const strings = table(child(resources, 'stringTable'), 'string', ({ text }) => text, '');
  const controls = ({ children: all }: XmlElement) => byId(all, 'refid', readControl, {}, complain);
  const presentations = table(child(resources, 'presentationTable'), 'presentation', controls, new Map());
  return { file, strings, presentations };
}

/** If two different elements have one id, it is unknown which is shown: `none` replaces them. */
function byId<T>(
  elements: XmlElement[],
  attribute: 'id' | 'refid',
  read: (element: XmlElement) => T,
  none: T,
  complain: Complain,
): Map<string, T> {
  const found = new Map<string, T>();
  for (const each of elements) {
    const id = each.attrs[attribute];
    if (id === undefined) continue;
    const value = read(each);
    const isOther = found.has(id) && !isDeepStrictEqual(found.get(id), value);
    if (isOther) complain(each, `another <${each.name}> has the ${attribute} "${id}": leave one of them`);
    found.set(id, isOther ? none : value);
  }
  return found;
}

function readControl(control: XmlElement): Control {
  const isBox = control.name === 'textBox' || control.name === 'comboBox';
  const text = isBox ? child(control, 'label')?.text : control.text;
  return { ...optional('label', label(text)), ...defaultOf(control) };
}

function defaultOf(control: XmlElement): Control {
  const { name, attrs } = control;
  switch (name) {
    case 'checkBox':
      if (attrs.defaultchecked === undefined) return {};
      return { defaultValue: String(isTrue(attrs.defaultchecked)) };
    case 'textBox':
      return optional('defaultValue', child(control, 'defaultValue')?.text || undefined);
    case 'comboBox':
      return optional('defaultValue', child(control, 'default')?.text || undefined);
    case 'dropdownList':
      return optional('defaultItem', index(attrs.defaultitem));
    default:
      // decimalTextBox, longDecimalTextBox, listBox, multiTextBox
      return optional('defaultValue', attrs.defaultvalue);
  }
}

/** A longer label is prose, not a fact, and is left out. */
export const MAX_LABEL = 250;

/**
 * A short text as shown: one line, without surrounding blanks and the zero-width ones of WindowsUpdate.adml; undefined
 * if nothing is left.
 */
export function label(text: string | undefined): string | undefined {
  return text?.replace(/[\s\u200b]+/g, ' ').trim() || undefined;
}

/** The same for a text of several lines, such as a supported-on text whose lines state different things. */
export function labelLines(text: string | undefined): string | undefined {
  const lines = (text ?? '').split(/\r\n?|\n/).flatMap((line) => label(line) ?? []);
  return lines.join('\n') || undefined;
}
