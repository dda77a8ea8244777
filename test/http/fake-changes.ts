/** A made-up answer of changes in which every optional field occurs. */
import type { ChangesEnvelope, ListChangesEnvelope } from '../../runtime/contract/changes.ts';
import { STAMP } from './fake-stamp.ts';

export function changesEnvelope(since: string): ChangesEnvelope {
  const change = { slug: 'windowsupdate.autoupdatecfg', source: 'windows-11' };
  return {
    query: { since, lang: 'en-US' },
    result: {
      complete: false,
      steps: [{ ...STAMP, published: STAMP.generatedAt, previous: since, unknown: 'not written' }],
      summary: { added: 1, removed: 1, changed: 1, mappingsGained: 1, mappingsLost: 0, floorsMoved: 1 },
      added: [change],
      removed: [{ ...change, removedIn: '26H1', lastSeenIn: '25H2' }],
      changed: [
        {
          ...change,
          formerSlug: 'a.b',
          facts: [{ kind: 'minBuild', fact: 'csp/minOs', change: 'changed', before: 'a', after: 'b' }],
          mapping: 'gained',
          floorMoved: true,
        },
      ],
      reason: 'A list of changes maps no setting.',
    },
    confidence: 'none',
    dataset: STAMP,
    warnings: [],
  };
}

export function listChangesEnvelope(since: string, items: number): ListChangesEnvelope {
  const { query, result, ...envelope } = changesEnvelope(since);
  const affected = { items: [{ index: 0, slugs: ['windowsupdate.autoupdatecfg'] }], undocumented: [1] };
  return { query: { ...query, items }, result: { ...result, ...affected }, ...envelope };
}
