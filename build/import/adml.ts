/** An ADML file → its strings and presentations: the texts of one ADMX in one language. */

import { optional } from '../collections.ts';
import { isTrue } from './admx.ts';
import type { Report } from './problems.ts';
import { child, children, type XmlElement } from './xml.ts';

/** What a presentation says of one element (tied by refId). */
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

/** undefined for a file that is no ADML, which is reported. */
export function readAdml(root: XmlElement, file: string, report: Report): AdmlFile | undefined {
  if (root.name !== 'policyDefinitionResources') {
    const message = `<${root.name}> is not an ADML root (policyDefinitionResources)`;
    report({ file, line: root.line, column: root.column, message });
    return undefined;
  }
  const resources = child(root, 'resources');
  const strings = new Map<string, string>();
  for (const each of children(child(resources, 'stringTable'), 'string')) {
    if (each.attrs.id !== undefined) strings.set(each.attrs.id, each.text);
  }
  const presentations = new Map<string, Map<string, Control>>();
  for (const each of children(child(resources, 'presentationTable'), 'presentation')) {
    if (each.attrs.id !== undefined) presentations.set(each.attrs.id, readPresentation(each));
  }
  return { file, strings, presentations };
}

function readPresentation(presentation: XmlElement): Map<string, Control> {
  const controls = new Map<string, Control>();
  for (const each of presentation.children) {
    const id = each.attrs.refid;
    if (id !== undefined) controls.set(id, readControl(each));
  }
  return controls;
}

function readControl(control: XmlElement): Control {
  switch (control.name) {
    case 'checkBox':
      return {
        ...optional('label', label(control.text)),
        ...optional('defaultValue', boolean(control.attrs.defaultchecked)),
      };
    case 'textBox':
      return {
        ...optional('label', label(child(control, 'label')?.text)),
        ...optional('defaultValue', nonEmpty(child(control, 'defaultValue')?.text)),
      };
    case 'comboBox':
      return {
        ...optional('label', label(child(control, 'label')?.text)),
        ...optional('defaultValue', nonEmpty(child(control, 'default')?.text)),
      };
    case 'dropdownList':
      return {
        ...optional('label', label(control.text)),
        ...optional('defaultItem', index(control.attrs.defaultitem)),
      };
    default:
      // decimalTextBox, longDecimalTextBox, listBox, multiTextBox: their text is the label.
      return {
        ...optional('label', label(control.text)),
        ...optional('defaultValue', control.attrs.defaultvalue),
      };
  }
}

/** Above this a label is prose, not a fact, and is left out. */
export const MAX_LABEL = 250;

/**
 * A short text as shown: one line, no blanks around it, nor the zero-width ones of WindowsUpdate.adml; undefined
 * when nothing is left.
 */
export function label(text: string | undefined): string | undefined {
  return nonEmpty(text?.replace(/[\s\u200b]+/g, ' ').trim());
}

/** The same of a text of several lines, such as a supported-on text whose lines say different things. */
export function labelLines(text: string | undefined): string | undefined {
  const lines = (text ?? '').split(/\r\n?|\n/).flatMap((line) => label(line) ?? []);
  return nonEmpty(lines.join('\n'));
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

function boolean(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  return isTrue(value) ? 'true' : 'false';
}

function index(value: string | undefined): number | undefined {
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}
