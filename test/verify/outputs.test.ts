/**
 * Outputs for other programs, as reviewed files in `outputs/`: every format of verify and every form of convert, of one
 * list. `npx vitest run test/verify/outputs.test.ts -u` writes them anew; read what changed.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import AjvDraft07 from 'ajv';
import { SaxesParser } from 'saxes';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { VerifyEnvelope } from '../../runtime/contract/verified.ts';
import { FORM_NAMES, MDM_FORM_NAMES } from '../../runtime/format/form-names.ts';
import { hivecheck } from '../command.ts';
import { newFolder } from '../scratch.ts';

const LIST = 'test/verify/outputs/list.reg';
/** With a finding of each kind, and files of which something or nothing can be read. */
const ALL = [LIST, ...['more.reg', 'data.csv', 'cut.pol'].map((name) => `test/verify/outputs/${name}`)];
const TARGET = ['--target-os', 'Windows 11 24H2'];
beforeAll(async () => void (await builtInDist()));

/** Without what each dataset version has of its own. */
function reviewed(text: string): string {
  return text.replaceAll(
    /[\da-f]{8}("?,? (?:of )?|",\s+"generatedAt": ")\d{4}-\d\d-\d\dT[\d:.]+Z/g,
    '<dataset>',
  );
}

/** What is wrong with SARIF by its schema. */
function faultsOfSarif(text: string): unknown[] {
  const require = createRequire(import.meta.url);
  const schema = require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json') as { id?: string };
  // Draft 4 names it so; nothing else of the schema differs from draft 7.
  delete schema.id;
  const options = { strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false };
  const check = new AjvDraft07.default(options).compile({
    ...schema,
    $schema: 'http://json-schema.org/draft-07/schema#',
  });
  return check(JSON.parse(text)) ? [] : (check.errors ?? []);
}

/** What is wrong with XML. */
function faultsOfXml(text: string): Error[] {
  const faults: Error[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => faults.push(error));
  parser.write(text).close();
  return faults;
}

/** JSON is an answer of the API, with findings. */
const faultsOfJson = (text: string) => v.safeParse(VerifyEnvelope, JSON.parse(text)).issues ?? [];

const noFaults = () => [];

describe('verify', () => {
  it.each([
    ['text', 'txt', noFaults],
    ['json', 'json', faultsOfJson],
    ['sarif', 'sarif', faultsOfSarif],
    ['junit', 'xml', faultsOfXml],
    ['markdown', 'md', noFaults],
    ['csv', 'csv', noFaults],
    ['html', 'html', noFaults],
  ])('--format %s', async (format, extension, faultsOf) => {
    const run = await hivecheck(['verify', ...ALL, ...TARGET, '--format', format]);
    expect(run.code).toBe(2);
    expect(faultsOf(run.out)).toEqual([]);
    await expect(reviewed(run.out + run.err)).toMatchFileSnapshot(`outputs/verify.${extension}`);
  });

  it('--mdm', async () => {
    const run = await hivecheck(['verify', ...ALL, ...TARGET, '--mdm']);
    await expect(reviewed(run.out + run.err)).toMatchFileSnapshot('outputs/mdm.txt');
  });

  it('--out writes the same', async () => {
    const file = join(await newFolder(), 'below', 'findings.json');
    const run = await hivecheck(['verify', LIST, ...TARGET, '--json', '--out', file]);
    expect(run).toMatchObject({ code: 1, out: '', err: '' });
    const again = await hivecheck(['verify', LIST, ...TARGET, '--baseline', file]);
    expect(again).toMatchObject({ code: 0, err: '' });
  });
});

describe('convert', () => {
  it.each(FORM_NAMES)('--to %s', async (form) => {
    const file = join(await newFolder(), 'converted');
    const scope = MDM_FORM_NAMES.some((each) => each === form) ? [] : ['--include', 'all'];
    const hive = form === 'pol' ? ['--hive', 'HKLM'] : [];
    const run = await hivecheck(['convert', LIST, '--to', form, '--out', file, ...scope, ...hive]);
    expect([run.code, run.out]).toEqual([1, '']);
    await expect(await readable(file, form)).toMatchFileSnapshot(`outputs/convert.${form}.txt`);
    await expect(run.err).toMatchFileSnapshot(`outputs/convert.${form}.left.txt`);
  });
});

/** Text of either encoding; of a binary file its bytes, 16 a line. */
async function readable(file: string, form: (typeof FORM_NAMES)[number]): Promise<string> {
  const bytes = await readFile(file);
  if (form === 'pol') return bytes.toString('hex').replaceAll(/.{1,32}/g, '$&\n');
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le').slice(1) : bytes.toString();
}
