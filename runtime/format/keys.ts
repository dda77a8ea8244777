/**
 * Normalizing of registry keys, value names and OMA-URIs, and their hashing: the only module that does it.
 * Build and runtime share it, so that what one writes the other finds.
 */
import type { Scope } from './format.ts';
import { pastedKey } from './pasted.ts';
import { BLANKS, collapse, lower, trimEnds, trimSlashes } from './text.ts';
import { keyOfView32 } from './view-32.ts';

/** Lower-case hexadecimal, as the manifest writes digests. */
export { bytesToHex as hex } from '@noble/hashes/utils.js';
export { sha256, sha256Portable, sha256Sync } from './hash.ts';
/** A value's name is only lower-cased: blanks and slashes are part of it. */
export { lower as normalizeValue } from './text.ts';

/**
 * `HKU` stands for what lies under HKEY_USERS without being a user's own hive: `.DEFAULT` (the profile of the LocalSystem
 * account, not the default of new users) or a hive that was loaded under another name. `HKPD`: the performance data, of
 * which HKEY_PERFORMANCE_TEXT and …_NLSTEXT are parts.
 */
export type Hive = 'HKLM' | 'HKCU' | 'HKCR' | 'HKCC' | 'HKU' | 'HKPD';

/**
 * `user-sid`: the key names one user's hive by SID and was read as HKCU. `default-profile`: it names
 * `HKU\.DEFAULT`. `other-users-key`: it lies under HKEY_USERS, but not below the SID of a user.
 */
type KeyWarning = 'user-sid' | 'default-profile' | 'other-users-key';

export interface ParsedKey {
  /** Null where the key names none. */
  hive: Hive | null;
  /** Without hive, lower-cased, slashes as they came; empty where the input is a hive alone or nothing. */
  key: string;
  /**
   * What to look up, in this order: the key with its slashes (real key names hold them), then, only where that
   * differs, with every slash read as a separator. Empty for an empty key.
   */
  keys: string[];
  warning?: KeyWarning;
  /** `ControlSet001` … `ControlSet999` was read as `CurrentControlSet`. */
  controlSet?: true;
  /** The text in the place of a hive that is not a hive (`HKML`), as it was given; it is not part of the key. */
  unknownHive?: string;
}

const HIVES: Record<string, Hive> = {
  HKLM: 'HKLM',
  HKLM32: 'HKLM',
  HKEY_LOCAL_MACHINE: 'HKLM',
  MACHINE: 'HKLM',
  HKCU: 'HKCU',
  HKEY_CURRENT_USER: 'HKCU',
  USER: 'HKCU',
  HKCR: 'HKCR',
  HKEY_CLASSES_ROOT: 'HKCR',
  HKCC: 'HKCC',
  HKEY_CURRENT_CONFIG: 'HKCC',
  HKU: 'HKU',
  HKEY_USERS: 'HKU',
  HKPD: 'HKPD',
  HKEY_PERFORMANCE_DATA: 'HKPD',
  HKEY_PERFORMANCE_TEXT: 'HKPD',
  HKEY_PERFORMANCE_NLSTEXT: 'HKPD',
};

/**
 * `[HKEY_…\…]` of a .reg file, on Microsoft's pages with the line of the value behind it. `[-HKEY_…]` deletes a key, so that
 * it stays unread.
 */
const BRACKETS = /^\[(HK.*)\](?:\s*"([^"]+)"=?.*)?$/is;
/**
 * PowerShell's provider, and the root that Registry Editor copies with a key, in the most used languages of Windows; both
 * only before a hive's name. Any other word there is a part of the key: below a hive or a key, Windows reads the name of
 * a hive as that of a key.
 */
const ROOT =
  /^(?:(?:Microsoft\.PowerShell\.Core[\\/]+)?Registry::[\\/]*|(?:Computer|Ordinateur|Equipo|Computador|Komputer|Компьютер|コンピューター|计算机|컴퓨터)[\\/]+)(?=HK)/i;
/** What may stand around a key that somebody typed. */
const AROUND = `${BLANKS}\\/`;
/** The kernel's names of HKEY_LOCAL_MACHINE and HKEY_USERS, as Process Monitor and event logs show them. */
const KERNEL_ROOT = /^REGISTRY[\\/]+(MACHINE|USER)(?=[\\/]|$)/i;
/**
 * The colon is that of a PowerShell drive, which needs no separator after it (`HKLM:Software`). Microsoft's pages also
 * leave a blank (`HKLM SYSTEM\…`).
 */
