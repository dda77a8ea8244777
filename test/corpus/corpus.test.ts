/** Every committed fact is found again through the runtime, and what the runtime finds is what a scan finds. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Envelope } from '../../cli/envelope.ts';
import type { Match } from '../../runtime/contract/match.ts';
import type { SettingRecord } from '../../runtime/format/format.ts';
import { textsIn } from '../../runtime/messages/index.ts';
import { PRODUCT_TEXTS } from '../../runtime/messages/product.ts';
import type { Snapshot } from '../../runtime/service.ts';
import { csp, matchesOf, resolve, setting } from '../answers.ts';
import { corpus } from './dist.ts';
import { CORRECTED, LINES, type Line, NODES, PAIRS, pairsOf, plain, scan } from './oracle.ts';

let ask: Snapshot;
beforeAll(async () => {
  ({ ask } = await corpus());
});

const titles = ({ text }: Line) =>
  Object.entries(text).flatMap(([lang, { displayName }]) => (displayName ? [{ lang, displayName }] : []));
const slugsOf = (answer: Envelope) => [...new Set(matchesOf(answer).map(({ slug }) => slug))].sort();

function expectFound(near: NonNullable<Envelope['result']['nearest']>[number]): void {
  if (!('key' in near)) throw new Error('a node is near to a pair');
  // A list is near without a value: it takes names that the administrator makes.
  const name = near.value ?? `${near.list?.valuePrefix ?? ''}1`;
  expect(scan(near.key, name)).toContain(near.slug);
}

it('has a corpus to test', () => {
  expect(LINES.length).toBeGreaterThan(12_000);
  expect(PAIRS.length).toBeGreaterThan(17_000);
  expect(NODES.length).toBeGreaterThan(5_000);
});

describe('resolve', () => {
  it('finds every fact by each of its pairs, in each of its languages', async () => {
    const lines = new Map(LINES.map((line) => [line.slug, line]));
    const lost: string[] = [];
    for (const { slug, key, value, element, takes } of PAIRS) {
      const line = lines.get(slug) as Line;
      const name =
        value ??
        [
          '1',
          'made up name',
          `${line.elements?.find(({ id }) => id === element)?.valuePrefix}7`.toLowerCase(),
        ].find((each) => takes?.(each)) ??
        '';
      const hive = line.class === 'User' ? 'HKCU' : 'HKLM';
      const languages = titles(line);
      for (const { lang, displayName } of languages.length > 0
        ? languages
        : [{ lang: 'en-US', displayName: undefined }]) {
        const answer = await resolve(ask, `${hive}\\${key}`, name, { lang });
        const found = matchesOf(answer).find((match: Match) => match.slug === slug);
        const whole =
          found?.displayName === displayName &&
          found?.lang === lang &&
          found.source === line.source &&
          found.sourceVersion === line.version &&
          found.class === line.class &&
          found.registryKey.toLowerCase() === key &&
          (found.list
            ? takes !== undefined || value !== undefined
            : found.valueName?.toLowerCase() === value);
        if (!whole) lost.push(`${slug}: ${key} + ${name} (${lang})`);
      }
    }
    expect(lost).toEqual([]);
  });

  it('finds exactly what a scan over the facts finds, for every pair', async () => {
    const pairs = new Map(
      PAIRS.flatMap(({ key, value }) =>
        value === undefined ? [] : [[`${key}\0${value}`, [key, value] as const]],
      ),
    );
    const wrong: unknown[] = [];
    for (const [key, value] of pairs.values()) {
      const answer = await resolve(ask, key, value);
      const wanted = scan(key, value);
      if (String(slugsOf(answer)) !== String(wanted)) wrong.push([key, value, slugsOf(answer), wanted]);
      if (wanted.length > 1 && !answer.warnings.some((each) => wanted.every((slug) => each.includes(slug))))
        wrong.push([key, value, 'no warning']);
    }
    expect(wrong).toEqual([]);
  });

  it('names each value whose name was written at the end of its key', async () => {
    const wrong: unknown[] = [];
    let named = 0;
    for (const { key, value } of PAIRS) {
      const slip = `${key}\\${value}`;
      // A name with a separator is read as two parts; a key of that name may have a value without a name, or a list.
      if (!value || /[\\/]/.test(value) || scan(slip, '').length > 0) continue;
      const { result, warnings } = await resolve(ask, `HKLM\\${slip}`, '');
      named++;
      // A list under the key may take the name too; the value itself is named.
      const known = scan(key, value);
      const near = result.nearest ?? [];
      const right = near.every(
        (each) => 'value' in each && each.value?.toLowerCase() === value && known.includes(each.slug),
      );
      if (result.matches?.length !== 0 || near.length === 0 || !right) wrong.push([slip, near, known]);
      if (!warnings.some((each) => each.endsWith('not a part of the key: give it as value.')))
        wrong.push(slip);
    }
    expect(wrong).toEqual([]);
    expect(named).toBeGreaterThan(15_000);
  });

  it('finds what a scan finds for keys and values that are changed a little', async () => {
    const change = fc.record({
      pair: fc.nat(PAIRS.length - 1),
      other: fc.nat(PAIRS.length - 1),
      at: fc.nat(200),
      what: fc.constantFrom(
        'key',
        'value',
        'swap',
        'case',
        'spelling',
        'parent',
        'child',
        'nothing' as const,
      ),
      char: fc.constantFrom('a', 'Z', '0', '_', ' x', '\\x', '\0', 'ı', 'É'),
    });
    const seen = { hit: 0, miss: 0 };
    await fc.assert(
      fc.asyncProperty(change, async ({ pair, other, at, what, char }) => {
        let { key, value = '1' } = PAIRS[pair] as (typeof PAIRS)[number];
        const put = (text: string) =>
          text.slice(0, at % (text.length + 1)) + char + text.slice((at % (text.length + 1)) + 1);
        if (what === 'key') key = put(key).trim();
        else if (what === 'value') value = put(value);
        else if (what === 'swap') value = PAIRS[other]?.value ?? '1';
        else if (what === 'case') [key, value] = [key.toUpperCase(), value.toUpperCase()];
        else if (what === 'spelling') key = `\\${key.replaceAll('\\', '\\\\')}\\ `;
        else if (what === 'parent') key = key.slice(0, Math.max(key.lastIndexOf('\\'), 0));
        else if (what === 'child') key = `${key}\\${value}`;
        const wanted = scan(key, value);
        const answer = await resolve(ask, key, value);
        // A slash in a key may be read as a separator in a second try, which the scan knows nothing of.
        if (key.includes('/') && wanted.length === 0) return;
        expect(slugsOf(answer)).toEqual(wanted);
        if (wanted.length > 0) seen.hit++;
        else {
          seen.miss++;
          expect(answer).toMatchObject({
            confidence: 'none',
            result: { matches: [], reason: expect.any(String) },
          });
          for (const near of answer.result.nearest ?? []) expectFound(near);
        }
      }),
      { numRuns: 3000 },
    );
    expect(seen.hit).toBeGreaterThan(300);
    expect(seen.miss).toBeGreaterThan(300);
  });
});

describe('setting', () => {
  it('finds every fact by slug and by policyId, in each of its languages', async () => {
    const wrong: string[] = [];
    for (const line of LINES) {
      const known = titles(line);
      for (const lang of ask.languages) {
        const title =
          known.find((each) => each.lang === lang) ?? known.find((each) => each.lang === 'en-US') ?? known[0];
        const answer = await setting(ask, line.slug, lang);
        const { setting: served } = answer?.result ?? {};
        const right =
          served !== undefined &&
          served.policyId === line.policyId &&
          served.displayName === title?.displayName &&
          tellsPlace(served, line) &&
          served.elements.length === (line.elements ?? []).length &&
          (title === undefined || served.lang === title.lang) &&
          (served.lang === lang && title !== undefined) ===
            !(answer?.warnings ?? []).some(
              (each) =>
                each.includes(line.slug) &&
                !/not current|plus actuel|community template|modèle de la communauté/.test(each) &&
                each !== lifecycleWarning(served, lang),
            );
        if (!right) wrong.push(`${line.slug} (${lang})`);
      }
      const byId = await setting(ask, line.policyId);
      if (byId?.result.setting?.slug !== line.slug) wrong.push(line.policyId);
    }
    expect(wrong).toEqual([]);
  });

  it('has no record of what is no fact', async () => {
    for (const slug of ['no.such', '__proto__', 'constructor', 'x::y', '::', `${LINES[0]?.slug}x`])
      expect(await setting(ask, slug)).toBeUndefined();
    await expect(setting(ask, '')).rejects.toThrow('Not valid: slug');
  });
});

/**
 * The policy's own value, else the only value or list that it writes, else its key alone. Lists of one key are each for
 * themselves.
 */
