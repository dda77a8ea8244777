/**
 * A branch that a static host serves. It has one commit: old versions leave the repository with the previous commit, so
 * the repository does not grow. Readers of the host see the whole change at once.
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isErrno } from '../../../atomic.ts';
import { UsageError } from '../../../errors.ts';
import { withScratch } from '../../../scratch.ts';
import { PublishError } from '../errors.ts';
import { folderPlace } from './folder.ts';
import type { Environment, Place, PlaceLocation } from './place.ts';

const run = promisify(execFile);
/** Exit code of `git ls-remote --exit-code` if the branch does not exist. */
const NO_SUCH_BRANCH = 2;
const MAX_OUTPUT = 1 << 24;
/** Bytes stay unchanged, no program of the user's configuration runs, and links are not followed. */
const CONFIG = [
  'core.autocrlf=false',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.symlinks=false',
  'gc.auto=0',
].flatMap((setting) => ['-c', setting]);

interface Branch {
  remote: string;
  ref: string;
  name: string;
  environment: Environment;
}

export function gitLocation(text: string, environment: Environment): PlaceLocation {
  const branch = parse(text, environment);
  return {
    name: branch.name,
    read: (work) => withCheckout(branch, (place) => work(place)),
    change: (work) =>
      withCheckout(branch, async (place, checkout) => {
        const result = await work(place);
        await push(branch, checkout);
        return result;
      }),
  };
}

function parse(text: string, environment: Environment): Branch {
  const [, remote, name] = /^git\+([^-].*)#([^#]+)$/.exec(text) ?? [];
  if (remote === undefined || name === undefined || !isBranchName(name)) {
    throw new UsageError(
      `"${withoutPassword(text)}" is not a branch: write git+<remote>#<branch>, ` +
        'e.g. git+https://github.com/example/data.git#dataset',
    );
  }
  return { remote, ref: `refs/heads/${name}`, name: withoutPassword(text), environment };
}

/** Stricter than `git check-ref-format`, since the name is shown and logged. */
function isBranchName(name: string): boolean {
  return /^[\w.][\w./-]*$/.test(name) && !/\.\.|\/\/|\.$|\/$|(?:^|\/)\.|\.lock(?:\/|$)/.test(name);
}

function withoutPassword(text: string): string {
  return text.replace(/(\/\/)[^/@]*@/, '$1');
}

interface Checkout {
  folder: string;
  /** The commit of the branch; empty: there is no branch yet. */
  base: string;
}

async function withCheckout<T>(
  branch: Branch,
  work: (place: Place, checkout: Checkout) => Promise<T>,
): Promise<T> {
  return withScratch('hivecheck-branch-', async (folder) => {
    const base = await fetchBranch(branch, folder);
    const place = folderPlace(folder, branch.name);
    const remedy = (version: string) =>
      `Remove the folder ${version} from ${branch.name} by a commit and publish again.`;
    // Messages name the branch, not a folder that no longer exists by then.
    const store = { ...place.store, location: branch.name };
    return work({ ...place, store, remedy }, { folder, base });
  });
}

async function fetchBranch(branch: Branch, folder: string): Promise<string> {
  await git(branch, folder, ['init', '--quiet', '--template=']);
  // Overrides attributes of the branch and the user, which could name a filter: a program of the user's configuration.
  const info = join(folder, '.git/info');
  await mkdir(info, { recursive: true });
  await writeFile(join(info, 'attributes'), '* -text -filter -ident -working-tree-encoding\n');
  const list = ['ls-remote', '--exit-code', '--', branch.remote, branch.ref];
  const listed = await git(branch, folder, list, [NO_SUCH_BRANCH]);
  if (listed === undefined) return '';
  await git(branch, folder, ['fetch', '--quiet', '--depth=1', '--', branch.remote, branch.ref]);
  await git(branch, folder, ['checkout', '--quiet', '--detach', 'FETCH_HEAD']);
  return (await git(branch, folder, ['rev-parse', 'FETCH_HEAD']))?.trim() ?? '';
}

/** Does not overwrite a branch that was changed meanwhile: git compares it with the commit that was read. */
async function push(branch: Branch, { folder, base }: Checkout): Promise<void> {
  // Prevents GitHub Pages from running Jekyll over thousands of files.
  await folderPlace(folder).write('.nojekyll', '');
  await git(branch, folder, ['add', '--all', '--force']);
  const tree = (await git(branch, folder, ['write-tree']))?.trim() ?? '';
  if (base !== '' && tree === (await git(branch, folder, ['rev-parse', `${base}^{tree}`]))?.trim()) return;
  const commit = (await git(branch, folder, ['commit-tree', tree, '-m', 'Dataset']))?.trim();
  const lease = `--force-with-lease=${branch.ref}:${base}`;
  await git(branch, folder, ['push', '--quiet', lease, '--', branch.remote, `${commit}:${branch.ref}`]).catch(
    (error: unknown) => {
      if (!(error instanceof PublishError)) throw error;
      throw new PublishError(
        `${error.message}\nThe branch is as it was. If another publication came first, publish again; if the host ` +
          'refuses forced pushes, allow them for this branch: it is kept at one commit.',
      );
    },
  );
}

/** @returns Standard output; undefined if the exit code is one of `accepted`. */
async function git(
  { environment, name }: Branch,
  folder: string,
  args: readonly string[],
  accepted: readonly number[] = [],
): Promise<string | undefined> {
  const author = { NAME: 'hivecheck', EMAIL: 'hivecheck@localhost' };
  const env = {
    GIT_AUTHOR_NAME: author.NAME,
    GIT_AUTHOR_EMAIL: author.EMAIL,
    GIT_COMMITTER_NAME: author.NAME,
    GIT_COMMITTER_EMAIL: author.EMAIL,
    ...environment,
    GIT_DIR: join(folder, '.git'),
    GIT_WORK_TREE: folder,
    // A missing password is an error; git must not ask for it.
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  };
  try {
    return (await run('git', [...CONFIG, ...args], { cwd: folder, env, maxBuffer: MAX_OUTPUT })).stdout;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) throw new PublishError(`${name} needs git, which is not installed.`);
    const { code, stderr = '' } = error as { code?: number; stderr?: string };
    if (code !== undefined && accepted.includes(code)) return undefined;
    throw new PublishError(`${name}: git ${args[0]} failed: ${withoutPassword(stderr.trim())}`);
  }
}
