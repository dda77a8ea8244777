/** The text of `hivecheck verify` prints a cause once; `--quiet` leaves the exit code. */
import { describe, expect, it } from 'vitest';
import { hivecheck } from '../command.ts';
import { writeReg } from '../readers/writers.ts';

const value = (at: number) => ({
  key: 'HKLM\\Software\\Policies\\Google\\Chrome\\ExtensionInstallForcelist',
  value: `${at + 1}`,
  type: 'REG_DWORD' as const,
  data: at,
});
const file = (count: number) => writeReg(Array.from({ length: count }, (_, at) => value(at)));
const verify = (...more: string[]) => ['verify', '-', '--target-os', 'Windows 11 24H2', ...more];

/** The value, what it is of, and its place; `deep` in a group. */
const entry = (deep: string) =>
  new RegExp(
    `^${deep}HKEY_LOCAL_MACHINE.* \\+ (\\d+) = \\d+ \\(REG_DWORD\\)\n${deep}  setting: .*\n(?:${deep}    .*\n)*${deep}  at: `,
    'gm',
  );

describe('hivecheck verify', () => {
  it('prints a cause that 18 values have once, with their number, and every value with its place', async () => {
    const { out, code } = await hivecheck(verify(), file(18));
    expect(code).toBe(1);
    expect(out.match(/why: /g)).toHaveLength(1);
    expect(out).toMatch(
      /^The vendor documents another registry type \(18\)\n {2}18 values for one cause\n {4}why: The vendor documents REG_SZ/,
    );
    const names = [...out.matchAll(entry('    '))].map(([, name]) => Number(name));
    expect(names).toEqual(Array.from({ length: 18 }, (_, at) => at + 1));
    const { out: single } = await hivecheck(verify(), file(1));
    expect(single).not.toContain('for one cause');
    expect(single).toMatch(
      /^ {4}setting: .*\n(?: {6}.*\n)* {4}why: .*\n(?: {6}.*\n)* {4}warning: .*\n(?: {6}.*\n)* {4}at: <stdin>:\d+\n/m,
    );
  });
});
