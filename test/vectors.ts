import { readFileSync } from 'node:fs';

/** The text of a file of `test/vectors/`. */
export const vectorFile = (name: string) =>
  readFileSync(new URL(`./vectors/${name}`, import.meta.url), 'utf8');

/** The cases of `test/vectors/<name>.jsonl`, one a line. */
export function vectors<Case>(name: string): Case[] {
  return vectorFile(`${name}.jsonl`)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Case);
}

/** A text of a table, where parts may be repeated. */
export type RepeatedText = string | (string | [part: string, times: number])[];

export function repeatedText(text: RepeatedText): string {
  if (typeof text === 'string') return text;
  return text.map((part) => (typeof part === 'string' ? part : part[0].repeat(part[1]))).join('');
}
