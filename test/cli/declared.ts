/** Every declared command, so that a test of all of them need not start each for its help. */
import { PIPELINE, PUBLISHING_COMMANDS } from '../../cli/commands/pipeline.ts';
import { LOOK_UPS, OF_FILES } from '../../cli/commands/questions.ts';
import { KEYS, SERVING } from '../../cli/commands/serving.ts';

export const DECLARED = [...LOOK_UPS, ...OF_FILES, ...SERVING, ...PIPELINE, ...PUBLISHING_COMMANDS];

/** With the words that call it. */
export const CALLED = [
  ...DECLARED.map((each) => ({ ...each, path: [each.name] })),
  ...KEYS.map((each) => ({ ...each, path: ['keys', each.name] })),
];
