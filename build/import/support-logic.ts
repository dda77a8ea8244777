/** The `<or>`, `<and>`, `<range>` and `<reference>` of a supported-on definition. */
import { optional } from '../collections.ts';
import type { SupportLogic, SupportRange } from '../facts/types.ts';
import type { Resolve } from './admx-file.ts';
import { index, type XmlElement } from './xml.ts';

const JOINTS = { or: 'any', and: 'all' } as const;

/** Undefined if the definition is a text alone, as half of them are. */
export function readLogic(definition: XmlElement, resolve: Resolve): SupportLogic | undefined {
  const ranges = rangesIn(definition, resolve);
  return ranges.length === 0 ? undefined : (ranges.find(({ all, any }) => all ?? any) ?? { any: ranges });
}

function rangesIn(element: XmlElement, resolve: Resolve): SupportRange[] {
  return element.children.flatMap((each) => readRange(each, resolve) ?? []);
}

function readRange(element: XmlElement, resolve: Resolve): SupportRange | undefined {
  const { name, attrs } = element;
  if (name === 'or' || name === 'and') return { [JOINTS[name]]: rangesIn(element, resolve) };
  if (name !== 'range' && name !== 'reference') return undefined;
  return {
    // One with an undeclared prefix stays (`products` in WindowsUpdate.admx).
    ...optional('ref', attrs.ref && (resolve(attrs.ref) ?? attrs.ref)),
    ...optional('min', index(attrs.minversionindex)),
    ...optional('max', index(attrs.maxversionindex)),
  };
}
