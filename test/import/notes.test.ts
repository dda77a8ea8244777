/** Texts that a template pads or leaves blank are named in the import report, wherever it writes them. */
import { expect, it } from 'vitest';
import type { ImportReport } from '../../build/facts/report.ts';
import type { SourceDeclaration } from '../../build/facts/sources.ts';
import type { SettingFact } from '../../build/facts/types.ts';
import { noteSettings } from '../../build/import/notes.ts';

const text = (value?: string) => ({ kind: 'string' as const, ...(value !== undefined && { value }) });
const item = (valueName: string, value: string) => ({ valueName, data: text(value) });

it('in states, in lists, in boxes and in options', () => {
  const setting: SettingFact = {
    slug: 'one.policy',
    policyId: 'One::Policy',
    class: 'Machine',
    version: '1',
    key: 'Software\\Policies\\One',
    valueName: 'Own',
    enabledValue: text('1 '),
    disabledValue: { kind: 'decimal', value: '0' },
    enabledList: [item('Listed', '\n  '), item('Plain', 'x')],
    disabledList: [{ valueName: 'Gone', data: { kind: 'delete' } }],
    text: {},
    elements: [
      {
        type: 'boolean',
        id: 'Box',
        valueName: 'B',
        trueValue: text(' t'),
        falseValue: text('f'),
        falseList: [item('F', ' ')],
      },
      {
        type: 'enum',
        id: 'Choice',
        valueName: 'C',
        items: [{ value: text() }, { value: text('ok'), valueList: [item('V', 'v\t')] }],
      },
    ],
  };
  const report = { sources: { one: { files: 1, leftOut: [] } } } as unknown as ImportReport;
  noteSettings(report, [{ id: 'one' } as SourceDeclaration], new Map([['one', [setting]]]));
  expect(report.sources.one?.paddedValues).toEqual([
    'one.policy Own: "1 "',
    'one.policy Listed: "\\n  "',
    'one.policy Box: " t"',
    'one.policy F: " "',
    'one.policy Choice: ""',
    'one.policy V: "v\\t"',
  ]);
});
