/** What of an item of verify needs attention: the one rule for the summary, the command, MCP and the report. Pure. */
import type { Verified } from '../contract/verified.ts';
import { droppedOf, isUndocumented } from './summary.ts';

/** The gravest first. A warning alone is no finding. */
export const FINDINGS = [
  'unreadable',
  'conflict',
  'unsupported',
  'unsupported-product',
  'other-hive',
  'wrong-type',
  'undocumented-data',
  'undocumented',
  'removed',
  'deprecated',
  'unknown',
  'unverified',
  'unknown-data',
] as const;
export type ItemFinding = (typeof FINDINGS)[number];

export function findingsOf(item: Verified): ItemFinding[] {
  const { problem, matches, product, data, verdict } = item;
  if (problem !== undefined) return ['unreadable'];
  const found: ItemFinding[] = (item.conflictsWith ?? []).length > 0 ? ['conflict'] : [];
  if (isUndocumented(item)) return [...found, 'undocumented'];
  if (verdict !== undefined && verdict !== 'supported') found.push(verdict);
  if (product?.verdict === 'unsupported') found.push('unsupported-product');
  if (matches?.[0]?.otherHive !== undefined) found.push('other-hive');
  if (data?.verdict === 'wrong-type') found.push('wrong-type');
  if (data?.verdict === 'undocumented') found.push('undocumented-data');
  if (data?.verdict === 'unknown') found.push('unknown-data');
  const dropped = droppedOf(item);
  return dropped === undefined ? found : [...found, dropped];
}
