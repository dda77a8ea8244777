/** Declaration → current URLs, from the vendor's own page or API. */
import type { Automatic } from '../declarations.ts';
import { FetchError } from '../errors.ts';
import type { Http } from '../http.ts';
import { MAX_NAME, nameMatcher } from '../match.ts';
import { locateDownloadCenter } from './download-center.ts';
import { locateEdge } from './edge.ts';
import { locateFiles, locateRelease } from './github.ts';
import { member } from './json.ts';

export interface Located {
  files: LocatedFile[];
  /** The vendor's label of the version, if a page or API gives one. */
  release?: string | undefined;
  /** YYYY-MM-DD, if they give one. */
  date?: string | undefined;
}

export interface LocatedFile {
  url: string;
  /** Path below the package, for a file that is not an archive. */
  path?: string;
  /** Digest that the vendor states (hexadecimal). */
  sha256?: string | undefined;
}

export async function locate(http: Http, source: string, declared: Automatic): Promise<Located> {
  switch (declared.kind) {
    case 'direct':
      return { files: declared.urls.map((url) => ({ url })) };
    case 'download-center':
      return locateDownloadCenter(http, declared.id, declared.file);
    case 'github-release':
      return locateRelease(http, declared.repo, declared.asset);
    case 'raw-files':
      return locateFiles(http, declared.repo, declared.ref, declared.files);
    case 'edge-api':
      return locateEdge(http);
    case 'json-api': {
      const answer = await http.json(declared.url);
      const url = member(declared.url, answer, declared.urlField);
      return { files: [{ url }], release: member(declared.url, answer, declared.versionField) };
    }
    case 'page-link':
      return { files: [{ url: await firstLink(http, source, declared.page, declared.link) }] };
  }
}

async function firstLink(http: Http, source: string, page: string, link: string): Promise<string> {
  const html = await http.text(page);
  const wanted = nameMatcher(link);
  const found = linksIn(html, page).find(wanted);
  if (found !== undefined) return found;
  throw new FetchError(`${source}: no link on ${page} matches ${link}; the page may have changed`);
}

const LINK = /(?:href|src)\s*=\s*["']([^"']+)["']/gi;

/** Absolute links of a page, in its order. */
export function linksIn(html: string, page: string): string[] {
  const quoted = [...html.matchAll(LINK)].flatMap(([, text = '']) => (text.length > MAX_NAME ? [] : [text]));
  return quoted.flatMap((text) => {
    const url = text.replaceAll('&amp;', '&');
    return URL.canParse(url, page) ? [new URL(url, page).href] : [];
  });
}
