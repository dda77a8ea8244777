/** Product versions in the answers: over HTTP, for every setting, against the pure functions. */
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '../../build/compile/context.ts';
import type { Coverage } from '../../build/compile/coverage.ts';
import { lifecycleOf } from '../../build/supported-on/lifecycle.ts';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import { createApp } from '../../runtime/http/app.ts';
import { productMessagesFor } from '../../runtime/messages/product.ts';
import { CspEnvelope, ResolveEnvelope, type SettingEnvelope } from '../../runtime/schema/answers.ts';
import type { ProductVerdict } from '../../runtime/schema/product.ts';
import { createService } from '../../runtime/service.ts';
import { judge, readTarget } from '../../runtime/verdict/index.ts';
import { judgeProducts, readTargetProducts } from '../../runtime/verdict/product.ts';
import { corpus } from '../corpus/dist.ts';
import { readItems, readingOf } from '../products/corpus.ts';
import { expectEqual, expectSame } from '../same.ts';
import { releases } from '../verdict/releases.ts';

const QUESTIONS: Record<string, string>[] = [
  {
    'Microsoft Edge': '120.0.2210.133',
    Firefox: '128.3 ESR',
    'Internet Explorer': '11.0',
    'Visual Studio': '2022 17.14.31',
    PowerToys: '0.80',
    'VS Code': '1.90',
    Collabora: '23.05',
  },
  { msedge: '138', 'Firefox 60': '', ie: '7', Zoom: '6.2.0', Chrome: '120' },
  { Edge: '77 beta', Firefox: '131.0', 'Internet Explorer': '9', 'VS Code': '1.101 Insiders' },
  { Edge: 'newest', 'a toaster': '1' },
];
const SYSTEMS = ['Windows 11 24H2', 'Windows 10 22H2', null];

let dataset: Dataset;
let items: Map<string, Item>;
let app: ReturnType<typeof createApp>;
let ask: (path: string, body: unknown) => Promise<{ status: number; text: string }>;

