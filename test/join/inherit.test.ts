/** Builds, editions and CSP version of a DDF node come from its nearest ancestor, each on its own; single rules: `test/import/ddf.test.ts`. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFacts } from '../../build/facts/model.ts';
import { FACTS, ROOT } from '../../build/paths.ts';

const DDF = join(ROOT, '..', 'shared', 'sources', 'policy-ddf', '2025-02');
const present = existsSync(DDF);
if (!present) console.log('skipped: inheritance against the DDF files (no ../shared/sources here)');

it.skipIf(!present)('equals a naive reading of all DDF files', async () => {
  const own = new Map<string, Record<string, string | undefined>>();
  for (const name of await readdir(DDF)) collect(await readFile(join(DDF, name), 'utf8'), own);
  const { nodes } = await readFacts(FACTS, FACTS);
  expect(nodes.length).toBeGreaterThan(5_700);
  for (const { omaUri, builds: found, editions: codes, cspVersion, access } of nodes) {
    const at = (part: string) => naive(omaUri, part, own);
    expect(found, omaUri).toEqual(
      at('OsBuildVersion')
        ?.split(',')
        .map((each) => each.trim()),
    );
    expect(cspVersion, omaUri).toBe(at('CspVersion'));
    const allowed = own.get(omaUri.toLowerCase())?.AccessType?.split(' ') ?? [];
    const settable = allowed.includes('Add') || allowed.includes('Replace');
    expect(access, omaUri).toEqual(settable ? undefined : [...new Set(allowed)].sort());
    const list = at('EditionAllowList');
    const numbers = list
      ?.split(';')
      .map((each) => each.replace('*', '').trim())
      .filter(Boolean)
      .map(Number);
    expect(codes?.map(Number), omaUri).toEqual(numbers && [...new Set(numbers)].sort((a, b) => a - b));
  }
});

/** Line by line, no XML parser: the vendor's files have one tag a line. */
function collect(text: string, own: Map<string, Record<string, string | undefined>>): void {
  const path: string[] = [];
  let place = '';
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '<Node>') path.push('');
    else if (line === '</Node>') path.pop();
    else if (/^<NodeName( ?\/>|>)/.test(line))
      path[path.length - 1] =
        line
          .replace(/^<NodeName ?\/>$/, '')
          .replace(/<[^>]*>/g, '')
          .trim() || '{}';
    else if (line.startsWith('<Path>')) place = line.replace(/<[^>]*>/g, '').replace(/\/+$/, '');
    const [, tag, content] =
      /^<MSFT:(OsBuildVersion|EditionAllowList|CspVersion)>(.*)<\/MSFT:/.exec(line) ?? [];
    if (/^<MSFT:EditionAllowList ?\/>$/.test(line)) keep('EditionAllowList', '');
    if (tag !== undefined) keep(tag, content ?? '');
    const [, access] = /^<(Add|Copy|Delete|Exec|Get|Replace) ?\/>$/.exec(line) ?? [];
    if (access !== undefined) keep('AccessType', [known().AccessType, access].filter(Boolean).join(' '));
  }
  function keep(tag: string, content: string): void {
    own.set([place, ...path].join('/').toLowerCase(), { ...known(), [tag]: content });
  }
  function known(): Record<string, string | undefined> {
    return own.get([place, ...path].join('/').toLowerCase()) ?? {};
  }
}

function naive(
  uri: string,
  part: string,
  own: Map<string, Record<string, string | undefined>>,
): string | undefined {
  const here = own.get(uri.toLowerCase())?.[part];
  if (here !== undefined || !uri.includes('/')) return here;
  return naive(uri.slice(0, uri.lastIndexOf('/')), part, own);
}
