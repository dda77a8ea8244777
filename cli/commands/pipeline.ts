/** Commands from vendors' files to facts and a dataset version, and those that change or sign what is served. */
import { failOn, loadedBy, OUT, option, options, QUIET } from '../options.ts';
import { CHANGES } from '../outcome.ts';

const FACTS_FOLDER = option('--facts <folder>', 'default: the built-in facts');
const ALLOW_MOVED = option(
  '--allow-moved',
  'a product line may state policies that are another line’s in the facts',
);
const KEEP = option('--keep <n>', 'versions kept there, the new one included').default('5');
const S3_ENDPOINT = option(
  '--s3-endpoint <url>',
  'of an S3-compatible service; default: AWS_ENDPOINT_URL_S3',
);
const SIGNING_KEY = option('--key <file>', 'private key (PEM); default: HIVECHECK_SIGNING_KEY');
/** Options of commands that change what is served. */
const PUBLISHING = [
  SIGNING_KEY,
  option('--replace-key', 'sign also what is signed with another key: to change keys on purpose'),
  S3_ENDPOINT,
  QUIET,
];
/** Options of commands that name the place. */
const SERVED = [
  option('--to <place>', 'what is served: a folder, a bucket or a git branch').makeOptionMandatory(),
  option('--public-key <file>', 'refuse what is not signed with it; default: HIVECHECK_PUBLIC_KEY'),
  ...PUBLISHING,
];

/** Part of the help of commands with a place. */
const PLACES = `
Places: a dist folder, s3://bucket/prefix or git+<remote>#<branch>.
A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and often AWS_REGION or --s3-endpoint.
`;

export const PIPELINE = loadedBy(() => import('../facts.ts'), {
  import: {
    about: "vendors' ADMX, ADML and DDF files → facts",
    options: [
      options({
        '--sources <folder>': 'holds <source>/<version>/; what is not there is kept as it is in the facts',
        '--policy-definitions <folder>': 'a PolicyDefinitions folder of your own instead',
        '--languages <tags>': 'languages of your own folder, comma-separated; default: all it has',
        '--out <folder>': 'where the facts go; default: the built-in facts',
        '--keep-going':
          'keep the facts of a product line whose files have a problem; without facts, leave them out',
        '--allow-loss': 'more than 20 % of a product line’s settings, or of the MDM nodes, may be dropped',
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
    examples: [
      'hivecheck import --sources ../vendor-files',
      'hivecheck import --remove slack',
      String.raw`hivecheck import --policy-definitions 'C:\Windows\PolicyDefinitions' --out my-facts && hivecheck compile --facts my-facts --out my-dist`,
    ],
  },
  compile: {
    about: 'facts → a dataset version in dist/',
    options: [FACTS_FOLDER, option('--out <folder>', 'the dist folder; default: the built-in one'), QUIET],
    examples: ['hivecheck compile --facts my-facts --out /srv/dist'],
  },
  check: {
    about: 'run the data checks over the facts',
    options: [FACTS_FOLDER, QUIET],
  },
  fetch: {
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
GITHUB_TOKEN, where set, is sent to api.github.com only.`,
    examples: ['hivecheck fetch chrome edge --into ../vendor-files --register'],
  },
  collect: {
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
    examples: [
      'hivecheck collect fetched --report fetch.md',
      'hivecheck collect fetched --source chrome --into ../vendor-files',
    ],
  },
  diff: {
    about: 'what changed between two datasets: settings added, removed and changed, and which fact',
    args: { '<old>': "a version's folder, a dist folder or a folder of facts", '<new>': 'the same' },
    options: [
      options({
        '--only <file...>':
          'what changes for the values of these files (or folders, or -), in any format of "verify"',
        '--markdown': 'for review',
        '--json': 'in the form of changes.json',
      }),
      [failOn(CHANGES).default(undefined, 'none; with --only: all'), OUT, QUIET],
    ],
    success: 'compared; with --only or --fail-on: nothing of that changed',
    examples: [
      'hivecheck diff dist/6a69d203 dist --markdown',
      'hivecheck diff dist/6a69d203 dist --only my-baseline.csv',
    ],
    load: () => import('../diff.ts'),
  },
  release: {
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
        '--allow-loss': 'more than 5 % of all settings may go, 20 % of a line’s or of the MDM nodes',
      }),
      [KEEP, ALLOW_MOVED],
      PUBLISHING,
    ],
    help: PLACES,
    examples: ['hivecheck release --sources ../vendor-files --to /srv/dist --notes notes.md'],
  },
});

export const PUBLISHING_COMMANDS = loadedBy(() => import('../publishing.ts'), {
  publish: {
    about: 'put a version where it is served',
    options: [
      ...options({
        '--from <folder>': "a dist or a version's folder; default: the built-in dist",
        '--allow-older': 'the version may be older than the one that is served',
      }),
      KEEP,
      SERVED,
    ],
    help: PLACES,
    examples: [
      'hivecheck publish --to /srv/dist --keep 3',
      'hivecheck publish --to s3://example-data/dist --key signing.pem',
      "hivecheck publish --to 'git+https://github.com/example/data.git#dataset'",
    ],
  },
  rollback: {
    about: 'point what is served back at a version that is kept',
    args: { '[version]': 'default: the one before' },
    options: SERVED,
    help: PLACES,
    examples: ['hivecheck rollback --to /srv/dist'],
  },
  sign: {
    about: 'sign a version (Ed25519); of a dist its latest version and its index',
    args: { '[place]': "a version's folder, or what is served; default: the built-in dist" },
    options: [SIGNING_KEY, S3_ENDPOINT, QUIET],
    help: PLACES,
    examples: ['hivecheck sign /srv/dist --key signing.pem'],
  },
  'verify-signature': {
    about: 'check the signature, the name and every file of a version; of a dist its index too',
    args: { '[place]': "a version's folder, or what is served; default: the built-in dist" },
    options: [
      option('--key <file>', 'public key, PEM or base64; default: HIVECHECK_PUBLIC_KEY'),
      S3_ENDPOINT,
      QUIET,
    ],
    help: PLACES,
    examples: ['hivecheck verify-signature /srv/dist --key public.pem'],
  },
  'signing-key': {
    about: 'make a key pair for sign and verify-signature',
    args: { '<private>': 'file to write, for the signer only', '<public>': 'file to write, for everybody' },
    options: [QUIET],
  },
});
