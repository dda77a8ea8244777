/** What was asked for cannot be done as it was asked: a wrong flag, or input that cannot be read, which the message names. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
