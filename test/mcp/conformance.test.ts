import type { CallToolResult, Client, Tool } from '@modelcontextprotocol/client';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, expect, it } from 'vitest';
import { LOOK_UP_FIELDS } from '../../runtime/check/requests.ts';
import { corpus } from '../corpus/dist.ts';
import { vectors } from '../vectors.ts';
import { invented, type Json } from './brief.ts';
import { type Arguments, call, describeClients, textOf } from './clients.ts';

const AU = 'HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU';
const REG = `Windows Registry Editor Version 5.00\r\n\r\n[${AU.replace('HKLM', 'HKEY_LOCAL_MACHINE')}]\r\n"AUOptions"=dword:00000004\r\n`;

const GOOD = vectors<[tool: string, args: Arguments]>('mcp-calls');

const { ask: snapshot } = await corpus();

const ajv = addFormats.default(new Ajv2020({ strict: true, allErrors: true }));

/** Where Gemini refuses a schema, and with it every request: no type or several, more beside `anyOf`, an object without properties. */
function refused(schema: Json, at: string): string[] {
  const { type, anyOf = {}, properties = {}, items } = schema as Record<string, Json | undefined>;
  const isUnion = 'anyOf' in schema && Object.keys(schema).length === 1;
  const isTyped = typeof type === 'string' && (type === 'array') === (items !== undefined);
  const isEmpty = schema.type === 'object' && Object.keys(properties).length === 0;
  const inner = Object.entries({ ...properties, ...anyOf, ...(items && { items }) });
  return [
    ...((isUnion || isTyped) && !isEmpty ? [] : [at]),
    ...inner.flatMap(([name, each]) => refused(each as Json, `${at}/${name}`)),
  ];
}

/** In their order. */
const TOOLS = ['verify', 'convert', 'resolve', 'csp', 'search', 'setting', 'changes', 'coverage'];

/** What a brief answer has that the API's does not have so: what it leaves out, sources as texts. */
const OWN = /^\/(?:omitted|contentBytes|coverage\/sources)\b/;

/** A brief answer says nothing that the full one does not (sizes.test.ts and verify.test.ts have those of other tools); that one is the API's, unchanged. */
async function expectSound(client: Client, name: string, args: Arguments, result: CallToolResult) {
  const { structuredContent } = result;
  const { detail, ...request } = args;
  if (detail !== 'full') {
    if (name !== 'coverage' && name !== 'convert') return;
    const { structuredContent: full } = await call(client, name, { ...args, detail: 'full' });
    const { result, ...envelope } = full as { result: object; confidence: unknown };
    const said = { ...result, ...envelope, mdmConfidence: envelope.confidence };
    const more = invented(structuredContent, said);
    expect(more.filter((each) => !OWN.test(each))).toEqual([]);
    return;
  }
  // Many clients hand the text alone to the model.
  const whole = JSON.stringify(structuredContent);
  const text = textOf(result);
  expect(
    whole.length > 100_000 ? whole.startsWith(text.slice(0, -1)) && text.endsWith('…') : text === whole,
  ).toBe(true);
  // These two have arguments of the tool alone.
  if (name !== 'verify' && name !== 'convert')
    expect(structuredContent).toEqual(await snapshot[name as 'resolve'](request as never));
}

