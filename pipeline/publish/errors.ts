/** A dataset that may not be published, signed or pointed at: the message names the file and the remedy. */
export class PublishError extends Error {
  override readonly name = 'PublishError';
}
