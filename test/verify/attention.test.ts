/** What must not pass as fine: by API, command and tool alike; outputs.test.ts has what the command prints. */
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../runtime/answer/json.ts';
import type { Verified, VerifyEnvelope } from '../../runtime/contract/verified.ts';
import { TOOL_TABLE } from '../../runtime/mcp/tools.ts';
import type { briefVerify } from '../../runtime/mcp/verify.ts';
import { nodesOf } from '../../runtime/verify/summary.ts';
import { hivecheck } from '../command.ts';
import { corpus } from '../corpus/dist.ts';
import { longHive, type WrittenValue, writePol, writeReg } from '../readers/writers.ts';
import { documentedIn } from './documented.ts';

const TARGET = 'Windows 11 24H2';
const CHROME = 'HKLM\\Software\\Policies\\Google\\Chrome';

const { ask: snapshot } = await corpus();
/** One documented number of each registry value; those of a key side by side. */
const values = (await documentedNumbers()).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));

async function documentedNumbers(): Promise<WrittenValue[]> {
  const all = [...(await documentedIn('HKLM')), ...(await documentedIn('HKCU'))];
  const numbers = new Map<string, WrittenValue>();
  for (const { value } of all) {
    const pair = `${value.key.slice(5)}\0${value.value}`;
    if (value.type === 'REG_DWORD' && !numbers.has(pair)) numbers.set(pair, value);
  }
  return [...numbers.values()];
}

interface File {
  name: string;
  content: string | Uint8Array;
}

async function api({ name, content }: File): Promise<VerifyEnvelope> {
  const files = [{ name, content: Buffer.from(content).toString('base64') }];
  const request = { items: [], files, lang: 'en-US', targetOs: TARGET, detail: 'brief' as const };
  return parseJson(await snapshot.verify(request)) as VerifyEnvelope;
}

async function tool(args: Record<string, unknown>) {
  const result = await TOOL_TABLE.verify(
    { targetOs: TARGET, ...args },
    { snapshot, inTurn: (work) => work() },
  );
  const answer = result.structuredContent as ReturnType<typeof briefVerify>;
  return { answer, text: result.content[0].text, bytes: Buffer.byteLength(JSON.stringify(result)) };
}

describe('a key that is deleted', () => {
  const PART = 400;
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf16le', 2);
  const resets = (part: readonly WrittenValue[]) =>
    [...new Set(part.map(({ key }) => `[-${longHive(key)}]\r\n`))].join('');

  it('after its values leaves no payload and nothing fine; before them it changes nothing', async () => {
    expect(values.length).toBeGreaterThan(5000);
    let payloads = 0;
    const faults: object[] = [];
    // Two parts: what the payload of each value is, other tests ask.
    for (const from of [0, 4000]) {
      const part = values.slice(from, from + PART);
      const body = text(writeReg(part));
      const head = body.slice(0, body.indexOf('['));
      const [plain, first, last] = await Promise.all(
        [body, head + resets(part) + body.slice(head.length), body + resets(part)].map((content) =>
          api({ name: 'a.reg', content }),
        ),
      );
      expect(last?.result.summary.conflicts).toBe(2 * part.length);
      for (const [at, value] of part.entries()) {
        const [one, same, lost] = [plain, first, last].map((of) => of?.result.items[at]);
        const payloadsOf = (item: Verified = {}) => nodesOf(item).map(({ payload }) => payload);
        payloads += payloadsOf(one).filter(Boolean).length;
        if (JSON.stringify(payloadsOf(one)) !== JSON.stringify(payloadsOf(same)))
          faults.push({ value, same });
        if (payloadsOf(lost).some(Boolean) || lost?.conflictsWith === undefined) faults.push({ value, lost });
      }
    }
    expect(faults.slice(0, 3)).toEqual([]);
    expect(payloads).toBeGreaterThan(200);
  });
});

