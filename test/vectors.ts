import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FACTS } from '../build/paths.ts';

/** The text of a file of `test/vectors/`. */
export const vectorFile = (name: string) =>
  readFileSync(new URL(`./vectors/${name}`, import.meta.url), 'utf8');

/** The cases of `test/vectors/<name>.jsonl`, one a line. */
export function vectors<Case>(name: string): Case[] {
  return parsedLines(vectorFile(`${name}.jsonl`));
}

/** The facts of a file of `facts/`, one a line, read by nothing of the build. */
export function factLines<Fact>(name: string): Fact[] {
  return parsedLines(readFileSync(join(FACTS, name), 'utf8'));
}

function parsedLines<T>(text: string): T[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as T);
}

/** A text of a table, where parts may be repeated. */
export type RepeatedText = string | (string | [part: string, times: number])[];

export function repeatedText(text: RepeatedText): string {
  if (typeof text === 'string') return text;
  return text.map((part) => (typeof part === 'string' ? part : part[0].repeat(part[1]))).join('');
}
