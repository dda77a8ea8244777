/** `facts/downloads.json`: the official download of each source, and how its version is named. */
import * as v from 'valibot';
import { readChecked } from '../../checked.ts';
import { FetchError } from './errors.ts';

const pattern = v.pipe(
  v.string(),
  v.check((text) => {
    try {
      new RegExp(text, 'i');
      return true;
    } catch {
      return false;
    }
  }, 'not a regular expression'),
);
const httpsUrl = v.pipe(v.string(), v.regex(/^https:\/\/\S+$/, 'must be an https URL'));
const repository = v.pipe(v.string(), v.regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name'));

/** The version's name. Patterns have one group, whose text is the version. */
const version = v.variant('from', [
  v.strictObject({ from: v.literal('declared'), version: v.string(), date: v.optional(v.string()) }),
  /** The vendor's own label: release tag (without a leading `v`), product version. */
  v.strictObject({ from: v.literal('release') }),
  /** The vendor's date of the release, or of the file. */
  v.strictObject({ from: v.literal('date') }),
  v.strictObject({ from: v.literal('url'), pattern }),
  v.strictObject({ from: v.literal('file'), file: v.string(), pattern }),
]);

const pick = v.strictObject({
  /** Files to extract; default `.admx` and `.adml`. Matched against the path in the archive. */
  include: v.optional(pattern),
  /** Folder name in the archive → language tag, if the folder name is not one already. */
  languages: v.optional(v.record(v.string(), v.string())),
  /** Suffix after `.adml` → language tag, for a package whose languages share one folder. */
  suffixLanguages: v.optional(v.record(v.string(), v.string())),
  /** Language of texts outside language folders. */
  defaultLanguage: v.optional(v.string()),
  /** All files in one folder, without language folders (DDF files). */
  flat: v.optional(v.boolean()),
});

/** A host name; `*.example.com` stands for every host below example.com. */
const hostRule = v.pipe(
  v.string(),
  v.regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'must be a host name in lower case'),
);

const common = {
  version,
  /** Hosts that the vendor's links redirect to, in addition to those that the declaration names. */
  redirects: v.optional(v.array(hostRule)),
  pick: v.optional(pick, {}),
  /** Limit of all files together, in bytes; default 1 GiB. */
  maxBytes: v.optional(v.number()),
  limits: v.optional(
    v.strictObject({
      entries: v.exactOptional(v.number()),
      bytes: v.exactOptional(v.number()),
      ratio: v.exactOptional(v.number()),
    }),
  ),
  note: v.optional(v.string()),
};

const download = v.variant('kind', [
  v.strictObject({ kind: v.literal('direct'), urls: v.pipe(v.array(httpsUrl), v.minLength(1)), ...common }),
  /** `id` of the Download Center page; `file`: which of its files are wanted, if it offers several. */
  v.strictObject({
    kind: v.literal('download-center'),
    id: v.number(),
    file: v.optional(pattern),
    ...common,
  }),
  v.strictObject({ kind: v.literal('github-release'), repo: repository, asset: pattern, ...common }),
  /** Files of a branch at its newest commit, chosen by path. */
  v.strictObject({
    kind: v.literal('raw-files'),
    repo: repository,
    ref: v.string(),
    files: pattern,
    ...common,
  }),
  v.strictObject({ kind: v.literal('edge-api'), ...common }),
  /** A JSON answer with the URL and the version as two of its members. */
  v.strictObject({
    kind: v.literal('json-api'),
    url: httpsUrl,
    urlField: v.string(),
    versionField: v.string(),
    ...common,
  }),
  /** The first link of a page that matches the pattern. */
  v.strictObject({ kind: v.literal('page-link'), page: httpsUrl, link: pattern, ...common }),
  v.strictObject({
    kind: v.literal('manual'),
    page: v.optional(httpsUrl),
    reason: v.pipe(v.string(), v.minLength(10)),
  }),
]);

export const declarations = v.record(v.string(), download);

export type Download = v.InferOutput<typeof download>;
export type Automatic = Exclude<Download, { kind: 'manual' }>;
export type Pick = v.InferOutput<typeof pick>;
export type VersionRule = v.InferOutput<typeof version>;
export type Declarations = v.InferOutput<typeof declarations>;

/** @throws FetchError that names each wrong source and member. */
export async function readDeclarations(file: string): Promise<Declarations> {
  const read = await readChecked(declarations, file, FetchError, `${file} is not a list of downloads`);
  if (read === undefined) throw new FetchError(`${file} is missing`);
  return read;
}

/**
 * Sources that a program can fetch, sorted.
 * @param ids Only these; all if empty.
 * @throws FetchError
 */
export function fetchable(declarations: Declarations, ids: readonly string[] = []): string[] {
  return wanted(declarations, ids).filter((id) => declarations[id]?.kind !== 'manual');
}

/** @throws FetchError for an id that is not declared. */
export function wanted(declarations: Declarations, ids: readonly string[] = []): string[] {
  const known = Object.keys(declarations).sort();
  const unknown = ids.filter((id) => !Object.hasOwn(declarations, id));
  if (unknown.length > 0) {
    throw new FetchError(`No download is declared for ${unknown.join(', ')}. Declared: ${known.join(', ')}`);
  }
  return ids.length > 0 ? [...new Set(ids)] : known;
}
