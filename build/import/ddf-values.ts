/** The parts of a DDF node's properties for its applicability and its values. */
import { parseBuild } from '../../runtime/verdict/builds.ts';
import { optional } from '../collections.ts';
import type { AllowedValuesFact, DdfFact, DependencyFact } from '../facts/nodes.ts';
import { MAX_LABEL } from './adml.ts';
import type { Complain } from './problems.ts';
import { child, children, type XmlElement } from './xml.ts';

/** Called for each text that is left out because it is prose. */
export type OnProse = () => void;

/** What Microsoft writes where no release has the node yet: `99.9.99999`, `88.8.88888`. */
export function isPlaceholder(build: string): boolean {
  return /^(?:99\.9|88\.8)\.\d+$/.test(build);
}

export function readApplicability(
  properties: XmlElement | undefined,
  complain: Complain,
): Pick<DdfFact, 'builds' | 'editions' | 'cspVersion'> {
  const applicability = child(properties, 'Applicability');
  const read = (name: string, all: (text: string) => string[], isKnown: (text: string) => unknown) => {
    const element = child(applicability, name);
    const texts = element && all(element.text);
    for (const text of texts ?? [])
      if (element && !isKnown(text)) complain(element, `<${name}> cannot be read: "${text}"`);
    return texts;
  };
  // An empty list is no build: without it the node would inherit another minimum.
  const listed = (text: string) =>
    text.split(',').flatMap((each, at) => (each.trim() || at === 0 ? each.trim() : []));
  const builds = read('OsBuildVersion', listed, (text) => parseBuild(text) ?? isPlaceholder(text));
  const editions = read('EditionAllowList', readEditionCodes, (text) => /^0x[0-9A-F]{1,4}$/.test(text));
  return {
    ...optional('builds', builds),
    ...optional('editions', editions),
    ...optional('cspVersion', child(applicability, 'CspVersion')?.text.trim() || undefined),
  };
}

/**
 * `0x4;0x1B;` → its codes in ascending order. Lists end with a `;`, and Connectivity and RemoteWipe have a `*` after
 * `0x88`. Text that is not a code is returned as written.
 */
function readEditionCodes(list: string): string[] {
  const written = list.split(';').map((each) => each.trim().replace(/(?<=.)\*$/, ''));
  const codes = written.filter(Boolean).map((each) => {
    const code = /^0x([0-9a-f]{1,4})$/i.exec(each)?.[1];
    return code === undefined ? each : `0x${code.toUpperCase()}`;
  });
  return [...new Set(codes)].sort((a, b) => Number(a) - Number(b));
}

/** The allowed access types of a node that cannot be set, sorted; undefined for every other node. */
export function readAccess(properties: XmlElement | undefined): string[] | undefined {
  const allowed = (child(properties, 'AccessType')?.children ?? []).map(({ name }) => name).sort();
  const settable = allowed.length === 0 || allowed.includes('Add') || allowed.includes('Replace');
  return settable ? undefined : allowed;
}

export function readAllowedValues(
  properties: XmlElement | undefined,
  onProse: OnProse,
): AllowedValuesFact | undefined {
  const allowed = child(properties, 'AllowedValues');
  return allowed?.attrs.valuetype === 'ADMX' ? undefined : valuesIn(allowed, onProse);
}

/** The policy of an ADMX-backed node meets the dependency: its values have the kind `ADMX`. */
export function readDependencies(
  properties: XmlElement | undefined,
  onProse: OnProse,
  complain: Complain,
): DependencyFact[] | undefined {
  const groups = children(child(properties, 'DependencyBehavior'), 'DependencyGroup');
  if (groups.length === 0) return undefined;
  return groups.map((group) => ({
    nodes: children(group, 'Dependency').map((each) => ({
      type: readType(each, complain),
      // `[ProviderID]` and `{AccountUID}` stand for names that are chosen at run time.
      omaUri: `./${child(each, 'DependencyUri')?.text.trim()}`.replace(/\/[[{][^/]+[\]}](?=\/|$)/g, '/{}'),
      ...optional('allowed', valuesIn(child(each, 'DependencyAllowedValue'), onProse)),
    })),
    ...optional('changed', valuesIn(child(group, 'DependencyChangedAllowedValues'), onProse)),
  }));
}

function readType(dependency: XmlElement, complain: Complain): 'DependsOn' | 'Not' {
  const { type } = dependency.attrs;
  if (type === 'DependsOn' || type === 'Not') return type;
  complain(dependency, `type of <Dependency> is neither DependsOn nor Not: "${type ?? ''}"`);
  return 'DependsOn';
}

function valuesIn(allowed: XmlElement | undefined, onProse: OnProse): AllowedValuesFact | undefined {
  const kind = allowed?.attrs.valuetype;
  if (!allowed || !kind) return undefined;
  const values = children(allowed, 'Enum').map((each) => readValue(each, onProse));
  const text = child(allowed, 'Value')?.text.trim();
  return {
    kind,
    ...(values.length > 0 ? { values } : {}),
    ...(kind === 'Range' && text ? readRange(text) : {}),
    ...optional('pattern', kind === 'RegEx' && text ? short(text, onProse) : undefined),
    ...optional('delimiter', readDelimiter(child(allowed, 'List')?.attrs.delimiter)),
  };
}

function readValue(element: XmlElement, onProse: OnProse): NonNullable<AllowedValuesFact['values']>[number] {
  let omitted = 0;
  const label = short(child(element, 'ValueDescription')?.text, () => {
    omitted++;
    onProse();
  });
  return {
    value: child(element, 'Value')?.text.trim() ?? '',
    ...optional('label', label),
    ...optional('labelOmitted', omitted > 0 ? (true as const) : undefined),
  };
}

/** `[0-23]`, `[(-1)-2147483647]`; dependencies also have `[1]` and `[6,17]`. */
function readRange(text: string): Pick<AllowedValuesFact, 'min' | 'max' | 'values'> {
  const [, min, max = min] = /^\[\(?(-?\d+)\)?(?:-\(?(-?\d+)\)?)?\]$/.exec(text) ?? [];
  const [from, to] = [Number(min), Number(max)];
  // Beyond 2^53 the bound would be another number; an empty range is not a range.
  if (from <= to && Number.isSafeInteger(from) && Number.isSafeInteger(to)) return { min: from, max: to };
  const listed = /^\[(\d+(?:,\d+)+)\]$/.exec(text)?.[1]?.split(',');
  return listed ? { values: listed.map((value) => ({ value })) } : {};
}

/** `0xF000` and `\xF000` stand for the character itself. */
function readDelimiter(text: string | undefined): string | undefined {
  if (!text) return undefined;
  return /^(?:0|\\)x[0-9a-f]{4}$/i.test(text)
    ? String.fromCodePoint(Number.parseInt(text.slice(2), 16))
    : text;
}

/** The text in one line; undefined if it is empty or prose. */
export function short(text: string | undefined, onProse: OnProse): string | undefined {
  const line = text?.replace(/\s+/g, ' ').trim();
  if (!line) return undefined;
  if (line.length <= MAX_LABEL) return line;
  onProse();
  return undefined;
}
