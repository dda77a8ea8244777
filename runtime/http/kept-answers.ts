/** Answers that were given before: the machines of a fleet ask the same questions. */
import { LRUCache } from 'lru-cache';
import type { Snapshot } from './service.ts';

/** What a server keeps: room for all pairs of the dataset, or all settings, asked in one language for one target. */
export const KEPT_BYTES = 48 << 20;

/** Questions that are remembered as asked for once: more than there are pairs, or settings, in a language. */
const MOST_ASKED = 1 << 16;

export interface Answer<Body = string | Uint8Array<ArrayBuffer>> {
  body: Body;
  /** Strong entity tag, quotes included, where the answer has one. */
  tag?: string | undefined;
}

/** The answer of `snapshot` to what `id` stands for; `make` where it is not kept. Nothing is kept where `make` rejects. */
export type Keep = (snapshot: Snapshot, id: string, make: () => Promise<Answer<string>>) => Promise<Answer>;

/**
 * Keeps the answers that were asked for twice, up to so many bytes together (0: none); the least recently used go first.
 * What a crawler asks for once must not push out what a fleet asks for all day. An answer is made of a dataset version
 * and a request alone, so that the one that is kept is the one that would be made. As UTF-8: that is what is sent, and V8
 * takes two bytes for each character of a text that holds one quotation mark of ours.
 */
export function keepAnswers(maxBytes: number): Keep {
  if (maxBytes === 0) return (_snapshot, _id, make) => make();
  const answers = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes, tag = '' }, id) => bytes.length + id.length + tag.length,
  });
  const asked = new Set<number>();
  let version: Snapshot | undefined;
  return async (snapshot, id, make) => {
    const known = snapshot === version ? answers.get(id) : undefined;
    if (known !== undefined) return { body: whole(known), tag: known.tag };
    const made = await make();
    if (snapshot !== version) answers.clear();
    version = snapshot;
    const hash = hashOf(id);
    if (asked.has(hash)) answers.set(id, kept(made));
    else if (asked.add(hash).size > MOST_ASKED) asked.clear();
    return made;
  };
}

/** 32 bits: ids that share them are taken for one that was asked for twice. */
function hashOf(id: string): number {
  let hash = 0;
  for (let at = 0; at < id.length; at++)
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x85ebca6b) ^ (hash >>> 13);
  return hash;
}

/** `bytes` lacks the second copy of what stands from `from` to `to`, where they differ: it belongs after {@link AGAIN}. */
interface Kept {
  bytes: Uint8Array<ArrayBuffer>;
  from: number;
  to: number;
  tag: string | undefined;
}

const RECORD = '"result":{"setting":';
const AGAIN = ',"matches":[';
const encoder = new TextEncoder();

/** A record is most of its answer and stands in it twice, as the setting and as its match: one copy is kept. */
function kept({ body, tag }: Answer<string>): Kept {
  const start = body.indexOf(RECORD) + RECORD.length;
  const end = start < RECORD.length ? -1 : body.indexOf(AGAIN, start);
  const again = end + AGAIN.length;
  const record = body.slice(start, Math.max(start, end));
  const copy = body.startsWith(record, again) ? record : '';
  const from = encoder.encode(body.slice(0, start)).length;
  const to = from + encoder.encode(copy).length;
  return { bytes: encoder.encode(body.slice(0, again) + body.slice(again + copy.length)), from, to, tag };
}

function whole({ bytes, from, to }: Kept): Uint8Array<ArrayBuffer> {
  if (from === to) return bytes;
  const again = to + AGAIN.length;
  const body = new Uint8Array(bytes.length + to - from);
  body.set(bytes.subarray(0, again));
  body.copyWithin(again, from, to);
  body.set(bytes.subarray(again), again + to - from);
  return body;
}
