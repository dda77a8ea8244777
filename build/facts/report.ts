/** `facts/import-report.json`: findings of the last import, for the coverage report. */
export interface SourceReport {
  /** Version → the files that its facts were read from. */
  versions?: Record<string, InputDigest>;
  files: number;
  /** Files left out by `--keep-going`, with their reasons: the source is then not active. */
  leftOut: string[];
  /** Number of labels of more than 250 characters, which are prose and left out. */
  proseLabels: number;
  /** Language → number of display names that the vendor's ADML lacks. */
  missingDisplayNames: Record<string, number>;
  /** Texts to write that the file pads or leaves blank, imported unchanged. Format: `slug element-or-value: "text"` */
  paddedValues?: string[];
  /** Language → number of templates without an ADML in it: their settings have no texts there. */
  missingAdml?: Record<string, number>;
  /** Languages and ADML files that could not be read: the settings are imported without texts. */
  missingTexts?: string[];
}

/** The files that a version's facts were read from: those of its kind and its declared languages; or pages, by their addresses. */
export interface InputDigest {
  files: number;
  /** SHA-256 of the lines that `sha256sum` prints for the files, sorted by path below the version's folder. */
  sha256: string;
}

export interface ImportReport {
  sources: Record<string, SourceReport>;
  /** Settings that two product lines document; the newer one is used. `policyId (kept source, other source)` */
  shared: string[];
}
