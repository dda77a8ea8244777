/** The answer in one word: which of two documents it follows, that of the registry policy or that of the MDM node. */
import type { Note, Reason } from './reasons.ts';
import type { Conclusion, Finding, RegistryFinding } from './types.ts';

/** On the day of this set the nodes of the ADMX areas were switched on: it dates the nodes, never their policies. */
const BACKFILL = ['10.0.19041.1202', '10.0.19042.1202', '10.0.19043.1202', '10.0.22000'];

export function isBackfill({ alternatives = [] }: Finding): boolean {
  return alternatives.length === BACKFILL.length && BACKFILL.every((build) => alternatives.includes(build));
}

/** What the headline is drawn from. */
interface HeadlineFacts {
  registry: RegistryFinding;
  /** Of a node that decides, by its builds alone: the vendor's own node of the value, of the requested scope, for a PC. */
  node: Finding | undefined;
  /** The target is named as a server, for which no node is documented. */
  isServer: boolean;
  /** The text allows a release before Windows 10. */
  isOldText: boolean;
}

export interface Headline extends Pick<Conclusion, 'basis'> {
  finding: Finding;
  notes: Note[];
}

/** The first row that fits. */
export function headline(facts: HeadlineFacts): Headline {
  const { registry, node, isServer, isOldText } = facts;
  const byText = { finding: registry, notes: [], ...basisOf(registry) };
  if (registry.reason.code === 'dropped' || node === undefined) return byText;
  if (isServer) return serverHeadline(facts, node) ?? byText;
  if (registry.verdict === 'unsupported') return byText;
  if (node.verdict === 'supported' || node.verdict === 'unverified') {
    return { finding: node, notes: [], basis: 'csp' };
  }
  if (registry.verdict === 'supported' && (isBackfill(node) || isOldText)) {
    return { ...byText, notes: [{ code: 'nodeLater', mdm: node.verdict, minimum: minimumOf(node) }] };
  }
  return { finding: node, notes: [], basis: 'csp' };
}

/** A text of the age of Windows 10 may stand for less than its policy needs; a node that came later shows that. */
function serverHeadline({ registry, isOldText }: HeadlineFacts, node: Finding): Headline | undefined {
  if (registry.verdict !== 'supported' || isOldText) return undefined;
  if (node.verdict !== 'unsupported' || isBackfill(node)) return undefined;
  const reason: Reason = { code: 'nodeLaterThanServer', minimum: minimumOf(node) };
  return { finding: { verdict: 'unverified', reason }, notes: [], ...basisOf(registry) };
}

function basisOf({ supportedOn }: RegistryFinding): Pick<Conclusion, 'basis'> {
  return supportedOn === undefined ? {} : { basis: 'supportedOn' };
}

function minimumOf({ required, alternatives }: Finding): string {
  return alternatives?.join(' | ') ?? required ?? '';
}

/** Of several nodes: supported if any is reached, else unknown if any is, else unsupported. */
export function bestOf(findings: readonly Finding[]): Finding | undefined {
  for (const verdict of ['supported', 'unknown', 'unsupported', 'unverified'] as const) {
    const found = findings.find((finding) => finding.verdict === verdict);
    if (found !== undefined) return found;
  }
  return undefined;
}
