/** Releases and files of repositories on GitHub, by its REST API. */
import { FetchError } from '../errors.ts';
import type { Http } from '../http.ts';
import { nameMatcher } from '../match.ts';
import { day, field, list, member, optionalText } from './json.ts';
import type { Located } from './locate.ts';

const HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };

/** The newest release that is neither draft nor preview and has a matching asset. */
export async function locateRelease(http: Http, repo: string, asset: string): Promise<Located> {
  const api = `https://api.github.com/repos/${repo}/releases?per_page=30`;
  const wanted = nameMatcher(asset);
  for (const release of list(api, await http.json(api, HEADERS), 'releases')) {
    if (field(release, 'draft') === true || field(release, 'prerelease') === true) continue;
    const found = list(api, field(release, 'assets'), 'assets').find((item) =>
      wanted(optionalText(item, 'name') ?? ''),
    );
    if (found === undefined) continue;
    const digest = /^sha256:([0-9a-f]{64})$/.exec(optionalText(found, 'digest') ?? '')?.[1];
    return {
      files: [{ url: member(api, found, 'browser_download_url'), sha256: digest }],
      release: member(api, release, 'tag_name').replace(/^v(?=\d)/, ''),
      date: day(optionalText(release, 'published_at')),
    };
  }
  throw new FetchError(`${api}: no release of ${repo} has an asset that matches ${asset}`);
}

/** Files of a branch, pinned to its newest commit so that they are consistent. */
export async function locateFiles(http: Http, repo: string, ref: string, files: string): Promise<Located> {
  const commitApi = `https://api.github.com/repos/${repo}/commits/${encodeURIComponent(ref)}`;
  const commit = await http.json(commitApi, HEADERS);
  const sha = member(commitApi, commit, 'sha');
  const treeApi = `https://api.github.com/repos/${repo}/git/trees/${sha}?recursive=1`;
  const tree = await http.json(treeApi, HEADERS);
  if (field(tree, 'truncated') === true) {
    throw new FetchError(
      `${treeApi}: too many files for one answer; declare a release or an archive instead`,
    );
  }
  const wanted = nameMatcher(files);
  const paths = list(treeApi, field(tree, 'tree'), 'files')
    .filter((item) => optionalText(item, 'type') === 'blob')
    .map((item) => member(treeApi, item, 'path'))
    .filter(wanted);
  if (paths.length === 0) throw new FetchError(`${repo}@${ref}: no file matches ${files}`);
  return {
    files: paths.map((path) => ({ url: rawUrl(repo, sha, path), path })),
    release: sha.slice(0, 12),
    date: day(member(commitApi, commit, 'commit.committer.date')),
  };
}

function rawUrl(repo: string, sha: string, path: string): string {
  return `https://raw.githubusercontent.com/${repo}/${sha}/${path.split('/').map(encodeURIComponent).join('/')}`;
}
