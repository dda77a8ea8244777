/** `POST /v1/verify` and `/v1/convert`: a body of up to 1 MiB, a bounded number at once. */
import type { EventHandler } from 'h3';
import type { Call } from '../../check/requests.ts';
import { MAX_VERIFY_BYTES } from '../../contract/verify.ts';
import { nextTurn } from '../../pace.ts';
import type { Snapshot } from '../../service.ts';
import { Disconnected, decodeBody, isLarge, parseObject, readBody } from '../body.ts';
import { requestOf, snapshotOf } from '../exchange.ts';
import { clientKey } from '../guards.ts';
import type { AppOptions } from '../options.ts';
import { Problem } from '../problem.ts';
import { jsonResponse } from '../responses.ts';
import { createUnsent } from '../unsent.ts';
import { addRoute, type RoutePlace } from './route.ts';

/** Limits of long bodies that are being received: slow clients must not fill the memory. */
export const RECEIVING = { atOnce: 64, waiting: 0, ofOne: 8 };

/** Limits of the work. Concurrent works end no earlier, and each holds an answer of up to 13 MB and its input. */
export const WORKING = { atOnce: 1, waiting: 7, ofOne: 4 };

/**
 * Bytes of the answers that are not sent yet: while there are as many, none is made. The longest have 15 million, so all
 * that are worked on and wait at one time have room.
 */
const MAX_UNSENT = 128 * 1024 * 1024;

const UNLIMITED = { atOnce: Number.POSITIVE_INFINITY, waiting: 0, ofOne: Number.POSITIVE_INFINITY };

interface QueueLimits {
  /** Works that run. */
  atOnce: number;
  /** Works that wait besides. */
  waiting: number;
  /** Works of one client, running and waiting: it must not close the queue to others. */
  ofOne: number;
}

/** Runs works in the order of their arrival. Refuses those above the limits as `overloaded`. */
export function createQueue({ atOnce, waiting, ofOne }: QueueLimits) {
  let running = 0;
  const queue: (() => void)[] = [];
  const byClient = new Map<string, number>();
  return async <T>(client: string, work: () => Promise<T>): Promise<T> => {
    const own = byClient.get(client) ?? 0;
    if (own >= ofOne || (running >= atOnce && queue.length >= waiting)) throw overloaded();
    byClient.set(client, own + 1);
    // The work that ends passes its place on to the next in the queue.
    if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const left = (byClient.get(client) ?? 1) - 1;
      if (left > 0) byClient.set(client, left);
      else byClient.delete(client);
      const next = queue.shift();
      if (next === undefined) running--;
      else void nextTurn().then(next);
    }
  };
}

function overloaded(): Problem {
  const detail = 'Too many requests to verify are worked on or being answered; try again in a second.';
  return new Problem('overloaded', detail, { headers: [['retry-after', '1']] });
}

export type VerifySlots = ReturnType<typeof createVerifySlots>;

/** Shared by both tiers and MCP; by the address of the client. */
export function createVerifySlots({ queueVerify = true }: AppOptions) {
  const inTurn = (limits: QueueLimits) => {
    const run = createQueue(queueVerify ? limits : UNLIMITED);
    return <T>(address: string, work: () => Promise<T>) => run(clientKey(address), work);
  };
  return { receive: inTurn(RECEIVING), work: inTurn(WORKING), unsent: createUnsent(MAX_UNSENT) };
}

/** @param body A request that is not checked yet. */
type Answer = (body: never, snapshot: Snapshot, call: Call) => Promise<string | Uint8Array<ArrayBuffer>>;

export function addVerify(place: RoutePlace, slots: VerifySlots, options: AppOptions): void {
  const add = (path: string, answer: Answer) =>
    addRoute(place, 'POST', path, listHandler(place, slots, options, answer));
  add('/verify', (body, snapshot, call) => snapshot.verify(body, call));
  add('/convert', (body, snapshot, call) => snapshot.convert(body, call));
}

/** Handler of an endpoint whose body may hold a list and whose answer may be long. */
export function listHandler(
  place: RoutePlace,
  { receive, work, unsent }: VerifySlots,
  options: AppOptions,
  answerOf: Answer,
): EventHandler {
  return async (event) => {
    const snapshot = snapshotOf(event);
    const { client } = event.context.exchange;
    const read = () => readBody(event, MAX_VERIFY_BYTES);
    const body = await (isLarge(event) ? receive(client, read) : read());
    const { signal } = event.req;
    const answer = await work(client, async () => {
      if (!unsent.hasRoom()) throw overloaded();
      return await answerOf(parseObject<never>(decodeBody(body)), snapshot, { signal, limitItems: true });
    }).catch((cause: unknown) => {
      if (signal.aborted) throw new Disconnected('The client left before its answer was ready.', { cause });
      throw cause;
    });
    const sending = options.sending?.(event.req);
    if (sending) unsent.add(sending, answer.length, () => options.log?.cut?.(requestOf(event)));
    return jsonResponse(place.headers, answer);
  };
}