const HIVE =
  /^(?:(HKLM(?:32)?|HKCU|HKCR|HKCC|HKU|HKPD|HKEY_(?:LOCAL_MACHINE|CURRENT_USER|CLASSES_ROOT|CURRENT_CONFIG|USERS|PERFORMANCE_(?:DATA|TEXT|NLSTEXT)))(?::|(?=[\\/]|$)|\s+(?=(?:software|system)[\\/]))|(MACHINE|USER)(?=[\\/]|$))/i;
/**
 * Of an account of a machine or a domain, or of Entra ID. `<SID>_Classes` is another tree (HKCU\Software\Classes) and is
 * not taken for the user's hive.
 */
const SID = /^S-1-(?:5-21|12-1)-\d+(?:-\d+)*(?=[\\/]|$)/i;
/** The profile of LocalSystem has two names. */
const DEFAULT_PROFILE = /^(?:\.DEFAULT|S-1-5-18)(?=[\\/]|$)/i;

/**
 * Takes the hive off a registry key in any of its usual spellings and normalizes the rest. Never throws: what
 * is no known spelling is read as a key without a hive.
 *
 * `literal`: of a file that Windows reads. Blanks and slashes stay; only separators that are doubled or at the ends go, which
 * the kernel skips. The hive's name is the whole text before the first separator.
 */
export function parseKey(input: string, literal = false): ParsedKey {
  if (literal) return parseLiteralKey(input);
  const bare = trimEnds(
    trimEnds(pastedKey(input), AROUND).replace(BRACKETS, (_, key, name = '') => `${key}\\${name}`),
    AROUND,
  )
    .replace(ROOT, '')
    .replace(KERNEL_ROOT, (_, name: string) => (name.toUpperCase() === 'USER' ? 'HKU' : 'HKLM'));
  const name = HIVE.exec(bare);
  if (name === null) return parseOtherKey(bare);
  const hive = HIVES[(name[1] ?? name[2] ?? '').toUpperCase()] ?? null;
  const rest = trimEnds(bare.slice(name[0].length), AROUND);
  if (hive === 'HKU') return parseUsersKey(rest);
  return parsed(hive, name[1]?.toUpperCase() === 'HKLM32' ? keyOfView32(rest) : rest);
}

function parseLiteralKey(input: string): ParsedKey {
  const [name = ''] = input.split('\\', 1);
  const hive = /\d$/.test(name) ? null : (HIVES[name.toUpperCase()] ?? null);
  const rest = literalKey(hive === null ? input : input.slice(name.length));
  const read = hive === 'HKU' ? parseUsersKey(rest, literalKey) : parsed(hive, rest, undefined, literalKey);
  return { ...read, keys: read.keys.slice(0, 1) };
}

/** A name with a colon, or one that begins like a hive's; no documented key begins so. */
const NO_HIVE = /^(?:([a-z][\w-]{0,40}):|(hk[a-z_]{0,40}(?:32|64)?)(?=[\\/]|$))/i;

function parseOtherKey(bare: string): ParsedKey {
  const name = NO_HIVE.exec(bare);
  if (name === null) return parsed(null, bare);
  return { ...parsed(null, bare.slice(name[0].length)), unknownHive: name[1] ?? name[2] ?? '' };
}

function parseUsersKey(rest: string, normalize = normalizeKeyForBuild): ParsedKey {
  const sid = SID.exec(rest);
  if (sid !== null) return parsed('HKCU', rest.slice(sid[0].length), 'user-sid', normalize);
  const profile = DEFAULT_PROFILE.exec(rest);
  if (profile !== null) return parsed('HKU', rest.slice(profile[0].length), 'default-profile', normalize);
  return parsed('HKU', rest, 'other-users-key', normalize);
}

/** Below `System` of HKLM: numbered copies of the one in force. */
const CONTROL_SET = /^(system[\\/])controlset(?!000)\d{3}(?=[\\/]|$)/;

