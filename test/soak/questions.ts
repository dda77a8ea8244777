/** The mixed traffic: what is asked, and whether an answer is of the one version that it is stamped with. */

import type { SettingRecord } from '../../runtime/format.ts';
import type { Envelope } from '../../runtime/schema/answers.ts';
import type { Match } from '../../runtime/schema/match.ts';
import type { Faults } from './figures.ts';
import { lacks, mark, type Variants } from './variants.ts';

export interface Question {
  kind: string;
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  /** The setting that the answer must hold where its version has it, and must not where it lacks it. */
  slug?: string;
}

const TARGETS = ['Windows 11 24H2', '10.0.19045', 'Windows Server 2022', 'nonsense', null];
const WORDS = [
  'update',
  'firewall',
  'turn off',
  'defender antivirus',
  'mise à jour',
  'blootooth',
  'NoAutoUpdate',
];

/** Of ten questions five resolve (one of them in vain), and the others go to the other endpoints and to problems. */
export function questionAt(n: number, { pairs }: Variants): Question {
  // A multiplier without a common factor spreads neighbours over all shards.
  const [key, value, slug] = pairs[(n * 7919) % pairs.length] ?? ['', '', ''];
  const lang = ['en-US', 'fr-FR'][n % 2];
  const post = (kind: string, path: string, body: unknown, more: Partial<Question> = {}): Question => ({
    kind,
    method: 'POST',
    path,
    body: JSON.stringify(body),
    ...more,
  });
  switch (n % 10) {
    case 0:
    case 1:
    case 2:
    case 3:
      return post(
        'resolve',
        '/v1/resolve',
        { key: `HKLM\\${key}`, value, lang, targetOs: TARGETS[n % TARGETS.length] },
        { slug },
      );
    case 4:
      return post('resolve in vain', '/v1/resolve', { key: `HKCU\\${key}\\No`, value: `${value}x` });
    case 5:
    case 6:
      return { kind: 'setting', method: 'GET', path: `/v1/setting/${slug}?lang=${lang}`, slug };
    case 7:
      return post('csp', '/v1/csp', {
        omaUri: ['Update/ActiveHoursEnd', 'Defender/AllowCloudProtection', 'Nothing/Here'][n % 3]?.replace(
          /^/,
          './Device/Vendor/MSFT/Policy/Config/',
        ),
      });
    case 8:
      return n % 30 === 8
        ? { kind: 'health', method: 'GET', path: '/v1/health' }
        : post('search', '/v1/search', { q: WORDS[n % WORDS.length], lang });
    default:
      return n % 20 === 9
        ? post('problem', '/v1/resolve', { key: '' })
        : { kind: 'problem', method: 'GET', path: '/v1/setting/nobody.knows' };
  }
}

/** `status` is known to be below 500. */
export function judge(
  question: Question,
  status: number,
  text: string,
  variantOf: ReadonlyMap<string, number>,
  faults: Faults,
): string | undefined {
  const body = JSON.parse(text) as Partial<Envelope>;
  const version = body.dataset?.version ?? '';
  const variant = variantOf.get(version);
  if (variant === undefined) {
    faults.add(`${question.kind}: an answer of version “${version}”, which was never sound`);
    return undefined;
  }
  const found: readonly (Match | SettingRecord)[] = body.result?.matches ?? [];
  const all = body.result?.setting === undefined ? found : [body.result.setting, ...found];
  for (const { displayName, slug } of all) {
    faults.expect(
      displayName?.endsWith(mark(variant)) === true,
      `${question.kind}: content of another version`,
    );
    faults.expect(!lacks(variant, slug), `${question.kind}: a setting that this version lacks`);
  }
  if (question.slug !== undefined) {
    const there = all.some(({ slug }) => slug === question.slug);
    faults.expect(
      there !== lacks(variant, question.slug),
      `${question.kind}: a setting of this version missing`,
    );
  }
  const expected =
    question.kind === 'problem' ? status >= 400 : status === 200 || isAbsent(question, variant);
  faults.expect(expected, `${question.kind}: status ${status}`);
  return version;
}

function isAbsent({ kind, slug = '' }: Question, variant: number): boolean {
  return kind === 'setting' && lacks(variant, slug);
}
