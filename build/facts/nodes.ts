/** The shapes of `facts/policy-ddf.jsonl`. */
import type * as v from 'valibot';
import type { AllowedValues } from '../../runtime/contract/node.ts';
import type { Scope } from '../../runtime/format/format.ts';

/**
 * What a node may be set to (`MSFT:AllowedValues`), without prose. `kind` is the DDF's `ValueType`: `ENUM`, `Flag`, `Range`
 * (which may list its values), `RegEx`, `XSD`, `JSON`, `SDDL`, `None`; of a dependency `ADMX` too.
 */
export type AllowedValuesFact = v.InferOutput<typeof AllowedValues>;

/** A `DependencyGroup`: it is met where each of its nodes holds, or does not hold, such a value. */
export interface DependencyFact {
  nodes: {
    type: 'DependsOn' | 'Not';
    /** As the DDF spells the node, where it has it. */
    omaUri: string;
    allowed?: AllowedValuesFact;
  }[];
  /** What the dependent node takes where the group is met, in place of its own `allowed`. */
  changed?: AllowedValuesFact;
}

/** The parts of `MSFT:Applicability`; each is inherited on its own. */
export type Applicability = 'builds' | 'editions' | 'cspVersion';

/** A line of `facts/policy-ddf.jsonl`: one node of the MDM tree. */
export interface DdfFact {
  omaUri: string;
  scope: Scope;
  version: string;
  /** The alternatives of OsBuildVersion as written, split at commas. */
  builds?: string[];
  /** Product types of `EditionAllowList` (`0x4`), ascending; empty where the vendor's list is empty. */
  editions?: string[];
  cspVersion?: string;
  /** Which of the three above stand on an ancestor, not on the node. */
  inherited?: Applicability[];
  deprecated?: string | true;
  /** `AccessType` (`Get`, `Exec`, `Delete`) of a node that allows neither Add nor Replace: it cannot be set. */
  access?: string[];
  /** `DFFormat`: `chr`, `int`, `bool`, `node`, … */
  format?: string;
  /** Absent on an ADMX-backed node: the policy's elements say what it takes. */
  allowed?: AllowedValuesFact;
  defaultValue?: string;
  /** `ConflictResolution`: which of several values set by several administrators wins: `LastWrite`, … */
  conflict?: string;
  /** `RebootBehavior`: `Automatic` or `ServerInitiated`. */
  reboot?: string;
  /** `DependencyBehavior`, a member for each of its groups. */
  dependencies?: DependencyFact[];
  admx?: { area: string; name: string; file: string };
  gp?: { name: string; area: string; element?: string };
  /** Policies and elements of Windows' templates that the node's description or default value names. */
  names?: string[];
  /** The node's name is made by the server or the administrator (`{}` in the path). */
  dynamic?: true;
}

/**
 * A node that takes a value of its own, and the registry value whose documented data may be sent to it as it is. Each was
 * read: descriptions and labels of the DDF against the labels of the template.
 */
export interface MdmDataFact {
  omaUri: string;
  /** In the vendor's case, without hive. */
  key: string;
  valueName: string;
  /** Id of the element that writes the value; absent for the policy's own. */
  element?: string;
  confidence: 'official' | 'derived';
  /** `range`: the same bounds; `labels`: equal labels; `alike`: one name; `state`: enabled is 1 and disabled 0. */
  by: string;
  /** Where no rule proposes it: what was read. */
  read?: string;
}
