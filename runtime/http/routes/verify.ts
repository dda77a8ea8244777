/** `POST /v1/verify`: a body of up to 1 MiB, a bounded number at once. */
import type { H3 } from 'h3';
import { MAX_VERIFY_BYTES } from '../../schema/verify.ts';
import { Disconnected, readObject } from '../body.ts';
import { snapshotOf } from '../exchange.ts';
import { Problem } from '../problem.ts';
import { jsonResponse } from '../responses.ts';
import { UnsentAnswers } from '../unsent.ts';
import { verifyRequest } from '../validate.ts';
import { addRoute, type Place } from './route.ts';

/** Bodies that are worked on at once. */
export const MAX_WORKING = 8;
/** Bodies that are received at once: slow clients must not keep the working places, nor fill the memory. */
export const MAX_RECEIVING = 64;

/** Characters of the answers that are not sent yet. The longest answers have 13 million. */
const MAX_UNSENT = 32 * 1024 * 1024;

export interface Slots {
  /** Runs `work` where a place is free; else throws the problem `overloaded`. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export interface VerifySlots {
  receiving: Slots;
  working: Slots;
  unsent: UnsentAnswers;
}

/** Shared by both tiers. */
export function createVerifySlots(): VerifySlots {
  return {
    receiving: slots(MAX_RECEIVING),
    working: slots(MAX_WORKING),
    unsent: new UnsentAnswers(MAX_UNSENT),
  };
}

function slots(most: number): Slots {
  let taken = 0;
  return {
    async run(work) {
      if (taken >= most) {
        throw new Problem('overloaded', 'Too many requests to verify are worked on; try again in a second.', {
          headers: [['retry-after', '1']],
        });
      }
      taken++;
      try {
        return await work();
      } finally {
        taken--;
      }
    },
  };
}

export function addVerify(app: H3, place: Place, { receiving, working, unsent }: VerifySlots): void {
  addRoute(app, place, 'POST', '/verify', async (event) => {
    const snapshot = snapshotOf(event);
    const body = await receiving.run(() => readObject(event, MAX_VERIFY_BYTES));
    const { signal } = event.req;
    const answer = await working
      .run(async () => snapshot.verify(verifyRequest(body, snapshot.languages), signal))
      .catch((cause: unknown) => {
        if (signal.aborted) throw new Disconnected('The client left before its answer was ready.', { cause });
        throw cause;
      });
    const sending = event.req.runtime?.node?.res;
    if (sending !== undefined) unsent.add(sending, answer.length);
    return jsonResponse(place.headers, answer);
  });
}
