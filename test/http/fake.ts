/** A service whose answers are made up but whole: every optional field of the shapes occurs somewhere. */

import { checkedSnapshot } from '../../runtime/check/snapshot.ts';
import type { Health } from '../../runtime/contract/answers.ts';
import type { ChangesEnvelope, ChangesRequest, ListChangesRequest } from '../../runtime/contract/changes.ts';
import type { Match } from '../../runtime/contract/match.ts';
import {
  LIMIT_DEFAULT,
  type ResolveRequest,
  type SearchRequest,
  type SettingRequest,
} from '../../runtime/contract/requests.ts';
import { DatasetUnavailable } from '../../runtime/dataset/dataset.ts';
import type { Csp, SettingRecord } from '../../runtime/format/format.ts';
import type { LookUps, Service, Snapshot } from '../../runtime/service.ts';
import made from './fake.json' with { type: 'json' };

export const STAMP = made.stamp;

export const LANGUAGES = ['en-US', 'fr-FR', 'pt-BR', 'pt-PT'];

const { node, match, record } = made as unknown as { node: Csp; match: Match; record: SettingRecord };
const health = { ...made.health, dataset: STAMP, languages: LANGUAGES } as Health;

/** Keys that make `resolve` fail in a certain way. */
export const BROKEN_SHARD = 'HKLM\\broken-shard';
export const BUG = 'HKLM\\bug';

const { provenance } = made;

/** Its shape is held against the OpenAPI document. */
const envelope = (query: object, result: object, more: object = {}) =>
  ({ query, result, confidence: 'none', dataset: STAMP, warnings: [], ...more }) as never;

const bytesOf = (answer: object) => new TextEncoder().encode(JSON.stringify(answer));

export function changesEnvelope(since: string): ChangesEnvelope {
  const steps = made.changes.steps.map((step) => ({ ...step, previous: since }));
  return envelope({ since, lang: 'en-US' }, { ...made.changes, steps });
}

const UNKNOWN = { unknown: 'The feed does not lead from there.' };

export class FakeSnapshot implements Snapshot {
  readonly languages = LANGUAGES;

  get stamp() {
    return STAMP;
  }

  async json<Name extends keyof LookUps>(name: Name, request: object): Promise<LookUps[Name]> {
    const answer = await this[name](request as never);
    return (answer && bytesOf(answer)) as LookUps[Name];
  }

  async resolve(request: ResolveRequest) {
    if (request.key === BROKEN_SHARD)
      throw new DatasetUnavailable('6a69d203/resolve/0a.json', '/srv/secret/dist');
    if (request.key === BUG) throw new TypeError('at /srv/secret/file.ts:1');
    const { key, value, lang = '', targetOs = null } = request;
    const query = { key: key.toLowerCase(), value, lang, hive: null, targetOs };
    if (value === '') {
      const nearest = [{ key: 'Software\\X', value: 'Y', slug: 'a.b' }];
      return envelope(query, { matches: [], reason: 'No setting writes this pair.', nearest });
    }
    const warnings = ['Two settings write the pair.'];
    return envelope(
      query,
      { matches: [match], compatibility: made.compatibility },
      { confidence: 'official', provenance, warnings },
    );
  }

  async csp({ omaUri, lang, scope }: { omaUri: string; lang: string; scope?: string }) {
    const query = { omaUri, lang, scope: /user/i.test(scope ?? '') ? 'User' : scope ? 'Device' : null };
    return envelope(query, { matches: [], reason: 'No registry setting backs it.', node });
  }

  async search({ q, lang = '', limit = LIMIT_DEFAULT }: SearchRequest) {
    const matches = [{ ...match, matchedBy: ['title'] }].slice(0, limit);
    const result = { matches, total: 1, suggestions: ['updates'] };
    return envelope({ q, lang, limit }, result, { confidence: 'derived' });
  }

  async setting({ slug, lang, notes: warnings = [] }: SettingRequest) {
    if (slug !== record.slug && slug !== record.policyId) return undefined;
    const setting = { ...record, lang };
    const more = { confidence: 'official', provenance, warnings };
    return envelope({ slug, lang }, { setting, matches: [setting] }, more);
  }

  async verify({ lang, targetOs, detail }: Record<string, unknown>) {
    return bytesOf(envelope({ lang, targetOs, detail }, made.verified));
  }

  async convert({ lang, targetOs, to }: Record<string, unknown>) {
    return bytesOf(envelope({ items: 0, to, lang, targetOs }, made.converted));
  }

  async changes({ since }: ChangesRequest) {
    return since === 'unknown' ? UNKNOWN : JSON.stringify(changesEnvelope(since));
  }

  async listChanges({ since, items }: ListChangesRequest) {
    if (since === 'unknown') return UNKNOWN;
    const { query, result, ...more } = changesEnvelope(since);
    const affected = { items: [{ index: 0, slugs: [SLUG] }], undocumented: [1] };
    return JSON.stringify({
      query: { ...query, items: items.length },
      result: { ...result, ...affected },
      ...more,
    });
  }

  async changesAtom(path: string) {
    return `<feed xmlns="http://www.w3.org/2005/Atom"><link href="${path}"/></feed>`;
  }

  async coverage() {
    const result = { coverage: { totals: { settings: 9657 } }, reason: 'Figures map no setting.' };
    return envelope({ lang: 'en-US' }, result);
  }

  async probe() {}

  health(): Health {
    return health;
  }
}

export function fakeService(): Service {
  const snapshot = checkedSnapshot(new FakeSnapshot());
  return { snapshot: () => snapshot };
}

/** With some answers of another kind, which are not checked. */
export function serviceWith(others: Partial<Snapshot>): Service {
  const snapshot = Object.assign(new FakeSnapshot(), others);
  return { snapshot: () => snapshot };
}

/** Waits before each look-up. */
export function slowService(wait: () => Promise<unknown>): Service {
  return serviceWith({ json: (name, request) => wait().then(() => new FakeSnapshot().json(name, request)) });
}

export const noService: Service = { snapshot: () => undefined };

export const GOOD: Record<'resolve' | 'csp' | 'search', Record<string, unknown>> = {
  resolve: { key: 'HKLM\\Software\\A', value: 'B', lang: 'en-US', targetOs: '22H2' },
  csp: { omaUri: node.omaUri, scope: 'dEVICE' },
  search: { q: 'updates' },
};

export const SLUG = record.slug;
export const POLICY_ID = record.policyId;

export function postInit(body: unknown, headers: Record<string, string> = {}): RequestInit {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text };
}