describe('what is not read', () => {
  const dword = {
    key: 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate',
    value: 'SetActiveHours',
  };
  const row = (...cells: string[]) => [dword.key, dword.value, 'REG_DWORD', ...cells].join();
  // What each reader does not read is in vectors/readers.jsonl.
  const FILES: File[] = [
    { name: 'a.csv', content: `key,value,type,data\n${row('abc')}\n` },
    { name: 'b.csv', content: `key,value,type,data,action\n${row('1', 'foo')}\n` },
    ...[0, 2, 8].map((bytes) => ({ name: `${bytes}/Machine/Registry.pol`, content: dwordPol(bytes) })),
  ];

  /** REG_DWORD with so many bytes of data. */
  function dwordPol(bytes: number): Uint8Array {
    const pol = Buffer.from(writePol([{ ...dword, type: 'REG_BINARY', data: '00'.repeat(bytes) }]));
    // Before the data and its bracket: the type, a semicolon, the size and one more.
    pol.writeUInt32LE(4, pol.length - 2 - bytes - 2 - 4 - 2 - 4);
    return pol;
  }

  it.each(FILES)('data in $name: unknown with the reason, and counted', async (file) => {
    const { result } = await api(file);
    expect(result.summary).toMatchObject({ items: 1, problems: 1, data: { unknown: 1 } });
    expect(result.items[0]?.data).toMatchObject({
      verdict: 'unknown',
      reason: expect.stringMatching(
        /could not be read: .*(REG_DWORD|“foo” is not a known action: write create)/,
      ),
    });
    expect(JSON.stringify(result.items[0]?.mdm ?? {})).not.toContain('payload');
    const { answer, text } = await tool({
      files: [{ name: file.name, content: Buffer.from(file.content).toString('base64') }],
    });
    expect(answer.items[0]?.data?.reason).toBe(result.items[0]?.data?.reason);
    expect(text).toContain('1 with data that was not checked');
    const run = await hivecheck(['verify', '-', '--target-os', TARGET, '--json'], Buffer.from(file.content));
    const [item] = JSON.parse(run.out).result.items;
    expect(run.code).toBe(2);
    expect(item.findings[0]).toBe('unreadable');
    expect(item.data.reason).toBe(result.items[0]?.data?.reason);
  });

  it('a whole file is named by the tool', async () => {
    const files = ['0.reg', '1.reg'].map((name) => ({ name, content: btoa('hello') }));
    expect((await tool({ files })).text).toContain('“0.reg”, “1.reg”');
    expect((await tool({ files, lang: 'fr-FR' })).text).toContain('« 0.reg », « 1.reg »');
  });
});

describe('the tool', () => {
  it('tells in its text what its structure tells', async () => {
    const items = [
      { key: 'HKLM\\Software\\Policies\\Microsoft\\Edge', value: 'DefaultSensorsSetting' },
      { key: CHROME, value: 'IncognitoEnabled', type: 'REG_DWORD', data: 0 },
      { key: CHROME, value: 'IncognitoModeAvailability', type: 'REG_SZ', data: '1' },
      { key: CHROME, value: 'DefaultCookiesSetting', type: 'REG_DWORD', data: 77 },
    ];
    const args = { items, targetProducts: { Edge: '1' } };
    const { answer, text } = await tool(args);
    expect(answer.summary).toMatchObject({ dropped: expect.any(Number), products: { unsupported: 1 } });
    expect(text).toBe(
      '4 items. 1 not supported by the version of the product, 1 of a wrong type, 1 with undocumented data, 1 deprecated by the vendor. 4 listed.',
    );
    expect((await tool({ ...args, lang: 'fr' })).text).toContain('1 d’un type erroné');
    expect(
      (await tool({ items: [{ key: CHROME, value: 'HomepageLocation', type: 'REG_SZ', data: 'x' }] })).text,
    ).toBe('1 item: no finding. Without a finding, but with warnings: 1. 1 listed.');
  });

  it('keeps to 8,000 bytes: long lists, and pages of a third of all values', async () => {
    const large: number[] = [];
    for (const data of ['x', 'x'.repeat(60), 'é'.repeat(300)]) {
      const entries = Array.from({ length: 300 }, (_, at) => ({
        key: `${CHROME}\\URLBlocklist`,
        value: String(at + 1),
        type: 'REG_SZ',
        data,
      }));
      const { bytes, answer } = await tool({ items: entries });
      expect(answer.items.length).toBeGreaterThan(1);
      large.push(bytes);
    }
    for (let from = 0; from < values.length; from += 120) {
      large.push((await tool({ items: values.slice(from, from + 40) })).bytes);
    }
    expect(Math.max(...large)).toBeLessThanOrEqual(8000);
  });
});
