/** Which of the dataset's languages a request means, and whether it wants a page or JSON. */
import { FALLBACK_LANGUAGE } from '../answer/language.ts';

/**
 * The dataset's language for a BCP 47 tag: the same tag in any case, else the first one with the same primary
 * subtag (`fr`, `fr-CA` → `fr-FR`; where several share it, the default language comes first); undefined for none.
 */
export function matchLanguage(tag: string, languages: readonly string[]): string | undefined {
  const wanted = tag.toLowerCase();
  const exact = languages.find((language) => language.toLowerCase() === wanted);
  if (exact !== undefined) return exact;
  // Checked before the primary subtag is taken: `en<script>` or `fr;q=1` is no tag, and answers no language.
  if (!/^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/.test(wanted)) return undefined;
  const primary = primarySubtag(wanted);
  return [FALLBACK_LANGUAGE, ...languages].find(
    (language) => primarySubtag(language.toLowerCase()) === primary,
  );
}

/** The best language for an `Accept-Language` header (RFC 9110 §12.5.4); never fails, the default is always fine. */
export function negotiateLanguage(header: string | null, languages: readonly string[]): string {
  for (const { tag } of acceptedTags(header)) {
    const language = tag === '*' ? FALLBACK_LANGUAGE : matchLanguage(tag, languages);
    if (language !== undefined) return language;
  }
  return FALLBACK_LANGUAGE;
}

/** Whether an `Accept` header puts HTML before JSON, as those of browsers do. */
export function prefersHtml(header: string | null): boolean {
  const accepted = acceptedTags(header);
  const quality = (...ranges: string[]): number => {
    const all = ranges.map((range) => accepted.find(({ tag }) => tag.toLowerCase() === range)?.quality);
    return all.find((found) => found !== undefined) ?? 0;
  };
  return quality('text/html', 'text/*', '*/*') > quality('application/json', 'application/*', '*/*');
}

/** More than anybody reads: what follows them is ignored. */
const MAX_TAGS = 32;

/** The entries of a header such as `Accept`, if there is one; one with a quality of 0 is refused. */
export function weightedTags(header: string | null): { tag: string; quality: number }[] {
  return (header ?? '').split(',', MAX_TAGS).flatMap((item) => {
    const [tag = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter));
    const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
    return tag !== '' && quality >= 0 && quality <= 1 ? { tag, quality } : [];
  });
}

/** The best first. */
function acceptedTags(header: string | null): { tag: string; quality: number }[] {
  const tags = weightedTags(header).filter(({ quality }) => quality > 0);
  // Stable: among equal weights the client's order decides.
  return tags.sort((a, b) => b.quality - a.quality);
}

function primarySubtag(tag: string): string {
  return tag.split('-', 1)[0] ?? tag;
}
