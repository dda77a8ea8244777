/** Index `parts`: which part of a setting writes which registry value with what. The same in every language. */
import * as v from 'valibot';
import { RegistryType } from './data.ts';
import { AllowedValues, Dependency } from './node.ts';
import { ElementRecord } from './record.ts';
import { Confidence, count } from './words.ts';

export const PartWrite = v.object({
  /** Index in `pairs`. */
  pair: count,
  /** Absent, and `content` with it: the value is deleted. */
  type: v.exactOptional(RegistryType),
  /** In the comparable form of `contentAs` (runtime/verify/registry-content.ts). */
  content: v.exactOptional(v.string()),
});
export type PartWrite = v.InferOutput<typeof PartWrite>;

/** A state of a check box, or an option of a drop-down list. */
export const PartChoice = v.object({
  /** What stands for it in an ADMX payload; absent where no document names it (an option that deletes its value). */
  text: v.exactOptional(v.string()),
  /** Of an option, in English. */
  label: v.exactOptional(v.string()),
  /** The element's own value, then those of its lists. */
  writes: v.array(PartWrite),
});
export type PartChoice = v.InferOutput<typeof PartChoice>;

const { id, type, valueName, minValue, maxValue, maxLength, maxStrings } = ElementRecord.entries;
const { valuePrefix, additive, explicitValue } = ElementRecord.entries;

export const PartElement = v.object({
  id,
  type,
  /** Index in `pairs`; absent for a list. */
  pair: v.exactOptional(count),
  /** In the vendor's case; absent where it is the setting's. */
  key: v.exactOptional(v.string()),
  valueName,
  /** Of an element without choices. */
  registryType: v.exactOptional(RegistryType),
  /** boolean, enum. */
  choices: v.exactOptional(v.array(PartChoice)),
  minValue,
  maxValue,
  maxLength,
  maxStrings,
  /** list: the normalized key under which its values are. */
  below: v.exactOptional(v.string()),
  valuePrefix,
  additive,
  explicitValue,
});
export type PartElement = v.InferOutput<typeof PartElement>;

export const PartState = v.object({ ...PartWrite.entries, state: v.picklist(['enabled', 'disabled']) });
export type PartState = v.InferOutput<typeof PartState>;

export const PartNode = v.object({
  uris: v.array(v.string()),
  /** Absent on an ADMX-backed node. */
  allowedValues: v.exactOptional(AllowedValues),
  /** What other nodes must hold for it to have an effect. */
  dependencies: v.exactOptional(v.array(Dependency)),
  /** The registry value whose data may be sent to the node as it is: a reviewed fact. */
  takes: v.exactOptional(v.object({ pair: count, type: RegistryType, confidence: Confidence })),
});
export type PartNode = v.InferOutput<typeof PartNode>;

/** Key: the slug. */
export const PartsEntry = v.object({
  /** Every `pairKey` that the setting writes. */
  pairs: v.array(v.string()),
  /** Of the setting, in the vendor's case. */
  key: v.string(),
  /** The policy's own value and the items of its lists; at most one write of each pair and state. */
  states: v.exactOptional(v.array(PartState)),
  elements: v.exactOptional(v.array(PartElement)),
  /** Its documented nodes that say what they take, or what they depend on. */
  nodes: v.exactOptional(v.array(PartNode)),
});
export type PartsEntry = v.InferOutput<typeof PartsEntry>;
