/** From vendors' files to facts, and from facts to a dataset version. */
import type { Declaration } from '../declare.ts';
import { ALLOW_MOVED, FACTS_FOLDER, failOn, KEEP, OUT, option, PUBLISHING, QUIET } from '../options.ts';
import { OUTCOMES } from '../outcome.ts';
import { PLACES } from './publishing.ts';

const importFacts: Declaration = {
  name: 'import',
  about: "vendors' ADMX, ADML and DDF files → facts",
  options: [
    option(
      '--sources <folder>',
      'holds <source>/<version>/; what is not there is kept as it is in the facts',
    ),
    option('--policy-definitions <folder>', 'a PolicyDefinitions folder of your own instead'),
    option('--name <id>', 'source id of your own folder').default('custom'),
    option('--label <version>', 'sourceVersion of your own folder').default('local'),
    option('--languages <tags>', 'languages of your own folder, comma-separated; default: all it has'),
    option('--out <folder>', 'where the facts go; default: the built-in facts'),
    option(
      '--keep-going',
      'keep the facts of a product line whose files have a problem; without facts, leave the files out',
    ),
    option('--remove <source>', 'take a source out of the facts and their declarations; may be repeated')
      .default([])
      .argParser((value, before: string[]) => [...before, value]),
    option('--allow-loss', 'a product line may drop more than 20 % of its settings'),
    ALLOW_MOVED,
    option('--explain-text', 'keep the explanatory texts (only for a dataset that stays with you)'),
    QUIET,
  ],
  help: String.raw`
Examples:
  $ hivecheck import --sources ../vendor-files
  $ hivecheck import --remove slack
  $ hivecheck import --policy-definitions 'C:\Windows\PolicyDefinitions' --out my-facts && hivecheck compile --facts my-facts --out my-dist`,
  load: () => import('../import.ts'),
};

const compile: Declaration = {
  name: 'compile',
  about: 'facts → a dataset version in dist/',
  options: [FACTS_FOLDER, option('--out <folder>', 'the dist folder; default: the built-in one'), QUIET],
  help: `
Example:
  $ hivecheck compile --facts my-facts --out /srv/dist`,
  load: () => import('../compile.ts'),
};

const check: Declaration = {
  name: 'check',
  about: 'run the data checks over the facts',
  options: [FACTS_FOLDER, QUIET],
  load: () => import('../check.ts'),
};

const fetch: Declaration = {
  name: 'fetch',
  about: "download the vendors' files from their official places",
  args: [['[sources...]', 'source ids; default: all that are declared']],
  options: [
    option('--into <folder>', 'where <source>/<version>/ goes; required unless --list'),
    option('--list', 'only list the sources that can be fetched'),
    option('--json', 'with --list: as a JSON array'),
    option('--results <file>', 'write what was fetched and what was not (JSON)'),
    option('--facts <folder>', 'holds downloads.json and its lock; default: the built-in facts'),
    option('--cache <folder>', 'keeps broken downloads, so that a later run resumes them'),
    option('--accept-changed', 'accept changed bytes of a pinned version, and replace its folder'),
    option('--register', 'enter new versions into sources.json'),
    QUIET,
  ],
  help: `
GITHUB_TOKEN, where set, is sent to api.github.com only.
Example:
  $ hivecheck fetch chrome edge --into ../vendor-files --register`,
  load: () => import('../fetch.ts'),
};

const collect: Declaration = {
  name: 'collect',
  about: 'take over what other machines fetched: list the sources with a new version, or take one',
  args: [
    ['<folder>', 'its folders each have results.json, downloads.lock.json and files/<source>/<version>/'],
  ],
  options: [
    FACTS_FOLDER,
    option('--expected <ids>', 'JSON array of the sources that were to be fetched'),
    option('--report <file>', 'write what was fetched (Markdown)'),
    option('--source <id>', 'take its new version: files, declaration and pin'),
    option('--into <folder>', "with --source: the vendors' files"),
    QUIET,
  ],
  help: `
Examples:
  $ hivecheck collect fetched --report fetch.md
  $ hivecheck collect fetched --source chrome --into ../vendor-files`,
  load: () => import('../collect.ts'),
};

const diff: Declaration = {
  name: 'diff',
  about: 'what changed between two datasets: settings added, removed and changed, and which fact',
  args: [
    ['<old>', "a version's folder, a dist folder or a folder of facts"],
    ['<new>', 'the same'],
  ],
  options: [
    option(
      '--only <file...>',
      'what changes for the values of these files (or folders, or - for standard input), in any format of "verify"',
    ),
    failOn(OUTCOMES.diff, 'none; with --only: all'),
    option('--markdown', 'for review'),
    option('--json', 'in the form of changes.json'),
    OUT,
    QUIET,
  ],
  help: `
Exit codes:
  0  no outcome of --fail-on; with --only: nothing changes for the values
  1  an outcome of --fail-on; with --only: something changes for one of them
  2  wrong usage, or a file or value that cannot be read; the others are compared
  3  a dataset cannot be opened

Examples:
  $ hivecheck diff dist/6a69d203 dist --markdown
  $ hivecheck diff dist/6a69d203 dist --only my-baseline.csv`,
  load: () => import('../diff.ts'),
};

const release: Declaration = {
  name: 'release',
  about:
    'import → checks → compile → compare with the previous version → notes; refused where something is wrong',
  options: [
    option(
      '--sources <folder>',
      "the vendors' files: new versions are put onto the facts, what is not there is kept; without it the facts are released as they are",
    ),
    FACTS_FOLDER,
    option(
      '--previous <folder>',
      'compare with this; default: what --to serves, else the facts as they were',
    ),
    option('--to <place>', 'publish there: a folder, a bucket or a git branch'),
    KEEP,
    ...PUBLISHING,
    option('--notes <file>', 'write the change notes (Markdown), also of a refused release'),
    option(
      '--allow-loss',
      'release even if more than 5 % of the settings disappear, or a product line drops more than 20 % of its own',
    ),
    ALLOW_MOVED,
  ],
  help: `${PLACES}
Example:
  $ hivecheck release --sources ../vendor-files --to /srv/dist --notes notes.md`,
  load: () => import('../release.ts'),
};

export const PIPELINE = [importFacts, compile, check, fetch, collect, diff, release];
