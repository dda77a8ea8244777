/** What was asked for cannot be done as it was asked: a wrong flag, or input that cannot be read. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