function parsed(
  hive: Hive | null,
  rest: string,
  warning?: KeyWarning,
  normalize = normalizeKeyForBuild,
): ParsedKey {
  const given = normalize(rest);
  const key = hive === 'HKLM' || hive === null ? given.replace(CONTROL_SET, '$1currentcontrolset') : given;
  const split = key.includes('/') ? collapse(key.replaceAll('/', '\\')) : key;
  const keys = key === '' ? [] : split === key ? [key] : [key, split];
  return {
    hive,
    key,
    keys,
    ...(warning !== undefined && { warning }),
    ...(key !== given && { controlSet: true as const }),
  };
}

/** A key as the vendor writes it, without hive: trimmed of blanks and separators, lower-cased, inner `/` kept. */
export function normalizeKeyForBuild(vendorKey: string): string {
  return trimEnds(collapse(lower(vendorKey)), AROUND);
}

function literalKey(key: string): string {
  return trimEnds(collapse(lower(key)), '\\');
}

/** Instructions of Registry.pol that name no value ([MS-GPREG] 2.2.1). */
export type PolInstruction = 'delvals' | 'deletevalues' | 'deletekeys' | 'securekey';

export interface ParsedValue {
  /** Normalized. */
  value: string;
  /** The value's name follows `**del.` or `**soft.`. */
  prefix?: 'del' | 'soft';
  /** It names no value. */
  instruction?: PolInstruction;
}

/** Case does not matter; `**delvals` is also written with a dot, and `**SecureKey` with `=1`. */
const INSTRUCTION = /^\*\*(delvals|deletevalues|deletekeys|securekey)(?:\.|=[01])?$/;

/** The default value, as Windows shows it in its own language. */
export const DEFAULT_NAME =
  /^\((?:default|standard|par défaut|predeterminado|predefinito|padrão|по умолчанию|既定|默认|기본값)\)$/i;

/** Reads a value name, also as Registry.pol spells it. @param literal Of a file that Windows reads: `(Default)` is a name. */
export function parseValue(input: string, literal = false): ParsedValue {
  const value = lower(input);
  if (!literal && (value === '@' || DEFAULT_NAME.test(value))) return { value: '' };
  if (!value.startsWith('**')) return { value };
  const instruction = INSTRUCTION.exec(value)?.[1];
  if (instruction !== undefined) return { value, instruction: instruction as PolInstruction };
  if (value.startsWith('**del.')) return { value: value.slice(6), prefix: 'del' };
  return value.startsWith('**soft.') ? { value: value.slice(7), prefix: 'soft' } : { value };
}

/** The name in its own case, without the prefix of Registry.pol. */
export function withoutPrefix(input: string, { prefix }: ParsedValue): string {
  return prefix === undefined ? input : input.slice(`**${prefix}.`.length);
}

/** The key of a registry pair in the index `resolve`; both parts normalized. */
export function pairKey(key: string, value: string): string {
  return `${key}\0${value}`;
}

/** The parts of a {@link pairKey}; no registry key holds its separator. */
export function splitPairKey(id: string): [key: string, value: string] {
  const at = id.indexOf('\0');
  return [id.slice(0, at), id.slice(at + 1)];
}

interface NormalizedOmaUri {
  /** Lower-case, `./…`, without a trailing slash; empty where nothing was given. */
  uri: string;
  /** The scope in the path; null if it is neither a Device nor a User path. */
  scope: Scope | null;
  /** A `Policy/Result` path that was rewritten to its `Policy/Config` twin. */
  result: boolean;
}

/** Reads an OMA-URI as the vendor's pages, Intune or an agent write it; `uri` is its key in the index `csp`. */
export function normalizeOmaUri(input: string): NormalizedOmaUri {
  // Microsoft's page on ADMX-backed policies writes `.\\Device\\Vendor\\…`.
  const slashed = input.includes('/') ? input : input.replaceAll('\\', '/');
  const path = trimSlashes(lower(slashed)).replace(/^vendor(?=\/msft(?:\/|$))/, 'device/vendor');
  const scope = /^device(?:\/|$)/.test(path) ? 'Device' : /^user(?:\/|$)/.test(path) ? 'User' : null;
  const config = path.replace(/^((?:device|user)\/vendor\/msft\/policy)\/result(?=\/|$)/, '$1/config');
  return { uri: config === '' ? '' : `./${config}`, scope, result: config !== path };
}
