/**
 * Outputs for other programs, as reviewed files in `outputs/`: every format of verify and every form of convert, of one
 * list. `npx vitest run test/verify/outputs.test.ts -u` writes them anew; read what changed.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtInDist } from '../../build/built-in.ts';
import { FORM_NAMES, MDM_FORM_NAMES } from '../../runtime/format/form-names.ts';
import { hivecheck } from '../command.ts';
import { newFolder } from '../scratch.ts';

const LIST = 'test/verify/outputs/list.reg';
const TARGET = ['--target-os', 'Windows 11 24H2'];
beforeAll(async () => void (await builtInDist()));

/** Without what each dataset version has of its own. */
function reviewed(text: string): string {
  return text.replaceAll(
    /[\da-f]{8}("?,? (?:of )?|",\s+"generatedAt": ")\d{4}-\d\d-\d\dT[\d:.]+Z/g,
    '<dataset>',
  );
}

describe('verify', () => {
  it.each([
    ['text', 'txt'],
    ['json', 'json'],
    ['sarif', 'sarif'],
    ['junit', 'xml'],
    ['markdown', 'md'],
    ['csv', 'csv'],
    ['html', 'html'],
  ])('--format %s', async (format, extension) => {
    const run = await hivecheck(['verify', LIST, ...TARGET, '--format', format]);
    expect(run).toMatchObject({ code: 1, err: '' });
    await expect(reviewed(run.out)).toMatchFileSnapshot(`outputs/verify.${extension}`);
  });

  it('--mdm', async () => {
    const run = await hivecheck(['verify', LIST, ...TARGET, '--mdm']);
    await expect(reviewed(run.out)).toMatchFileSnapshot('outputs/mdm.txt');
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
