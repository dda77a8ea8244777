/** What the suites look into of an answer; each asserts what it needs. */
import { expect } from 'vitest';

export interface Body {
  type?: string;
  status?: number;
  instance?: string;
  dataset?: unknown;
  errors: { pointer: string; detail: string }[];
  query: Record<string, unknown>;
  openapi?: string;
}

export async function bodyOf(response: Response): Promise<Body> {
  return (await response.json()) as Body;
}

/** The answer's problem, whose headers and status must be a problem's. */
export async function problemOf(response: Response | Promise<Response>): Promise<Body> {
  const answered = await response;
  expect(answered.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answered.headers.get('cache-control')).toBe('no-store');
  const body = await bodyOf(answered);
  expect(body.status).toBe(answered.status);
  return body;
}

export const fieldsOf = (problem: Body): string[] => problem.errors.map(({ pointer }) => pointer).sort();
