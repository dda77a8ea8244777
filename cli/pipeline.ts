/** The commands of a maintainer: from the vendors' downloads to a published version. */
import type { Command } from 'commander';

const PUBLIC_KEY = [
  '--public-key <file>',
  'HIVECHECK_PUBLIC_KEY: refuse a version not signed with this key',
] as const;

export function addPipelineCommands(program: Command): void {
  addFetch(program);
  addDiff(program);
  addRelease(program);
  addPublish(program);
  addSigning(program);
}

function addFetch(program: Command): void {
  program
    .command('fetch')
    .description("download the vendors' files from their official places")
    .argument('[sources...]', 'source ids; default: all that are declared')
    .requiredOption('--into <folder>', 'where <source>/<version>/ goes')
    .option('--facts <folder>', 'holds downloads.json and its lock; default: the built-in facts')
    .option('--cache <folder>', 'keeps broken downloads, so that a later run goes on with them')
    .option('--accept-changed', 'take other bytes of a pinned version as the new ones')
    .option('--register', 'enter new versions into sources.json')
    .addHelpText(
      'after',
      '\nGITHUB_TOKEN, where set, is sent to api.github.com only.\nExample:\n  $ hivecheck fetch chrome edge --into ../vendor-files --register',
    )
    .action(async (sources: string[], options) =>
      (await import('./fetch.ts')).fetchCommand(sources, options),
    );
}

function addDiff(program: Command): void {
  program
    .command('diff')
    .description('what changed between two datasets: settings added, removed, changed, and which fact')
    .argument('<old>', "a version's folder, a dist folder or a folder of facts")
    .argument('<new>', 'the same')
    .option('--markdown', 'for review')
    .option('--json', 'as changes.json has it')
    .option('--out <file>', 'write there instead of printing')
    .addHelpText('after', '\nExample:\n  $ hivecheck diff dist/6a69d203 dist --markdown')
    .action(async (from: string, to: string, options) =>
      (await import('./diff.ts')).diffCommand(from, to, options),
    );
}

function addRelease(program: Command): void {
  program
    .command('release')
    .description(
      'import → checks → compile → compare with the previous version → notes; refuses what is not in order',
    )
    .option('--sources <folder>', "the vendors' files; without it the facts are released as they are")
    .option('--facts <folder>', 'default: the built-in facts')
    .option(
      '--previous <folder>',
      'compare with this; default: what --to serves, else the facts as they were',
    )
    .option('--to <folder>', 'publish into this dist')
    .option('--keep <n>', 'versions kept there', '5')
    .option('--key <file>', 'HIVECHECK_SIGNING_KEY: sign the version')
    .option('--notes <file>', 'write the change notes (Markdown), also of a refused release')
    .option('--allow-loss', 'release although more than 5 % of the settings vanish')
    .addHelpText(
      'after',
      '\nExample:\n  $ hivecheck release --sources ../vendor-files --to /srv/dist --notes notes.md',
    )
    .action(async (options) => (await import('./release.ts')).releaseCommand(options));
}

function addPublish(program: Command): void {
  program
    .command('publish')
    .description('put a version into a dist that is being served')
    .option('--from <folder>', "a dist or a version's folder; default: the built-in dist")
    .requiredOption('--to <folder>', 'the dist that is served')
    .option('--keep <n>', 'versions kept, the new one included', '5')
    .option(...PUBLIC_KEY)
    .addHelpText('after', '\nExample:\n  $ hivecheck publish --to /srv/dist --keep 3')
    .action(async (options) => (await import('./publish.ts')).publishCommand(options));
  program
    .command('rollback')
    .description('point a served dist back at a version that it keeps')
    .argument('[version]', 'default: the one before')
    .requiredOption('--to <folder>', 'the dist that is served')
    .option(...PUBLIC_KEY)
    .action(async (version: string | undefined, options) =>
      (await import('./publish.ts')).rollbackCommand(version, options),
    );
}

function addSigning(program: Command): void {
  const folder = [
    '[folder]',
    "a version's folder, or a dist (its latest); default: the built-in dist",
  ] as const;
  program
    .command('sign')
    .description('sign the manifest of a version (Ed25519)')
    .argument(...folder)
    .option('--key <file>', 'HIVECHECK_SIGNING_KEY: private key, PEM')
    .action(async (at: string | undefined, options) => (await import('./sign.ts')).signCommand(at, options));
  program
    .command('verify')
    .description('check the signature of a version')
    .argument(...folder)
    .option('--key <file>', 'HIVECHECK_PUBLIC_KEY: public key, PEM or base64')
    .action(async (at: string | undefined, options) =>
      (await import('./sign.ts')).verifyCommand(at, options),
    );
  program
    .command('signing-key')
    .description('make a key pair for sign and verify')
    .argument('<private-file>', 'for the signer only')
    .argument('<public-file>', 'for everybody')
    .action(async (secret: string, open: string) =>
      (await import('./sign.ts')).signingKeyCommand(secret, open),
    );
}
