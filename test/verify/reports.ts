/** Reports of two rows, made of any texts. */
import fc from 'fast-check';
import { type Found, type Report, rowOf } from '../../cli/verify/findings.ts';

/** A value of the registry with a node, and an item that is not read; `text` is each name, content, place and reason. */
export function reportsOf(text: fc.Arbitrary<string>): fc.Arbitrary<Report> {
  return fc
    .record({ key: text, value: text, data: text, file: text, reason: text, uri: text })
    .map(({ key, value, data, file, reason, uri }): Report => {
      const shared = { unit: file, accepted: [], conflicts: [file] };
      const node = { slug: key, omaUri: uri, scope: 'Device', confidence: 'derived' } as const;
      const rows: Found[] = [
        {
          ...shared,
          item: { key, value, type: 'REG_SZ', data, at: { file, line: 1 }, unread: reason },
          answer: {
            index: 0,
            verdict: 'unknown',
            reason,
            noMdm: reason,
            warnings: [data],
            data: { verdict: 'documented', means: [{ slug: key, state: 'enabled', label: data }] },
            matches: [{ slug: key, displayName: value, class: 'Machine', registryKey: uri, valueName: data }],
            mdm: { ...node, verdict: 'unknown', payload: data, ingest: uri, noPayload: reason },
          },
          findings: ['conflict'],
        },
        {
          ...shared,
          item: { omaUri: uri, data, at: { file, offset: 1 } },
          answer: {
            index: 1,
            problem: { type: '', detail: reason, errors: [{ pointer: key, detail: reason }] },
          },
          findings: ['unreadable'],
        },
      ];
      const problems = [{ file, message: reason, line: 2 }];
      const notes = [{ kind: 'delete-value' as const, message: reason, key, at: { file } }];
      return {
        rows: rows.map((row) => rowOf(row, new Set())),
        collected: { units: [], files: [], notes, problems, skipped: 0 },
        query: { lang: 'en-US', targetOs: reason },
        dataset: { version: key, generatedAt: value },
        warnings: [reason],
        gone: [data],
        own: { dist: data, slugs: new Set([key]), notes: [reason] },
        all: true,
        failOn: new Set(),
        drifts: [
          { from: key, to: value, items: [{ index: 0, drift: 'gone', verdict: 'unknown', reason: data }] },
        ],
      };
    });
}
