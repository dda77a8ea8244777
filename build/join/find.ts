/** The settings that the vendor's statements on one DDF node lead to, before corrections. */
import type { Confidence } from '../facts/entry.ts';
import type { DdfFact } from '../facts/nodes.ts';
import type { SettingFact } from '../facts/types.ts';
import { type JoinIndex, policyName } from './index-settings.ts';

/** Why a node has no setting. */
export type Unmatched =
  | 'documented-only'
  | 'security-setting'
  | 'no-such-file'
  | 'no-such-policy'
  | 'no-such-element'
  | 'several-policies'
  | 'contradicted'
  | 'scope-contradicts-class';

/** A setting that a node's own statements, or a correction, lead to. */
export interface Found {
  setting: SettingFact;
  element?: string;
  confidence: Confidence;
  by: 'AdmxBacked' | 'GpMapping' | 'correction' | 'statement';
}

export function findSettings(node: DdfFact, index: JoinIndex): Found[] | Unmatched {
  if (node.admx) {
    const file = node.admx.file.toLowerCase();
    const settings = index.byFileAndName.get(`${file}\0${node.admx.name.toLowerCase()}`);
    if (!settings) return index.files.has(file) ? 'no-such-policy' : 'no-such-file';
    return settings.map((setting) => ({ setting, confidence: 'official', by: 'AdmxBacked' }));
  }
  return node.gp ? findByGroupPolicy(node.gp, index) : 'documented-only';
}

/** The settings that a node's `GpMapping` leads to, whatever its `AdmxBacked` states. */
export function findByGroupPolicy(gp: NonNullable<DdfFact['gp']>, index: JoinIndex): Found[] | Unmatched {
  // User rights, audit and account policies are in the security database, not in an ADMX.
  if (/^windows settings~/i.test(gp.area)) return 'security-setting';
  const settings = byNameAndArea(gp, index);
  if (settings.length > 0) return withElement(settings, gp.element, 'official');
  const named = byNameAlone(gp, index);
  if (named.length === 0) return 'no-such-policy';
  return named.length === 1 ? withElement(named, gp.element, 'derived') : 'several-policies';
}

/** `file~AT~category~…`, or a path of display names. Only the file counts: vendors move policies between categories. */
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
 * `GpElement` is an element's id; if no element has it, its value name (AutoUpdateCfg's `ScheduledInstallSecondWeek`),
 * or the policy's own name or value name, which is the policy itself (DataCollection's policies without elements).
 * Anything else is an element that does not exist.
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
