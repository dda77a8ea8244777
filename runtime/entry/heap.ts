/** V8 as a server needs it. */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

const FLAGS = [
  // What is loaded lives long, and V8 learns from it to make objects of the same places in the code long-lived from
  // their birth. Requests that come later are such objects: each kept all that it referred to until the next full
  // collection, a tenth of all garbage, and every collection of the young took 8 ms instead of 1.
  '--no-allocation-site-pretenuring',
  // What survives a collection of the young are a few requests: waking other threads takes longer than copying them.
  '--no-parallel-scavenge',
  // Loading makes much garbage and serving none that grows old: collecting it early costs little and only once.
  '--heap-growing-percent=20',
];

/**
 * The young generation stays at 4 MB, two of which are there, instead of growing to 16 while data is loaded: larger ones
 * were measured to answer hardly faster. Node's own option for this costs a start 50 ms, because V8 does not take what was
 * compiled under other options.
 */
const YOUNG_BYTES = 2 * 4 * 2 ** 20;
const GROW_NO_MORE = '--semi-space-growth-factor=1';

/** To be called before anything is loaded. A version of V8 that has not one of the settings goes on without it. */
export function tuneHeap(): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
  settleHeap();
}

/** To be called again when the server listens, by when the young generation has its size, if it had not before. */
export function settleHeap(): void {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  if (young !== undefined && young.space_size >= YOUNG_BYTES) setFlagsFromString(GROW_NO_MORE);
}
