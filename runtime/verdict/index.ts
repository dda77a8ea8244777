/** The OS compatibility verdict: `readTarget` once a request, `judge` per setting, `combine` over several. */

export { combine } from './combine.ts';
export { judge, type Subject, type Tables } from './judge.ts';
export {
  type Note,
  type NoteCode,
  type Reason,
  type ReasonCode,
  type ReleaseName,
  type TargetName,
  WHY_NO_FLOOR,
  type WhyNoFloor,
} from './reasons.ts';
export {
  createReleases,
  type Releases,
  type ReleaseTable,
  type Template,
} from './releases.ts';
export { readTarget, type Target } from './target.ts';
export type {
  AskedRules,
  Conclusion,
  Facts,
  Finding,
  JudgedNode,
  Judgement,
  NodeFacts,
  ProductFacts,
  RegistryFinding,
  Rules,
  Verdict,
} from './types.ts';
