/** A download, an archive or a declaration that cannot be used: the message names the input and the remedy. */
export class FetchError extends Error {
  override readonly name: string = 'FetchError';
}

/** An archive that asks for more than the limits, or for a place that is not its own. */
export class UnsafeArchive extends FetchError {
  override readonly name = 'UnsafeArchive';
}

/** A name that no declaration has. */
export class UnknownSource extends FetchError {
  override readonly name = 'UnknownSource';
}

/** A pinned download whose bytes are not those of the lock file. */
export class DigestChanged extends FetchError {
  override readonly name = 'DigestChanged';
  readonly expected: string;
  readonly actual: string;
  constructor(what: string, expected: string, actual: string) {
    super(
      `${what}: the bytes changed although the version did not.\n  locked: ${expected}\n  now:    ${actual}\n` +
        'If the vendor is known to have replaced the file, fetch this source again with --accept-changed.',
    );
    this.expected = expected;
    this.actual = actual;
  }
}

/** The words of anything thrown, for a line of a report. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
