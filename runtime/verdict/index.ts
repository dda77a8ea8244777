/** The OS compatibility verdict: `readTarget` once a request, `judge` per match, `combine` over several. */
export { combine, type JudgedSetting } from './combine.ts';
export { type Judged, type Judgement, judge, type Opinion, opinionOn } from './judge.ts';
export { formatMinOs, type Minimum, parseMinOs } from './minimum.ts';
export {
  createReleases,
  type ProductLine,
  type Release,
  type Releases,
  type ReleaseTable,
} from './releases.ts';
export { readTarget, type Target } from './target.ts';
