/** `POST /v1/verify`: a body of up to 1 MiB, a bounded number at once. */
import type { H3 } from 'h3';
import { MAX_VERIFY_BYTES } from '../../contract/verify.ts';
import { nextTurn } from '../../pace.ts';
import { Disconnected, decodeBody, parseObject, readBody } from '../body.ts';
import { requestOf, snapshotOf } from '../exchange.ts';
import type { AppOptions } from '../options.ts';
import { Problem } from '../problem.ts';
import { jsonResponse } from '../responses.ts';
import { UnsentAnswers } from '../unsent.ts';
import { verifyRequest } from '../validate.ts';
import { addRoute, type RoutePlace } from './route.ts';

/** Bodies that are received at once: slow clients must not keep the working place, nor fill the memory. */
export const MAX_RECEIVING = 64;
/** Bodies that are worked on or wait for it. */
export const MAX_WORKING = 8;
/** Side by side they end no earlier, and each holds an answer of up to 13 MB with what it is made of. */
const AT_ONCE = 1;

/**
 * Bytes of the answers that are not sent yet: while there are as many, none is made. The longest have 15 million, so all
 * that are worked on and wait at one time have room.
 */
const MAX_UNSENT = 128 * 1024 * 1024;

/** Work that waits for its turn. */
interface Queue {
  /** Runs `work` in its turn. Refused as `overloaded` where `waiting` others wait already. */
  run<T>(waiting: number, work: () => Promise<T>): Promise<T>;
}

/** Runs `atOnce` works at a time. */
export function createQueue(atOnce: number): Queue {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    async run(waiting, work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) throw overloaded();
        // The work that ends passes its place on to the next in the queue.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else running++;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next === undefined) running--;
        else void nextTurn().then(next);
      }
    },
  };
}

function overloaded(): Problem {
  const detail = 'Too many requests to verify are worked on or being answered; try again in a second.';
  return new Problem('overloaded', detail, { headers: [['retry-after', '1']] });
}

export type VerifySlots = ReturnType<typeof createVerifySlots>;

/** Shared by both tiers and MCP. */
export function createVerifySlots({ queueVerify = true }: AppOptions) {
  const queue = (atOnce: number) => createQueue(queueVerify ? atOnce : Number.POSITIVE_INFINITY);
  return {
    receiving: queue(MAX_RECEIVING),
    working: queue(AT_ONCE),
    unsent: new UnsentAnswers(MAX_UNSENT),
  };
}

export function addVerify(app: H3, place: RoutePlace, slots: VerifySlots, options: AppOptions): void {
  const { receiving, working, unsent } = slots;
  addRoute(app, place, 'POST', '/verify', async (event) => {
    const snapshot = snapshotOf(event);
    const body = await receiving.run(0, () => readBody(event, MAX_VERIFY_BYTES));
    const { signal } = event.req;
    const answer = await working
      .run(MAX_WORKING - AT_ONCE, async () => {
        if (!unsent.hasRoom()) throw overloaded();
        return await snapshot.verify(
          verifyRequest(parseObject(decodeBody(body)), snapshot.languages),
          signal,
        );
      })
      .catch((cause: unknown) => {
        if (signal.aborted) throw new Disconnected('The client left before its answer was ready.', { cause });
        throw cause;
      });
    const sending = options.sending?.(event.req);
    if (sending) unsent.add(sending, answer.length, () => options.log?.cut?.(requestOf(event)));
    return jsonResponse(place.headers, answer);
  });
}
