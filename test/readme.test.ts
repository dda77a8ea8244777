/** README.md and docs/*.md: generated parts, links, and that nothing of the interface is left out. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtInDist } from '../build/built-in.ts';
import { pagePaths } from '../build/docs/pages.ts';
import { createRenderer } from '../build/docs/sections.ts';
import { openApiDocument } from '../build/documents/openapi/document.ts';
import { TOOLS } from '../build/documents/tools.ts';
import { ROOT } from '../build/paths.ts';
import { FORM_NAMES } from '../runtime/format/form-names.ts';
import { PROBLEMS } from '../runtime/http/problem.ts';
import { SERVE_OPTIONS } from '../runtime/node/serve-options.ts';
import { CALLED, DECLARED } from './cli/declared.ts';

const paths = await pagePaths();
const pages = new Map<string, string>();
for (const path of paths) pages.set(path, await readFile(join(ROOT, path), 'utf8'));
const readme = pages.get('README.md') ?? '';
const api = pages.get('docs/api.md') ?? '';

/** When it was built and how long it runs are not for a page to promise. */
function timeless(text: string): string {
  return text
    .replace(/"generatedAt": "[^"]*"/g, '"generatedAt": "…"')
    .replace(/^(dataset [\da-f]{8}) of \S+$/gm, '$1 of …')
    .replace(/"uptimeSeconds": \d+/g, '"uptimeSeconds": 0');
}

/** The text without blocks of code, whose `#` are comments and whose brackets are no links. */
function prose(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '');
}

/** As GitHub makes anchors of headings. */
function anchors(text: string): Set<string> {
  const headings = prose(text).matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s/g, '-'),
    ),
  );
}

