import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { label, labelLines } from '../../build/import/adml.ts';
import { readFloor } from '../../build/supported-on/grammar.ts';
import { readProducts } from '../../build/supported-on/products.ts';
import type { Envelope } from '../../cli/answers.ts';
import { printEnvelope, printSetting } from '../../cli/answers.ts';
import type { SettingEnvelope } from '../../runtime/contract/answers.ts';
import { briefSetting } from '../../runtime/mcp/brief.ts';
import { LEVELS, type Limits } from '../../runtime/mcp/fit.ts';
import { matchesOf, resolve, setting } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';
import { expectEqual } from '../same.ts';
import { factLines } from '../vectors.ts';
import { releases } from '../verdict/releases.ts';
import { admx, importFiles, pack, policy } from './fixture.ts';

describe('labelLines', () => {
  it('each line as a label; lines without text are none', () => {
    expect(labelLines('  At least\tA \r\n\u200b\r\n   Option 7 only B  \n')).toBe(
      'At least A\nOption 7 only B',
    );
    for (const empty of [undefined, '', ' \r\n ']) expect(labelLines(empty)).toBeUndefined();
  });

  it('says what the label of one line says', () => {
    const parts = fc.array(fc.constantFrom(' ', '\n', '\r\n', '\r', '\t', '\u200b', 'a', 'bc'));
    fc.assert(
      fc.property(parts, (texts) => {
        const text = texts.join('');
        expect(labelLines(text)?.replaceAll('\n', ' ')).toBe(label(text));
      }),
    );
  });
});

it('an import keeps the lines of supported-on texts, and of no other text', async () => {
  const definitions = '<definition name="S" displayName="$(string.S)"/>';
  const strings = { Own: 'Two\nlines', S: 'At least Windows 10\r\n    Option 7 on servers only' };
  const files = pack(admx(policy('Own', '<supportedOn ref="S"/>'), { definitions }), strings);
  const { supportedOn, settings } = await importFiles(files);
  expect(supportedOn.map(({ text }) => text['en-US'])).toEqual([
    'At least Windows 10\nOption 7 on servers only',
  ]);
  expect([...settings.values()].flat()[0]?.text['en-US']?.displayName).toBe('Two lines');
});

const { ask } = await corpus();

describe('a text of two lines in the corpus', () => {
  const facts = factLines<{ text: Record<string, string> }>('supported-on.jsonl');
  const texts = facts.flatMap(({ text }) => text['en-US'] ?? []);

  it('a line break is read as a blank: the same minimum, the same versions', () => {
    expect(texts.length).toBeGreaterThan(500);
    for (const text of texts) {
      for (const broken of [
        text.replaceAll(' ', '\n'),
        text.replace(' ', '\n'),
        text.replaceAll('\n', ' '),
      ]) {
        expectEqual(readFloor(broken, releases), readFloor(text, releases), text);
        expectEqual(readProducts(broken, releases), readProducts(text, releases), text);
      }
    }
  });

  it.each(['en-US', 'fr-FR'])(
    'is told as it is, and on one line with a separator where people read it (%s)',
    async (lang) => {
      const key = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU';
      const answer = await resolve(ask, key, 'AUOptions', { lang, targetOs: 'Windows Server 2016' });
      expect(matchesOf(answer)[0]?.supportedOn).toMatch(/Service Pack 3\nOption 7/);
      const told = (await setting(ask, 'windowsupdate.autoupdatecfg', lang)) as Envelope;
      const brief = briefSetting(told as unknown as SettingEnvelope, LEVELS[0] as Limits);
      expect(answer.result.compatibility?.registry?.verdict).toBe('supported');
      const shown = [brief.setting.supportedOn, printEnvelope(answer), printSetting(told)];
      for (const text of shown) expect(text?.replace(/[│\s]+/g, ' ')).toMatch(/Service Pack 3; Option 7/);
    },
  );
});
