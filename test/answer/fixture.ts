/** A product line, an older one beside it and an MDM tree, small enough to know every answer by heart. */
import { readFileSync } from 'node:fs';
import type { Snapshot } from '../../runtime/service.ts';
import { adml, admx, answering, importFiles, policy, source, version } from '../import/fixture.ts';
import { vectors } from '../vectors.ts';

export const ROOT = 'Software\\Policies\\Example';

const SOURCES = [
  source({
    id: 'newer',
    line: 'windows',
    versions: [version('N', '2025-01-01', ['en-US', 'fr-FR'])],
    learnUrl: [{ admx: ['learn'], url: 'https://example.org/{slug}' }],
  }),
  source({ id: 'older', line: 'other', versions: [version('O', '2020-01-01')] }),
  source({ id: 'policy-ddf', line: 'mdm', kind: 'ddf', versions: [version('D', '2025-02', [])] }),
];

const on = 'valueName="On"';
const shared = { key: `${ROOT}\\Shared` };
const label = (text: string) =>
  `<presentation id="HalfFrench"><checkBox refId="b">${text}</checkBox></presentation>`;

const ROWS = vectors<Parameters<typeof policy>>('small-policies');
const POLICIES = ROWS.map((row) => policy(...row));

const TITLES = Object.fromEntries(ROWS.map(([name]) => [name, `${name} title`]));
const { FrenchOnly: _f, Nameless: _n, ...english } = TITLES;

const DDF = readFileSync(new URL('../vectors/small-nodes.xml', import.meta.url), 'utf8');

let made: Promise<Snapshot> | undefined;

export function fixture(): Promise<Snapshot> {
  made ??= make();
  return made;
}

async function make(): Promise<Snapshot> {
  const facts = await importFiles(
    {
      'newer/N/a.admx': admx(POLICIES.join('\n'), {
        categories: '<category name="Top" displayName="$(string.TopTitle)"/>',
        definitions: '<definition name="S" displayName="$(string.Support)"/>',
      }),
      'newer/N/en-US/a.adml': adml(
        { ...english, TopTitle: 'Top', Support: 'At least Windows Server 2016 or Windows 10' },
        label('Tick me'),
      ),
      'newer/N/fr-FR/a.adml': adml({
        Plain: 'Titre de Plain',
        FrenchOnly: 'Seulement en français',
        HalfFrench: 'À moitié',
        TopTitle: 'Sommet',
      }),
      'newer/N/learn.admx': admx(policy('Learn', '', { attrs: on }), { namespace: 'Example.Learn' }),
      'newer/N/en-US/learn.adml': adml({ Learn: 'Learn title' }),
      'newer/N/fr-FR/learn.adml': adml({}),
      'older/O/o.admx': admx(policy('AAOwn', '', { ...shared, attrs: 'valueName="S"' }), {
        namespace: 'Example.Older',
      }),
      'older/O/en-US/o.adml': adml({ AAOwn: 'Older title' }),
      'policy-ddf/D/tree.xml': DDF,
    },
    SOURCES,
  );
  return (await answering(facts, SOURCES)).ask;
}
