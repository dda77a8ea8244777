/** The pages that people see in a browser: text and style only, so that they need no script and load nothing. */
import { sha256Sync } from '../format/keys.ts';
import { base64 } from '../format/text.ts';
import { PROBLEMS, type ProblemName } from './problem.ts';

export const HTML_TYPE = 'text/html; charset=utf-8';

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid; border-radius: .25rem; }
code { font: .875rem/1.4 ui-monospace, Consolas, monospace; overflow-wrap: anywhere; }
pre code { overflow-wrap: normal; }
dt { margin-top: .5rem; }
dd { margin-left: 1rem; }
`;

/** Allows the style above and nothing else: no script, no image, no form, no frame around it. */
export const PAGE_POLICY: [string, string] = [
  'content-security-policy',
  `default-src 'none'; style-src 'sha256-${base64(sha256Sync(STYLE))}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
];

/** @param body HTML: texts of others are escaped by {@link escapeHtml}. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<h1>${escapeHtml(title)}</h1>
${body}
</html>
`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** `<a>`; the text is the address where none is given. */
export function link(href: string, text = href): string {
  return `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
}

export function isProblemName(name: string): name is ProblemName {
  return Object.hasOwn(PROBLEMS, name);
}

const HOME = `<p>${link('/', 'hivecheck')} · ${link('/openapi.json', 'OpenAPI document')}</p>`;

/** All text comes from the table of problems: nothing of a request is ever printed here. */
export function problemPage(name: ProblemName): string {
  const { status, title, about } = PROBLEMS[name];
  return htmlPage(
    title,
    `<p>HTTP ${status}, problem type <code>/problems/${name}</code> (RFC 9457)</p>
<p>${escapeHtml(about)}</p>
${HOME}`,
  );
}

export function unknownProblemPage(): string {
  const known = Object.entries(PROBLEMS).map(
    ([name, { status, title }]) => `<li>${link(`/problems/${name}`, title)} (${status})</li>`,
  );
  return htmlPage(
    'No such problem',
    `<p>No problem type has this address. The types are:</p>\n<ul>\n${known.join('\n')}\n</ul>\n${HOME}`,
  );
}
