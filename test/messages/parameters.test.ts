/** Every sentence in both languages: the same parameters, and no fault; and the marks in every sentence, read in the source: none can be passed over. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { STORED_TEXTS, storedTexts } from '../../build/compile/sentences.ts';
import { changesMessages } from '../../runtime/messages/changes.ts';
import { reasonsInEnglish, textsIn } from '../../runtime/messages/index.ts';
import { MCP_TEXTS } from '../../runtime/messages/mcp.ts';
import { PRODUCT_TEXTS } from '../../runtime/messages/product.ts';
import { VERIFY_TEXTS } from '../../runtime/messages/verify.ts';
import { faultsOf } from './faults.ts';

type Say = (...args: unknown[]) => unknown;

/** Those of verdicts take whole verdicts: they are read in a test of their own. */
const { reasons: _reasons, whyNoFloor: _whyNoFloor, notes: _notes, ...en } = textsIn('en');
const { reasons: _raisons, whyNoFloor: _pourquoi, notes: _remarques, ...fr } = textsIn('fr');
const { or: _or, reason: _reason, problem: _problem, ...product } = textsIn('en', PRODUCT_TEXTS);
const { or: _ou, reason: _raison, problem: _probleme, ...produit } = textsIn('fr', PRODUCT_TEXTS);

/** Contents of fields that are not texts. */
const FIELDS: Record<string, unknown> = {
  channels: ['Beta', ''],
  known: ['Edge', 'Firefox'],
  state: 'removed',
  evidence: { kind: 'title', text: 'Old' },
};

/** What a function reads of an object that has every field. */
function recorder(read: Set<string>): object {
  return new Proxy(
    {},
    {
      get: (_, field) => {
        if (field === Symbol.toPrimitive) return () => '7';
        read.add(String(field));
        return FIELDS[String(field)] ?? `<${String(field)}>`;
      },
    },
  );
}

/** Sentences by their names, each with what it says of texts, and what it reads of an object in their place. */
function sentencesOf(table: object, path = ''): Map<string, Say | string> {
  const all = Object.entries(table).flatMap(([name, each]): [string, Say | string][] =>
    typeof each === 'object' ? [...sentencesOf(each, `${path}${name}.`)] : [[`${path}${name}`, each]],
  );
  return new Map(all);
}

const takesObject = (name: string) =>
  /^(?:data|payload|payloadFault|reasons|problems)\./.test(name) || /^(?:list|lifecycle)$/.test(name);

function said(name: string, say: Say | string): { text: string; read: Set<string> } {
  const read = new Set<string>();
  if (typeof say === 'string') return { text: say, read };
  const texts = Array.from({ length: 4 }, (_, at) => `p${at}`);
  const args = takesObject(name)
    ? say.length === 2
      ? ['p0', recorder(read)]
      : [recorder(read)]
    : name.startsWith('setting')
      ? ['p0', ['p1']]
      : texts;
  const text = String(say(...args));
  for (const each of texts) if (text.includes(each)) read.add(each);
  return { text, read };
}

describe.each([
  ['of answers', en, fr],
  ['of stored answers', STORED_TEXTS.en, STORED_TEXTS.fr],
  ['of verify', textsIn('en', VERIFY_TEXTS), textsIn('fr', VERIFY_TEXTS)],
  ['of products', product, produit],
  ['of the MCP tools', textsIn('en', MCP_TEXTS), textsIn('fr', MCP_TEXTS)],
])('the sentences %s', (table, english, french) => {
  const sentences = [...sentencesOf(english)];
  const others = sentencesOf(french);

  it('are the same in both languages', () => {
    expect([...others.keys()]).toEqual(sentences.map(([name]) => name));
    expect(sentences.length).toBeGreaterThan(10);
  });

  it.each(sentences)('%s has the same parameters, and no fault', (name, say) => {
    const ours = said(name, say);
    const theirs = said(name, others.get(name) ?? '');
    expect(theirs.read).toEqual(ours.read);
    if (typeof say === 'function' && say.length > 0) expect(ours.read.size).toBeGreaterThan(0);
    // Parts of sentences have no full stop; what answers say are sentences.
    const isPart = !table.endsWith('answers') || /\.|^sameTarget$/.test(name);
    const faults = (text: string, lang: string) =>
      faultsOf(text.replace(/name="value"|nom="valeur"|&\w+;/g, 'x'), lang).filter(
        (fault) => !isPart || !fault.startsWith('no full stop'),
      );
    expect(faults(ours.text, 'en-US'), ours.text).toEqual([]);
    expect(faults(theirs.text, 'fr-FR'), theirs.text).toEqual([]);
    if (/\p{Ll}{3,} \p{Ll}{2,}/u.test(ours.text)) expect(theirs.text).not.toBe(ours.text);
    // An absence holds for this version of the dataset.
    expect(ours.text).not.toMatch(/\b(?:exists?|does not exist)\b/);
    expect(theirs.text).not.toMatch(/n’existe/);
  });
});

