/** The guide that agents read first: five requests with their bodies and the decisive members of the answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';
import examples from './examples.json' with { type: 'json' };
import service from './service.json' with { type: 'json' };

interface Example {
  for: string;
  request: string;
  body?: object;
  /** Some members of the answer. */
  answer: object;
}

/** The tests send each of them and compare these members. */
export const EXAMPLES: readonly Example[] = examples;

const json = (value: object) => JSON.stringify(value);

/** Plain Markdown in the form of https://llmstxt.org; the server replaces each `{{name}}` that is left. */
export function llmsText(): string {
  const shown = EXAMPLES.map(({ for: what, request, body, answer }) =>
    [
      `### ${request}`,
      '',
      `For ${what}.`,
      '',
      '```json',
      ...(body === undefined ? [] : [json(body)]),
      json(answer),
      '```',
    ].join('\n'),
  );
  const text = readFileSync(join(ROOT, 'build', 'documents', 'llms.txt'), 'utf8');
  return text.replace('{{rule}}', service.rule).replace('{{examples}}', () => shown.join('\n\n'));
}
