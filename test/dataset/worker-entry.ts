/** A worker with answers of the plainest kind, to try what lies below them. Bundled by worker.test.ts. */

import type { Envelope } from '../../cli/envelope.ts';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import { normalizeOmaUri, normalizeValue, pairKey, parseKey } from '../../runtime/format/keys.ts';
import type { LookUps, Snapshot } from '../../runtime/service.ts';
import { workerHandler } from '../../runtime/worker.ts';

function snapshotOf(dataset: Dataset): Snapshot {
  const { version, generatedAt, languages, counts } = dataset.manifest;
  const envelope = (result: Envelope['result']): never => {
    const whole: Envelope = {
      query: {},
      result,
      confidence: 'none',
      dataset: { version, generatedAt },
      warnings: [],
    };
    return whole as never;
  };
  const snapshot: Snapshot = {
    stamp: { version, generatedAt },
    languages,
    async json(name, request) {
      const lookUps: Pick<Snapshot, keyof LookUps> = snapshot;
      const answer = await lookUps[name](request as never);
      return (answer && new TextEncoder().encode(JSON.stringify(answer))) as LookUps[typeof name];
    },
    async resolve({ key, value }) {
      for (const one of parseKey(key).keys) {
        const found = await dataset.lookup('resolve/en-US', pairKey(one, normalizeValue(value)));
        if (found !== undefined) return envelope({ matches: [], reason: JSON.stringify(found) });
      }
      return envelope({ matches: [], reason: 'nothing' });
    },
    async csp({ omaUri }) {
      const found = await dataset.lookup('csp/en-US', normalizeOmaUri(omaUri).uri);
      return envelope({ matches: [], reason: JSON.stringify(found ?? 'nothing') });
    },
    async verify() {
      return new TextEncoder().encode(JSON.stringify(envelope({ matches: [], reason: 'nothing' })));
    },
    convert: async () => new Uint8Array(),
    async search() {
      return envelope({ matches: [], reason: JSON.stringify(await dataset.file('search/whole.json')) });
    },
    async setting({ slug, lang }) {
      const found = await dataset.lookup(`setting/${lang}`, slug);
      return found && 'setting' in found ? envelope({ matches: [], setting: found.setting }) : undefined;
    },
    changes: async () => ({ unknown: 'not tried' }),
    listChanges: async () => ({ unknown: 'not tried' }),
    changesAtom: async () => ({ unknown: 'not tried' }),
    coverage: async () => envelope({ matches: [] }),
    probe: async () => {},
    health: () => ({
      status: 'ok',
      dataset: { version, generatedAt },
      languages,
      counts,
      sources: { active: 0, declared: 0 },
      uptimeSeconds: 0,
    }),
  };
  return snapshot;
}

export default workerHandler(
  (source) => ({
    snapshot() {
      const dataset = source.snapshot();
      return dataset && snapshotOf(dataset);
    },
  }),
  { intervalMs: 50, retryAfterMs: 50 },
);
