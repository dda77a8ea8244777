/** What a record tells of an MDM node besides its URI, scope and minimum. */
import type { Csp, Scope } from '../../runtime/format/format.ts';
import { once, optional } from '../collections.ts';
import type { AllowedValuesFact, DdfFact } from '../facts/nodes.ts';
import { editionList, editionNames } from './edition-names.ts';

export interface NodeFacts {
  /** A node of the Policy CSP, or of another CSP. */
  via: 'policy' | 'csp';
  admxBacked: boolean;
  /** `DFFormat`. */
  format?: string;
  /** Empty where the vendor's list is empty, absent where there is none. */
  editions?: string[];
  editionNames?: string[];
  deprecated?: true;
  /** Of a node that cannot be set. */
  access?: string[];
  /** The build that deprecates it, where the vendor names one. */
  deprecatedFrom?: string;
  /** Absent on an ADMX-backed node, whose payloads say what it takes. */
  allowedValues?: AllowedValuesFact;
  defaultValue?: string;
  store?: NodeStore;
}

/** Where Windows keeps what MDM has set; below HKLM. */
export interface NodeStore {
  key: string;
  value: string;
}

export const nodeFacts = once((node: DdfFact): NodeFacts => {
  const { editions, deprecated } = node;
  return {
    via: policyPlace(node.omaUri) ? 'policy' : 'csp',
    admxBacked: node.admx !== undefined,
    ...optional('format', node.format),
    ...optional('editions', editions && editionList(editions).groups),
    ...optional('editionNames', editions && editionNames(editions)),
    ...(deprecated === undefined ? {} : { deprecated: true as const }),
    ...optional('deprecatedFrom', deprecated === true ? undefined : deprecated),
    ...optional('access', node.access),
    ...optional('allowedValues', node.allowed),
    ...optional('defaultValue', node.defaultValue),
    ...optional('store', storeOf(node.omaUri, node.scope)),
  };
});

/** What a record and a look-up by OMA-URI say of a node besides; resolve does not. */
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

/** Area and policy of a node of the Policy CSP; undefined for the area itself and for other CSPs. */
function policyPlace(omaUri: string): { area: string; policy: string } | undefined {
  const [, area, policy] = /\/Policy\/Config\/([^/]+)\/([^/]+)$/i.exec(omaUri) ?? [];
  return area && policy ? { area, policy } : undefined;
}

function storeOf(omaUri: string, scope: Scope): NodeStore | undefined {
  const place = policyPlace(omaUri);
  if (!place || place.area === '{}') return undefined;
  const holder = scope === 'Device' ? 'device' : '<SID>';
  return {
    key: `SOFTWARE\\Microsoft\\PolicyManager\\current\\${holder}\\${place.area}`,
    value: place.policy,
  };
}

/**
 * CSPs outside the Policy CSP that have mapped nodes; each has a page of its own. Its headings are made in several ways,
 * so that the page is named without one.
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

/** The vendor's page of a node; undefined where no pattern is known. */
export function nodePage(omaUri: string): string | undefined {
  // A tilde stands in the area of what an ingested template defines, which has no page.
  if (omaUri.includes('~')) return undefined;
  const place = policyPlace(omaUri);
  if (place) return `${PAGES}/policy-csp-${place.area.toLowerCase()}#${place.policy.toLowerCase()}`;
  const csp = /^\.\/(?:device\/|user\/)?vendor\/msft\/([^/]+)/i.exec(omaUri)?.[1]?.toLowerCase();
  return csp !== undefined && CSP_PAGES.has(csp) ? `${PAGES}/${csp}-csp` : undefined;
}
