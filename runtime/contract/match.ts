/** A setting as look-ups answer it, and its MDM node. */
import * as v from 'valibot';
import { Compatibility } from './compatibility.ts';
import { documentedData } from './data.ts';
import { AllowedValues, nodeBehaviour } from './node.ts';
import { documentedProducts } from './product.ts';
import {
  Confidence,
  count,
  described,
  flag,
  list,
  maybe,
  optional,
  PolicyClass,
  Scope,
  text,
  Verdict,
} from './words.ts';

export const Via = described(
  v.picklist(['policy', 'csp', 'admx-ingestion']),
  'policy: the Policy CSP. csp: another. admx-ingestion: once the template was sent to “ingest”.',
);

export const OmaUris = described(
  v.object({ Device: maybe('For the whole device.'), User: maybe('For one user.') }),
  'The OMA-URI of each scope.',
);

/** An MDM node, in every answer that shows one. */
export const Csp = described(
  v.object({
    omaUri: text('OMA-URI of the MDM node.'),
    omaUris: OmaUris,
    scope: Scope,
    minOs: maybe(
      'Alternatives separated by " | "; each with its build in brackets and “and later”, or without a readable one.',
    ),
    format: maybe('What the node takes, as the DDF names it: chr, int, bool, …'),
    via: Via,
    admxBacked: described(
      v.boolean(),
      'The node takes an ADMX payload: <enabled/> with data, or <disabled/>.',
    ),
    editions: list(
      v.string(),
      'Groups of editions that have the node; “all”: every group for PCs. Empty: so is the vendor’s list.',
    ),
    deprecated: flag('The vendor calls the node deprecated.'),
    deprecatedFrom: maybe('Build from which it is deprecated, where the vendor names one.'),
    access: list(v.string(), 'What the DDF allows on a node that cannot be set: Get, Exec.'),
    ...nodeBehaviour,
    allowedValues: v.exactOptional(AllowedValues),
    defaultValue: maybe('What the node holds where nothing was set.'),
    ingest: maybe('admx-ingestion: the OMA-URI that takes the template itself.'),
    ingestion: optional(
      v.picklist(['documented', 'catalog-only']),
      'Windows’ list of keys forbids the ingestion; the vendor documents it, or only Intune’s catalog shows it. Absent: allowed.',
    ),
    sets: optional(
      v.literal('whole-policy'),
      'The node sets further values, too: it is no equivalent of this one alone.',
    ),
    policyValues: optional(count, 'whole-policy: how many registry values the policy has.'),
    source: text('The source that documents the node, or the template of an ingested one.'),
    sourceVersion: text('Version label of that source.'),
    learnUrl: maybe('The vendor’s page of the node.'),
  }),
  'An MDM node. Of a match: the equivalent, absent when none is documented. As “node”: no registry setting of the dataset backs it, or a key of MDM’s own store was asked for.',
);
export type Csp = v.InferOutput<typeof Csp>;

/** A further node, with its own verdict. */
export const CspAlternative = v.object({ ...Csp.entries, verdict: v.exactOptional(Verdict) });
export type CspAlternative = v.InferOutput<typeof CspAlternative>;

export const ListFacts = described(
  v.object({
    valuePrefix: maybe('Names are this prefix and a number.'),
    explicitValue: described(v.boolean(), 'The administrator chooses each name.'),
    additive: described(v.boolean(), 'Values that are there already stay.'),
  }),
  'The value belongs to a list whose names the administrator makes.',
);
export type ListFacts = v.InferOutput<typeof ListFacts>;

/** Members that a match and a record have in common, in the order of an answer. */
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

/** Members for what a vendor's newer version no longer has. */
export const dropped = {
  removedIn: maybe(
    'Version of the product’s templates that no longer has the setting, or no longer writes the value: not current.',
  ),
  lastSeenIn: maybe(
    'Last version that has the setting, where the whole template is missing from later ones.',
  ),
};

/** One of the registry values of a policy. */
export const PolicyWrite = v.object({
  registryKey: maybe('Registry path, where it is not that of the match.'),
  valueName: maybe('Value name; absent where the administrator makes the names of a list.'),
  elementId: maybe('Element that writes it; absent when the policy itself does.'),
});
export type PolicyWrite = v.InferOutput<typeof PolicyWrite>;

/** The facts of a match that no language changes, as the dataset stores them and answers carry them. */
export const MatchFacts = v.object({
  class: PolicyClass,
  registryKey: text('Registry path in the vendor’s case, without hive.'),
  valueName: maybe(
    'Value name in the vendor’s case; empty for the default value, absent where none is written.',
  ),
  source: text('The source that documents the setting.'),
  sourceVersion: text('Version label of the source.'),
  learnUrl: maybe('Documentation URL.'),
  tattoos: flag('The key is below none of the policy keys: the value stays when the policy is removed.'),
  elementId: maybe('Element that writes the value; absent when the policy’s own value does.'),
  list: v.exactOptional(ListFacts),
  writes: list(
    PolicyWrite,
    'Look-ups of an ADMX-backed node: each registry value of its policy, where there are several.',
  ),
  ...dropped,
  ...documentedProducts,
});
export type MatchFacts = v.InferOutput<typeof MatchFacts>;

export const Match = v.object({
  ...identity,
  ...MatchFacts.entries,
  ...documentedData,
  otherHive: optional(
    v.picklist(['HKLM', 'HKCU']),
    'The hive that the vendor documents, where another one was asked for: the verdict is unknown.',
  ),
  confidence: Confidence,
  csp: v.exactOptional(Csp),
  cspAlternatives: list(CspAlternative, 'Further MDM nodes of the same setting; of resolve with verdicts.'),
  supportedOn: maybe(
    'Supported-on line of the vendor, in the language of the match where the vendor has it, else in English.',
  ),
  compatibility: v.exactOptional(Compatibility),
});
export type Match = v.InferOutput<typeof Match>;

/** A match of a search. */
export const FoundMatch = v.object({
  ...Match.entries,
  confidence: optional(Confidence, 'How the node of `csp` is known; absent where the match shows none.'),
  cspElements: optional(
    v.record(v.string(), Csp),
    'Element id → its MDM node, where the vendor maps single elements of the setting and not the value that the match shows.',
  ),
  matchedBy: described(
    v.array(
      v.picklist([
        'policyId',
        'title',
        'name',
        'value',
        'uri',
        'key',
        'slug',
        'category',
        'label',
        'keyword',
        'inflection',
        'synonym',
        'completion',
        'spelling',
        'product',
      ]),
    ),
    'Where in the setting the words of the query occur, and how a word was matched if not as written.',
  ),
});
export type FoundMatch = v.InferOutput<typeof FoundMatch>;
