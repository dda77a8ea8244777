/** The small vocabulary of the schemas: a described text, the enumerations that several of them share. */
import * as v from 'valibot';

/**
 * The description stands in the OpenAPI document and in the tools of MCP. The type is the schema's own: with a pipe for each
 * description the types of the package are too deep for TypeScript.
 */
export const described = <const S extends v.GenericSchema>(schema: S, description: string): S =>
  v.pipe(schema, v.description(description)) as unknown as S;

export const text = (description: string) => described(v.string(), description);

/** A member that is absent, and never undefined, where the fact is. */
export const optional = <const S extends v.GenericSchema>(schema: S, description: string) =>
  v.exactOptional(described(schema, description));

export const maybe = (description: string) => optional(v.string(), description);

export const list = <const S extends v.GenericSchema>(item: S, description: string) =>
  optional(v.array(item), description);

/** True or absent. */
export const flag = (description: string) => optional(v.literal(true), description);

export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Longest file of a dataset that is read, whatever its manifest claims. Several times the largest real one. */
export const MAX_FILE_BYTES = 1 << 26;
export const fileSize = v.pipe(count, v.maxValue(MAX_FILE_BYTES));

/** Name of a dataset version. It becomes part of a path and of a file's name. */
export const versionName = v.pipe(
  v.string(),
  v.regex(/^[\w-]{1,64}$/, 'is not the name of a dataset version'),
);

/** How many of each name. */
export const tally = (description: string) => described(v.record(v.string(), count), description);

export const Scope = described(v.picklist(['Device', 'User']), 'Whom an MDM node applies to.');
export type Scope = v.InferOutput<typeof Scope>;

export const PolicyClass = described(
  v.picklist(['User', 'Machine', 'Both']),
  'Machine writes HKLM, User writes HKCU, Both either.',
);
export type PolicyClass = v.InferOutput<typeof PolicyClass>;

export const Confidence = described(
  v.picklist(['official', 'derived', 'none']),
  'official: the vendor states the MDM mapping. derived: the service inferred it; verify it before relying on it. ' +
    'none: no MDM mapping is documented.',
);
export type Confidence = v.InferOutput<typeof Confidence>;

export const Verdict = described(
  v.picklist(['supported', 'unsupported', 'unverified', 'unknown']),
  'supported: the target build reaches the documented minimum. unsupported: it does not. unverified: no ' +
    'document decides: no readable minimum, or newer templates dropped or added it. unknown: the target OS is absent, unrecognized, ambiguous or ' +
    'contradictory, or nothing is documented to judge by.',
);
export type Verdict = v.InferOutput<typeof Verdict>;

export const Stamp = described(
  v.object({
    version: text(
      'Identifier of the dataset version: the first 8 hex digits of the SHA-256 over its content.',
    ),
    generatedAt: v.pipe(v.string(), v.isoTimestamp(), v.description('When its facts were released, UTC.')),
  }),
  'The dataset that was asked; quote it with the answer.',
);
export type DatasetStamp = v.InferOutput<typeof Stamp>;
