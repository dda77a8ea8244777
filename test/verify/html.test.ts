/** The report as a page: escaped, and whole in itself. test/http/browser.test.ts shows it in a real browser. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { printHtml } from '../../cli/verify/html.ts';
import { vectors } from '../vectors.ts';
import { reportsOf } from './reports.ts';

const ACTING = fc.constantFrom(...vectors<string>('acting-texts'));
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
