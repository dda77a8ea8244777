/** How deep XML elements and JSON values may nest: to the bound itself, and no deeper. */
import { describe, expect, it } from 'vitest';
import { MAX_DEPTH } from '../../runtime/readers/types.ts';
import { parseXmlFragment } from '../../runtime/readers/xml.ts';
import { itemsOf, read } from './generators.ts';

const RULE =
  '<UserConfig><Key>K</Key><Value>V</Value><RegType>REG_SZ</RegType><RegData>d</RegData></UserConfig>';

const NESTED = {
  XML: (depth: number) => {
    // The root is the first.
    const inside = `${'<a>'.repeat(depth - 1)}${'</a>'.repeat(depth - 1)}`;
    return { name: 'a.PolicyRules', text: `<PolicyRules>${RULE}${inside}</PolicyRules>` };
  },
  JSON: (depth: number) => {
    // The list and its entry are the first two.
    const inside = `${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}`;
    return { name: 'a.json', text: `[{"key":"HKLM\\\\K","value":"V","data":"d","note":${inside}}]` };
  },
};

it('the bound is 64', () => expect(MAX_DEPTH).toBe(64));

describe.each(Object.entries(NESTED))('%s', (_, nested) => {
  it('is read where it nests as deep as the bound', () => {
    for (const depth of [3, MAX_DEPTH - 1, MAX_DEPTH]) {
      const { name, text } = nested(depth);
      expect(itemsOf(read(name, text)), `${depth}`).toHaveLength(1);
    }
  });

  it('is a problem where it nests deeper', () => {
    for (const depth of [MAX_DEPTH + 1, MAX_DEPTH + 2, 500]) {
      const { name, text } = nested(depth);
      expect(read(name, text).problem?.message, `${depth}`).toContain(`nest more than ${MAX_DEPTH} deep`);
    }
  });
});

it('a fragment of XML counts its own elements from 1', () => {
  const depths = new Set<number>();
  const handler = { open: (_: string, depth: number) => void depths.add(depth), text() {}, close() {} };
  parseXmlFragment('<a/>'.repeat(3) + '<a>'.repeat(MAX_DEPTH) + '</a>'.repeat(MAX_DEPTH), handler);
  expect(Math.min(...depths)).toBe(1);
  expect(Math.max(...depths)).toBe(MAX_DEPTH);
});
