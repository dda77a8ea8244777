/** Index `parts`: which part of a setting writes which registry value with what. The same in every language. */
import type * as v from 'valibot';
import type { RegistryType } from './data.ts';
import type { AllowedValues, NodeDependency } from './node.ts';
import type { ElementRecord } from './record.ts';
import type { Confidence } from './words.ts';

export interface PartWrite {
  /** Index in `pairs`. */
  pair: number;
  /** Absent, and `content` with it: the value is deleted. */
  type?: RegistryType;
  /** Content in the comparable form of `contentAs` (runtime/verify/registry-content.ts). */
  content?: string;
}

/** A state of a check box, or an option of a drop-down list. */
export interface PartChoice {
  /** Its text in an ADMX payload; absent if no document has one (an option that deletes its value). */
  text?: string;
  /** Label of an option, in English. */
  label?: string;
  /** The element's own value, then those of its lists. */
  writes: PartWrite[];
}

type SameInRecord = 'id' | 'type' | 'valueName' | 'minValue' | 'maxValue' | 'maxLength' | 'maxStrings';
type ListInRecord = 'valuePrefix' | 'additive' | 'explicitValue';

export interface PartElement extends Pick<ElementRecord, SameInRecord | ListInRecord> {
  /** Index in `pairs`; absent for a list. */
  pair?: number;
  /** Key in the vendor's case; absent if it is the setting's. */
  key?: string;
  /** Type of an element without choices. */
  registryType?: RegistryType;
  /** boolean, enum. */
  choices?: PartChoice[];
  /** list: the normalized key under which its values are. */
  below?: string;
}

export interface PartState extends PartWrite {
  state: 'enabled' | 'disabled';
}

export interface PartNode {
  uris: string[];
  /** Absent on an ADMX-backed node. */
  allowedValues?: v.InferOutput<typeof AllowedValues>;
  /** Values that other nodes must have for it to have an effect. */
  dependencies?: NodeDependency[];
  /** The registry value whose data may be sent to the node as it is: a reviewed fact. */
  takes?: { pair: number; type: RegistryType; confidence: Confidence };
  /** The same where the node takes it in another form; a program that does not know this member sends nothing. */
  takesAs?: Taken;
}

export type Taken = TakenValue | TakenList;

interface TakenForm {
  confidence: Confidence;
  /** Content → what the node takes for it; others it does not take. */
  map?: Record<string, string>;
  /** Between lines, or the values of a list. */
  separator?: string;
}

export interface TakenValue extends TakenForm {
  pair: number;
  type: RegistryType;
}

/** All values of a list: the node takes their names. */
export interface TakenList extends TakenForm {
  /** Id of the element. */
  list: string;
  /** It takes `name=content`, of these names in lower case. */
  named?: string[];
}

/** Key: the slug. */
export interface PartsEntry {
  /** Every `pairKey` that the setting writes. */
  pairs: string[];
  /** Key of the setting, in the vendor's case. */
  key: string;
  /** The policy's own value and the items of its lists; at most one write of each pair and state. */
  states?: PartState[];
  elements?: PartElement[];
  /** Its documented nodes that say what they take, or what they depend on. */
  nodes?: PartNode[];
}
