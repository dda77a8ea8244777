/** Every declared command, so that a test of all of them need not start each for its help. */
import { PIPELINE, PUBLISHING_COMMANDS } from '../../cli/commands/pipeline.ts';
import { QUESTIONS } from '../../cli/commands/questions.ts';
import { KEYS, SERVING } from '../../cli/commands/serving.ts';

const ALL = { ...QUESTIONS, ...SERVING, ...PIPELINE, ...PUBLISHING_COMMANDS };
export const DECLARED = Object.entries(ALL).map(([name, each]) => ({ name, ...each }));

/** With the words that call it. */
export const CALLED = [
  ...DECLARED.map((each) => ({ ...each, path: [each.name] })),
  ...Object.entries(KEYS).map(([name, each]) => ({ name, ...each, path: ['keys', name] })),
];
