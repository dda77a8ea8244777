/** The forms of Intune: public exports, read and converted, give back what the rule of identifiers covers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { parseJson } from '../../runtime/answer/json.ts';
import type { ConvertEnvelope } from '../../runtime/contract/converted.ts';
import type { FORM_NAMES } from '../../runtime/format/form-names.ts';
import type { Snapshot } from '../../runtime/service.ts';
import { corpus } from '../corpus/dist.ts';
import { expectParts } from '../paths.ts';
import { itemsOf, read } from '../readers/generators.ts';
import { vectors } from '../vectors.ts';

const { ask } = await corpus();

type Result = ConvertEnvelope['result'];

async function convert(to: (typeof FORM_NAMES)[number], items: object[], more = {}): Promise<Result> {
  return parseJson(await ask.convert({ items, to, lang: 'en-US', ...more })).result;
}

interface Instance {
  settingDefinitionId: string;
  [member: string]: unknown;
}

interface Policy {
  settings: { settingInstance: Instance }[];
}

/** Every instance of a policy as one line: its identifier, what is set, the identifiers of its children. */
function instancesOf({ settings }: Policy, isCounted: (id: string) => boolean = () => true): string[] {
  const lines: string[] = [];
  const walk = (instance: Instance): void => {
    const [, content] =
      Object.entries(instance).find(([name]) => name.endsWith('Value') && !name.startsWith('@')) ?? [];
    const values = [content].flat() as { value?: unknown; children?: Instance[] }[];
    const children = values.flatMap((value) => value.children ?? []);
    const below = children.map(({ settingDefinitionId: id }) => id).filter(isCounted);
    const { '@odata.type': kind, settingDefinitionId: id } = instance;
    const set = values.map(({ value }) => value ?? null);
    if (isCounted(id)) lines.push(JSON.stringify([kind, id, set, below.sort()]));
    children.forEach(walk);
  };
  for (const { settingInstance } of settings) walk(settingInstance);
  return lines.sort();
}

const SAMPLES = join(ROOT, '../shared/samples/intune');
if (!existsSync(SAMPLES)) console.log('skipped: exports of Intune (no ../shared/samples here)');

describe.skipIf(!existsSync(SAMPLES))('exports of Intune', () => {
  const files = existsSync(SAMPLES) ? readdirSync(SAMPLES).filter((name) => name.endsWith('.json')) : [];
  const reasons: Record<string, number> = {};
  let covered = 0;

  it.each(files)('%s: definition, children and value of all that the rule covers', async (name) => {
    const content = readFileSync(join(SAMPLES, name));
    const items = itemsOf(read(name, content));
    const result = await convert('intune-catalog', items);
    const { converted, left, settings = [] } = result;
    for (const { why } of left) reasons[why] = (reasons[why] ?? 0) + 1;
    covered += converted;
    expect(converted + left.length).toBe(items.length);
    expect(settings.flatMap(({ indexes }) => indexes)).toHaveLength(converted);
    if (converted === 0) {
      expect(result.content).toBe('');
      return;
    }
    const after = instancesOf(JSON.parse(result.content));
    const ids = new Set(after.map((line) => JSON.parse(line)[1]));
    const before: Policy = JSON.parse(content.toString('utf8').replace(/^\ufeff/, ''));
    expect(after).toEqual(instancesOf(before, (id) => ids.has(id)));
    expect(converted).toBe(after.length);
  });

  it('the rest is counted by reason', () => {
    expect(covered).toBe(259);
    expect(reasons).toEqual({
      'The catalog’s name of an ingested template is not known.': 27,
      'No rule gives the identifiers that the settings catalog has for this node.': 19,
      'Its identifier does not tell the instance of the node.': 2,
      'The list has no data for it.': 2,
    });
  });

  it.each(files)('%s: the same by way of a custom profile', async (name) => {
    const items = itemsOf(read(name, readFileSync(join(SAMPLES, name))));
    const oma = await convert('intune-oma-uri', items);
    if (oma.content === '') return;
    const again = itemsOf(read('profile.json', oma.content));
    const [direct, detour] = await Promise.all([
      convert('intune-catalog', items),
      convert('intune-catalog', again),
    ]);
    expect(detour.content).toBe(direct.content);
  });
});

type Row = Record<'request' | 'answer', Record<string, unknown>> & { what: string };

it.each(vectors<Row>('conversions'))('$what', async ({ what, request, answer }) => {
  const envelope = parseJson(
    await ask.convert({ lang: 'en-US', ...request } as Parameters<Snapshot['convert']>[0]),
  );
  const { content } = envelope.result;
  // A dot divides a path.
  const profile = content.startsWith('{') ? JSON.parse(content.replaceAll('@odata.type', 'kind')) : undefined;
  expectParts({ ...envelope, profile }, answer, what);
});
