/** The tables of `releases.json`, which are written by hand as `windows-releases.json`: unknown fields are faults. */
import * as v from 'valibot';

const text = v.string();
const some = v.exactOptional(text);

const Release = v.strictObject({
  /** `Windows 10`, `Windows Server`, … */
  family: text,
  line: v.picklist(['client', 'server']),
  /** `22H2`, `2022`, `2008 R2 SP1`, … */
  label: text,
  /** Further names; the same name on several releases is ambiguous on purpose (`2009`). */
  aliases: v.exactOptional(v.array(text)),
  /** Dotted, without a revision. */
  build: text,
  /** The lowest revision that was ever generally available. */
  firstRevision: v.exactOptional(v.number()),
  /** The build whose cumulative updates (and so revisions) this one shares. */
  branch: text,
  /** YYYY-MM-DD; absent where no source dates it. */
  released: some,
});
export type Release = v.InferOutput<typeof Release>;

/** An edition that a text names. */
const EditionName = v.strictObject({
  /** The name that answers print: `Pro`, `LTSC`. */
  name: text,
  /** The product types of GetProductInfo that it may be, by code, with their names; several where no text tells which. */
  codes: v.record(text, text),
  /** The device that it runs on, if that is not a PC: no supported-on text is about it. */
  device: some,
  /** Words that people write for it, lower case, in any order. */
  words: v.array(text),
});
export type EditionName = v.InferOutput<typeof EditionName>;
export type NamedEdition = Omit<EditionName, 'words'>;

export const ReleaseTable = v.object({
  sources: v.array(v.strictObject({ gives: text, title: text, version: some, url: some })),
  releases: v.array(Release),
  /** Where several have the same words closely together, the first one counts. */
  editionNames: v.array(EditionName),
  /** Other spellings of their words. */
  editionSynonyms: v.record(text, text),
});

export interface ReleaseTable extends v.InferOutput<typeof ReleaseTable> {
  /** Of the dataset alone: templates of product lines whose versions document different contents; oldest first. */
  templates?: Template[];
}

/** A version of a vendor's templates, and what it is for. */
export interface Template {
  line: string;
  source: string;
  sourceVersion: string;
  title: string;
  /** For templates of Windows: the family and the build of the release. */
  family?: string;
  build?: string;
  /** The product whose version `sourceVersion` is. */
  product?: string;
}
