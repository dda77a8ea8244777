/** Requests that are wrong, by HTTP, as a tool of MCP, from a program and on the command line: all name the same faults. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkFields,
  LOOK_UP_FIELDS,
  listChangesRequest,
  listRequest,
} from '../../runtime/check/requests.ts';
import { VerifyFrame } from '../../runtime/contract/verify.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import { parseBody } from '../../runtime/http/body.ts';
import { Problem } from '../../runtime/http/problem.ts';
import { TOOL_TABLE } from '../../runtime/mcp/tools.ts';
import { hivecheck } from '../command.ts';
import { corpus } from '../corpus/dist.ts';
import { vectors } from '../vectors.ts';
import { problemOf } from './answered.ts';
import { postInit } from './fake.ts';

type Way = 'http' | 'program' | 'tool';

interface Case {
  to: 'resolve' | 'csp' | 'search' | 'verify' | 'convert' | 'setting' | 'coverage' | 'changes';
  body: Record<string, unknown>;
  /** Of every field that is wrong, by its pointer: how what is said of it begins. */
  errors: Record<string, string>;
  /** Only these ways have the field, or name it so. */
  by?: Way[];
  /** The arguments that ask so, where the command can. */
  command?: string[];
}

const { ask } = await corpus();
const app = createHttpApp({ snapshot: () => ask });

type Errors = Problem['errors'];

async function refusalOf(answer: Promise<unknown>): Promise<Errors> {
  const error = await answer.catch((each: unknown) => each);
  if (!(error instanceof Problem)) throw new Error(`not refused: ${JSON.stringify(error)}`);
  expect(error.problem).toBe('invalid-request');
  return error.errors;
}

describe.each(vectors<Case>('bad-requests'))('$to $errors', ({ to, body, errors, by, command }) => {
  const asks = (way: Way) => by?.includes(way) ?? true;
  const wanted = Object.entries(errors).map(([pointer, says]) => {
    return { pointer, detail: expect.stringMatching(new RegExp(`^${says}`)) };
  });
  const sorted = (all: Errors = []) => [...all].sort((a, b) => (a.pointer < b.pointer ? -1 : 1));

  it.runIf(asks('http'))('is refused by HTTP with every field that is wrong', async () => {
    const problem = await problemOf(app.request(`/v1/${to}`, postInit(body)));
    expect(problem).toMatchObject({ type: '/problems/invalid-request', status: 400, instance: `/v1/${to}` });
    expect(sorted(problem.errors)).toEqual(wanted);
  });

  it.runIf(asks('program'))('is refused for a program with the same words', async () => {
    const request = ask[to] as (body: unknown) => Promise<unknown>;
    expect(sorted(await refusalOf(request(body)))).toEqual(wanted);
  });

  it.runIf(asks('tool'))('is refused as a tool with the same words', async () => {
    const tool = TOOL_TABLE[to as keyof typeof TOOL_TABLE];
    const call = { snapshot: ask, inTurn: <T>(work: () => Promise<T>) => work() };
    expect(sorted(await refusalOf(tool(body as never, call)))).toEqual(wanted);
  });

  it.runIf(command)('is refused on the command line', async () => {
    const { code, out, err } = await hivecheck(command ?? []);
    expect([code, out]).toEqual([2, '']);
    for (const [pointer, says] of Object.entries(errors))
      expect(err).toContain(`${pointer.slice(1)} ${says}`);
    expect(err).not.toMatch(/^\s+at /m);
  });
});

const LANGUAGES = ['en-US', 'fr-FR'];
const PAIR = { key: 'HKLM\\Software\\Policies\\Microsoft\\Edge', value: 'SmartScreenEnabled' };

function notesOf(of: string, body: object): readonly string[] {
  if (of === 'verify') return listRequest(VerifyFrame, { ...body }, LANGUAGES).notes ?? [];
  if (of === 'changes') return listChangesRequest({ ...body }).notes ?? [];
  return checkFields(LOOK_UP_FIELDS[of as 'resolve'], { ...body }, LANGUAGES).notes ?? [];
}

/** A field, and the one that its warning must name. */
const MEANT = vectors<[field: string, meant?: string]>('unknown-fields');

describe('a field that is not known', () => {
  it.each(MEANT)('“%s” is named with %s', (field, meant) => {
    const body = JSON.parse(JSON.stringify(PAIR).replace('{', `{${JSON.stringify(field)}:"x",`));
    const notes = notesOf('resolve', body);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain(`“${field}” is not a field`);
    if (meant === undefined) expect(notes[0]).not.toContain('meant');
    else expect(notes[0]).toContain(`“${meant}” was probably meant`);
  });

  it.each(vectors<[of: string, body: object, notes: string[]]>('noted-fields'))(
    '%s of %j',
    (of, body, notes) => {
      expect(notesOf(of, body)).toEqual(notes.map((says) => expect.stringMatching(new RegExp(says))));
    },
  );

  it('does not grow the answer without end, whatever its name', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 200 }), fc.constant(1)), (body) => {
        const notes = notesOf('resolve', { ...body, ...PAIR });
        expect(notes.length).toBeLessThanOrEqual(5);
        for (const note of notes) {
          expect(note.length).toBeLessThan(250);
          expect(note.isWellFormed()).toBe(true);
        }
      }),
    );
    const items = [Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x${at}`, 1])), PAIR];
    expect(notesOf('verify', { items }).length).toBeLessThanOrEqual(10);
  });

  it.each([
    ['resolve', { key: 'a', valueName: 'b' }, /Not valid: value\..*“valueName” is not a field.*“value” was/],
    ['verify', { itmes: [PAIR], lang: 'fr-FR' }, /Not valid: items\..*“itmes” is not a field.*“items” was/],
    ['changes', { version: 'a', items: [PAIR] }, /Not valid: since\..*“version” is not.*“since” was/],
    ['changes', { since: 'a', itmes: [PAIR] }, /Not valid: items\..*“itmes” is not a field.*“items” was/],
  ])('is named where another one is missing for it: %s of %j', (of, body, says) => {
    expect(() => notesOf(of, body)).toThrow(says);
  });
});

/** A body, where it stops being JSON, and what the detail must say. */
const BODIES = vectors<[body: string, position: number, says: string]>('broken-json');

describe('a body that is not JSON', () => {
  it.each(BODIES)('%s: position %i', (body, position, says) => {
    expect(() => JSON.parse(body)).toThrow(SyntaxError);
    expect(() => parseBody(body)).toThrow(says);
    expect(() => parseBody(body)).toThrow(`at position ${position} (`);
  });

  it('is always refused with a sentence', () => {
    const broken = fc.tuple(fc.json(), fc.nat(), fc.string({ unit: 'binary', maxLength: 3 }));
    fc.assert(
      fc.property(broken, ([json, at, more]) => {
        const text = json.slice(0, at % json.length) + more;
        try {
          expect(parseBody(text)).toEqual(JSON.parse(text));
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          const { message } = error;
          expect(message).toMatch(
            /^The body is (?:empty|not valid JSON at position \d+ \(line \d+, column \d+\): .)/,
          );
        }
      }),
      { numRuns: 500 },
    );
  });
});
