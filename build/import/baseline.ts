/**
 * Links security options and controls to all other facts: their titles, the nodes that configure them, and which
 * controls are settings of their own. A control whose pair a vendor's template or a security option documents becomes a
 * {@link ControlFact}, against which our own mapping is checked.
 */
import { normalizeOmaUri } from '../../runtime/format/keys.ts';
import { append, compare, optional, picked } from '../collections.ts';
import type {
  CorrectionsFile,
  EquivalentValues,
  FlagCorrection,
  KeyCorrection,
} from '../facts/corrections.ts';
import { isDropped } from '../facts/former.ts';
import type { DdfFact } from '../facts/nodes.ts';
import { pairId, writtenPairs } from '../facts/pair-id.ts';
import type { SourceDeclaration } from '../facts/sources.ts';
import type { ControlFact, MdmStatement, SettingFact } from '../facts/types.ts';
import type { UnjoinedFact } from '../facts/unjoined.ts';
import { policyName } from '../join/index-settings.ts';
import { evidenceOf, optionContent } from './option-contents.ts';

export interface BaselineInput {
  /** Source id → settings; replaced in place. */
  settings: Map<string, SettingFact[]>;
  sources: SourceDeclaration[];
  nodes: DdfFact[];
  /** Entries as their sources state them, with corrected keys. */
  controls: ControlFact[];
  corrections: Omit<CorrectionsFile, 'corrections'>;
}

/** The area in which Windows' own DDF documents the security options. */
export const OPTIONS_AREA = 'windows settings~security settings~local policies~security options';

type Index = ReturnType<typeof indexOf>;

export function linkBaselines(input: BaselineInput) {
  const { sources, settings } = input;
  // The facts do not keep the order of the files, so controls are sorted by name.
  const controls = [...input.controls].sort(byName);
  const idsOf = (kind: SourceDeclaration['kind']) =>
    sources.filter((each) => each.kind === kind).map(({ id }) => id);
  const index = indexOf(
    input.nodes,
    controls,
    idsOf('csv').flatMap((source) => (settings.get(source) ?? []).map((setting) => ({ source, setting }))),
  );
  for (const id of idsOf('psd1')) {
    const own = (settings.get(id) ?? []).map((fact) => linkOption(fact, index, input.corrections.flags));
    settings.set(id, own);
  }
  const documented = documentedPairs(sources, settings);
  const kept = new Set<string>();
  /** Controls that are not settings of their own, as settings: another source may cease to document their pairs. */
  const withheld: UnjoinedFact[] = [];
  for (const id of idsOf('csv')) {
    const all = settings.get(id) ?? [];
    const own = all.filter(({ key, valueName = '' }) => !documented.has(pairId(key, valueName)));
    for (const { policyId } of own) kept.add(policyId);
    for (const setting of all) if (!kept.has(setting.policyId)) withheld.push({ source: id, setting });
    const linked = own.map((fact) => linkControl(fact, index));
    settings.set(id, linked);
  }
  for (const each of input.corrections.equivalents ?? []) linkEquivalents(each, settings, index);
  return {
    /** Sorted by source and name. */
    controls: controls.map((each) =>
      kept.has(`${each.source}::${each.name}`) ? { ...each, setting: true } : stated(each, index),
    ),
    withheld,
  };
}

function byName(a: ControlFact, b: ControlFact): number {
  return compare(a.source, b.source) || compare(a.name, b.name);
}

/** A control, or its setting, with the corrected key. */
export function withKey<T extends { key?: string }>(
  entry: T,
  { source, name }: Pick<ControlFact, 'source' | 'name'>,
  keys: KeyCorrection[],
): T {
  const found = keys.find(
    (each) => each.source === source && each.control === name && each.stated === entry.key,
  );
  return found ? { ...entry, key: found.key } : entry;
}

function indexOf(nodes: DdfFact[], controls: ControlFact[], contents: UnjoinedFact[]) {
  const index = {
    nodes: new Map<string, DdfFact>(),
    /** Letters and digits of `GpEnglishName` → security options of the DDF. */
    optionNodes: new Map<string, DdfFact[]>(),
    /** Pair → controls. */
    controls: new Map<string, ControlFact[]>(),
    /** Pair → its controls as settings, with their contents. */
    contents: new Map<string, UnjoinedFact[]>(),
  };
  for (const node of nodes) {
    index.nodes.set(normalizeOmaUri(node.omaUri).uri, node);
    if (node.gp?.area.toLowerCase() === OPTIONS_AREA) append(index.optionNodes, bare(node.gp.name), node);
  }
  for (const control of controls) {
    const { key, valueName } = control;
    if (key !== undefined && valueName !== undefined) append(index.controls, pairId(key, valueName), control);
  }
  for (const each of contents) {
    const { key, valueName = '' } = each.setting;
    append(index.contents, pairId(key, valueName), each);
  }
  return index;
}

