/** Value names that begin with `**`: instructions of Registry.pol and PolicyRules ([MS-GPREG] 2.2.1). */
import type { Collector, Spot } from './collect.ts';
import { quote } from './fault.ts';

interface Entry {
  key: string;
  value: string;
  /** The data as text: the list of `**DeleteValues` and `**DeleteKeys`, the switch of `**SecureKey`. */
  text: () => string;
}

/**
 * Reads an entry whose value name is an instruction: notes what it does, and adds the values that it names.
 * Returns false where the name is not one. `soft` adds the value of `**soft.NAME`.
 */
export function readInstruction(
  collector: Collector,
  entry: Entry,
  spot: Spot,
  soft: (name: string) => void,
): boolean {
  if (!entry.value.startsWith('**')) return false;
  const { key } = entry;
  const instruction = entry.value.slice(2);
  const name = instruction.slice(instruction.indexOf('.') + 1);
  const about = { key, value: name };
  switch (instructionOf(instruction)) {
    case 'del.':
      collector.add({ key, value: name, delete: true }, spot);
      collector.note('delete-value', `deletes the value ${quote(name)}`, spot, about);
      break;
    case 'soft.':
      soft(name);
      collector.note('soft-value', `writes the value ${quote(name)} only where it is absent`, spot, about);
      break;
    case 'delvals':
      collector.deletes('delete-all-values', 'deletes all values of the key', spot, { key }, 'values');
      break;
    case 'deletevalues':
      deleteValues(collector, entry, spot);
      break;
    case 'deletekeys':
      deleteKeys(collector, entry, spot);
      break;
    case 'securekey':
      collector.note('secure-key', 'changes the permissions of the key and writes no value', spot, { key });
      break;
    default:
      collector.note('unknown-instruction', `${quote(entry.value)} is not a known instruction`, spot, {
        key,
      });
  }
  return true;
}

/** Case does not matter; `**delvals` is also written with a dot, and `**SecureKey` with `=1`. */
function instructionOf(text: string): string {
  const lower = text.toLowerCase();
  if (lower.startsWith('del.') || lower.startsWith('soft.')) return lower.slice(0, lower.indexOf('.') + 1);
  return lower.replace(/(?:\.|=[01])$/, '');
}

function deleteKeys(collector: Collector, entry: Entry, spot: Spot): void {
  const subkeys = collector.named(namesOf(entry), spot);
  const message = `deletes the subkeys ${quote(entry.text())}`;
  collector.deletes('delete-keys', message, spot, { key: entry.key }, { subkeys });
}

function namesOf(entry: Entry): string[] {
  const names = entry.text().split(';');
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

function deleteValues(collector: Collector, entry: Entry, spot: Spot): void {
  for (const value of namesOf(entry)) collector.add({ key: entry.key, value, delete: true }, spot);
  collector.note('delete-values', `deletes the values ${quote(entry.text())}`, spot, { key: entry.key });
}
