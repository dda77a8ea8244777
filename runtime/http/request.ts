/** What the edge is asked and what it answers, whatever platform carries it. */
import type { ByteString } from '../bytes.ts';

export interface EdgeRequest {
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  /** The last segment, where the route has a parameter there; percent-encoded. */
  readonly param: string;
  /** The client's address, for limits and log lines. */
  readonly client: string;
  /** First value of a query parameter; null where there is none. */
  query(name: string): string | null;
  /** `name` in lower case. Null where the header was not sent. */
  header(name: string): string | null;
  /** The whole body as UTF-8 text of at most `limit` bytes, at once where it is there; throws `Problem`. */
  body(limit: number): string | Promise<string>;
}

/** Names and values in turn, as Node takes them. */
export type HeaderList = readonly string[];

/**
 * A reply, or what is left to do for it. Whoever has several requests at once does the same part of each before the
 * next part of any: the program is larger than the processor's cache for it, its parts are not.
 */
export type Reply = EdgeReply | Promise<EdgeReply> | (() => Reply);

/** The reply, with all steps that are left taken now. */
export function allSteps(reply: Reply): EdgeReply | Promise<EdgeReply> {
  let left = reply;
  while (typeof left === 'function') left = left();
  return left;
}

export interface EdgeReply {
  status: number;
  headers: HeaderList;
  /** Null: there is none, as for 204 and 304 and in answer to HEAD. */
  body: ByteString | null;
}
