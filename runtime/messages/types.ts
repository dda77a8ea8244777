/** The sentences that every language of the project has. */
import type { PolInstruction } from '../normalize.ts';
import type { Note, NoteCode, Reason, ReasonCode, TargetName, WhyNoFloor } from '../verdict/index.ts';

/**
 * What answers say beside the verdict. `slugs` are joined by commas, `pair` is `<key> + <value>`, a hive is `HKLM` or
 * `HKCU`, `lang` and `served` are language tags.
 */
export interface AnswerMessages {
  // Warnings on the settings found.
  several(pair: string, slugs: string): string;
  otherHive(slug: string, documented: string, asked: string): string;
  otherHiveUnknown(documented: string, asked: string): string;
  /** The hive's scope is `wanted`; the node told is of `told`. */
  noScope(slug: string, wanted: string, told: string): string;
  severalNodes(slug: string, count: number): string;
  intuneOnly(slug: string): string;
  removedIn(slug: string, version: string): string;
  lastSeenIn(slug: string, version: string): string;
  communityOnly(slugs: string): string;
  fallback(lang: string, served: string, slugs: string): string;
  noText(slugs: string): string;
  /** `places` are paths in the record. */
  partialTexts(served: string, places: string): string;
  list(slug: string): string;
  listOnly(slug: string, prefix: string): string;
  /** `prefix` is undefined where the administrator chooses the names. */
  listKey(slug: string, key: string, prefix: string | undefined): string;

  // Reasons where nothing is mapped or found.
  /** Of the value asked for: other values of the setting may well be mapped. */
  valueUnmapped(slugs: string): string;
  noMapping(slugs: string): string;
  /** Follows `valueUnmapped` and `noMapping`: the template cannot be ingested either. */
  keyNotIngestible(key: string): string;
  nothingWrites(pair: string): string;
  nothingJudged: string;

  // On the key asked for.
  foreignHive(hive: string): string;
  emptyKey: string;
  userSid: string;
  defaultProfile: string;
  otherUsers: string;
  controlSet: string;
  /** `name` as it was given. */
  unknownHive(name: string): string;

  // On the value name asked for, where it is an instruction of Registry.pol.
  deletesValue(name: string): string;
  softValue(name: string): string;
  readonly instructions: Readonly<Record<PolInstruction, string>>;

  // On the OMA-URI asked for; `asked` and `path` are scopes.
  policyResult: string;
  scopeContradicts(asked: string, path: string): string;
  documentedOnly(uri: string): string;
  undocumented(uri: string): string;
  securityNode(uri: string): string;
  catalogId(id: string, uris: string): string;
  catalogRest(rest: string): string;
  otherApp(uri: string): string;
  mdmStore(uri: string): string;
  mdmStoreUnknown: string;
  dynamicNode(path: string): string;
  otherScope(uri: string): string;

  /** Of the coverage figures. */
  figuresOnly: string;

  // On the search query.
  nothingFound: string;
  onlyStopWords: string;
  /** No match of a search fits well. */
  weak: string;
  noWords: string;
}

export interface VerdictMessages {
  readonly reasons: { readonly [C in ReasonCode]: ReasonSentence<C> };
  readonly whyNoFloor: Readonly<Record<WhyNoFloor, (supportedOn: string) => string>>;
  /** Begins a sentence about a target that was named before. */
  readonly sameTarget: string;
  /** Follows a reason with `hostOnly`. */
  readonly hostOnly: string;
  readonly notes: { readonly [C in NoteCode]: (slug: string, note: Note<C>) => string };
}

/**
 * `name` names the target at the beginning of a sentence, once in all sentences of a reason. `part` gives the
 * sentence of a reason that is part of the one given.
 */
export type ReasonSentence<C extends ReasonCode> = (
  reason: Reason<C>,
  name: (target: TargetName) => string,
  part: (reason: Reason) => string,
) => string;

export interface Messages extends AnswerMessages, VerdictMessages {}
