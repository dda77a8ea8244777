/** The report as a page: escaped, whole in itself, and shown by a real browser. */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import type { Report, Row } from '../../cli/verify/findings.ts';
import { printHtml } from '../../cli/verify/html.ts';
import { newFolder } from '../scratch.ts';

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

const REPORT = fc
  .record({ key: TEXT, value: TEXT, data: TEXT, file: TEXT, reason: TEXT, uri: TEXT })
  .map(({ key, value, data, file, reason, uri }): Report => {
    const mdm = {
      slug: key,
      omaUri: uri,
      scope: 'Device',
      confidence: 'derived',
      verdict: 'unknown',
    } as const;
    const shared = { unit: file, accepted: [], conflicts: [file] };
    const rows: Row[] = [
      {
        ...shared,
        item: { key, value, type: 'REG_SZ', data, at: { file, line: 1 } },
        answer: {
          index: 0,
          verdict: 'unknown',
          reason,
          matches: [{ slug: key, displayName: value, class: 'Machine' }],
          mdm: { ...mdm, payload: data, ingest: uri },
        },
        findings: ['conflict'],
      },
      {
        ...shared,
        item: { omaUri: uri, data, at: { file, offset: 1 } },
        answer: {
          index: 1,
          problem: { type: '', detail: reason, errors: [{ pointer: key, detail: reason }] },
        },
        findings: ['unreadable'],
      },
    ];
    const problems = [{ file, message: reason, line: 2 }];
    const collected = { units: [], files: [], notes: [], problems, skipped: 0 };
    const query = { lang: 'en-US', targetOs: reason };
    return {
      rows,
      collected,
      query,
      dataset: { version: 'e12b0cb2', generatedAt: '2026-11-24T18:16:29.000Z' },
      warnings: [],
      all: true,
      failOn: new Set(),
      drifts: [],
    };
  });

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

const browser = ['chromium', 'chromium-browser', 'google-chrome'].find((name) => {
  try {
    execFileSync('which', [name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});
if (browser === undefined) console.log('skipped: the report in a browser (no chromium here)');

describe.skipIf(browser === undefined)('in a browser', () => {
  /** A frame of the given width measures itself: the window of a headless browser has a smallest width. */
  it.each([390, 1100])('it fits a width of %i, and runs nothing of the list', async (width) => {
    const probe = join(await newFolder(), 'probe.html');
    await writeFile(
      probe,
      `<iframe id="f" src="file://${file}" style="border:0;width:${width}px;height:900px"></iframe>
<script>document.getElementById('f').onload = (event) => {
  const { documentElement: root, title } = event.target.contentDocument;
  const style = getComputedStyle(root.querySelector('.rows > li'));
  document.title = JSON.stringify([title, root.scrollWidth, style.borderLeftStyle]);
};</script>`,
    );
    const args = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--allow-file-access-from-files',
      '--virtual-time-budget=5000',
      '--dump-dom',
    ];
    const { stdout } = await promisify(execFile)(browser ?? '', [...args, `file://${probe}`], {
      timeout: 60_000,
    });
    const [, told = ''] = /<title>(.*?)<\/title>/.exec(stdout) ?? [];
    const [title, scrollWidth, border] = JSON.parse(told.replaceAll('&quot;', '"'));
    expect(title).toBe('Registry and MDM settings: what to do');
    expect(scrollWidth).toBeLessThanOrEqual(width);
    expect(border).toBe('solid');
  });
});
