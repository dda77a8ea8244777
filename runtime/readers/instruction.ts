/** Value names that begin with `**`: instructions of Registry.pol and PolicyRules ([MS-GPREG] 2.2.1). */
import { parseValue, withoutPrefix } from '../format/keys.ts';
import type { Collector } from './collect.ts';
import { quote } from './fault.ts';

interface Entry {
  key: string;
  value: string;
  /** The data as text: the list of `**DeleteValues` and `**DeleteKeys`, the switch of `**SecureKey`. */
  text: () => string;
}

/** Adds the value of an entry by `add`; of an instruction notes what it does, and adds the values that it names. */
export function readEntry(collector: Collector, entry: Entry, add: (name: string) => void): void {
  const { key, value } = entry;
  if (!value.startsWith('**')) {
    add(value);
    return;
  }
  const parsed = parseValue(value);
  const name = withoutPrefix(value, parsed);
  const about = { key, value: name };
  switch (parsed.prefix ?? parsed.instruction) {
    case 'del':
      collector.add({ key, value: name, delete: true });
      collector.note('delete-value', `deletes the value ${quote(name)}`, about);
      break;
    case 'soft':
      add(name);
      collector.note('soft-value', `writes the value ${quote(name)} only where it is absent`, about);
      break;
    case 'delvals':
      collector.deletesValues(key);
      break;
    case 'deletevalues':
      for (const each of listedNames(entry, collector)) collector.add({ key, value: each, delete: true });
      collector.note('delete-values', `deletes the values ${quote(entry.text())}`, { key });
      break;
    case 'deletekeys': {
      const message = `deletes the subkeys ${quote(entry.text())}`;
      collector.deletes('delete-keys', message, { key }, { subkeys: listedNames(entry, collector) });
      break;
    }
    case 'securekey':
      collector.note('secure-key', 'changes the permissions of the key and writes no value', { key });
      break;
    default:
      collector.note('unknown-instruction', `${quote(value)} is not a known instruction`, { key });
  }
}

function listedNames(entry: Entry, collector: Collector): string[] {
  // Not divided further than to see that it is too much; the empty text after the last separator is no name.
  const names = entry
    .text()
    .split(';', collector.limits.maxItems + 2)
    .map((name) => name.trim());
  const named = names.filter((name) => name !== '');
  collector.haveRoom((names.length > collector.limits.maxItems + 1 ? names : named).length);
  return named;
}
