/** Reads PolicyRules files of Policy Analyzer: values of Registry.pol, security templates and audit policies as XML. */
import { trimEnds } from '../format/text.ts';
import type { Collector, TypedData } from './collect.ts';
import { listedContent, withoutEntries } from './data.ts';
import { ReadFault } from './fault.ts';
import { isRegistryValues, readRegistryValue } from './gpttmpl.ts';
import { readEntry } from './instruction.ts';
import type { Pieces } from './types.ts';
import { parseXmlInPieces } from './xml.ts';

const HIVES: Record<string, string> = { ComputerConfig: 'HKLM', UserConfig: 'HKCU' };

/** Elements that name the extensions and files of a rule, or group the rules. */
const WITHOUT_VALUES = new Set(['CSE-Machine', 'CSE-User']);

/** An element below the root, with the text of its children. */
interface Rule {
  name: string;
  line: number;
  section: string;
  fields: Map<string, string>;
}

/** The parts of a file without registry values: how many rules each has, and the line of the first. */
type Others = Map<string, { line: number; rules: number }>;

export function* readPolicyRules(text: string, collector: Collector): Pieces {
  const others: Others = new Map();
  let rule: Rule | undefined;
  yield* parseXmlInPieces(text, collector, {
    open(name, depth, line, attributes) {
      if (depth === 1 && name !== 'PolicyRules')
        throw new ReadFault(`the root is <${name}>, not <PolicyRules>`, { line });
      if (depth === 2) rule = { name, line, section: attributes.Section ?? '', fields: new Map() };
    },
    close(name, depth, content) {
      if (depth === 3) rule?.fields.set(name, content);
      if (depth === 2 && rule !== undefined) readRule(rule, others, collector);
    },
  });
  for (const [part, { line, rules }] of others) {
    const message = `${part} holds no registry values; its ${rules} rules were not read`;
    collector.note('no-registry-values', message, {}, { line });
  }
}

function readRule(rule: Rule, others: Others, collector: Collector): void {
  collector.spot = { line: rule.line };
  const hive = Object.hasOwn(HIVES, rule.name) ? HIVES[rule.name] : undefined;
  if (hive !== undefined) readConfig(rule, hive, collector);
  else if (rule.name === 'SecurityTemplate' && isRegistryValues(rule.section)) {
    readRegistryValue(trimEnds(needed(rule, 'LineItem', collector)), collector);
  } else if (!WITHOUT_VALUES.has(rule.name)) {
    const part = rule.section === '' ? `<${rule.name}>` : `[${rule.section}]`;
    const known = others.get(part) ?? { line: rule.line, rules: 0 };
    others.set(part, { ...known, rules: known.rules + 1 });
  }
}

function needed(rule: Rule, field: string, collector: Collector): string {
  const text = rule.fields.get(field);
  if (text === undefined) throw collector.fault(`<${rule.name}> lacks <${field}>`);
  return text;
}

function readConfig(rule: Rule, hive: string, collector: Collector): void {
  const key = needed(rule, 'Key', collector);
  if (key.trim() === '') throw collector.fault('<Key> is empty');
  const pair = { key: `${hive}\\${key}`, value: needed(rule, 'Value', collector) };
  const text = rule.fields.get('RegData') ?? '';
  const add = (value: string): void => {
    const typed = listedContent(needed(rule, 'RegType', collector), text, entriesOf);
    collector.add({ key: pair.key, value, ...typed });
  };
  readEntry(collector, { ...pair, text: () => text.trim() }, add);
}

/** Published files have `\0` for a REG_MULTI_SZ without entries, and no other REG_MULTI_SZ: how entries are separated is not known. */
const entriesOf = (text: string): TypedData =>
  withoutEntries(text, '\\0', 'the entries of a REG_MULTI_SZ in a PolicyRules file cannot be told apart');
