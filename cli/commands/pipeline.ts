/** From vendors' files to facts, and from facts to a dataset version. */
import type { Declaration } from '../declare.ts';
import {
  ALLOW_MOVED,
  FACTS_FOLDER,
  failOn,
  KEEP,
  OUT,
  option,
  options,
  PUBLISHING,
  QUIET,
} from '../options.ts';
import { PLACES } from './publishing.ts';

export const PIPELINE: Declaration[] = [
  {
    name: 'import',
    about: "vendors' ADMX, ADML and DDF files → facts",
    options: [
      options({
        '--sources <folder>': 'holds <source>/<version>/; what is not there is kept as it is in the facts',
        '--policy-definitions <folder>': 'a PolicyDefinitions folder of your own instead',
        '--languages <tags>': 'languages of your own folder, comma-separated; default: all it has',
        '--out <folder>': 'where the facts go; default: the built-in facts',
        '--keep-going':
          'keep the facts of a product line whose files have a problem; without facts, leave them out',
        '--allow-loss': 'a product line may drop more than 20 % of its settings',
        '--explain-text': 'keep the explanatory texts (only for a dataset that stays with you)',
      }),
      option('--name <id>', 'source id of your own folder').default('custom'),
      option('--label <version>', 'sourceVersion of your own folder').default('local'),
      option('--remove <source>', 'take a source out of the facts and their declarations; may be repeated')
        .default([])
        .argParser((value, before: string[]) => [...before, value]),
      ALLOW_MOVED,
      QUIET,
    ],
    help: String.raw`
Examples:
  $ hivecheck import --sources ../vendor-files
  $ hivecheck import --remove slack
  $ hivecheck import --policy-definitions 'C:\Windows\PolicyDefinitions' --out my-facts && hivecheck compile --facts my-facts --out my-dist`,
    load: () => import('../facts.ts'),
  },
  {
    name: 'compile',
    about: 'facts → a dataset version in dist/',
    options: [FACTS_FOLDER, option('--out <folder>', 'the dist folder; default: the built-in one'), QUIET],
    help: `
Example:
  $ hivecheck compile --facts my-facts --out /srv/dist`,
    load: () => import('../facts.ts'),
  },
  {
    name: 'check',
    about: 'run the data checks over the facts',
    options: [FACTS_FOLDER, QUIET],
    load: () => import('../facts.ts'),
  },
  {
    name: 'fetch',
    about: "download the vendors' files from their official places",
    args: { '[sources...]': 'source ids; default: all that are declared' },
    options: [
      options({
        '--into <folder>': 'where <source>/<version>/ goes; required unless --list',
        '--list': 'only list the sources that can be fetched',
        '--json': 'with --list: as a JSON array',
        '--results <file>': 'write what was fetched and what was not (JSON)',
        '--facts <folder>': 'holds downloads.json and its lock; default: the built-in facts',
        '--cache <folder>': 'keeps broken downloads, so that a later run resumes them',
        '--accept-changed': 'accept changed bytes of a pinned version, and replace its folder',
        '--register': 'enter new versions into sources.json',
      }),
      QUIET,
    ],
    help: `
GITHUB_TOKEN, where set, is sent to api.github.com only.
Example:
  $ hivecheck fetch chrome edge --into ../vendor-files --register`,
    load: () => import('../fetch.ts'),
  },
  {
    name: 'collect',
    about: 'take over what other machines fetched: list the sources with a new version, or take one',
    args: {
      '<folder>': 'its folders each have results.json, downloads.lock.json and files/<source>/<version>/',
    },
    options: [
      FACTS_FOLDER,
      options({
        '--expected <ids>': 'JSON array of the sources that were to be fetched',
        '--report <file>': 'write what was fetched (Markdown)',
        '--source <id>': 'take its new version: files, declaration and pin',
        '--into <folder>': "with --source: the vendors' files",
      }),
      QUIET,
    ],
    help: `
Examples:
  $ hivecheck collect fetched --report fetch.md
  $ hivecheck collect fetched --source chrome --into ../vendor-files`,
    load: () => import('../facts.ts'),
  },
  {
    name: 'diff',
    about: 'what changed between two datasets: settings added, removed and changed, and which fact',
    args: { '<old>': "a version's folder, a dist folder or a folder of facts", '<new>': 'the same' },
    options: [
      options({
        '--markdown': 'for review',
        '--json': 'in the form of changes.json',
      }),
      [failOn(['added', 'removed', 'changed'], 'none'), OUT, QUIET],
    ],
    success: 'compared; with --fail-on: nothing of that changed',
    help: `
Example:
  $ hivecheck diff dist/6a69d203 dist --markdown`,
    load: () => import('../diff.ts'),
  },
  {
    name: 'release',
    about:
      'import → checks → compile → compare with the previous version → notes; refused where something is wrong',
    options: [
      FACTS_FOLDER,
      options({
        '--sources <folder>':
          "the vendors' new files; what is not there is kept; without it the facts stay as they are",
        '--previous <folder>': 'compare with this; default: what --to serves, else the facts as they were',
        '--to <place>': 'publish there: a folder, a bucket or a git branch',
        '--notes <file>': 'write the change notes (Markdown), also of a refused release',
        '--allow-loss': 'more than 5 % of all settings may disappear, or 20 % of a product line’s',
      }),
      [KEEP, ALLOW_MOVED],
      PUBLISHING,
    ],
    help: `${PLACES}
Example:
  $ hivecheck release --sources ../vendor-files --to /srv/dist --notes notes.md`,
    load: () => import('../release.ts'),
  },
];
