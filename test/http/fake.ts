/** A service whose answers are made up but whole: every optional field of the shapes occurs somewhere. */

import type { UnknownVersion } from '../../runtime/answer/changes.ts';
import { checkedSnapshot } from '../../runtime/check/snapshot.ts';
import type {
  CoverageEnvelope,
  CspEnvelope,
  Health,
  ResolveEnvelope,
  SearchEnvelope,
  SettingEnvelope,
} from '../../runtime/contract/answers.ts';
import type { ChangesRequest, ListChangesRequest } from '../../runtime/contract/changes.ts';
import type { ConvertRequest } from '../../runtime/contract/convert.ts';
import type { Match } from '../../runtime/contract/match.ts';
import { LIMIT_DEFAULT, type ResolveRequest, type SearchRequest } from '../../runtime/contract/requests.ts';
import type { VerifyRequest } from '../../runtime/contract/verify.ts';
import { DatasetUnavailable } from '../../runtime/dataset/dataset.ts';
import type { Csp, SettingRecord } from '../../runtime/format/format.ts';
import type { LookUps, Service, Snapshot } from '../../runtime/service.ts';
import made from './fake.json' with { type: 'json' };
import { changesEnvelope, listChangesEnvelope } from './fake-changes.ts';
import { STAMP } from './fake-stamp.ts';

export { STAMP };

export const LANGUAGES = ['en-US', 'fr-FR', 'pt-BR', 'pt-PT'];

const { node, match, record } = made as unknown as { node: Csp; match: Match; record: SettingRecord };
const health = { ...made.health, dataset: STAMP, languages: LANGUAGES } as Health;

/** Keys that make `resolve` fail in a certain way. */
export const BROKEN_SHARD = 'HKLM\\broken-shard';
export const BUG = 'HKLM\\bug';

const provenance = { source: 'windows-11', sourceVersion: '25H2', learnUrl: 'https://learn.microsoft.com/' };

/** Its shape is held against the OpenAPI document. */
const envelope = (query: object, result: object, more: object = {}) =>
  ({ query, result, confidence: 'none', dataset: STAMP, warnings: [], ...more }) as never;

export class FakeSnapshot implements Snapshot {
  readonly languages = LANGUAGES;

  get stamp() {
    return STAMP;
  }

  async json<Name extends keyof LookUps>(name: Name, request: object): Promise<LookUps[Name]> {
    const answer = await this[name](request as never);
    return (answer && new TextEncoder().encode(JSON.stringify(answer))) as LookUps[Name];
  }

  async resolve(request: ResolveRequest): Promise<ResolveEnvelope> {
    if (request.key === BROKEN_SHARD)
      throw new DatasetUnavailable('6a69d203/resolve/0a.json', '/srv/secret/dist');
    if (request.key === BUG) throw new TypeError('at /srv/secret/file.ts:1');
    const { key, value, lang = '', targetOs = null } = request;
    const query = { key: key.toLowerCase(), value, lang, hive: null, targetOs };
    if (value === '') {
      const nearest = [{ key: 'Software\\X', value: 'Y', slug: 'a.b' }];
      return envelope(query, { matches: [], reason: 'No setting writes this pair.', nearest });
    }
    const compatibility = {
      verdict: 'unknown',
      reason: 'Ambiguous.',
      targetBuild: '10.0.22621',
      requiredBuild: '10.0.10240',
      requiredBuildAlternatives: ['10.0.10240'],
      basis: 'csp',
      candidates: [{ family: 'Windows 11', label: '22H2', build: '10.0.22621', verdict: 'supported' }],
      registry: { verdict: 'supported', reason: 'Old.', requiredBuild: '10.0.10240', supportedOn: 'XP' },
    };
    const warnings = ['Two settings write the pair.'];
    return envelope(
      query,
      { matches: [match], compatibility },
      { confidence: 'official', provenance, warnings },
    );
  }

  async csp({ omaUri, lang, scope }: { omaUri: string; lang: string; scope?: string }): Promise<CspEnvelope> {
    const query = { omaUri, lang, scope: /user/i.test(scope ?? '') ? 'User' : scope ? 'Device' : null };
    return envelope(query, { matches: [], reason: 'No registry setting backs it.', node });
  }

  async search({ q, lang = '', limit = LIMIT_DEFAULT }: SearchRequest): Promise<SearchEnvelope> {
    const matches = [{ ...match, matchedBy: ['title'] }].slice(0, limit);
    const result = { matches, total: 1, suggestions: ['updates'] };
    return envelope({ q, lang, limit }, result, { confidence: 'derived' });
  }

  async setting({ slug, lang }: { slug: string; lang: string }): Promise<SettingEnvelope | undefined> {
    if (slug !== record.slug && slug !== record.policyId) return undefined;
    const setting = { ...record, lang };
    const more = { confidence: 'official', provenance };
    return envelope({ slug, lang }, { setting, matches: [setting] }, more);
  }

  async verify({ lang, targetOs, detail }: VerifyRequest): Promise<Uint8Array<ArrayBuffer>> {
    const summary = { items: 0, problems: 0, undocumented: 0, verdicts: {}, data: {}, mdm: {} };
    const result = { items: [], summary, reason: 'No item has a node.' };
    return new TextEncoder().encode(JSON.stringify(envelope({ lang, targetOs, detail }, result)));
  }

  async convert({ lang, targetOs, to }: ConvertRequest): Promise<Uint8Array<ArrayBuffer>> {
    const reason = 'No item has a node.';
    const result = { content: '', mediaType: 'text/plain', converted: 0, left: [], reason };
    return new TextEncoder().encode(JSON.stringify(envelope({ items: 0, to, lang, targetOs }, result)));
  }

  async changes({ since }: ChangesRequest): Promise<string | UnknownVersion> {
    if (since === 'unknown') return { unknown: 'The feed does not lead from there.' };
    return JSON.stringify(changesEnvelope(since));
  }

  async listChanges({ since, items }: ListChangesRequest): Promise<string | UnknownVersion> {
    if (since === 'unknown') return { unknown: 'The feed does not lead from there.' };
    return JSON.stringify(listChangesEnvelope(since, items.length));
  }

  async changesAtom(path: string): Promise<string> {
    return `<feed xmlns="http://www.w3.org/2005/Atom"><link href="${path}"/></feed>`;
  }

  async coverage(): Promise<CoverageEnvelope> {
    const result = { coverage: { totals: { settings: 9657 } }, reason: 'Figures map no setting.' };
    return envelope({ lang: 'en-US' }, result);
  }

  async probe(): Promise<void> {}

  health(): Health {
    return health;
  }
}

export function fakeService(): Service {
  const snapshot = checkedSnapshot(new FakeSnapshot());
  return { snapshot: () => snapshot };
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
