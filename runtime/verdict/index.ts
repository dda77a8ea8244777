/** The OS compatibility verdict: `readTarget` once a request, `judge` per setting, `combine` over several. */
export { combine, type JudgedSetting } from './combine.ts';
export { judge, type Tables } from './judge.ts';
export { formatMinOs, type Minimum, parseMinOs } from './minimum.ts';
export {
  type Note,
  type NoteCode,
  type NoteData,
  type Reason,
  type ReasonCode,
  type ReasonData,
  type ReleaseName,
  type TargetName,
  WHY_NO_FLOOR,
  type WhyNoFloor,
} from './reasons.ts';
export {
  createReleases,
  type ProductLine,
  type Release,
  type Releases,
  type ReleaseTable,
} from './releases.ts';
export { readTarget, type Target } from './target.ts';
export type {
  Candidate,
  Conclusion,
  Facts,
  Finding,
  JudgedNode,
  Judgement,
  NodeFacts,
  ProductFacts,
  RegistryFinding,
  Verdict,
} from './types.ts';
