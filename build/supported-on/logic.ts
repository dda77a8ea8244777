/**
 * The machine-readable part of a supported-on definition. Alone it is useless: no product stands for Windows 11, and
 * “At least” texts have ranges that end before it. It decides if a text leaves a line open.
 */
import type { Release } from '../../runtime/format/format.ts';
import type { SupportLogic, SupportRange } from '../facts/types.ts';
import indexes from './logic.json' with { type: 'json' };

/** The version indexes of `MicrosoftWindows` that the logic covers; without `max` it has no end. */
export interface Hull {
  min: number;
  max: number;
}

/** Products of WindowsProducts.admx that are one release, with their index; Server 2008 R2 is part of 2008 there. */
const POINTS = Object.entries(indexes.products).map(([name, index]) => [new RegExp(name), index] as const);

/** Only for Windows' products, whose prefix some files do not declare: other templates may have such a name. */
const nameOf = (ref: string) =>
  /^(?:Microsoft\.Policies\.(?:Products|Windows):|products):(.*)$/.exec(ref)?.[1] ?? '';

function rangeOf({ ref, min, max }: SupportRange): Hull | undefined {
  if (ref === undefined) return undefined;
  const name = nameOf(ref);
  if (name === 'MicrosoftWindows') return { min: min ?? 1, max: max ?? Number.POSITIVE_INFINITY };
  const point = POINTS.find(([pattern]) => pattern.test(name))?.[1];
  return point === undefined ? undefined : { min: point, max: point };
}

/** From the lowest to the highest index; undefined if a branch is about something else. */
export function hullOf(logic: SupportLogic | undefined): Hull | undefined {
  const ranges = (logic?.any ?? []).map(rangeOf);
  const known = ranges.filter((range) => range !== undefined);
  if (known.length === 0 || known.length < ranges.length) return undefined;
  return { min: Math.min(...known.map(({ min }) => min)), max: Math.max(...known.map(({ max }) => max)) };
}

/** The first server at or above the start of a branch that has no end; other branches do not matter. */
export function serverFloorOf(logic: SupportLogic | undefined): string | undefined {
  const open = (logic?.any ?? []).filter(
    ({ ref, min, max }) =>
      ref !== undefined && nameOf(ref) === 'MicrosoftWindows' && min !== undefined && max === undefined,
  );
  const lowest = Math.min(...open.map(({ min = 0 }) => min));
  return Object.entries(indexes.servers).find(([index]) => Number(index) >= lowest)?.[1];
}

export function indexOf({ family, line, label }: Pick<Release, 'family' | 'line' | 'label'>): number {
  return line === 'server' ? serverIndex(label) : (CLIENTS.get(family) ?? 16);
}

const CLIENTS = new Map(Object.entries(indexes.clients));

function serverIndex(label: string): number {
  if (label.startsWith('2008')) return 5;
  if (label === '2012') return 7;
  return label === '2012 R2' ? 10 : 13;
}