describeClients((client, era) => {
  let tools: Tool[];
  beforeAll(async () => {
    ({ tools } = await client().listTools());
  });

  it('tells what an agent needs before the first call', async () => {
    expect(client().getProtocolEra()).toBe(era);
    const instructions = client().getInstructions() ?? '';
    expect(instructions).toContain('An absence is never filled with an assumption');
    expect(instructions).toContain('compatibility.verdict is the verdict on what you asked about');
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
    for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
      expect(outputSchema).toBeUndefined();
      expect(title).toMatch(/./);
      expect(description).toMatch(/^Call this/);
      expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
      expect(inputSchema.type).toBe('object');
      // It is sound JSON Schema.
      ajv.compile(inputSchema);
      expect(refused(inputSchema, name)).toEqual([]);
      const { entries = {} } = LOOK_UP_FIELDS[name as 'csp'] ?? {};
      for (const field of Object.keys(entries))
        expect(inputSchema.properties, 'build/documents/mcp.json').toHaveProperty(field);
    }
    // An agent pays for what it is told before it has asked anything.
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(10_000);
  });

  it.each(GOOD)('%s answers %j', async (name, args) => {
    const schema = tools.find((each) => each.name === name)?.inputSchema;
    expect(ajv.compile(schema ?? false)(args)).toBe(true);
    const result = await call(client(), name, args);
    expect(result.isError, textOf(result)).toBeFalsy();
    expect(textOf(result)).toMatch(/\S/);
    await expectSound(client(), name, args, result);
    const { dataset } = result.structuredContent as { dataset: object };
    expect(dataset).toEqual(snapshot.stamp);
  });

  it.each([
    ['resolve', { key: AU, value: 7 }, 'value must be a string'],
    ['setting', { slug: 'nobody.knows' }, 'search'],
  ])('%s refuses %j as a tool error that says what to change', async (name, args, named) => {
    const result = await call(client(), name, args);
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toBeUndefined();
    expect(textOf(result)).toContain(named);
    expect(textOf(result)).not.toContain('errors');
  });

  it('an unknown tool is an error of the protocol', async () => {
    await expect(call(client(), 'guess')).rejects.toThrow(/guess/);
  });

  it('resources: coverage and settings, as the API answers them', async () => {
    const read = async (uri: string) => {
      const [content] = (await client().readResource({ uri })).contents;
      return JSON.parse(content !== undefined && 'text' in content ? content.text : '');
    };
    const { resources } = await client().listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['hivecheck://coverage']);
    const { resourceTemplates } = await client().listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['hivecheck://setting/{slug}']);
    expect(await read('hivecheck://coverage')).toEqual(await snapshot.coverage());
    const record = await snapshot.setting({ slug: 'windowsupdate.autoupdatecfg', lang: 'en-US' });
    expect(await read('hivecheck://setting/windowsupdate.autoupdatecfg')).toEqual(record);
    await expect(read('hivecheck://setting/nobody.knows')).rejects.toThrow(/has no setting with this slug/);
    for (const slug of ['%ff', '%zz', '%'])
      await expect(read(`hivecheck://setting/${slug}`)).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('has no setting'),
      });
    await expect(read('hivecheck://nothing')).rejects.toThrow(/./);
  });

  it('the prompt leads through verify', async () => {
    const { prompts } = await client().listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['check-reg-file']);
    const args = { file: REG, targetOs: 'Windows 11 24H2 Enterprise' };
    const { messages } = await client().getPrompt({ name: 'check-reg-file', arguments: args });
    for (const part of ['Call verify once', 'Windows 11 24H2 Enterprise', 'AUOptions'])
      expect(JSON.stringify(messages)).toContain(part);
    const { messages: asking } = await client().getPrompt({ name: 'check-reg-file' });
    expect(JSON.stringify(asking)).toContain('Ask me for the file');
  });

  it('50 calls at once are all answered, each with its own answer', async () => {
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    const answers = numbers.map((n) => {
      const items = [{ key: AU, value: `No${n}` }];
      // One client address has four places of verify; a fifth call at once is told to come again.
      return n % 13 === 0 ? call(client(), 'verify', { items }) : call(client(), 'resolve', { ...items[0] });
    });
    for (const [n, answer] of (await Promise.all(answers)).entries()) {
      expect(answer.isError).toBeFalsy();
      expect(JSON.stringify(answer)).toContain(`no${n}`);
    }
  });

  it('a call that is cancelled ends, and the next one is answered', async () => {
    const items = Array.from({ length: 1000 }, (_, n) => ({ key: AU, value: `No${n}` }));
    const cancel = new AbortController();
    const cancelled = client().callTool(
      { name: 'verify', arguments: { items, detail: 'full' } },
      { signal: cancel.signal },
    );
    cancel.abort(new Error('not needed any more'));
    await expect(cancelled).rejects.toThrow(/not needed any more/);
    const next = await call(client(), 'resolve', { key: AU, value: 'AUOptions' });
    expect(next.isError).toBeFalsy();
  });
});
