/** The shapes of `facts/policy-ddf.jsonl`. */
import * as v from 'valibot';
import { AllowedValues } from '../../runtime/contract/node.ts';
import type { Scope } from '../../runtime/format/format.ts';
import { Confidence, entryOf, text, texts } from './entry.ts';

/**
 * The allowed values of a node (`MSFT:AllowedValues`), without prose. `kind` is the DDF's `ValueType`: `ENUM`, `Flag`,
 * `Range` (which may list its values), `RegEx`, `XSD`, `JSON`, `SDDL`, `None`; for a dependency also `ADMX`.
 */
export type AllowedValuesFact = v.InferOutput<typeof AllowedValues>;

/** A `DependencyGroup`: met if each of its nodes has (`DependsOn`) or does not have (`Not`) such a value. */
export interface DependencyFact {
  nodes: {
    type: 'DependsOn' | 'Not';
    /** In the DDF's spelling, if the DDF has the node. */
    omaUri: string;
    allowed?: AllowedValuesFact;
  }[];
  /** Replaces the dependent node's own `allowed` if the group is met. */
  changed?: AllowedValuesFact;
}

/** The parts of `MSFT:Applicability`; each is inherited on its own. */
export const APPLICABILITY = ['builds', 'editions', 'cspVersion'] as const;
export type Applicability = (typeof APPLICABILITY)[number];

/** A line of `facts/policy-ddf.jsonl`: one node of the MDM tree. */
export interface DdfFact {
  omaUri: string;
  scope: Scope;
  version: string;
  /** Where it is not the DDF: the source of pages. */
  source?: string;
  /** The alternatives of OsBuildVersion as written, split at commas. */
  builds?: string[];
  /** Product types of `EditionAllowList` (`0x4`), ascending; empty if the vendor's list is empty. */
  editions?: string[];
  cspVersion?: string;
  /** Which of the three above are stated on an ancestor, not on the node. */
  inherited?: Applicability[];
  deprecated?: string | true;
  /** `AccessType` (`Get`, `Exec`, `Delete`) of a node that allows neither Add nor Replace: it cannot be set. */
  access?: string[];
  /** `DFFormat`: `chr`, `int`, `bool`, `node`, … */
  format?: string;
  /** Absent on an ADMX-backed node: the policy's elements define its values. */
  allowed?: AllowedValuesFact;
  defaultValue?: string;
  /** `ConflictResolution` (`LastWrite`, …): which of the values that several administrators set wins. */
  conflict?: string;
  /** `RebootBehavior`: `Automatic` or `ServerInitiated`. */
  reboot?: string;
  /** `DependencyBehavior`, one member per group. */
  dependencies?: DependencyFact[];
  admx?: { area: string; name: string; file: string };
  gp?: { name: string; area: string; element?: string };
  /** Policies and elements of Windows' templates that the node's description or default value names. */
  names?: string[];
  /** The server or the administrator chooses the node's name (`{}` in the path). */
  dynamic?: true;
}

/**
 * A node that takes a value of its own, and the registry value whose documented data it accepts. Each was
 * reviewed: descriptions and labels of the DDF against the labels of the template.
 */
export const MdmDataFact = entryOf({
  omaUri: text,
  /** In the vendor's upper and lower case, without hive. */
  key: text,
  /** Absent: all values of the list `element`. */
  valueName: v.exactOptional(text),
  /** Id of the element that writes the value; absent for the policy's own. */
  element: v.exactOptional(text),
  confidence: Confidence,
  /**
   * `range`: the same bounds; `item labels`: equal labels; `alike`: one name; `state`: enabled is 1 and disabled 0;
   * `text`: the same text; `map`, `lines`, `names`, `entries`: in another form.
   */
  by: text,
  /** Content of the registry value → what the node takes for it; of `entries`: the contents that it takes. */
  map: v.exactOptional(v.record(v.string(), v.string())),
  /** Of `entries`: the documented names, in lower case; no other one is sent. */
  names: v.exactOptional(v.array(text)),
  /** Between the lines of a REG_MULTI_SZ (`lines`), or the values of a list, by `names` or `entries` (name=content). */
  separator: v.exactOptional(text),
  /** What was reviewed, if no rule proposes it. */
  read: v.exactOptional(text),
});
export type MdmDataFact = v.InferOutput<typeof MdmDataFact>;

/** A line of `facts/ddf-names.jsonl`: every identifier that the node's description or default value names. */
export interface DdfNamesFact {
  omaUri: string;
  names: string[];
}

/**
 * A line of `facts/page-nodes.jsonl`: a node that a page of the vendor has and the DDF, which is older, lacks. What the
 * page does not state is absent.
 */
const PageNode = entryOf({
  omaUri: text,
  scope: v.picklist(['Device', 'User']),
  builds: v.pipe(texts, v.nonEmpty('no minimum')),
  /** As in the DDF: of a node whose editions the page writes alike. */
  editions: texts,
  format: v.picklist(['b64', 'bin', 'bool', 'chr', 'int', 'null', 'time', 'xml']),
  allowed: v.exactOptional(AllowedValues),
  defaultValue: v.exactOptional(text),
  /** The policy of an ADMX-backed node. */
  admx: v.exactOptional(entryOf({ area: text, name: text, file: text })),
  /** The page's group policy mapping, as the DDF would write it: `<template>~AT~`. */
  gp: v.exactOptional(entryOf({ name: text, area: text, element: v.exactOptional(text) })),
  /** The page with its date, and what contradicts it. */
  evidence: text,
});

/** A scope that the address does not have would be another node's. */
export const PageNodeFact = v.pipe(
  PageNode,
  v.check(
    ({ omaUri, scope }) => /^\.\/User\//i.test(omaUri) === (scope === 'User'),
    'its scope is not that of its address',
  ),
);
export type PageNodeFact = v.InferOutput<typeof PageNodeFact>;
