/** Moved to `runtime/schema/`; this file goes with its last importer. */
export type { Envelope, Near, Provenance } from '../schema/answers.ts';
export type { Candidate, Compatibility, RegistryVerdict } from '../schema/compatibility.ts';
export type { Match } from '../schema/match.ts';
export type { CspRequest, ResolveRequest, SearchRequest, SettingRequest } from '../schema/requests.ts';
export type { Confidence, DatasetStamp, Verdict } from '../schema/words.ts';
