import { describe, expect, it } from 'vitest';
import { bodyOf, problemOf } from './answered.ts';
import { fixtureApp } from './fixtures.ts';
import { describeMatrix } from './matrix.ts';

const HTML_TYPE = 'text/html; charset=utf-8';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describeMatrix('pages for people', (ask) => {
  const get = (path: string, accept?: string) =>
    ask(path, { headers: accept === undefined ? {} : { accept } });

  it.each(['/', '/about', '/problems/internal', '/problems/nothing'])(
    '%s is HTML for a browser',
    async (path) => {
      const response = await get(path, BROWSER);
      expect(response.headers.get('content-type')).toBe(HTML_TYPE);
      expect(response.status).toBe(path === '/problems/nothing' ? 404 : 200);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /);
      expect(policy).not.toContain('script-src');
      const html = await response.text();
      expect(html).not.toMatch(/<script|<img|<form|<link|\son\w+=|\sstyle=|javascript:|url\(/i);
      expect(html).toContain('<meta name="viewport"');
    },
  );

  it.each([
    undefined,
    '*/*',
    'application/json',
    'application/json, text/plain, */*',
    'text/html;q=0.5, application/json',
    'text/html;q=0, */*',
    'image/png',
    '',
  ])('/ and /about are JSON for Accept: %s', async (accept) => {
    for (const path of ['/', '/about']) {
      const response = await get(path, accept);
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(await bodyOf(response)).toMatchObject({ service: 'hivecheck' });
    }
    expect((await problemOf(get('/problems/nothing', accept))).type).toBe('/problems/unknown-endpoint');
  });

  it('a cache keeps page and JSON apart', async () => {
    const [page, json] = await Promise.all([get('/', BROWSER), get('/')]);
    for (const { headers } of [page, json])
      expect(headers.get('vary')).toMatch(/^Accept(, Accept-Encoding)?$/);
    expect(page.headers.get('etag')).not.toBe(json.headers.get('etag'));
  });

  it('every address that a page links to is served', async () => {
    for (const path of ['/', '/about', '/problems/nothing']) {
      const html = await (await get(path, BROWSER)).text();
      const links = [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, href = '']) => href);
      expect(links.length).toBeGreaterThan(1);
      for (const href of links.filter((each) => !each.startsWith('/v1/setting/'))) {
        expect([href, (await get(href, BROWSER)).status]).toEqual([href, 200]);
      }
    }
  });
});

describe('the page /about', () => {
  it('escapes what the operator wrote, and links an address of the web alone', async () => {
    const pageOf = async (contact: string) => {
      const app = fixtureApp('full', { contact });
      return (await app.request('/about', { headers: { accept: BROWSER } })).text();
    };
    expect(await pageOf('<b>"me"')).toContain('Ask &lt;b&gt;&quot;me&quot; for a key.');
    expect(await pageOf('https://example.org/?a&b')).toContain('href="https://example.org/?a&amp;b"');
    expect(await pageOf('javascript:alert(1)')).not.toContain('href="javascript');
  });
});
