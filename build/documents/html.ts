/** The pages for browsers: text and style only, so they need no script and load nothing. */
import { sha256Sync } from '../../runtime/format/keys.ts';
import { base64, escapeHtml } from '../../runtime/format/text.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid; border-radius: .25rem; }
code { font: .875rem/1.4 ui-monospace, Consolas, monospace; overflow-wrap: anywhere; }
pre code { overflow-wrap: normal; }
dt { margin-top: .5rem; }
dd { margin-left: 1rem; }
`;

/** Content security policy: the style above and nothing else, no script, image, form or frame around it. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${base64(sha256Sync(STYLE))}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** @param body HTML, its texts escaped by {@link escapeHtml}. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</html>
`;
}

/** An `<a>` element; the text defaults to the address. */
export function link(href: string, text = href): string {
  return `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
}
