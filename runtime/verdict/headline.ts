/** The answer in one word: which of two documents it follows, that of the registry policy or that of the MDM node. */
import { found } from './compare.ts';
import type { Note } from './reasons.ts';
import type { Conclusion, Finding } from './types.ts';

/** On the day of this set the nodes of the ADMX areas were switched on: it dates the nodes, never their policies. */
const BACKFILL = '10.0.19041.1202 | 10.0.19042.1202 | 10.0.19043.1202 | 10.0.22000';

const isBackfill = ({ alternatives = [] }: Finding) => [...alternatives].sort().join(' | ') === BACKFILL;

/** What the headline is drawn from. */
interface HeadlineFacts {
  registry: Finding;
  basis: Pick<Conclusion, 'basis'>;
  /** Of a node that decides, by its builds alone: the vendor's own node of the value, of the requested scope, for a PC. */
  node: Finding | undefined;
  /** The target is named as a server, for which no node is documented. */
  isServer: boolean;
  /** The text allows a release before Windows 10. */
  isOldText: boolean;
}

export interface Headline extends Pick<Conclusion, 'basis'> {
  finding: Finding;
  notes: readonly Note[];
}

/** The first row that fits. */
export function headline({ registry, basis, node, isServer, isOldText }: HeadlineFacts): Headline {
  const byText: Headline = { finding: registry, notes: [], ...basis };
  if (registry.reason.code === 'dropped' || node === undefined) return byText;
  const minimum = node.alternatives?.join(' | ') ?? node.required ?? '';
  const isDated = !isOldText && !isBackfill(node);
  if (isServer) {
    // A text of the age of Windows 10 may stand for less than its policy needs; a node that came later shows that.
    const isOpen = isDated && registry.verdict === 'supported' && node.verdict === 'unsupported';
    return isOpen
      ? { ...byText, finding: found('unverified', { code: 'nodeLaterThanServer', minimum }) }
      : byText;
  }
  if (registry.verdict === 'unsupported') return byText;
  const isLater = node.verdict === 'unsupported' || node.verdict === 'unknown';
  if (isLater && !isDated && registry.verdict === 'supported')
    return { ...byText, notes: [{ code: 'nodeLater', mdm: node.verdict, minimum }] };
  return { finding: node, notes: [], basis: 'csp' };
}

/** Of several nodes: supported if any is reached, else unknown if any is, else unsupported. */
export function bestOf(findings: readonly Finding[]): Finding | undefined {
  const order = ['supported', 'unknown', 'unsupported', 'unverified'];
  return [...findings].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))[0];
}