/** Targets of links that are not URLs. */
function relativeLinks(text: string): string[] {
  const targets = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

describe('generated parts', async () => {
  const render = await createRenderer(await builtInDist());

  it.each(paths)('%s shows what the real build gives (npm run readme makes it anew)', async (path) => {
    const text = pages.get(path) ?? '';
    expect(timeless(await render(text))).toBe(timeless(text));
  });

  it('are there: examples, coverage, files', async () => {
    expect(readme.match(/^<!-- example /gm)?.length).toBeGreaterThanOrEqual(2);
    expect(api.match(/^<!-- example /gm)?.length).toBeGreaterThanOrEqual(12);
    expect(readme.match(/^<!-- command /gm)?.length).toBeGreaterThanOrEqual(4);
    expect(pages.get('docs/data.md')).toMatch(/\| settings \| 1\d{4} \|/);
    expect(pages.get('docs/dist-format.md')).toContain(
      await readFile(join(ROOT, 'docs/examples/lookup.sh'), 'utf8'),
    );
  });

  it('refuse an example that fails, and one that shows what the answer lacks', async () => {
    const example = (argument: object) => `<!-- example ${JSON.stringify(argument)} -->\n<!-- /example -->`;
    await expect(render(example({ method: 'GET', path: '/v1/none' }))).rejects.toThrow('status 404');
    const health = { method: 'GET', path: '/v1/health' };
    await expect(render(example({ ...health, show: '.none' }))).rejects.toThrow('“none”');
    await expect(render(example({ ...health, show: '.counts | {settings}' }))).resolves.toMatch(
      /^\{\n {2}"settings": 1\d{4}\n\}$/m,
    );
  });

  it('show a search whose first answer is the setting that is meant', () => {
    const search = /<!-- example \{"method":"POST","path":"\/v1\/search"[\s\S]*?<!-- \/example -->/.exec(api);
    expect(search?.[0]).toContain('"slug": "dnsclient.turn_off_multicast"');
  });
});

it('README has at most 200 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});

describe('docs/', async () => {
  const source = await readFile(join(ROOT, 'runtime/node/metrics.ts'), 'utf8');
  const metrics = [...source.matchAll(/'(hivecheck_\w+)'/g)];
  const variables = SERVE_OPTIONS.map(({ variable }) => variable);
  const endpoints = Object.entries(openApiDocument().paths as Record<string, object>).flatMap(
    ([path, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  it.each<[what: string, page: string, names: string[]]>([
    ['variable of the configuration', 'operations', variables.map((name) => `\`${name}\``)],
    ['variable of the MCP server', 'mcp', variables.filter((name) => name.includes('_MCP_'))],
    ['tool', 'mcp', TOOLS.map(({ name }) => `| \`${name}\` |`)],
    ['form', 'convert', FORM_NAMES.map((name) => `| \`${name}\` |`)],
    ['metric', 'operations', metrics.map(([, name]) => `| \`${name}\` |`)],
    ['tool', 'skill', TOOLS.map(({ name }) => `\`${name}\``)],
    // The keyed ones are told as the same paths under /k/v1/.
    [
      'endpoint of the OpenAPI document',
      'api',
      endpoints.map((each) => `\`${each.replace('/k/v1/', '/v1/')}`),
    ],
    [
      'problem with its status',
      'api',
      Object.entries(PROBLEMS).map(([name, { status }]) => `| ${status} | \`/problems/${name}\` |`),
    ],
  ])('every %s is named in %s.md', (_, page, names) => {
    expect(names.length).toBeGreaterThan(1);
    expect(names.filter((name) => !pages.get(`docs/${page}.md`)?.includes(name))).toEqual([]);
  });

  it('names no problem that there is not', () => {
    const listed = [...api.matchAll(/`\/problems\/([a-z-]+)`/g)].map(([, name = '']) => name);
    expect(listed.filter((name) => !(name in PROBLEMS))).toEqual([]);
  });

  it('names every command', () => {
    const names = [...commands().keys()];
    const [, table = ''] = /^## Commands\n([\s\S]*?)^## /m.exec(pages.get('docs/command.md') ?? '') ?? [];
    expect(names.length).toBeGreaterThanOrEqual(15);
    expect(names.filter((name) => !new RegExp(`\`${name}[ \`]`).test(table))).toEqual([]);
  });
});

/** Command → the names of its options. */
function commands(): Map<string, Set<string>> {
  const ofKeys = CALLED.flatMap(({ path, options = [] }) => (path[0] === 'keys' ? options.flat() : []));
  const bare = ['complete', 'version'].map((name) => ({ name, options: [] }));
  const declared = [...DECLARED, { name: 'keys', options: ofKeys }, ...bare];
  return new Map(
    declared.map(({ name, options = [] }) => [name, new Set(options.flat().map(({ long }) => String(long)))]),
  );
}

it.each(paths)('%s shows only commands and options that exist', async (path) => {
  const known = commands();
  const shown = [...(pages.get(path) ?? '').matchAll(/^hivecheck (?!:)([a-z-]+)(.*)$/gm)];
  const wrong = shown.flatMap(([line, name = '', rest = '']) => {
    const own = known.get(name);
    if (own === undefined) return [line];
    const options = [...rest.matchAll(/(?<= )--[a-z-]+/g)].map(([option]) => option);
    return options.filter((option) => !own.has(option)).map((option) => `${option} in: ${line}`);
  });
  expect(wrong).toEqual([]);
});

/** What only bash reads. */
const ONLY_BASH =
  /&&|\|\||\$\(|(?<!-\w+|')<(?!\w)|\bcurl\b|\bcp -r|mkdir -p|\.sh\b|\/srv\/\S+ +\||^[A-Z_]+=|\bcat\b|gzip|sha256sum/m;

it.each(paths)('%s has each example in PowerShell where bash and PowerShell differ', (path) => {
  const blocks = [...(pages.get(path) ?? '').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  const missing = blocks.flatMap(([, language, text = ''], at) => {
    const isBash = language === 'sh' && ONLY_BASH.test(text) && !text.startsWith('#!');
    return isBash && blocks[at + 1]?.[1] !== 'powershell' ? [text] : [];
  });
  expect(missing).toEqual([]);
});

describe('links', () => {
  it.each(paths)('of %s lead somewhere', (path) => {
    const broken = relativeLinks(pages.get(path) ?? '').filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchors(pages.get(target) ?? '').has(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('reach every page of docs/ from README', () => {
    const linked = new Set(relativeLinks(readme).map((link) => link.split('#')[0]));
    expect(paths.filter((path) => path !== 'README.md' && !linked.has(path))).toEqual([]);
  });
});

it('pages name nothing that the command or the configuration lacks', () => {
  // Of other commands than serve.
  const others = ['HIVECHECK_SIGNING_KEY', 'HIVECHECK_API_KEY'];
  const known = new Set<string>([...SERVE_OPTIONS.map(({ variable }) => variable), ...others]);
  const named = [...[...pages.values()].join('\n').matchAll(/\bHIVECHECK_[A-Z_]+\b/g)].map(([name]) => name);
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
});
