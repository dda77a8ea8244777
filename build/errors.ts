/** The request cannot be met: a wrong flag, or input that cannot be read, which the message names. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
