/** Encodings that lie, ADML files found by name, shared and missing strings. */
import { describe, expect, it } from 'vitest';
import { adml, admx, importFiles, pack, policy, settingsOf, source, version } from './fixture.ts';

const TITLE = 'Überprüfung – été';
const STRINGS = { One: TITLE };

function utf16(text: string, { bom, bigEndian }: { bom: boolean; bigEndian?: boolean }): Uint8Array {
  const bytes = Buffer.from(`${bom ? '\uFEFF' : ''}${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
}

const undeclared = (text: string) => text.replace(/^<\?xml.*\?>\s*/, '');

const ENCODED: Record<string, (text: (encoding: string) => string) => string | Uint8Array> = {
  'UTF-8': (text) => text('utf-8'),
  'UTF-8 with a BOM': (text) => `\uFEFF${text('utf-8')}`,
  'UTF-8 that says utf-16': (text) => text('utf-16'),
  'UTF-8 that says unicode': (text) => text('unicode'),
  'UTF-16LE with a BOM': (text) => utf16(text('utf-16'), { bom: true }),
  'UTF-16LE with a BOM that says utf-8': (text) => utf16(text('utf-8'), { bom: true }),
  'UTF-16LE without a BOM': (text) => utf16(text('utf-16'), { bom: false }),
  'UTF-16LE with neither BOM nor declaration': (text) => utf16(undeclared(text('x')), { bom: false }),
  'UTF-16BE with a BOM': (text) => utf16(text('utf-16'), { bom: true, bigEndian: true }),
  'windows-1252 that says so': (text) => Buffer.from(text('windows-1252').replaceAll('–', '\x96'), 'latin1'),
  'UTF-16BE without a BOM': (text) => utf16(text('utf-16'), { bom: false, bigEndian: true }),
};

describe.each(Object.entries(ENCODED))('%s', (_, encode) => {
  it('is read, as ADMX and as ADML', async () => {
    const facts = await importFiles({
      'fixture/1/a.admx': encode((declared) => admx(policy('One'), { declared })),
      'fixture/1/en-US/a.adml': encode((declared) => adml(STRINGS, '', declared)),
    });
    expect(settingsOf(facts).get('One')?.text).toEqual({ 'en-US': { displayName: TITLE } });
  });
});

describe('strings', () => {
  it('come from an ADML whose name and folder differ in case', async () => {
    const facts = await importFiles({
      'fixture/1/inetres.admx': admx(policy('One')),
      'fixture/1/EN-us/InetRes.ADML': adml(STRINGS),
    });
    expect(settingsOf(facts).get('One')?.text['en-US']?.displayName).toBe(TITLE);
  });

  it('come from an ADML that belongs to no ADMX, where just one says them', async () => {
    const category = '<category name="top" displayName="$(string.Top)"/>';
    const files = {
      ...pack(admx(policy('One'), { categories: category }), STRINGS),
      'fixture/1/en-US/base.adml': adml({ Top: 'Shared top' }),
    };
    const facts = await importFiles(files);
    expect(facts.categories).toEqual([
      { line: 'fixture', id: 'Example.Policies.Test::top', text: { 'en-US': 'Shared top' } },
    ]);
    const two = await importFiles({ ...files, 'fixture/1/en-US/other.adml': adml({ Top: 'Another top' }) });
    expect(two.categories[0]?.text).toEqual({});
    // The strings of another ADMX's own ADML are not shared ones.
    const owned = await importFiles({
      ...files,
      'fixture/1/base.admx': admx(policy('Two'), { namespace: 'Example.Other' }),
    });
    expect(owned.categories[0]?.text).toEqual({});
  });

  it('that a language lacks are absent there and counted, never filled', async () => {
    const facts = await importFiles(
      {
        'fixture/1/a.admx': admx(policy('One', '<elements><text id="t" valueName="T"/></elements>')),
        'fixture/1/en-US/a.adml': adml(
          STRINGS,
          '<presentation id="One"><textBox refId="t"><label>Name</label></textBox></presentation>',
        ),
        'fixture/1/fr-FR/a.adml': adml(
          { Other: 'x', One: '   ' },
          '<presentation id="One"><textBox refId="t"><label>Nom</label></textBox></presentation>',
        ),
      },
      [source({ versions: [version('1', '2024-01-01', ['en-US', 'fr-FR'])] })],
    );
    expect(settingsOf(facts).get('One')?.text).toEqual({
      'en-US': { displayName: TITLE, labels: { t: 'Name' } },
      'fr-FR': { labels: { t: 'Nom' } },
    });
    expect(facts.report.sources.fixture?.missingDisplayNames).toEqual({ 'fr-FR': 1 });
  });

  it('that are prose stay out and are counted, of titles, items and elements alike', async () => {
    const prose = 'word '.repeat(51).trim();
    const choice =
      '<enum id="e" valueName="E"><item displayName="$(string.Long)"><value><decimal value="1"/></value></item></enum>';
    const facts = await importFiles({
      'fixture/1/a.admx': admx(
        `${policy('One')}\n${policy('Two', `<elements><boolean id="b" valueName="B"/>${choice}</elements>`)}`,
      ),
      'fixture/1/en-US/a.adml': adml(
        { One: prose, Two: 'w'.repeat(250), Long: prose },
        `<presentation id="Two"><checkBox refId="b">${prose}</checkBox></presentation>`,
      ),
    });
    expect(settingsOf(facts).get('One')?.text).toEqual({});
    expect(settingsOf(facts).get('Two')?.text).toEqual({
      'en-US': { displayName: 'w'.repeat(250), labels: { b: '' }, items: { e: [''] } },
    });
    expect(facts.report.sources.fixture?.proseLabels).toBe(3);
  });

  it('of explanations are read only when asked for', async () => {
    const own = policy('One', '', { attrs: 'explainText="$(string.Why)"' });
    const files = pack(admx(own), { ...STRINGS, Why: 'Because we made it up.' });
    const text = async (explainText: boolean) =>
      settingsOf(await importFiles(files, [source()], { explainText })).get('One')?.text['en-US']
        ?.explainText;
    expect(await text(false)).toBeUndefined();
    expect(await text(true)).toBe('Because we made it up.');
  });
});

const windows = source({ id: 'base', line: 'windows' });
const definitions = '<definition name="SUPPORTED_X" displayName="$(string.X)"/>';
const using = '<using prefix="win" namespace="Example.Windows"/>';
const categories =
  '<category name="top" displayName="$(string.One)"><parentCategory ref="win:Gone"/></category>';
const policies = [
  policy('One', '<parentCategory ref="top"/><supportedOn ref="win:SUPPORTED_X"/>'),
  policy('Lost', '<parentCategory ref="nobody:top"/><supportedOn ref="win:SUPPORTED_Y"/>'),
].join('\n');

it('references go through the prefixes of the file to the namespace that defines them', async () => {
  const facts = await importFiles(
    {
      ...pack(
        admx('', { namespace: 'Example.Windows', definitions }),
        { X: 'At least release X' },
        'base/1/w',
      ),
      ...pack(admx(policies, { using, categories }), { One: 'One', Lost: 'Lost' }),
    },
    [windows, source()],
  );
  expect(settingsOf(facts).get('One')).toMatchObject({
    category: 'Example.Policies.Test::top',
    supportedOn: 'Example.Windows::SUPPORTED_X',
  });
  expect(settingsOf(facts).get('Lost')).toMatchObject({
    categoryUnresolved: 'nobody:top',
    supportedOnUnresolved: 'Example.Windows::SUPPORTED_Y',
  });
  expect(settingsOf(facts).get('Lost')).not.toHaveProperty('supportedOn');
  expect(facts.categories).toEqual([
    {
      line: 'fixture',
      id: 'Example.Policies.Test::top',
      parentUnresolved: 'Example.Windows::Gone',
      text: { 'en-US': 'One' },
    },
  ]);
});
