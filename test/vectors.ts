import { readFileSync } from 'node:fs';

/** The cases of `test/vectors/<name>.jsonl`, one a line. */
export function vectors<Case>(name: string): Case[] {
  const text = readFileSync(new URL(`./vectors/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Case);
}
