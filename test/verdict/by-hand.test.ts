import { expect, it } from 'vitest';
import { readFacts } from '../../build/facts/model.ts';
import { FACTS } from '../../build/paths.ts';
import { readDefinition } from '../../build/supported-on/table.ts';
import { readTables } from '../../build/supported-on/tables.ts';
import { judge, readTarget } from '../../runtime/verdict/index.ts';
import { vectors } from '../vectors.ts';
import { releases, tables } from './releases.ts';

const VECTORS = vectors<{ id: string; text: string; client: string; server: string }>('supported-on');
const { supportedOn: definitions } = await readFacts(FACTS, FACTS);
const { floors: table } = await readTables(FACTS);

/** In the order of the letters. */
const TARGETS = {
  client: ['Windows 7 SP1', 'Windows 10 1703', 'Windows 10 22H2', 'Windows 11 24H2'],
  server: ['Windows Server 2012 R2', 'Windows Server 2016', 'Windows Server 2022', 'Windows Server 2025'],
};
const LETTERS = { supported: 's', unsupported: 'u', unverified: 'v', unknown: '?' };

it.each(VECTORS)('the reading of a definition $id: $text', ({ id, text, client, server }) => {
  const fact = definitions.find((each) => each.id === id && each.text['en-US'] === text);
  const floor = fact && readDefinition(fact, table, releases)?.floor;
  const letters = (targets: readonly string[]) =>
    targets
      .map((target) =>
        judge({ supportedOn: text, ...(floor && { floor }) }, readTarget(target, releases), tables),
      )
      .map(({ verdict }) => LETTERS[verdict])
      .join('');
  expect([letters(TARGETS.client), letters(TARGETS.server)]).toEqual([client, server]);
});
