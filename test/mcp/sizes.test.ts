/** Brief answers beside those of the API, over the whole dataset: what they have, and how long they are. */
import { expect, it } from 'vitest';
import { corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';
import { expectEqual, expectSame } from '../same.ts';
import { answer, at, bytesOf, invented, isJson, type Json, LANGUAGES } from './brief.ts';

interface Source {
  id: string;
  active: boolean;
  versions: { version: string }[];
}

const TARGETS = ['Windows 11 24H2 Enterprise', '22H2', '10.0.19041', null];

const dist = await corpusDist();
const namesOf = (index: string) => entriesOf<unknown>(dist, index).map(([name]) => name);

/** The envelope with the members that a brief answer names or places otherwise. */
function comparable({ result, confidence, ...envelope }: Json): Json {
  const answer: Json = { ...envelope, ...(result as Json), mdmConfidence: confidence };
  const withRegistry = (compatibility: unknown) =>
    isJson(compatibility)
      ? { ...compatibility, registry: compatibility.registry ?? compatibility }
      : undefined;
  const matches = (Array.isArray(answer.matches) ? answer.matches : []).map((match: Json) => ({
    ...match,
    mdmConfidence: match.confidence,
    compatibility: withRegistry(match.compatibility),
  }));
  return { ...answer, matches, compatibility: withRegistry(answer.compatibility) };
}

/** Without the warnings on those matches alone that were left out, but for those whose verdict the answer has. */
function onShown(warnings: string[], envelope: Json, omitted: Json): string[] {
  const matches = envelope.matches as { slug: string; compatibility?: Json }[];
  const shown = matches.length - Number(omitted.matches ?? 0);
  if (shown >= matches.length) return warnings;
  const whole = (envelope.compatibility as Json | undefined)?.verdict;
  const decides = matches.map(({ compatibility }) => compatibility?.verdict === whole);
  const counts = (index: number) => index < shown || decides.indexOf(true) < shown || !decides[index];
  const isIn = (text: string, slug: string) =>
    new RegExp(`(?<![\\w.])${slug}(?![\\w-]|\\.\\w)`, 'u').test(text);
  const named = (text: string) =>
    matches.flatMap(({ slug }, at) => (counts(at) && isIn(text, slug) ? at : []));
  return warnings
    .filter((text) => named(text).length === 0 || named(text).some((index) => index < shown))
    .map((text) => text.replace(/ (?:All matches are returned;|Toutes les correspondances sont)[^.]*\./, ''));
}

/** What is wrong with the brief answer to a question, and its bytes without the warnings and with them. */
async function examined(tool: 'resolve' | 'csp' | 'setting' | 'search', args: Json) {
  const [brief, full] = await Promise.all([answer(tool, args), answer(tool, { ...args, detail: 'full' })]);
  const { omitted = {}, warnings = [], ...rest } = brief.structuredContent as Json & { omitted?: Json };
  const envelope = comparable(full.structuredContent as Json);
  // A setting may write the value by itself and by a list.
  const nameOf = ({ slug, elementId }: { slug: string; elementId?: string }) =>
    tool === 'search' ? slug : `${slug} ${elementId}`;
  const shown = ((rest.matches ?? []) as { slug: string; elementId?: string }[]).map(nameOf);
  // A match with a node is shown before those that are left out.
  const place = (match: Parameters<typeof nameOf>[0]) =>
    shown.includes(nameOf(match)) ? shown.indexOf(nameOf(match)) : shown.length;
  const all = (envelope.matches ?? []) as { slug: string; csp?: Json; otherHive?: string }[];
  const hasNode = ({ csp, otherHive }: (typeof all)[number]) => csp && !csp.sets && otherHive === undefined;
  all.sort((a, b) => place(a) - place(b));
  const faults = invented(rest, envelope);
  if (tool === 'resolve' && !all.slice(0, shown.length).some(hasNode) && all.some(hasNode))
    faults.push('the match with a node is left out');
  const unmapped = /^(?:No MDM \(CSP\) mapping is documented|Aucune correspondance MDM)/;
  const decisive = (envelope.warnings as string[]).filter(
    (each) => tool !== 'search' || !unmapped.test(each),
  );
  if (tool !== 'search') expectEqual(warnings, onShown(decisive, envelope, omitted), JSON.stringify(args));
  else for (const each of decisive) if (!(warnings as string[]).includes(each)) faults.push(each);
  const matches = (rest.matches ?? []) as { compatibility?: Json }[];
  if (tool !== 'setting') {
    const count = matches.length + Number((omitted as Json).matches ?? 0);
    expectSame(count, (envelope.matches as unknown[]).length, JSON.stringify(args));
  }
  const { verdict: whole } = (envelope.compatibility ?? {}) as Json;
  const isOther = matches.some((match) => match.compatibility?.verdict !== whole);
  if (tool === 'resolve' && !rest.compatibility && isOther) faults.push('no verdict of all matches');
  const judged = [rest.compatibility, ...matches.map(({ compatibility }) => compatibility)].filter(isJson);
  if (judged.some(({ verdict, reason }) => verdict === undefined || (verdict !== 'supported' && !reason)))
    faults.push('a verdict without its reason');
  const size = bytesOf(brief);
  return { faults, whole: size, bytes: size - bytesOf(warnings) };
}

const some = (index: string, step: number) => namesOf(index).filter((_, at) => at % step === 0);

const pairs = some('resolve/en-US', 7).flatMap((pair, index) => {
  const [key, value] = pair.split('\0');
  const asked = { key: `${index % 5 === 0 ? 'HKCU' : 'HKLM'}\\${key}`, value, lang: at(LANGUAGES, index) };
  const judged = { ...asked, targetOs: at(TARGETS, index >> 2) };
  return index % 5 === 0 ? [judged, { ...asked, value: `${value}x` }] : [judged];
});
// Both matches are shown; that of the other hive has another verdict than the whole.
const twin = { key: 'HKLM\\Software\\Policies\\Microsoft\\Messenger\\Client', value: 'PreventRun' };
pairs.push({ ...twin, lang: 'en-US', targetOs: 'Windows Server 2022' });
const nodes = some('csp/en-US', 5).map((uri, index) => ({
  omaUri: `${uri.replaceAll('{}', 'Any')}${index % 2 === 0 ? '' : 'x'}`,
  lang: at(LANGUAGES, index),
}));
const records = some('setting/en-US', 13).map((slug, index) => ({ slug, lang: at(LANGUAGES, index) }));
const words = some('setting/en-US', 52).map((slug, index) => {
  return { q: slug.replaceAll(/[._]/g, ' '), lang: at(LANGUAGES, index) };
});

it.each<[Parameters<typeof examined>[0], number, Json[]]>([
  ['resolve', 1500, pairs],
  ['csp', 1600, nodes],
  ['setting', 3000, records],
  ['search', 3000, words],
])(
  'a brief %s has the API’s members and all its warnings, and besides them at most %i bytes',
  async (tool, most, questions) => {
    expect(questions.length).toBeGreaterThan(200);
    const found = [];
    for (const args of questions) found.push({ args, ...(await examined(tool, args)) });
    expect(found.filter(({ faults }) => faults.length > 0).slice(0, 3)).toEqual([]);
    expect(found.filter(({ bytes }) => bytes > most).map(({ args, bytes }) => [args, bytes])).toEqual([]);
    expect(Math.max(...found.map(({ whole }) => whole))).toBeLessThanOrEqual(most + 1500);
  },
  240_000,
);

it('the brief coverage has the figures of the whole one, and each active source with its newest version', async () => {
  const [brief, full] = await Promise.all([answer('coverage', {}), answer('coverage', { detail: 'full' })]);
  const { coverage, omitted, ...rest } = brief.structuredContent as Json & { coverage: Json };
  const envelope = comparable(full.structuredContent as Json);
  const { sources, ...figures } = envelope.coverage as Json & { sources: Source[] };
  const active = sources.filter((source) => source.active);
  expect(coverage.sources).toEqual(active.map(({ id, versions }) => `${id} ${versions.at(-1)?.version}`));
  expect(invented({ ...rest, ...coverage, sources: undefined }, { ...envelope, ...figures })).toEqual([]);
  expect(omitted).toBeUndefined();
});

it('the longest request that there can be has a brief answer of at most 1,200 bytes', async () => {
  const longest = { key: `HKLM\\${'k'.repeat(1000)}`, value: 'é'.repeat(512), targetOs: 'x'.repeat(128) };
  expect(bytesOf(await answer('resolve', longest))).toBeLessThanOrEqual(1200);
  expect(bytesOf(await answer('csp', { omaUri: `./${'é'.repeat(1000)}` }))).toBeLessThanOrEqual(1200);
});