/** Only letters and digits: the table writes `Devices_Allow_undock…`, the DDF `Devices: Allow undock…`. */
export function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Pairs that a vendor's template (by name) or a security option writes: a control of such a pair is a cross-check. */
function documentedPairs(sources: SourceDeclaration[], settings: Map<string, SettingFact[]>): Set<string> {
  const pairs = new Set<string>();
  for (const { id, kind, provenanceKind } of sources) {
    if (kind !== 'psd1' && !(kind === 'admx' && provenanceKind === 'vendor')) continue;
    for (const fact of settings.get(id) ?? []) {
      // A setting that the vendor has dropped no longer documents its pairs.
      if (!isDropped(fact)) for (const pair of writtenPairs(fact)) pairs.add(pair);
    }
  }
  return pairs;
}

function linkOption(fact: SettingFact, index: Index, flags: FlagCorrection[] = []): SettingFact {
  const pair = pairId(fact.key, fact.valueName ?? '');
  const controls = index.controls.get(pair) ?? [];
  const nodes = index.optionNodes.get(bare(policyName(fact))) ?? [];
  const [named] = nodes.length === 1 ? nodes : [];
  const stating = controls.find((each) => each.title !== undefined);
  // 14 options have neither: then the table's own name, which lacks the punctuation of Windows.
  const title = named?.gp?.name ?? stating?.title ?? policyName(fact).replaceAll('_', ' ');
  const stated = controls.flatMap((each) => stateOf(each, index) ?? []);
  const own = new Set([...stated.map(({ omaUri }) => index.nodes.get(normalizeOmaUri(omaUri).uri)), named]);
  const content = optionContent(fact, index.contents.get(pair) ?? [], [...own], controls, flags);
  const derived: MdmStatement[] =
    stated.length === 0 && named
      ? [statement(named, 'derived', `${named.version}: GpEnglishName agrees with the option's name`)]
      : [];
  return titled({ ...fact, ...optional('content', content), ...listed([...stated, ...derived]) }, title);
}

function linkControl(fact: SettingFact, index: Index): SettingFact {
  const controls = index.controls.get(pairId(fact.key, fact.valueName ?? '')) ?? [];
  return { ...fact, ...listed(controls.flatMap((each) => stateOf(each, index) ?? [])) };
}

function listed(mdm: MdmStatement[]): Pick<SettingFact, 'mdm'> {
  return mdm.length > 0 ? { mdm } : {};
}

function titled(fact: SettingFact, displayName: string): SettingFact {
  return { ...fact, text: { ...fact.text, 'en-US': { displayName, ...fact.text['en-US'] } } };
}

/** The node that a control states, if the DDF has it. */
function stateOf({ source, version, name, omaUri }: ControlFact, { nodes }: Index): MdmStatement | undefined {
  const node = omaUri === undefined ? undefined : nodes.get(normalizeOmaUri(omaUri).uri);
  return node && statement(node, 'official', evidenceOf({ source, version, name }));
}

function statement(
  { omaUri, scope }: DdfFact,
  confidence: MdmStatement['confidence'],
  evidence: string,
): MdmStatement {
  return { omaUri, scope, confidence, evidence };
}

/** An entry that writes no registry value is identified by the node that it states or that has its name. */
function stated(control: ControlFact, index: Index): ControlFact {
  const { title, omaUri, ...rest } = control;
  const stated = omaUri === undefined ? undefined : index.nodes.get(normalizeOmaUri(omaUri).uri);
  const named = rest.key === undefined ? (index.optionNodes.get(bare(rest.name)) ?? []) : [];
  const node = stated ?? (named.length === 1 ? named[0] : undefined);
  return {
    ...picked(rest, 'source', 'version', 'name'),
    ...optional('title', title ?? node?.gp?.name),
    ...picked(rest, 'area', 'key', 'valueName', 'registryType'),
    ...optional('omaUri', node?.omaUri ?? omaUri),
  };
}

function linkEquivalents(
  { key, node, places, values, evidence }: EquivalentValues,
  settings: Map<string, SettingFact[]>,
  { nodes }: Index,
): void {
  const wanted = new Map<string, DdfFact>();
  for (const place of places) {
    for (const { subkey, valueName, node: name } of values) {
      const found = nodes.get(normalizeOmaUri(`${node.replace('*', place)}/${name}`).uri);
      const full = [key.replace('*', place), ...(subkey === undefined ? [] : [subkey])].join('\\');
      if (found) wanted.set(pairId(full, valueName), found);
    }
  }
  for (const [id, all] of settings) {
    const linked = all.map((fact) => withEquivalents(fact, wanted, evidence));
    settings.set(id, linked);
  }
}

/** The table's pairs are a setting's own value or an element's. A Device node does not apply to user settings. */
function withEquivalents(fact: SettingFact, wanted: Map<string, DdfFact>, evidence: string): SettingFact {
  if (fact.class === 'User') return fact;
  const { key, valueName, elements = [] } = fact;
  const own = [{ key, valueName, id: undefined }, ...elements].flatMap((each): MdmStatement[] => {
    const node =
      each.valueName === undefined ? undefined : wanted.get(pairId(each.key ?? key, each.valueName));
    if (!node) return [];
    const { omaUri, scope } = node;
    return [{ omaUri, scope, ...optional('element', each.id), confidence: 'derived', evidence }];
  });
  return own.length > 0 ? { ...fact, mdm: [...(fact.mdm ?? []), ...own] } : fact;
}
