/**
 * The MDM node that a policy has once its template is ingested
 * (https://learn.microsoft.com/windows/client-management/win32-and-centennial-app-policy-configuration).
 */
import type { Scope } from '../../runtime/format/format.ts';
import { optional } from '../collections.ts';
import { type IngestionRule, type SourceDeclaration, WINDOWS_LINE } from '../facts/sources.ts';
import type { CategoryFact, SettingFact } from '../facts/types.ts';
import { pathOf, policyName } from '../join/index-settings.ts';
import { isIngestible } from './key-list.ts';

/** `OsBuildVersion` of every ingested node: ingestion came with Windows 10, version 1703, on PC editions. */
export const INGESTION_BUILDS = ['10.0.15063'];

export interface Ingestion {
  omaUris: Partial<Record<Scope, string>>;
  /** The URI to which the template itself is sent. */
  ingest: string;
  app: string;
  /** Category names from the template's outermost down to the policy's own. */
  path: string[];
  /** The paths in older versions of the template, joined by `~`. */
  formerPaths?: string[];
  /** Evidence for the app name, or for ingestion despite the key list; absent if neither is needed. */
  evidence?: string;
  /** Microsoft's list forbids the keys: the vendor documents the ingestion, or only Intune's catalog shows it. */
  despiteKeyList?: 'documented' | 'catalog-only';
}

export interface IngestionRefusal {
  /**
   * `windows`: an operating-system template; `no-template`: no template documents the setting; `community`: no vendor
   * documents it; `no-category`: no path.
   */
  refused: 'key-not-allowed' | 'windows' | 'no-template' | 'community' | 'no-category';
  /** The first key that may not be written. */
  key?: string;
}

/** Finds a category of the source's line, or else of Windows. */
type FindCategory = (id: string) => CategoryFact | undefined;

/**
 * For a setting without a node of its own, which the caller checks first.
 * @param pairs The pairs that the setting writes.
 */
export function ingestionOf(
  setting: SettingFact,
  pairs: readonly { key: string }[],
  source: SourceDeclaration,
  find: FindCategory,
): Ingestion | IngestionRefusal {
  if (source.line === WINDOWS_LINE) return { refused: 'windows' };
  if (setting.admx === undefined) return { refused: 'no-template' };
  if (source.provenanceKind !== 'vendor') return { refused: 'community' };
  const path = categoryPath(setting, find);
  if (path.length === 0) return { refused: 'no-category' };
  const rule = ruleOf(setting, source.ingestion ?? []);
  const closed = pairs.find(({ key }) => !isIngestible(key))?.key;
  if (closed !== undefined && !rule?.ignoresKeyList) return { refused: 'key-not-allowed', key: closed };
  // The administrator chooses the name; a blank (Dell Command Update.admx) is not allowed in a URI.
  const app = rule?.app ?? baseName(setting).replaceAll(' ', '');
  const needed = rule?.app !== undefined || closed !== undefined;
  const place = `Vendor/MSFT/Policy/Config/${app}~Policy~${path.join('~')}/${policyName(setting)}`;
  return {
    omaUris: uris(setting, place),
    ingest: `./Device/Vendor/MSFT/Policy/ConfigOperations/ADMXInstall/${app}/Policy/${app}Admx`,
    app,
    path,
    ...optional('formerPaths', formerPaths(setting, find)),
    ...optional('evidence', needed ? rule?.evidence : undefined),
    ...(closed !== undefined && { despiteKeyList: rule?.intuneOnly ? 'catalog-only' : 'documented' }),
  };
}

/**
 * Category names of the template's own namespace. A category of another file (by `using`) is above the template's
 * outermost one (mozilla.admx above firefox.admx) and not part of the path.
 */
function categoryPath(setting: SettingFact, find: FindCategory): string[] {
  const own = `${setting.policyId.slice(0, setting.policyId.indexOf('::'))}::`;
  const chain = pathOf(setting.category, find);
  const first = chain.findIndex(({ id }) => id.startsWith(own));
  return first < 0 ? [] : chain.slice(first).map(({ id }) => id.slice(id.indexOf('::') + 2));
}

function formerPaths(setting: SettingFact, find: FindCategory): string[] | undefined {
  return setting.formerCategories
    ?.map((category) => categoryPath({ ...setting, category }, find).join('~'))
    .filter((path) => path !== '');
}

function ruleOf(setting: SettingFact, rules: IngestionRule[]): IngestionRule | undefined {
  return rules.find(({ admx }) => admx?.includes(baseName(setting).toLowerCase()) ?? true);
}

function baseName({ admx = '' }: SettingFact): string {
  return admx.replace(/\.admx$/i, '');
}

function uris(setting: SettingFact, place: string): Partial<Record<Scope, string>> {
  return {
    ...optional('Device', setting.class === 'User' ? undefined : `./Device/${place}`),
    ...optional('User', setting.class === 'Machine' ? undefined : `./User/${place}`),
  };
}
