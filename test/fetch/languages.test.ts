import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { zip } from './_archives.ts';
import { direct, run, tree, URL_ZIP, workspace } from './_run.ts';
import { ADMX } from './_templates.ts';
import { startVendors } from './_vendors.ts';

const vendors = await startVendors();

describe('languages', () => {
  const pick = (files: Record<string, string>, rule: object) => {
    vendors.file(URL_ZIP, zip(files), `"${JSON.stringify(rule)}"`);
    return (place: { into: string; lockFile: string }) =>
      run(vendors, place, direct(URL_ZIP, { pick: rule }));
  };

  test('are read from the innermost folder, put in canonical form, declared, or told by the ending', async () => {
    const place = await workspace();
    const files = {
      'win-admx/lamp.admx': ADMX,
      'en-GB/pt_br/lamp.adml': 'pt',
      'ZH-hans-cn/lamp.adml': 'zh',
      'es-419/lamp.adml': 'es',
      'de/lamp.adml': 'de',
      'win-admx/lamp.adml': 'en',
    };
    const rule = { languages: { de: 'de-DE' }, defaultLanguage: 'en-US' };
    expect(await pick(files, rule)(place)).toMatchObject([{ status: 'fetched' }]);
    const languages = { 'pt-BR': 'pt', 'zh-Hans-CN': 'zh', 'es-419': 'es', 'de-DE': 'de', 'en-US': 'en' };
    expect(await tree(join(place.into, 'lamp/12.0.3'))).toEqual({
      'lamp.admx': ADMX,
      ...Object.fromEntries(Object.entries(languages).map(([tag, text]) => [`${tag}/lamp.adml`, text])),
    });
    const flat = { 'lamp.admx': ADMX, 'lamp.adml': 'de', 'lamp.adml0': 'en' };
    const other = await workspace();
    expect(await pick(flat, { suffixLanguages: { '': 'de-DE', 0: 'en-US' } })(other)).toMatchObject([
      { files: 3 },
    ]);
    expect(await tree(join(other.into, 'lamp/12.0.3'))).toMatchObject({
      'de-DE/lamp.adml': 'de',
      'en-US/lamp.adml': 'en',
    });
  });

  test('are never guessed', async () => {
    const [result] = await pick({ 'lamp.admx': ADMX, 'texts/lamp.adml': 'en' }, {})(await workspace());
    expect(result).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('nothing tells the language of texts/lamp.adml'),
    });
  });

  test('two different files for one place are an error, two equal ones are not', async () => {
    const same = { 'a/lamp.admx': ADMX, 'b/LAMP.admx': ADMX };
    expect(await pick(same, {})(await workspace())).toMatchObject([{ status: 'fetched', files: 1 }]);
    const [result] = await pick({ ...same, 'b/LAMP.admx': `${ADMX} ` }, {})(await workspace());
    expect(result).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('a/lamp.admx and b/LAMP.admx differ'),
    });
  });
});
