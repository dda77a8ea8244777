/** What the DDF documents of an MDM node besides its place. */
import * as v from 'valibot';
import { labelOmitted } from './data.ts';
import { described, list, maybe, optional, text } from './words.ts';

export const AllowedValues = described(
  v.object({
    kind: text('ENUM, Range, RegEx, Flag, …, as the DDF names it.'),
    values: list(
      v.object({
        value: text('What is sent.'),
        label: maybe('What the DDF says that it stands for.'),
        labelOmitted,
      }),
      'ENUM, Flag: each value.',
    ),
    min: optional(v.number(), 'Range: the smallest value.'),
    max: optional(v.number(), 'Range: the largest value.'),
    pattern: maybe('RegEx: the expression that a value must match.'),
    delimiter: maybe('Separates several values in one text.'),
  }),
  'What the node takes.',
);

/** An alias: the declarations of a user's program may have to write the type out, too. */
export type NodeDependency = {
  nodes: { type: 'DependsOn' | 'Not'; omaUri: string; allowedValues?: v.InferOutput<typeof AllowedValues> }[];
  allowedValues?: v.InferOutput<typeof AllowedValues>;
};

/** Its type is written out: inferred, the type of a verify answer is too deep for TypeScript in a user's project. */
export const Dependency: v.GenericSchema<NodeDependency> = v.object({
  nodes: described(
    v.array(
      v.object({
        type: described(
          v.picklist(['DependsOn', 'Not']),
          'DependsOn: the node must hold one of the allowed values. Not: it must hold none of them.',
        ),
        omaUri: text('OMA-URI of the node that must be set so, or not.'),
        allowedValues: v.exactOptional(AllowedValues),
      }),
    ),
    'All that must be true together.',
  ),
  // The values that the dependent node then accepts, in place of its own.
  allowedValues: v.exactOptional(AllowedValues),
});

/** Look-ups by OMA-URI and records have these; the answers of resolve stay small. */
export const nodeBehaviour = {
  conflictResolution: maybe(
    'Which of several values set for the node holds, as the DDF names it: LastWrite, …',
  ),
  reboot: maybe('The restart after a change: Automatic or ServerInitiated.'),
  dependencies: list(
    Dependency,
    'What other nodes must hold for this one to work; the DDF does not say whether one or all.',
  ),
};
