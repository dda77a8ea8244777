/** `facts/corrections.json`: errors of vendors' files, each corrected by hand, with the evidence. */
import * as v from 'valibot';
import { RegistryType } from '../../runtime/contract/data.ts';
import { NamedBuilds } from '../../runtime/format/format.ts';
import { parseBuild } from '../../runtime/verdict/builds.ts';
import { parseVersion } from '../../runtime/verdict/versions.ts';
import { Confidence, entryOf, text, texts } from './entry.ts';
import type { DdfFact } from './nodes.ts';

/** A control whose registry key its source misspells. */
const KeyCorrection = entryOf({
  source: text,
  control: text,
  /** The key as the source states it, and the correct one; without hive. */
  stated: text,
  key: text,
  evidence: text,
});
export type KeyCorrection = v.InferOutput<typeof KeyCorrection>;

/** A security option whose numbers are flags, which its table does not state. */
const FlagCorrection = entryOf({ policyId: text, evidence: text });
export type FlagCorrection = v.InferOutput<typeof FlagCorrection>;

/** An end that cannot be read would exclude nothing. */
export const build = v.pipe(
  text,
  v.check((each) => parseBuild(each) !== undefined, 'not a build, such as 10.0.19045'),
);
export const LimitBuilds = entryOf({
  ...NamedBuilds.entries,
  named: v.array(entryOf({ from: build, to: v.exactOptional(build) })),
  starts: v.exactOptional(build),
  ends: v.exactOptional(build),
});

/** Builds of several branches of updates are separated by ` | `. */
const builds = v.pipe(
  text,
  v.check(
    (each) => each.split(' | ').every((one) => parseBuild(one) !== undefined),
    'not builds, such as 10.0.19045 or 10.0.14393.8594 | 10.0.17763.8027',
  ),
);

/** `stated`: what the text says. */
const LimitLine = v.exactOptional(v.union([v.literal('stated'), builds, LimitBuilds]));
const version = v.pipe(
  text,
  v.check((each) => parseVersion(each) !== undefined, 'not a version, such as 128.3'),
);

/**
 * A setting whose explanatory text, which the facts do not keep, or whose vendor's reference allows fewer releases of
 * Windows, or versions of its product, than its supported-on text; or whose text the grammar does not read. Of a line
 * without a member nothing is stated.
 */
const LimitCorrection = v.pipe(
  entryOf({
    /** `::*` stands for all policies of the namespace that have no entry of their own. */
    policyId: text,
    client: LimitLine,
    server: LimitLine,
    /** The last build of a client, and of a server; the first one is that of the text. */
    clientUntil: v.exactOptional(build),
    serverUntil: v.exactOptional(build),
    /** The last build of a server that the text decides: the vendor's page names later clients alone. */
    serverDecided: v.exactOptional(build),
    /** The versions in place of those of the text. */
    products: v.exactOptional(
      v.array(entryOf({ product: text, from: version, channel: v.exactOptional(text) })),
    ),
    /** The last version with which it works; the text names later ones, so that these are not decided. */
    worksUntil: v.exactOptional(version),
    /** What is limited other than to releases and versions, such as to editions of Windows, in our own words. */
    clause: v.exactOptional(text),
    evidence: text,
  }),
  v.check(
    // Beside the policy and the evidence.
    (each) => Object.keys(each).length > 2,
    'limits nothing',
  ),
);
export type LimitCorrection = v.InferOutput<typeof LimitCorrection>;

/** What the explanations of several settings limit other than to releases: a device, an edition, a version of one option. */
const ClauseCorrection = entryOf({ clause: text, policyIds: texts, evidence: text });

/** Values that an update or a later release brought to a policy: its text is older, and dates its other values alone. */
const AddedCorrection = entryOf({ policyId: text, values: texts, from: builds, evidence: text });

/** The supported-on text of settings whose source has none: as the vendor's reference writes it, or the releases that its pages name. */
const SupportedOnCorrection = entryOf({ text, policyIds: texts, evidence: text });

/** A type that a page of the vendor names for an element, beside the one that the template writes. */
const TypeCorrection = entryOf({ policyId: text, element: text, registryType: RegistryType, evidence: text });

/** A file in a version's folder that is not of its source's product line. */
const LineCorrection = entryOf({ source: text, version: text, admx: text, line: text, evidence: text });

/** Registry values and nodes documented with the same options; `*` stands for each of `places`. */
const EquivalentValues = entryOf({
  key: text,
  node: text,
  places: texts,
  values: v.array(
    entryOf({
      /** Below `key`, if the value has a subkey. */
      subkey: v.exactOptional(text),
      valueName: text,
      /** Below `node`. */
      node: text,
    }),
  ),
  evidence: text,
});
export type EquivalentValues = v.InferOutput<typeof EquivalentValues>;

const Correction = entryOf({
  /** The DDF node whose GpMapping names something that its ADMX lacks. */
  omaUri: text,
  /** The policy (and element) that the node stands for. Without its element a correction would map the whole policy. */
  policyId: text,
  element: v.exactOptional(text),
  confidence: Confidence,
  /** The error, and the evidence for the correct reading. */
  source: v.pipe(text, v.nonEmpty('no evidence')),
});
export type Correction = v.InferOutput<typeof Correction>;

/** What the description of nodes, or the vendor's page, states in place of a member of the DDF. */
const NodeCorrection = entryOf({
  omaUris: texts,
  /** The version of the DDF that the page is newer than: a later one has to be read again. */
  ddf: v.exactOptional(text),
  /** None: no PC. */
  editions: v.exactOptional(v.array(text)),
  builds: v.exactOptional(v.array(build)),
  defaultValue: v.exactOptional(text),
  evidence: text,
});
type NodeCorrection = v.InferOutput<typeof NodeCorrection>;

/** A correction of nodes is of those that it names, in the version of the DDF that it was read for. */
export const correctsNode = ({ omaUris, ddf }: NodeCorrection, { omaUri, version }: DdfFact): boolean =>
  omaUris.includes(omaUri) && (ddf === undefined || ddf === version);

/** Nodes without a setting whose description, or the vendor's page, allows fewer releases than their builds. */
const NodeLimit = entryOf({ omaUris: texts, client: LimitBuilds, evidence: text });

export const CorrectionsFile = entryOf({
  corrections: v.array(Correction),
  keys: v.exactOptional(v.array(KeyCorrection)),
  lines: v.exactOptional(v.array(LineCorrection)),
  equivalents: v.exactOptional(v.array(EquivalentValues)),
  flags: v.exactOptional(v.array(FlagCorrection)),
  limits: v.exactOptional(v.array(LimitCorrection)),
  clauses: v.exactOptional(v.array(ClauseCorrection)),
  added: v.exactOptional(v.array(AddedCorrection)),
  supportedOn: v.exactOptional(v.array(SupportedOnCorrection)),
  types: v.exactOptional(v.array(TypeCorrection)),
  nodes: v.exactOptional(v.array(NodeCorrection)),
  nodeLimits: v.exactOptional(v.array(NodeLimit)),
});
export type CorrectionsFile = v.InferOutput<typeof CorrectionsFile>;

/** What limits each policy. */
export function limitsOf({ limits = [], clauses = [] }: Pick<CorrectionsFile, 'limits' | 'clauses'>) {
  const found = new Map<string, Partial<LimitCorrection>>(limits.map((limit) => [limit.policyId, limit]));
  for (const { clause, policyIds } of clauses)
    for (const id of policyIds) found.set(id, { ...found.get(id), clause });
  return found;
}
