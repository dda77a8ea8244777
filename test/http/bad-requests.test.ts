/** Requests that are wrong, by HTTP, as a tool of MCP, from a program and on the command line: all name the same faults. */
import { describe, expect, it } from 'vitest';
import { createHttpApp } from '../../runtime/http/app.ts';
import { Problem } from '../../runtime/http/problem.ts';
import { TOOL_TABLE } from '../../runtime/mcp/tools.ts';
import { hivecheck } from '../command.ts';
import { corpus } from '../corpus/dist.ts';
import { vectors } from '../vectors.ts';
import { problemOf } from './answered.ts';
import { postInit } from './fake.ts';

interface Case {
  to: 'resolve' | 'csp' | 'search' | 'verify' | 'convert';
  body: Record<string, unknown>;
  /** Of every field that is wrong, by its pointer: how what is said of it begins. */
  errors: Record<string, string>;
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

describe.each(vectors<Case>('bad-requests'))('$to $errors', ({ to, body, errors, command }) => {
  const wanted = Object.entries(errors).map(([pointer, says]) => {
    return { pointer, detail: expect.stringMatching(new RegExp(`^${says}`)) };
  });
  const sorted = (all: Errors = []) => [...all].sort((a, b) => (a.pointer < b.pointer ? -1 : 1));

  it('is refused by HTTP with every field that is wrong', async () => {
    const problem = await problemOf(app.request(`/v1/${to}`, postInit(body)));
    expect(problem).toMatchObject({ type: '/problems/invalid-request', status: 400, instance: `/v1/${to}` });
    expect(sorted(problem.errors)).toEqual(wanted);
  });

  it('is refused for a program and as a tool with the same words', async () => {
    const request = ask[to] as (body: unknown) => Promise<unknown>;
    const call = { snapshot: ask, inTurn: <T>(work: () => Promise<T>) => work() };
    for (const answer of [request(body), TOOL_TABLE[to](body as never, call)])
      expect(sorted(await refusalOf(answer))).toEqual(wanted);
  });

  it.runIf(command)('is refused on the command line', async () => {
    const { code, out, err } = await hivecheck(command ?? []);
    expect([code, out]).toEqual([2, '']);
    for (const [pointer, says] of Object.entries(errors))
      expect(err).toContain(`${pointer.slice(1)} ${says}`);
    expect(err).not.toMatch(/^\s+at /m);
  });
});
