/** Payload templates of ADMX-backed and ingested nodes: well-formed, complete, escaped once. */
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, it } from 'vitest';
import { payloadsOf } from '../../build/compile/nodes.ts';
import { readFacts } from '../../build/facts/model.ts';
import { FACTS } from '../../build/paths.ts';
import { enabledPayload } from '../../runtime/verify/mdm-payload.ts';

/** Tags with their attributes, in order; throws where the text is not well-formed XML. */
function parse(payload: string): [string, Record<string, string>][] {
  const tags: [string, Record<string, string>][] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => tags.push([name, attributes]));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(`<root>${payload}</root>`).close();
  return tags.slice(1);
}

it('names every element of every setting once, in order', async () => {
  const facts = await readFacts(FACTS, FACTS);
  for (const setting of [...facts.settings.values()].flat()) {
    const { enabled, disabled } = payloadsOf(setting);
    expect(parse(disabled)).toEqual([['disabled', {}]]);
    expect(parse(enabled)).toEqual([
      ['enabled', {}],
      ...(setting.elements ?? []).map(({ id }) => ['data', { id, value: `{${id}}` }]),
    ]);
  }
});

it('gives back any value that it was given', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab&<>"\'{};=\uf000é😀') });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text)), (data) => {
      expect(parse(enabledPayload(data)).slice(1)).toEqual(
        data.map(([id, value]) => ['data', { id, value }]),
      );
    }),
  );
});
