/** Facts on an MDM node besides its URI, scope and minimum. */
import type { RecordNode } from '../../runtime/contract/record.ts';
import type { Csp } from '../../runtime/format/format.ts';
import { optional } from '../collections.ts';
import type { DdfFact } from '../facts/nodes.ts';

/** Policy.xml describes the whole Policy tree as `Config/{}/{}`: used as documentation, it would match any policy. */
export function isGeneric(omaUri: string): boolean {
  return /\/policy\/(?:config|result)\/\{\}/i.test(omaUri);
}

/** Further facts on a node for records and look-ups by OMA-URI; resolve omits them. */
export function nodeBehaviour(node: DdfFact): Pick<Csp, 'conflictResolution' | 'reboot' | 'dependencies'> {
  const dependencies = node.dependencies?.map(({ nodes, changed }) => ({
    nodes: nodes.map(({ type, omaUri, allowed }) => ({
      type,
      omaUri,
      ...optional('allowedValues', allowed),
    })),
    ...optional('allowedValues', changed),
  }));
  return {
    ...optional('conflictResolution', node.conflict),
    ...optional('reboot', node.reboot),
    ...optional('dependencies', dependencies),
  };
}

/** What a node takes, and holds where nothing was set. */
export function nodeContents({
  allowed,
  defaultValue,
}: DdfFact): Pick<Csp, 'allowedValues' | 'defaultValue'> {
  return { ...optional('allowedValues', allowed), ...optional('defaultValue', defaultValue) };
}

/** Area and policy of a node of the Policy CSP; undefined for the area itself and for other CSPs. */
export function policyPlace(omaUri: string): { area: string; policy: string } | undefined {
  const [, area, policy] = /\/Policy\/Config\/([^/]+)\/([^/]+)$/i.exec(omaUri) ?? [];
  return area && policy ? { area, policy } : undefined;
}

/** Key (below HKLM) and value where Windows stores what MDM has set. */
export function storeOf({ omaUri, scope }: DdfFact): RecordNode['store'] {
  const place = policyPlace(omaUri);
  if (!place || place.area === '{}') return undefined;
  const holder = scope === 'Device' ? 'device' : '<SID>';
  return {
    key: `SOFTWARE\\Microsoft\\PolicyManager\\current\\${holder}\\${place.area}`,
    value: place.policy,
  };
}

/**
 * CSPs outside the Policy CSP that have mapped nodes; each has a page of its own. The anchors of its headings follow no
 * single pattern, so the URL has none.
 */
const CSP_PAGES: ReadonlySet<string> = new Set([
  'bitlocker',
  'defender',
  'firewall',
  'laps',
  'passportforwork',
  'windowsdefenderapplicationguard',
]);

const PAGES = 'https://learn.microsoft.com/windows/client-management/mdm';

/** URL of the vendor's page on a node; undefined if no pattern is known. */
export function nodePage(omaUri: string): string | undefined {
  // A tilde marks the area of an ingested template, which has no page.
  if (omaUri.includes('~')) return undefined;
  const place = isGeneric(omaUri) ? undefined : policyPlace(omaUri);
  // The page of ADMX_DnsClient is policy-csp-admx-dnsclient.
  if (place)
    return `${PAGES}/policy-csp-${place.area.toLowerCase().replaceAll('_', '-')}#${place.policy.toLowerCase()}`;
  const csp = /^\.\/(?:device\/|user\/)?vendor\/msft\/([^/]+)/i.exec(omaUri)?.[1]?.toLowerCase();
  return csp !== undefined && CSP_PAGES.has(csp) ? `${PAGES}/${csp}-csp` : undefined;
}
