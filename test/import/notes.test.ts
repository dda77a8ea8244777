/** Texts that a template pads or leaves blank are named in the import report, wherever it writes them. */
import { expect, it } from 'vitest';
import type { ImportReport } from '../../build/facts/report.ts';
import type { SourceDeclaration } from '../../build/facts/sources.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { noteSettings } from '../../build/import/report.ts';
import { vectors } from '../vectors.ts';

it.each(vectors<{ setting: SettingFact; noted: string[] }>('padded-values'))(
  'in states, in lists, in boxes and in options: $noted',
  ({ setting, noted }) => {
    const report = { sources: { one: { files: 1, leftOut: [] } } } as unknown as ImportReport;
    noteSettings(report, [{ id: 'one' } as SourceDeclaration], new Map([['one', [setting]]]));
    expect(report.sources.one?.paddedValues).toEqual(noted);
  },
);
