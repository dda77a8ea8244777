/**
 * Identifiers in a DDF node's description or default value. The texts are prose and not part of the facts; the
 * identifiers are, so that the check of the joins (`build/join/contradictions.ts`) can be run on the facts.
 */
import type { DdfFact } from '../facts/nodes.ts';
import type { SettingFact } from '../facts/types.ts';
import { policyName } from '../join/index-settings.ts';

/** Distinct words that look like an identifier, not like an English word, sorted. */
export function namesIn(text: string): string[] {
  const words = text.split(/[^A-Za-z0-9_]+/).filter((word) => /_|[a-z][A-Z]/.test(word));
  return [...new Set(words)].sort();
}

/** Reduces each node's names to those of a policy or an element of `settings`. */
export function keepKnownNames(nodes: DdfFact[], settings: Iterable<SettingFact>): DdfFact[] {
  const known = new Set<string>();
  for (const setting of settings) {
    known.add(policyName(setting));
    for (const { id } of setting.elements ?? []) known.add(id);
  }
  return nodes.map(({ names, dynamic, ...node }) => {
    const kept = (names ?? []).filter((name) => known.has(name));
    return {
      ...node,
      ...(kept.length > 0 ? { names: kept } : {}),
      ...(dynamic ? { dynamic } : {}),
    };
  });
}
