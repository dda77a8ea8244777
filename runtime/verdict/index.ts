/** The OS compatibility verdict: `readTarget` once a request, `judge` per setting, `combine` over several. */
export { combine } from './combine.ts';
export { judge, type Subject, type Tables } from './judge.ts';
export * from './reasons.ts';
export { createReleases, type Releases } from './releases.ts';
export { readTarget, type Target } from './target.ts';
export type * from './types.ts';
