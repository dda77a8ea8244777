/** The `<or>`, `<and>`, `<range>` and `<reference>` of a supported-on definition. */
import { optional } from '../collections.ts';
import type { SupportLogic, SupportRange } from '../facts/types.ts';
import { index, type XmlElement } from './xml.ts';

const JOINTS = { or: 'any', and: 'all' } as const;

/** Undefined if the definition is a text alone, as half of them are. */
export function readLogic(definition: XmlElement): SupportLogic | undefined {
  const ranges = definition.children.flatMap((each) => readRange(each) ?? []);
  return ranges.length === 0 ? undefined : (ranges.find(({ all, any }) => all ?? any) ?? { any: ranges });
}

function readRange({ name, attrs, children }: XmlElement): SupportRange | undefined {
  if (name === 'or' || name === 'and') {
    return { [JOINTS[name]]: children.flatMap((each) => readRange(each) ?? []) };
  }
  if (name !== 'range' && name !== 'reference') return undefined;
  return {
    ...optional('ref', attrs.ref),
    ...optional('min', index(attrs.minversionindex)),
    ...optional('max', index(attrs.maxversionindex)),
  };
}

/** Resolves references to `namespace::NAME`; one with an undeclared prefix stays (`products` in WindowsUpdate.admx). */
export function resolveLogic<L extends SupportLogic>(
  logic: L,
  resolve: (ref: string) => string | undefined,
): L {
  const ranges = (all: SupportRange[] | undefined) =>
    all?.map(({ ref, ...rest }) =>
      resolveLogic({ ...optional('ref', ref && (resolve(ref) ?? ref)), ...rest }, resolve),
    );
  const { all, any, ...rest } = logic;
  return { ...rest, ...optional('all', ranges(all)), ...optional('any', ranges(any)) } as L;
}
