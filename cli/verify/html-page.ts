/** The frame of a report: one page without scripts or external content. Every text is escaped here. */
import { createHash } from 'node:crypto';
import { visibleLines } from '../../build/visible.ts';
import { escapeHtml } from '../../runtime/format/text.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --line: #d5dbe1; --paper: #ffffff; --card: #f5f7f9;
  --good: #2e7d4f; --fair: #3a70aa; --warn: #b7791f; --bad: #b3382c; --none: #8a939c; --open: #6d5aa8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaee; --soft: #9aa5b0; --line: #38414a; --paper: #14181c;
  --card: #1d2329; --good: #4fae78; --fair: #6aa5e0; --warn: #d9a441; --bad: #e0695c; --none: #737d87; --open: #9c8be0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 60rem; font: 1rem/1.45 system-ui, sans-serif; color: var(--ink);
  background: var(--paper); overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .25rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; } p { margin: .25rem 0; }
.soft, dt { color: var(--soft); } code, .content { font-family: ui-monospace, monospace; font-size: .875rem; }
svg { display: block; width: 100%; height: 1.25rem; border-radius: .25rem; margin: .5rem 0; }
ul { list-style: none; padding: 0; margin: .5rem 0; } .legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.legend li::before { content: ""; display: inline-block; width: .75rem; height: .75rem; margin-right: .4rem;
  border-radius: .15rem; background: var(--c); }
.good { --c: var(--good); } .fair { --c: var(--fair); } .warn { --c: var(--warn); } .bad { --c: var(--bad); }
.none { --c: var(--none); } .open { --c: var(--open); } rect { fill: var(--c); }
.rows > li { background: var(--card); border-left: .25rem solid var(--line); padding: .5rem .75rem; margin: .5rem 0; }
.content { white-space: pre-wrap; margin: .25rem 0; } a { color: var(--fair); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .75rem; margin: .25rem 0; } dd { margin: 0; }
@media (max-width: 30rem) { body { padding: .75rem; } dl { grid-template-columns: 1fr; } dd { margin-bottom: .25rem; } }
@media print { :root { --ink: #000; --paper: #fff; --card: #fff; --soft: #444; } body { padding: 0; max-width: none; }
  .rows > li { break-inside: avoid; } svg, .legend li::before { print-color-adjust: exact; } h2, h3 { break-after: avoid; } }
`;

/** Text for XML and HTML. What XML cannot contain becomes U+FFFD: names of registry values may have any character. */
export function escapedXml(text: string): string {
  const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
  return escapeHtml(visibleLines(text).replace(unwritable, '\ufffd')).replaceAll("'", '&#39;');
}

/** Escaped HTML: only {@link html} makes it, so that no other text gets into the page unescaped. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type { Html };

type Part = Html | string | number | undefined | readonly Part[];

function written(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  return Array.isArray(part) ? part.map(written).join('') : escapedXml(String(part));
}

/** A template whose values are escaped unless they are HTML. */
export function html(texts: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(texts.map((text, at) => text + written(values[at])).join(''));
}

type Colour = 'good' | 'fair' | 'warn' | 'bad' | 'none' | 'open';
export type Share<Id = string> = readonly [id: Id, label: string, colour: Colour, about?: string];

/** A bar with the number of `ids` in each share, and its legend; empty shares are left out. */
export function bar(shares: readonly Share[], ids: readonly (string | undefined)[]): Html {
  const counts = shares.map(([own, label, colour]) => {
    const count = ids.filter((id) => id === own).length;
    return { text: `${label}: ${count}`, colour, count };
  });
  const shown = counts.filter(({ count }) => count > 0);
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return html``;
  let from = 0;
  const rects = shown.map(({ count, colour }) => {
    const width = (1000 * count) / total;
    const rect = html`<rect class="${colour}" x="${from}" y="0" width="${width}" height="20"/>`;
    from += width;
    return rect;
  });
  const label = shown.map(({ text }) => text).join(', ');
  const legend = shown.map(({ text, colour }) => html`<li class="${colour}">${text}</li>`);
  return html`<svg viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-label="${label}">${rects}</svg>
<ul class="legend">${legend}</ul>
`;
}

export function page(title: string, body: Html): string {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="${policy}"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
${body}</main>
</body>
</html>
`.text;
}
