import { DatasetUnavailable } from '../../../runtime/dataset/dataset.ts';

/** A dataset must not be published, signed or put into service: the message names the file and the remedy. */
export class PublishError extends Error {
  override readonly name = 'PublishError';
}

/** @param path Of the file, its place included. */
export function changedMeanwhile(path: string): PublishError {
  return new PublishError(
    `${path} was changed by another publication at the same time. Look at what is served, and publish again.`,
  );
}

/**
 * For `catch`: what the runtime refuses to serve must not be published either.
 * @param where The `dist` that the message names.
 */
export function asPublishError(where = '', remedy = ''): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof DatasetUnavailable)) throw error;
    const cause = error.cause instanceof Error ? `(${error.cause.message})` : '';
    const parts = [`${where}: ${error.message}`, cause, remedy].filter((part) => part !== '');
    throw new PublishError(parts.join(' '), { cause: error });
  };
}
