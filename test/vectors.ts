import { readFileSync } from 'node:fs';

/** The cases of `test/vectors/<name>.jsonl`, one a line. */
export function vectors<Case>(name: string): Case[] {
  const text = readFileSync(new URL(`./vectors/${name}.jsonl`, import.meta.url), 'utf8');
  return text
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
