/**
 * What the endpoints take. One definition validates the requests and makes the request half of the OpenAPI document,
 * so that the two cannot drift.
 */
import * as v from 'valibot';

export const LIMIT_DEFAULT = 10;

/** Characters (UTF-16 code units). */
export const MAX_LENGTH = { lang: 64, key: 1024, value: 512, targetOs: 128, omaUri: 1024, q: 256 } as const;

const lang = v.optional(
  v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(MAX_LENGTH.lang),
    v.description(
      'Language of the texts: a BCP 47 tag, matched by the dataset’s languages in any case, then by primary subtag (fr means fr-FR). A language that the dataset lacks is a 400 naming those it has. Default en-US.',
    ),
    v.metadata({ examples: ['en-US', 'fr'] }),
  ),
);

export const resolveSchema = v.object({
  key: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(MAX_LENGTH.key),
    v.description(
      'Registry path. The hive prefix may have any usual spelling (HKLM\\, HKEY_LOCAL_MACHINE\\, HKLM:\\, Computer\\HKEY_…) or be left out; case does not matter.',
    ),
    v.metadata({ examples: ['HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU'] }),
  ),
  value: v.pipe(
    v.string(),
    v.maxLength(MAX_LENGTH.value),
    v.description('Registry value name in any case; empty for the default value of the key.'),
    v.metadata({ examples: ['NoAutoUpdate'] }),
  ),
  lang,
  targetOs: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.maxLength(MAX_LENGTH.targetOs),
        v.description(
          'OS that the value is to be written on: a family with a feature-release label, or a build number. Without it, or with a label that fits two families, the verdict is unknown.',
        ),
        v.metadata({ examples: ['Windows 11 24H2', '10.0.26100'] }),
      ),
    ),
  ),
});

export const cspSchema = v.object({
  omaUri: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(MAX_LENGTH.omaUri),
    v.description('OMA-URI of an MDM node, compared in any case and without a trailing slash.'),
    v.metadata({ examples: ['./Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd'] }),
  ),
  lang,
  scope: v.optional(
    v.pipe(
      v.string(),
      // Spelled out because a JSON Schema pattern has no flags.
      v.regex(/^(?:[Dd][Ee][Vv][Ii][Cc][Ee]|[Uu][Ss][Ee][Rr])$/),
      v.description('Device or User, in any case; read from the path where it is left out.'),
      v.metadata({ examples: ['Device'] }),
    ),
  ),
});

export const searchSchema = v.object({
  q: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(MAX_LENGTH.q),
    v.description('A setting’s name, a part of it, or a token; blanks around it do not count.'),
    v.metadata({ examples: ['automatic updates'] }),
  ),
  lang,
  limit: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(50),
      v.description('Largest number of results. Default 10.'),
    ),
  ),
});

export type BodySchema = typeof resolveSchema | typeof cspSchema | typeof searchSchema;
export type ResolveBody = v.InferOutput<typeof resolveSchema>;
export type CspBody = v.InferOutput<typeof cspSchema>;
export type SearchBody = v.InferOutput<typeof searchSchema>;
