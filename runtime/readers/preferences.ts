/** Reads Registry.xml of Group Policy preferences. Source: [MS-GPPREF] 2.2.1.17. */
import type { Collector, TypedData } from './collect.ts';
import { HEX_DIGITS, isNumeric, listedContent, readTypeName, withoutEntries } from './data.ts';
import { quote } from './fault.ts';
import type { Pieces } from './types.ts';
import { parseXmlInPieces } from './xml.ts';

/** `entries`: of a REG_MULTI_SZ. */
type Properties = { line: number; attributes: Record<string, string>; entries: string[] };

export function* readPreferences(text: string, collector: Collector): Pieces {
  let properties: Properties | undefined;
  /** Depth of the outermost element that is turned off. */
  let off = Number.POSITIVE_INFINITY;
  yield* parseXmlInPieces(text, collector, {
    open(name, depth, line, attributes) {
      if (depth > off) return;
      collector.spot = { line };
      if (attributes.disabled === '1') {
        off = depth;
        collector.note('skipped', `<${name}> is disabled: nothing in it is written`);
      } else if (name === 'Properties') properties = { line, attributes, entries: [] };
      else if (name === 'Filters')
        collector.note('targeted', 'written only where the item-level targeting applies');
    },
    close(name, depth, content) {
      if (name === 'Value') properties?.entries.push(content);
      if (depth === off) off = Number.POSITIVE_INFINITY;
      if (name !== 'Properties' || !properties) return;
      readProperties(properties, collector);
      properties = undefined;
    },
  });
}

function readProperties({ line, attributes, entries }: Properties, collector: Collector): void {
  collector.spot = { line };
  const { action = 'U', hive = '', key = '', name: value = '' } = attributes;
  if (hive === '' || key === '') throw collector.fault('<Properties> lacks its hive or its key');
  const pair = { key: `${hive}\\${key.replace(/^\\+/, '')}`, value };
  if (value !== '' || attributes.default === '1') {
    const content = action === 'D' ? { delete: true as const } : preferenceContent(attributes, entries);
    const unread = `${quote(action)} is not one of the actions C, R, U and D`;
    collector.add({ ...pair, ...(/^[CRUD]$/.test(action) ? content : { unread }) });
  } else if (action === 'D' || action === 'R')
    collector.deletes('delete-keys', 'deletes the key with all below it', pair, 'tree');
  else collector.note('create-key', 'creates the key', pair);
}

/** Numbers are hexadecimal, with all their digits. */
function preferenceContent(
  { type: typeText = '', value = '', bitfield }: Record<string, string>,
  entries: string[],
): TypedData {
  const type = readTypeName(typeText) ?? typeText;
  if (bitfield === '1') return { type, unread: 'only the bits of its mask are written' };
  if (!isNumeric(type)) return listedContent(type, entries.length > 0 ? entries : value, entriesOf);
  const digits = HEX_DIGITS[type];
  const unread = `${quote(value)} is not the ${digits} hexadecimal digits of a ${type}`;
  return value.length === digits ? listedContent(type, `0x${value}`, entriesOf) : { type, unread };
}

const entriesOf = (text: string): TypedData =>
  withoutEntries(text, '', `the entries of ${quote(text)} stand apart in <Values> only`);