beforeAll(async () => {
  ({ dataset } = await corpus());
  items = new Map((await readItems()).map((item) => [item.setting.slug, item]));
  app = createApp(createService({ snapshot: () => dataset }));
  ask = async (path, body) => {
    const response = await app.fetch(
      new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    return { status: response.status, text: await response.text() };
  };
});

const SYSTEMS_READ = new Map(SYSTEMS.map((system) => [system, readTarget(system, releases)]));
const named = new Map<object, ReturnType<typeof readTargetProducts>>();

/** What a question names, read once. */
function productsNamed(question: Record<string, string>) {
  const read = named.get(question) ?? readTargetProducts(question);
  named.set(question, read);
  return read;
}

/** What the pure functions say of one setting; the sentences in English. */
function expected(item: Item, question: Record<string, string>, targetOs: string | null) {
  const { products = [], host } = readingOf(item) ?? {};
  const { targets, problems } = productsNamed(question);
  const texts = productMessagesFor('en-US');
  const product = products[0]?.product;
  if (product === undefined) return undefined;
  const problem = problems.find((each) => each.product === product);
  if (problem) return { product, verdict: 'unknown', reason: texts.problem(problem) };
  const supportedOn = item.supportedOn['en-US'] ?? '';
  const facts = { supportedOn, ...(host && { floor: host }) };
  const os = judge(facts, SYSTEMS_READ.get(targetOs) ?? readTarget(targetOs, releases), {
    releases,
    editionLists: [],
  }).verdict;
  const [judged] = judgeProducts(products, targets, os, item.setting.removedIn);
  if (judged === undefined) return { product, verdict: 'unknown' };
  const { reasonCode: _, ranges: __, channels: ___, since: ____, ...told } = judged;
  return { ...told, reason: texts.reason(judged) };
}

function pairOf({ pairs }: Item) {
  return pairs.find(({ valueName }) => valueName !== undefined);
}

/** Asks for the first pair of the setting, and returns the verdict on its product. */
async function expectPart(item: Item, targetProducts: Record<string, string>, targetOs: string | null) {
  const { slug } = item.setting;
  const { key, valueName: value } = pairOf(item) ?? {};
  const { status, text } = await ask('/v1/resolve', { key, value, targetOs, targetProducts });
  expectSame(status, 200);
  const answer = JSON.parse(text) as ResolveEnvelope;
  if (text.length % 7 === 0) {
    expect(JSON.stringify(v.parse(ResolveEnvelope, answer)).length).toBe(text.length);
  }
  expectEqual(answer.query.targetProducts, targetProducts);
  const { matches = [], compatibility } = answer.result;
  const own = matches.find((match) => match.slug === slug);
  expectEqual(own?.products, readingOf(item)?.products, slug);
  const part = (matches.length === 1 ? compatibility : own?.compatibility)?.product;
  expectCombined(answer);
  const wanted = expected(item, targetProducts, targetOs);
  if (wanted !== undefined) expect(part, slug).toMatchObject(wanted);
  // Without a range no version is ever supported or unsupported.
  else if (part) expect(part.verdict).toBe('unverified');
  const warned = answer.warnings.some((line) => line.startsWith(`${slug}: ${part?.reason}`));
  expectSame(warned, part?.verdict === 'unsupported', slug);
  return part?.verdict ?? 'none';
}

/** The part on all matches never says more than each of them. */
function expectCombined({ result: { matches = [], compatibility } }: ResolveEnvelope) {
  const whole = compatibility?.product;
  const parts = matches.flatMap(({ compatibility: own }) => own?.product ?? []);
  if (matches.length < 2 || whole === undefined) return;
  if (whole.verdict === 'unknown') return;
  const deciding = matches.filter(({ otherHive }) => otherHive === undefined);
  expectEqual(
    deciding.map(({ compatibility: own }) => own?.product?.verdict),
    deciding.map(() => whole.verdict),
  );
  expect(parts.map(({ product }) => product)).toContain(whole.product);
}

describe('resolve with targetProducts', () => {
  it('says of every setting what the pure functions say', { timeout: 240_000 }, async () => {
    const verdicts: string[] = [];
    const asked = [...items.values()].filter(
      (item) => pairOf(item) && (readingOf(item) ?? item.productName) !== undefined,
    );
    for (const [at, item] of asked.entries()) {
      for (const [number, question] of QUESTIONS.entries()) {
        const targetOs = SYSTEMS[(at + number) % SYSTEMS.length] ?? null;
        verdicts.push(await expectPart(item, question, targetOs));
      }
    }
    for (const verdict of ['supported', 'unsupported', 'unverified', 'unknown']) {
      expect(verdicts.filter((each) => each === verdict).length, verdict).toBeGreaterThan(500);
    }
  });

  it('changes nothing but the part on the product, the question and its warnings', async () => {
    for (const [at, item] of [...items.values()].entries()) {
      const pair = pairOf(item);
      if (at % 23 !== 0 || pair === undefined) continue;
      const body = { key: pair.key, value: pair.valueName, targetOs: 'Windows 11 24H2' };
      const plain = await ask('/v1/resolve', body);
      for (const none of [{}, null]) {
        expect(await ask('/v1/resolve', { ...body, targetProducts: none })).toEqual(plain);
      }
      const before = JSON.parse(plain.text) as ResolveEnvelope;
      const asked = await ask('/v1/resolve', { ...body, targetProducts: QUESTIONS[0] });
      const after = JSON.parse(asked.text) as ResolveEnvelope;
      for (const { compatibility } of [after.result, ...(after.result.matches ?? [])]) {
        delete compatibility?.product;
      }
      expect(after.result).toEqual(before.result);
      expect(after.warnings).toEqual(expect.arrayContaining(before.warnings));
    }
  });

  it('serves what newer templates have dropped as current for no version of them', async () => {
    const product = async (version: string) => {
      const { text } = await ask('/v1/resolve', {
        key: 'HKLM\\Software\\Policies\\Microsoft\\Edge',
        value: 'ShowHistoryThumbnails',
        targetProducts: { Edge: version },
      });
      return (JSON.parse(text) as ResolveEnvelope).result.compatibility?.product;
    };
    expect((await product('120'))?.verdict).toBe('supported');
    for (const version of ['153', '153.0.4224.0', '160']) {
      const part = await product(version);
      expect(part?.verdict).toBe('unverified');
      expect(part?.reason).toContain('153.0.4224.0');
    }
  });

  it('names what it cannot read, and guesses nothing', async () => {
    const edge = [...items.values()].find(
      (item) => pairOf(item) && readingOf(item)?.products?.[0]?.product === 'Microsoft Edge',
    );
    const pair = edge && pairOf(edge);
    const product = async (targetProducts: Record<string, string>) => {
      const { text } = await ask('/v1/resolve', { key: pair?.key, value: pair?.valueName, targetProducts });
      const { result, warnings } = JSON.parse(text) as ResolveEnvelope;
      return { verdict: result.compatibility?.product?.verdict, warnings: warnings.join('\n') };
    };
    for (const given of [{ Edge: '120 beta stable' }, { Edge: 'latest' }, { Edge: '120', msedge: '121' }]) {
      const { verdict, warnings } = await product(given);
      expect(verdict).toBe('unknown');
      for (const name of Object.keys(given)) expect(warnings).toContain(name);
    }
    const unknown = await product({ 'Netscape Navigator': '4' });
    expect(unknown.verdict).toBe('unknown');
    expect(unknown.warnings).toContain('Netscape Navigator');
    // A value that nothing writes: the entry is named all the same.
    const { text } = await ask('/v1/resolve', {
      key: 'HKLM\\None',
      value: 'x',
      targetProducts: { toaster: '1' },
    });
    expect(JSON.parse(text).warnings.join()).toContain('toaster');
  });

  it.each([
    ['a text', 'Edge 120', /object/],
    ['a list', ['Edge 120'], /object/],
    ['a number for a version', { Edge: 120 }, /name and version must be a string/],
    ['an empty name', { '': '120' }, /must not be empty/],
    ['a long name', { ['E'.repeat(129)]: '120' }, /at most 128 characters/],
    ['a long version', { Edge: '1'.repeat(129) }, /at most 128 characters/],
    [
      'too many',
      Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`p${at}`, '1'])),
      /at most 32 entries/,
    ],
  ])('refuses %s', async (_, targetProducts, detail) => {
    for (const [path, body] of [
      ['/v1/resolve', { key: 'HKLM\\A', value: 'b' }],
      ['/v1/csp', { omaUri: './Device/A' }],
    ] as const) {
      const { status, text } = await ask(path, { ...body, targetProducts });
      expect(status).toBe(400);
      const { errors } = JSON.parse(text);
      expect(errors[0].pointer).toBe('/targetProducts');
      expect(errors[0].detail).toMatch(detail);
    }
  });
});

