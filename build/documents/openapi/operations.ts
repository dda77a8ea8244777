/** Descriptions of the operations: their purpose, and how an agent should act on their answers. */
import file from './operations.json' with { type: 'json' };

export type Operation = keyof typeof file.operations;

interface Described {
  tag: string;
  summary: string;
  description: string;
}

/** `$name` stands for a paragraph that several have. */
const paragraph = (text: string) =>
  text.startsWith('$') ? file.shared[text.slice(1) as keyof typeof file.shared].join('\n') : text;

export const OPERATIONS = Object.fromEntries(
  Object.entries(file.operations).map(([name, { description, ...others }]) => [
    name,
    { ...others, description: description.map(paragraph).join('\n\n') },
  ]),
) as Record<Operation, Described>;
