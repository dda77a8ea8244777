/** A setting as look-ups answer it, and its MDM node. */
import * as v from 'valibot';
import { Compatibility } from './compatibility.ts';
import { Confidence, maybe, PolicyClass, Scope, text } from './words.ts';

const node = {
  omaUri: text('OMA-URI of the MDM node.'),
  scope: Scope,
  minOs: maybe(
    'Minimum OS alternatives separated by " | "; an alternative ends with its build in square brackets and “and later”, or carries no readable build.',
  ),
  deprecatedFrom: v.exactOptional(
    v.pipe(
      v.union([v.string(), v.literal(true)]),
      v.description(
        'Build from which the vendor calls the node deprecated; true where the vendor names no build.',
      ),
    ),
  ),
  source: text('The source that documents the node.'),
  sourceVersion: text('Version label of that source.'),
};

export const CspNode = v.pipe(v.object(node), v.description('A node of the MDM tree.'));
export type CspNode = v.InferOutput<typeof CspNode>;

export const OmaUris = v.pipe(
  v.object({ Device: v.exactOptional(v.string()), User: v.exactOptional(v.string()) }),
  v.description('The OMA-URI of each scope.'),
);

export const CspMapping = v.pipe(
  v.object({ ...node, omaUris: OmaUris, learnUrl: maybe('The vendor’s page of the node.') }),
  v.description('The MDM equivalent; absent when none is documented.'),
);
export type CspMapping = v.InferOutput<typeof CspMapping>;

export const ListFacts = v.pipe(
  v.object({
    valuePrefix: maybe('Names are this prefix and a number.'),
    explicitValue: v.pipe(v.boolean(), v.description('The administrator chooses each name.')),
    additive: v.pipe(v.boolean(), v.description('Values that are there already stay.')),
  }),
  v.description('The value belongs to a list whose names the administrator makes.'),
);
export type ListFacts = v.InferOutput<typeof ListFacts>;

/** What a match and a record have in common, in the order of an answer. */
export const identity = {
  slug: text(
    'Identifier of the setting: lower-case admxfile.policyname, the same in every language and version.',
  ),
  lang: text(
    'Language of the texts; another than the one asked for where that one lacks them (a warning says so).',
  ),
  name: text('Policy name in the ADMX file.'),
  displayName: maybe('Title as the Group Policy editor shows it; absent where the vendor gives none.'),
};

/** The facts of a match that no language changes, as the dataset stores them and answers carry them. */
export const MatchFacts = v.object({
  class: PolicyClass,
  registryKey: text('Registry path in the vendor’s case, without hive.'),
  valueName: maybe(
    'Value name in the vendor’s case; empty for the default value, absent where none is written.',
  ),
  source: text('The source that documents the setting.'),
  sourceVersion: text('Version label of the source.'),
  confidence: Confidence,
  learnUrl: maybe('Documentation URL.'),
  elementId: maybe('Element that writes the value; absent when the policy’s own value does.'),
  list: v.exactOptional(ListFacts),
  csp: v.exactOptional(CspMapping),
});
export type MatchFacts = v.InferOutput<typeof MatchFacts>;

export const Match = v.object({
  ...identity,
  ...MatchFacts.entries,
  supportedOn: maybe(
    'Supported-on line of the vendor, in the language of the match where the vendor has it, else in English.',
  ),
  compatibility: v.exactOptional(Compatibility),
});
export type Match = v.InferOutput<typeof Match>;
