/** Reads LGPO text: blocks of four lines, `Computer` or `User`, key, value name and action. */
import type { Collector, TypedData } from './collect.ts';
import { entriesIn, listedContent } from './data.ts';
import { linesOf } from './encoding.ts';
import { quote, ReadFault } from './fault.ts';
import type { Pieces } from './types.ts';

/** The hive of a line that opens a block. `User:NAME` is the local policy of one user or of a group of users. */
export function lgpoHive(line: string): string | undefined {
  const name = line.trim().toLowerCase();
  if (name === 'computer') return 'HKLM';
  return name === 'user' || name.startsWith('user:') ? 'HKCU' : undefined;
}

export function* readLgpo(text: string, collector: Collector): Pieces {
  let block: string[] = [];
  let first = collector.spot;
  for (const line of linesOf(text, collector)) {
    yield;
    if (block.length === 0) {
      if (line.trim() === '' || line.startsWith(';')) continue;
      first = collector.spot;
    }
    if (block.push(line) < 4) continue;
    collector.spot = first;
    readBlock(block, collector);
    block = [];
  }
  // The text's last line break opens one more line, which is empty.
  if (block.length > 0) throw new ReadFault('the block that begins here has fewer than four lines', first);
}

function readBlock(block: readonly string[], collector: Collector): void {
  const [configuration = '', key = '', value = '', action = ''] = block;
  const { line = 1 } = collector.spot;
  const hive = lgpoHive(configuration);
  if (hive === undefined) throw collector.fault(`${quote(configuration)} is not Computer or User`);
  if (key.trim() === '') throw new ReadFault('the block names no key', { line: line + 1 });
  const pair = { key: `${hive}\\${key}`, value };
  const does = action.trim().toUpperCase();
  if (does === 'DELETE') collector.add({ ...pair, delete: true });
  else if (does === 'DELETEALLVALUES') collector.deletesValues(pair.key);
  else if (does === 'CREATEKEY') collector.createsKey(pair.key);
  else if (does === 'CLEAR') collector.deletes('skipped', CLEARS, pair, { name: pair.value });
  else collector.add({ ...pair, ...actionData(action, line + 3) });
}

const CLEARS = 'takes the value out of the local policy and writes nothing';

const KINDS = ['DWORD', 'QWORD', 'SZ', 'EXSZ', 'MULTISZ', 'BINARY'];
const KNOWN = `write ${KINDS.join(':, ')}:, DELETE, DELETEALLVALUES, CREATEKEY or CLEAR`;

function actionData(action: string, line: number): TypedData {
  const end = action.indexOf(':');
  const kind = action.slice(0, Math.max(end, 0)).trim().toUpperCase();
  if (!KINDS.includes(kind)) throw new ReadFault(`${quote(action)} is not an action: ${KNOWN}`, { line });
  return listedContent(kind, action.slice(end + 1), (text) => entriesIn(text, '\\0'));
}
