/** The Microsoft Download Center: the page of a download contains its details as JSON in a script. */
import { FetchError } from '../errors.ts';
import type { Http } from '../http.ts';
import { nameMatcher } from '../match.ts';
import { day, field, list, member, optionalText } from './json.ts';
import type { Located } from './locate.ts';

const VERSION = /"version"\s*:\s*"([\d.]+)"/;

export async function locateDownloadCenter(http: Http, id: number, wanted?: string): Promise<Located> {
  const page = `https://www.microsoft.com/en-us/download/details.aspx?id=${id}`;
  const html = await http.text(page);
  const script = detailsIn(html);
  if (script === undefined)
    throw new FetchError(`${page}: no download details on the page; was the download withdrawn?`);
  let details: unknown;
  try {
    details = field(JSON.parse(script), 'dlcDetailsView');
  } catch {
    throw new FetchError(`${page}: the download details are not JSON; the page may have changed`);
  }
  const offered = list(page, field(details, 'downloadFile'), 'files');
  const matches = nameMatcher(wanted ?? '');
  const matching = offered.filter((file) =>
    matches(`${optionalText(file, 'name') ?? ''} ${optionalText(file, 'url') ?? ''}`),
  );
  if (matching.length === 0 || (wanted === undefined && matching.length > 1)) {
    const names = offered.map((file) => optionalText(file, 'name') ?? optionalText(file, 'url') ?? '?');
    throw new FetchError(
      `${page}: ${matching.length === 0 ? `none of its files matches "${wanted}"` : 'name the file wanted'}; ` +
        `it offers ${names.join(', ')}`,
    );
  }
  return {
    files: matching.map((file) => ({ url: member(page, file, 'url') })),
    release: optionalText(details, 'version') ?? VERSION.exec(html)?.[1],
    date: usDate(optionalText(matching[0], 'datePublished') ?? optionalText(details, 'datePublished')),
  };
}

/**
 * The object that a script of the page assigns to `__DLCDetails__`. Found by string search: the time of one pattern
 * would grow with the square of the page's length.
 */
export function detailsIn(html: string): string | undefined {
  const name = '__DLCDetails__';
  const from = html.indexOf(name);
  const open = from < 0 ? -1 : html.indexOf('{', from);
  const end = open < 0 ? -1 : html.indexOf('</script>', open);
  if (end < 0 || html.slice(from + name.length, open).trim() !== '=') return undefined;
  const script = html.slice(open, end).trimEnd();
  return script.endsWith(';') ? script.slice(0, -1).trimEnd() : script;
}

/** `10/27/2025 5:02:01 PM` or ISO 8601 → YYYY-MM-DD. */
function usDate(text: string | undefined): string | undefined {
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text ?? '');
  if (us) return `${us[3]}-${us[1]?.padStart(2, '0')}-${us[2]?.padStart(2, '0')}`;
  return day(text);
}
