/** A download, an archive or a declaration cannot be used: the message names the input and the remedy. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
}

/** The message of any thrown value, for a line of a report. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
