/** A download, an archive or a declaration cannot be used: the message names the input and the remedy. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
}
