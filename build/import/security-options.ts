/**
 * A table of security options (SecurityPolicyDsc's `SecurityOptionData.psd1`) → what each option writes. Data have the
 * form of a security template: the type's number, a comma, the data (`4,1`; `1,"0"`).
 */
import type { RegistryType } from '../../runtime/contract/data.ts';
import { contentAs } from '../../runtime/verify/registry-content.ts';
import type { ContentFact, RegistryData } from '../facts/types.ts';
import { trimKey } from './key.ts';
import type { Report } from './problems.ts';
import { Psd1Table, type Psd1Value } from './psd1.ts';

export interface SecurityOption {
  name: string;
  /** `Registry Values` or `System Access`. */
  section: string;
  /** Absent in `System Access`: the option is stored in the security database, not in the registry. */
  registry?: { key: string; valueName: string; content: ContentFact; labels: (string | null)[] };
}

const SECTIONS = ['Registry Values', 'System Access'];

/** Numbers of the registry types in security templates. */
const TYPES: Record<string, RegistryType> = {
  1: 'REG_SZ',
  2: 'REG_EXPAND_SZ',
  3: 'REG_BINARY',
  4: 'REG_DWORD',
  7: 'REG_MULTI_SZ',
};

/** An option that the administrator fills in: `String = '4,'`. */
const FREE = 'String';

/** @param seen Name (lower case) → place of the options in other files of the folder. */
export function readSecurityOptions(
  table: Psd1Table,
  file: string,
  report: Report,
  seen: Map<string, string> = new Map(),
): SecurityOption[] {
  return table.entries.flatMap(({ name, value, place }) => {
    const problems: string[] = [];
    const option = readOption(value, problems);
    const first = seen.get(name.toLowerCase());
    if (first !== undefined) problems.push(`the option is defined a second time (first in ${first})`);
    seen.set(name.toLowerCase(), `${file}:${place.line}`);
    for (const message of problems) report({ file, ...place, message: `${name}: ${message}` });
    return option && problems.length === 0 ? [{ name, ...option }] : [];
  });
}

type Found = Pick<SecurityOption, 'section' | 'registry'>;

function readOption(entry: Psd1Value, problems: string[]): Found | undefined {
  const [section, value, options] = ['Section', 'Value', 'Option'].map((name) =>
    entry instanceof Psd1Table ? entry.get(name) : undefined,
  );
  if (typeof section !== 'string' || typeof value !== 'string' || !(options instanceof Psd1Table)) {
    problems.push('Section, Value and Option are not a text, a text and a hashtable');
    return undefined;
  }
  const others = (entry as Psd1Table).entries.filter(({ name }) => !/^(?:section|value|option)$/i.test(name));
  for (const { name } of others) problems.push(`unknown "${name}" beside Section, Value and Option`);
  if (!SECTIONS.includes(section)) problems.push(`unknown section "${section}"`);
  if (section !== SECTIONS[0]) return { section };
  const path = /^MACHINE\\(.*)\\([^\\]+)$/i.exec(value);
  if (!path) problems.push(`"${value}" is not MACHINE\\key\\value`);
  const content = readContent(options, problems);
  if (!path || !content) return undefined;
  const [, key = '', valueName = ''] = path;
  return { section, registry: { key: trimKey(key), valueName, ...content } };
}

function readContent(options: Psd1Table, problems: string[]) {
  const types = new Set<RegistryType>();
  const documented: RegistryData[] = [];
  const labels: string[] = [];
  let free = false;
  for (const { name, value } of options.entries) {
    const [, number = '', data = ''] = /^(\d+),(.*)$/s.exec(String(value)) ?? [];
    const type = TYPES[number];
    if (!type) {
      problems.push(`option "${name}": "${String(value)}" does not begin with the number of a registry type`);
      continue;
    }
    types.add(type);
    if (name === FREE && data === '') {
      free = true;
      continue;
    }
    const read = readData(type, data);
    if (!read) problems.push(`option "${name}": "${data}" is not data of ${type}`);
    else {
      documented.push(read);
      labels.push(name);
    }
  }
  const [registryType, ...others] = types;
  if (!registryType || others.length > 0) problems.push('its options do not have one registry type');
  if (!registryType) return undefined;
  const content: ContentFact = {
    registryType,
    ...(documented.length > 0 && { options: documented }),
    ...(free && { free: true as const }),
  };
  return { content, labels };
}

function readData(type: RegistryType, data: string): RegistryData | undefined {
  if (type === 'REG_DWORD')
    return /^\d+$/.test(data) && contentAs(type, data) ? { kind: 'decimal', value: data } : undefined;
  // One digit is the same byte in decimal and hexadecimal.
  if (type === 'REG_BINARY') return /^\d$/.test(data) ? { kind: 'binary', value: `0${data}` } : undefined;
  const quoted = /^"([^"]*)"$/.exec(data)?.[1];
  return quoted === undefined || type === 'REG_MULTI_SZ' ? undefined : { kind: 'string', value: quoted };
}
