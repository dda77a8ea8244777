/**
 * DDF nodes → settings. `AdmxBacked` names the ADMX file and policy; `GpMapping` a policy (by name or English
 * title) and an area. Both are many-to-many: a policy has several nodes, and a node's twin policies exist for
 * user and machine. What does not match is counted with its reason, never guessed.
 */
import type { Confidence, Scope } from '../../runtime/format.ts';
import type { Correction } from '../facts/corrections.ts';
import type { Facts } from '../facts/model.ts';
import type { DdfFact, SettingFact } from '../facts/types.ts';
import { indexSettings, type JoinIndex, policyName } from './index-settings.ts';

export interface NodeLink {
  node: DdfFact;
  setting: SettingFact;
  /** The vendor maps the node to this one element. */
  element?: string;
  confidence: Exclude<Confidence, 'none'>;
  by: 'AdmxBacked' | 'GpMapping' | 'correction';
}

/** Why a node has no setting. */
export type Unmatched =
  | 'documented-only'
  | 'security-setting'
  | 'no-such-file'
  | 'no-such-policy'
  | 'no-such-element'
  | 'several-policies'
  | 'scope-contradicts-class';

export interface MdmJoin {
  links: NodeLink[];
  unmatched: { node: DdfFact; reason: Unmatched }[];
  /** Corrections that changed nothing: the vendor has put it right, or the entry is wrong. */
  unneeded: Correction[];
}

type Found = {
  setting: SettingFact;
  element?: string;
  confidence: NodeLink['confidence'];
  by: NodeLink['by'];
};

export function joinMdm(facts: Facts): MdmJoin {
  const index = indexSettings(facts);
  const corrections = new Map(facts.corrections.map((each) => [each.omaUri.toLowerCase(), each]));
  const used = new Set<Correction>();
  const join: MdmJoin = { links: [], unmatched: [], unneeded: [] };
  for (const node of facts.nodes) {
    let found = findSettings(node, index);
    const correction = corrections.get(node.omaUri.toLowerCase());
    const corrected = correction && index.byId.get(correction.policyId);
    // A correction is needed only as long as the vendor's own words lead elsewhere, or nowhere.
    if (corrected && !(Array.isArray(found) && agrees(found, correction))) {
      used.add(correction);
      const element = correction.element === undefined ? {} : { element: correction.element };
      found = [{ setting: corrected, ...element, confidence: correction.confidence, by: 'correction' }];
    }
    if (!Array.isArray(found)) {
      join.unmatched.push({ node, reason: found });
      continue;
    }
    const allowed = found.filter(({ setting }) => allows(setting, node.scope));
    if (allowed.length === 0) join.unmatched.push({ node, reason: 'scope-contradicts-class' });
    for (const each of allowed) join.links.push({ node, ...each });
  }
  join.unneeded = facts.corrections.filter((each) => !used.has(each));
  return join;
}

function agrees(found: Found[], correction: Correction): boolean {
  return found.some(
    (each) =>
      each.setting.policyId === correction.policyId &&
      each.element === correction.element &&
      each.confidence === correction.confidence,
  );
}

function allows(setting: SettingFact, scope: Scope): boolean {
  return setting.class === 'Both' || setting.class === (scope === 'User' ? 'User' : 'Machine');
}

function findSettings(node: DdfFact, index: JoinIndex): Found[] | Unmatched {
  if (node.admx) {
    const file = node.admx.file.toLowerCase();
    const settings = index.byFileAndName.get(`${file}\0${node.admx.name.toLowerCase()}`);
    if (!settings) return index.files.has(file) ? 'no-such-policy' : 'no-such-file';
    return settings.map((setting) => ({ setting, confidence: 'official', by: 'AdmxBacked' }));
  }
  return node.gp ? findByGroupPolicy(node.gp, index) : 'documented-only';
}

function findByGroupPolicy(gp: NonNullable<DdfFact['gp']>, index: JoinIndex): Found[] | Unmatched {
  // User rights, audit and account policies live in the security database, not in an ADMX.
  if (/^windows settings~/i.test(gp.area)) return 'security-setting';
  const settings = byNameAndArea(gp, index);
  if (settings.length > 0) return withElement(settings, gp.element, 'official');
  const named = byNameAlone(gp, index);
  if (named.length === 0) return 'no-such-policy';
  return named.length === 1 ? withElement(named, gp.element, 'derived') : 'several-policies';
}

/** `file~AT~category~…`, or a path of display names. The file decides: vendors move policies between categories. */
function byNameAndArea({ name, area }: NonNullable<DdfFact['gp']>, index: JoinIndex): SettingFact[] {
  const [file, categories] = area.toLowerCase().split('~at~');
  const wanted = name.toLowerCase();
  if (categories !== undefined) {
    const key = `${file}.admx\0${wanted}`;
    return index.byFileAndName.get(key) ?? index.byFileAndTitle.get(key) ?? [];
  }
  return (index.byTitle.get(wanted) ?? []).filter((each) => index.categoryTitles(each).join('~') === file);
}

function byNameAlone({ name }: NonNullable<DdfFact['gp']>, index: JoinIndex): SettingFact[] {
  const wanted = name.toLowerCase();
  return index.byName.get(wanted) ?? index.byTitle.get(wanted) ?? [];
}

/**
 * `GpElement` is an element's id; where no element has it, its value name (AutoUpdateCfg's
 * `ScheduledInstallSecondWeek`), or the policy's own name or value name, which is the policy itself
 * (DataCollection's policies without elements). Anything else is an element that does not exist.
 */
function withElement(
  settings: SettingFact[],
  element: string | undefined,
  confidence: Found['confidence'],
): Found[] | Unmatched {
  const by = 'GpMapping';
  if (element === undefined) return settings.map((setting) => ({ setting, confidence, by }));
  const wanted = element.toLowerCase();
  const found = settings.flatMap((setting): Found[] => {
    const elements = setting.elements ?? [];
    const same = elements.find((each) => each.id.toLowerCase() === wanted);
    const writing = elements.filter((each) => each.valueName?.toLowerCase() === wanted);
    const one = same ?? (writing.length === 1 ? writing[0] : undefined);
    if (one) return [{ setting, element: one.id, confidence, by }];
    const own = [policyName(setting), setting.valueName].some((each) => each?.toLowerCase() === wanted);
    return own ? [{ setting, confidence, by }] : [];
  });
  return found.length > 0 ? found : 'no-such-element';
}
