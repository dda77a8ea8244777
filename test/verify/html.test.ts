/** The report as a page: escaped, whole in itself, and shown by a real browser. */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { printHtml } from '../../cli/verify/html.ts';
import { newFolder } from '../scratch.ts';
import { reportsOf } from './reports.ts';

const ACTING = fc.constantFrom(
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='x",
  '</style><style>*{display:none}',
  '&lt;b&gt;',
  '<!--',
  ']]>',
  '\0\u001b\u202e\ud800\ufffe',
  'javascript:alert(1)',
);
const TEXT = fc
  .array(fc.oneof(ACTING, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 4 })
  .map((parts) => `x${parts.join('')}`);

const REPORT = reportsOf(TEXT);

interface Page {
  /** `<li class>`: element and attribute names. */
  elements: string[];
  links: string[];
  text: string;
}

/** The page is well-formed XML, so that a strict parser tells what is an element in it. */
function parsed(page: string): Page {
  const found: Page = { elements: [], links: [], text: '' };
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    found.elements.push([name, ...Object.keys(attributes)].join(' '));
    if (attributes.href !== undefined) found.links.push(attributes.href);
  });
  parser.on('text', (text) => {
    found.text += text;
  });
  parser.write(page.replace('<!DOCTYPE html>', '')).close();
  return found;
}

describe('a page', () => {
  it('has the same elements whatever the texts of a list are, and links to the vendor only', () => {
    const plain = fc.sample(REPORT, { numRuns: 1, seed: 1 })[0];
    const elements = plain && new Set(parsed(printHtml(plain)).elements);
    fc.assert(
      fc.property(REPORT, (report) => {
        const page = parsed(printHtml(report));
        expect(new Set(page.elements)).toEqual(elements);
        for (const link of page.links) expect(link).toMatch(/^https:\/\/learn\.microsoft\.com\//);
      }),
    );
  });

  it('allows its own style and nothing else', () => {
    const [report] = fc.sample(REPORT, 1);
    const page = report ? printHtml(report) : '';
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(`content="default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;;`);
    expect(style).not.toMatch(/url\(|@import/);
    expect(page).not.toMatch(/ style=|<script|<img|<link/);
  });
});

/** As the command has printed it; its list has a script in it. */
const file = join(import.meta.dirname, 'outputs/verify.html');

const browser = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync('which', [name]).status === 0,
);
if (browser === undefined) console.log('skipped: the report in a browser (no chromium here)');

/** Frames measure themselves: the window of a headless browser has a smallest width. */
it.skipIf(browser === undefined)(
  'in a browser it fits a narrow and a wide frame, and runs nothing of the list',
  async () => {
    const widths = [390, 1100];
    const frames = widths.map(
      (width) => `<iframe src="file://${file}" style="border:0;width:${width}px;height:900px"></iframe>`,
    );
    const probe = join(await newFolder(), 'probe.html');
    await writeFile(
      probe,
      `${frames.join('')}
<script>onload = () => {
  document.title = JSON.stringify([...document.querySelectorAll('iframe')].map(({ contentDocument, clientWidth }) => {
    const { documentElement: root, title } = contentDocument;
    return [title, Math.max(root.scrollWidth, clientWidth), getComputedStyle(root.querySelector('.rows > li')).borderLeftStyle];
  }));
};</script>`,
    );
    const args = ['--headless', '--no-sandbox', '--disable-gpu', '--allow-file-access-from-files'];
    const more = ['--virtual-time-budget=5000', '--dump-dom', `file://${probe}`];
    const { stdout } = await promisify(execFile)(browser ?? '', [...args, ...more], { timeout: 60_000 });
    const [, told = ''] = /<title>(.*?)<\/title>/.exec(stdout) ?? [];
    const found: unknown[] = JSON.parse(told.replaceAll('&quot;', '"'));
    expect(found).toEqual(widths.map((width) => ['Registry and MDM settings: what to do', width, 'solid']));
  },
);
