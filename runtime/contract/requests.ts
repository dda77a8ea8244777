/** Requests of the endpoints: these schemas validate them and are the request half of the OpenAPI document. */
import * as v from 'valibot';
import { TargetProducts } from './product.ts';

export const LIMIT_DEFAULT = 10;
const LIMIT_MAX = 50;

/** Characters (UTF-16 code units). */
export const MAX_LENGTH = { lang: 64, key: 1024, value: 512, targetOs: 128, omaUri: 1024, q: 512 } as const;

const bounded = (max: number, description: string, examples: string[], min = 1) =>
  v.pipe(
    v.string(),
    v.minLength(min),
    v.maxLength(max),
    v.description(description),
    v.metadata({ examples }),
  );

export const Lang = v.optional(
  bounded(
    MAX_LENGTH.lang,
    'Language of the texts: a BCP 47 tag, matched by the dataset’s languages in any case, then by primary subtag (fr means fr-FR). A language that the dataset lacks is a 400 naming those it has. Default en-US.',
    ['en-US', 'fr'],
  ),
);

export const TargetOsText = bounded(
  MAX_LENGTH.targetOs,
  'OS that the value or node is to be set on: a family with a feature-release label, or a build number. Without it, or with a label that fits two families, the verdict is unknown.',
  ['Windows 11 24H2', '10.0.26100'],
  0,
);
const TargetOs = v.optional(v.nullable(TargetOsText));

export const ResolveBody = v.object({
  key: bounded(
    MAX_LENGTH.key,
    'Registry path. The hive prefix may have any usual spelling (HKLM\\, HKEY_LOCAL_MACHINE\\, HKLM:\\, Computer\\HKEY_…) or be left out; case does not matter.',
    ['HKLM\\Software\\Policies\\Microsoft\\Windows\\WindowsUpdate\\AU'],
  ),
  value: bounded(
    MAX_LENGTH.value,
    'Registry value name in any case; empty for the default value of the key.',
    ['NoAutoUpdate'],
    0,
  ),
  lang: Lang,
  targetOs: TargetOs,
  targetProducts: TargetProducts,
});

export const CspBody = v.object({
  omaUri: bounded(
    MAX_LENGTH.omaUri,
    'OMA-URI of an MDM node, compared in any case and without a trailing slash.',
    ['./Device/Vendor/MSFT/Policy/Config/Update/ActiveHoursEnd'],
  ),
  lang: Lang,
  scope: v.optional(
    v.pipe(
      v.string(),
      // Spelled out because a JSON Schema pattern has no flags.
      v.regex(/^(?:[Dd][Ee][Vv][Ii][Cc][Ee]|[Uu][Ss][Ee][Rr])$/, 'must be Device or User'),
      v.description('Device or User, in any case; read from the path where it is left out.'),
      v.metadata({ examples: ['Device'] }),
    ),
  ),
  targetOs: TargetOs,
  targetProducts: TargetProducts,
});

export const SearchBody = v.object({
  q: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(MAX_LENGTH.q),
    v.description('A setting’s name, a part of it, or a token; blanks around it do not count.'),
    v.metadata({ examples: ['automatic updates'] }),
  ),
  lang: Lang,
  limit: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.maxValue(LIMIT_MAX),
      v.description(`Largest number of results. Default ${LIMIT_DEFAULT}.`),
    ),
  ),
});

export const SettingQuery = v.object({
  slug: bounded(
    MAX_LENGTH.value,
    'Slug of a setting, as the other tools name it, or a policyId (<namespace>::<name>).',
    ['windowsupdate.autoupdatecfg'],
  ),
  lang: Lang,
});

/** Warnings on the request itself, for the answer: of fields that it should not have. */
export type Noted = { notes?: readonly string[] };

/** Members that a program may omit have their defaults in the answer. */
export type ResolveRequest = v.InferOutput<typeof ResolveBody> & Noted;
export type CspRequest = v.InferOutput<typeof CspBody> & Noted;
export type SearchRequest = v.InferOutput<typeof SearchBody> & Noted;
export type SettingRequest = v.InferOutput<typeof SettingQuery> & Noted;