function tellsPlace({ registryKey, valueName, elementId }: SettingRecord, line: Line): boolean {
  const own = registryKey === line.key && valueName === line.valueName && elementId === undefined;
  if (line.valueName !== undefined) return own;
  const written = new Set(
    pairsOf(line).map(({ key, value, takes, element }) => `${key}|${takes ? `list ${element}` : value}`),
  );
  if (written.size !== 1) return own;
  const [only = ''] = written;
  const told = valueName?.toLowerCase() ?? `list ${elementId}`;
  return `${plain(registryKey)}|${told}` === only;
}

function lifecycleWarning({ slug, lifecycle }: SettingRecord, lang: string): string | undefined {
  return lifecycle && textsIn(lang, PRODUCT_TEXTS).lifecycle(slug, lifecycle);
}

describe('csp', () => {
  const urisOf = ({ csp: mapping, cspAlternatives = [] }: SettingRecord): string[] => [
    ...Object.values(mapping?.omaUris ?? {}),
    ...Object.values(mapping?.elements ?? {}).map(({ omaUri }) => omaUri),
    ...cspAlternatives.flatMap(({ omaUris }) => Object.values(omaUris)),
  ];

  it('finds every mapped setting by each OMA-URI of its record, in each of its languages', async () => {
    const lost: string[] = [];
    let mapped = 0;
    for (const line of LINES) {
      const record = (await setting(ask, line.slug))?.result.setting as SettingRecord;
      const uris = urisOf(record);
      if (uris.length > 0) mapped++;
      if (uris.length > 0 !== (record.confidence !== 'none')) lost.push(`${line.slug}: ${record.confidence}`);
      for (const uri of uris) {
        for (const { lang, displayName } of titles(line)) {
          const match = matchesOf(await csp(ask, uri, { lang })).find(({ slug }) => slug === line.slug);
          if (match?.displayName !== displayName || match?.csp?.omaUri !== uri)
            lost.push(`${line.slug}: ${uri} (${lang})`);
        }
      }
    }
    expect(lost).toEqual([]);
    expect(mapped).toBeGreaterThan(2_400);
  });

  it('warns of each node that cannot be set, and of no other', async () => {
    const wrong: string[] = [];
    for (const { omaUri, access } of NODES) {
      // Answered as its Config twin, which is set.
      if (/\/Policy\/Result(?:\/|$)/.test(omaUri)) continue;
      const { warnings } = await csp(ask, omaUri);
      const wanted = access && `The MDM node allows only ${access.join(', ')}: it cannot be set.`;
      if (warnings.find((each) => each.includes('cannot be set')) !== wanted) wrong.push(omaUri);
    }
    expect(wrong).toEqual([]);
    expect(NODES.filter(({ access }) => access)).toHaveLength(1084);
  });

  it('tells the node of every registry value that a look-up by OMA-URI names', async () => {
    const hives = { Machine: 'HKLM\\', User: 'HKCU\\', Both: '' };
    const lost: string[] = [];
    let named = 0;
    for (const { omaUri } of NODES) {
      if (/\/Policy\/Result(?:\/|$)/.test(omaUri)) continue;
      for (const { slug, class: of, registryKey, valueName } of matchesOf(await csp(ask, omaUri))) {
        if (valueName === undefined) continue;
        named++;
        const answer = await resolve(ask, `${hives[of]}${registryKey}`, valueName);
        const uris = matchesOf(answer)
          .filter((match) => match.slug === slug)
          .flatMap(({ csp: node, cspAlternatives = [] }) => [...(node ? [node] : []), ...cspAlternatives])
          .flatMap((node) => [node.omaUri, ...Object.values(node.omaUris)]);
        if (!uris.includes(omaUri)) lost.push(`${omaUri}: ${slug} ${registryKey}\\${valueName}`);
      }
    }
    expect(lost).toEqual([]);
    expect(named).toBeGreaterThan(2_000);
  });

  it('knows every documented node, and says of each whether a setting stands behind it', async () => {
    const wrong: string[] = [];
    for (const { omaUri, scope } of NODES) {
      // What is in force is read there; it is answered as its Config twin.
      if (/\/Policy\/Result(?:\/|$)/.test(omaUri)) continue;
      const { query, result, confidence, provenance } = await csp(ask, omaUri);
      const matches = result.matches as Match[];
      const right =
        query.scope === scope &&
        (matches.length > 0
          ? confidence !== 'none' &&
            matches.every((match) => match.csp?.omaUri === omaUri && match.csp.scope === scope)
          : confidence === 'none' &&
            result.node?.omaUri === omaUri &&
            Boolean(result.reason) &&
            provenance?.source === 'policy-ddf');
      if (!right) wrong.push(omaUri);
    }
    expect(wrong).toEqual([]);
  });

  it('maps every AdmxBacked node to the policies that a scan by file, name and scope finds', async () => {
    const wrong: unknown[] = [];
    let backed = 0;
    const named = LINES.map((line) => ({
      line,
      lower: line.policyId.slice(line.policyId.indexOf('::') + 2).toLowerCase(),
    }));
    for (const { omaUri, scope, admx } of NODES) {
      // A correction says that the vendor names the wrong policy (BitLocker/EncryptionMethodByDriveType).
      if (!admx || CORRECTED.has(omaUri)) continue;
      const [file, name] = [admx.file.toLowerCase(), admx.name.toLowerCase()];
      const wanted = named.filter(
        ({ line, lower }) =>
          lower === name &&
          (line.admx?.toLowerCase() === file || line.formerAdmx?.includes(file)) &&
          (line.class === 'Both' || line.class === (scope === 'User' ? 'User' : 'Machine')),
      );
      const found = matchesOf(await csp(ask, omaUri));
      for (const {
        line: { slug },
      } of wanted) {
        const match = found.find((each) => each.slug === slug);
        if (match?.confidence !== 'official') wrong.push([omaUri, slug]);
        backed++;
      }
    }
    expect(wrong).toEqual([]);
    expect(backed).toBeGreaterThanOrEqual(2_062);
  });
});