describe('csp with targetProducts', () => {
  it('judges the product of each match, without a target OS', { timeout: 120_000 }, async () => {
    const [question = {}] = QUESTIONS;
    const verdicts = new Set<ProductVerdict['verdict']>();
    for (const [at, item] of [...items.values()].entries()) {
      const { ingestion } = item;
      if (at % 5 !== 0 || ingestion === undefined || 'refused' in ingestion) continue;
      const { csp } = await setting(item.setting.slug);
      const omaUri = csp?.omaUri ?? '';
      const { status, text } = await ask('/v1/csp', { omaUri, targetProducts: question });
      expect(status).toBe(200);
      const answer = JSON.parse(text) as CspEnvelope;
      expect(JSON.stringify(v.parse(CspEnvelope, answer)).length).toBe(text.length);
      const own = answer.result.matches.find(({ slug }) => slug === item.setting.slug);
      const wanted = expected(item, question, null);
      const part = own?.compatibility?.product;
      if (wanted !== undefined) expect(part, omaUri).toMatchObject(wanted);
      if (own?.compatibility) expect(own.compatibility.verdict).toBe('unknown');
      if (part) verdicts.add(part.verdict);
    }
    expect(verdicts).toContain('supported');
    expect(verdicts).toContain('unsupported');
  });
});

async function setting(slug: string) {
  const response = await app.fetch(new Request(`http://localhost/v1/setting/${slug}`));
  const { result } = (await response.json()) as SettingEnvelope;
  return result.setting;
}

describe('the record and the figures', () => {
  it('tell versions and lifecycle of every setting', { timeout: 120_000 }, async () => {
    for (const [at, [slug, item]] of [...items].entries()) {
      if (at % 3 !== 0) continue;
      const record = await setting(slug);
      expect(record.products, slug).toEqual(readingOf(item)?.products);
      expect(record.lifecycle, slug).toEqual(lifecycleOf(item.setting, item.categories));
    }
  });

  it('count them', async () => {
    const { products } = await dataset.file<Coverage>('coverage.json');
    const sum = (counts: Record<string, number>) =>
      Object.values(counts).reduce((total, each) => total + each, 0);
    expect(sum(products.ranges)).toBeGreaterThanOrEqual(3_200);
    expect(sum(products.ranges) + sum(products.noRange)).toBe(products.named);
    expect(sum(products.lifecycle)).toBe([...items.values()].filter(({ lifecycle }) => lifecycle).length);
  });
});