describe.each(['en-US', 'fr-FR'])('the forms of a sentence in %s', (lang) => {
  const { list, listOnly, unknownField } = storedTexts(lang);
  const lists = [
    { explicitValue: true },
    { explicitValue: false, valuePrefix: 'P' },
    { explicitValue: false },
  ];
  it.each([
    ...lists.map((facts) => list('a.b', { additive: false, ...facts })),
    ...['', 'Site'].map((prefix) => listOnly('a.b', prefix)),
    unknownField('x', undefined),
  ])('%s', (text) => {
    expect(faultsOf(text, lang)).toEqual([]);
  });
});

it('lists the names of a list with a prefix and without', () => {
  const { listOnly } = textsIn('en');
  expect(listOnly('a.b', '')).toBe(
    'a.b lists values under this key, but only under the names 1, 2 and so on.',
  );
  expect(listOnly('a.b', 'Site')).toContain('the names Site1, Site2 and so on.');
});

it.each([
  [['fr', 'FR', 'fr-FR', 'fr-CA'], 'fr-FR', () => undefined],
  [['en', 'en-US', 'EN-gb'], 'en-US', () => undefined],
  [
    ['de-DE', 'de', 'fro', 'ja-JP'],
    'en-US',
    (lang: string) => `Reasons and warnings are not available in ${lang}; they are in English.`,
  ],
])('the sentences for %j are those of %s', (languages, chosen, warning) => {
  for (const lang of languages) {
    expect(textsIn(lang)).toBe(textsIn(chosen));
    expect(reasonsInEnglish(lang)).toBe(warning(lang));
  }
});

it('an entry of the feed of changes says numbers of one and of several alike', () => {
  const stamp = { version: 'b', generatedAt: '', published: '' };
  const summary = { added: 1, removed: 0, changed: 2, mappingsGained: 1, mappingsLost: 0, floorsMoved: 1 };
  expect(changesMessages.atomEntry({ ...stamp, previous: 'a', summary })).toBe(
    'Settings since a: 1 added, 0 removed, 2 changed; MDM mappings: 1 gained, 0 lost; minimums or verdicts: 1 changed.',
  );
  expect(changesMessages.atomEntry({ ...stamp, previous: 'a' })).toBe(
    'The changes since a are not known: they were not written.',
  );
  for (const previous of ['a', null]) {
    expect(faultsOf(changesMessages.atomEntry({ ...stamp, previous }), 'en-US')).toEqual([]);
  }
});

const FOLDER = new URL('../../runtime/messages/', import.meta.url);
const files = [
  ...readdirSync(FOLDER).filter((name) => name.endsWith('.ts')),
  '../../build/compile/sentences.ts',
];

/** Attributes of XML, in a sentence on how they are written. */
const XML = /\b(?:name="value"|nom="valeur")/g;
/** A pattern, which is not a text. */
const REGEXP = /= \/.*\/\w*;$/gm;

function codeOf(file: string): string {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  return text
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(XML, '')
    .replace(REGEXP, '');
}

it.each(files)('%s has no straight quotation mark and no straight apostrophe in a text', (file) => {
  const code = codeOf(file);
  expect(code.match(/.*".*/g)).toBeNull();
  expect(code.match(/.*\p{L}'\p{L}.*/gu)).toBeNull();
  expect(code.match(/.*\\'.*/g)).toBeNull();
});

it('reads the sentences', () => {
  expect(files.length).toBeGreaterThan(10);
  expect(codeOf('verify-en.ts')).toContain('its deletion');
});
