/** Mixed traffic: what is asked, and whether an answer is of the one version that it is stamped with. */
import type { Envelope } from '../../cli/answers.ts';
import { type Ask, post } from '../bench/requests.ts';
import { NO_PAIR, type Reply } from './client.ts';
import type { Faults } from './figures.ts';
import { lacks, type Material, mark } from './variants.ts';

export interface Question extends Ask {
  kind: string;
  /** The setting that the answer must hold where its version has it, and must not hold where it lacks it. */
  slug?: string;
}

export const TARGETS = ['Windows 11 24H2', '10.0.19045', 'Windows Server 2022', 'nonsense', null];
const WORDS = ['update', 'firewall', 'turn off', 'defender antivirus', 'mise à jour', 'blootooth'];
const NODES = ['Update/ActiveHoursEnd', 'Defender/AllowCloudProtection', 'Nothing/Here'];

/** Of ten questions five are resolves (one without a match); the others go to the other endpoints, one is invalid. */
export function questionAt(n: number, { pairs }: Material): Question {
  // A multiplier without a common factor spreads neighbours over all shards.
  const [key, value, slug] = pairs[(n * 7919) % pairs.length] ?? NO_PAIR;
  const lang = n % 2 === 0 ? 'en-US' : 'fr-FR';
  const node = `./Device/Vendor/MSFT/Policy/Config/${NODES[n % NODES.length]}`;
  const asked = (kind: string, path: string, body: object): Question => ({ kind, ...post(path, body) });
  const setting = (path: string): Question => ({ kind: 'setting', method: 'GET', path, slug });
  const kinds: (() => Question)[] = [
    () => asked('resolve without a match', '/v1/resolve', { key: `HKCU\\${key}\\No`, value: `${value}x` }),
    () => setting(`/v1/setting/${slug}?lang=${lang}`),
    () => setting(`/v1/setting/${slug}?lang=fr`),
    () => asked('csp', '/v1/csp', { omaUri: node }),
    () => asked('search', '/v1/search', { q: WORDS[n % WORDS.length], lang }),
    () => asked('problem', '/v1/resolve', { key: '' }),
  ];
  const resolve = { key: `HKLM\\${key}`, value, lang, targetOs: TARGETS[n % TARGETS.length] };
  return kinds[n % 10]?.() ?? { ...asked('resolve', '/v1/resolve', resolve), slug };
}

/** @returns the version of the answer. */
export function judge(
  { kind, slug }: Question,
  { status, text }: Reply,
  variantOf: ReadonlyMap<string, number>,
  faults: Faults,
): string | undefined {
  if (status === 0 || status >= 500) {
    faults.add(`${kind}: ${status === 0 ? `no answer (${text})` : `status ${status}`}`);
    return undefined;
  }
  const body = JSON.parse(text) as Partial<Envelope>;
  const version = body.dataset?.version ?? '';
  const variant = variantOf.get(version);
  if (variant === undefined) {
    faults.add(`${kind}: an answer of version "${version}", which is not one of those published`);
    return undefined;
  }
  const { setting, matches = [] } = body.result ?? {};
  const all = setting === undefined ? matches : [setting, ...matches];
  for (const each of all) {
    const own = each.displayName?.endsWith(mark(variant)) === true;
    faults.expect(own, `${kind}: content of another version`);
    faults.expect(!lacks(variant, each.slug), `${kind}: a setting that this version lacks`);
  }
  const absent = slug !== undefined && lacks(variant, slug);
  const found = slug === undefined || all.some((each) => each.slug === slug) !== absent;
  faults.expect(found, `${kind}: a setting of this version is missing`);
  const expected = kind === 'problem' ? 400 : kind === 'setting' && absent ? 404 : 200;
  faults.expect(status === expected, `${kind}: status ${status} instead of ${expected}`);
  return version;
}
