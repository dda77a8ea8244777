/** Input that cannot be read: the message names the file or the folder. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
