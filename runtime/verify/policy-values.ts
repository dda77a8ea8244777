/** What of a request one payload is made of. */
import { sameData } from '../format/json.ts';
import type { Written, WrittenValues } from './payload.ts';

type Below = ReturnType<WrittenValues['below']>;

/** The values that were read to make a payload: where they are the same, it is the same. */
export class PolicyValues {
  readonly #pairs = new Map<string, Written | undefined>();
  readonly #keys = new Map<string, Below>();

  /** The values of a request, those that are read noted here. */
  noting(values: WrittenValues): WrittenValues {
    return {
      get: (pair) => {
        const written = values.get(pair);
        this.#pairs.set(pair, written);
        return written;
      },
      below: (key) => {
        const below = values.below(key).map(({ value, written }) => ({ value, written }));
        this.#keys.set(key, below);
        return below;
      },
    };
  }

  /** Whether another request has the same. */
  areIn(others: WrittenValues): boolean {
    for (const [pair, written] of this.#pairs) {
      if (!sameWritten(written, others.get(pair))) return false;
    }
    for (const [key, below] of this.#keys) {
      const other = others.below(key);
      if (below.length !== other.length) return false;
      if (
        !below.every(
          ({ value, written }, at) => value === other[at]?.value && sameWritten(written, other[at].written),
        )
      )
        return false;
    }
    return true;
  }
}

function sameWritten(a: Written | undefined, b: Written | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const same = a.name === b.name && a.type === b.type && a.delete === b.delete;
  return same && a.conflict === b.conflict && a.unread === b.unread && sameData(a.data, b.data);
}
