/** The sentences of answers beside the verdict, in English. */

import type { PolInstruction } from '../format/keys.ts';

/**
 * What answers say beside the verdict. `slugs` are joined by commas, `pair` is `<key> + <value>`, a hive is `HKLM` or
 * `HKCU`, `lang` and `served` are language tags.
 */
export const en = {
  // Warnings on the settings found.
  several: (pair: string, slugs: string) => `Several settings write ${pair}: ${slugs}.`,
  allMatches: 'All matches are returned; the agent chooses.',
  otherHive: (slug: string, documented: string, asked: string) =>
    `${slug} is documented for ${documented}, not for ${asked}; ask with ${documented}.`,
  otherHiveUnknown: (documented: string, asked: string) =>
    `The vendor documents the setting for ${documented}; that says nothing of ${asked}.`,
  leftOut: (slugs: string) =>
    `No vendor’s document says whether these settings are for the target, so that they take no part in the verdict: ${slugs}.`,
  listDiffers: (slugs: string) =>
    `The verdict is that of the setting that names this value; for a list of any names it is another one: ${slugs}.`,
  communityDecides: (slugs: string) =>
    `The verdict follows a community template, not a vendor’s document: ${slugs}.`,
  fallback: (lang: string, served: string, slugs: string) =>
    `This dataset version has no ${lang} text for ${slugs}; the ${served} text is served.`,
  noText: (slugs: string) => `This dataset version has no title in any language for ${slugs}.`,
  // Reasons where nothing is mapped or found.
  /** The requested value has no node; other values of the setting may have one. */
  valueUnmapped: (slugs: string) =>
    `No MDM (CSP) mapping is documented in this dataset version for this registry value of ${slugs}.`,
  noMapping: (slugs: string) => `No MDM (CSP) mapping is documented in this dataset version for ${slugs}.`,
  /** Follows `valueUnmapped` and `noMapping`: the template cannot be ingested either. */
  keyNotIngestible: (key: string) =>
    `The template cannot be ingested either: Windows does not let an ingested template write ${key}.`,
  nothingWrites: (pair: string) => `No documented setting in this dataset version writes ${pair}.`,
  nothingJudged:
    'No documented setting in this dataset version writes this pair, so there is nothing to judge.',
  // On the requested key.
  foreignHive: (hive: string) =>
    `No policy is documented under ${hive}; documented policies write to HKLM or HKCU.`,
  emptyKey: 'The key is empty or a hive alone; no documented setting writes to the root of a hive.',
  hives: {
    'user-sid': 'The key names one user by SID; it was read as HKCU.',
    'default-profile':
      'HKU\\.DEFAULT (HKU\\S-1-5-18) is the profile of the LocalSystem account, not the default of new users; no policy is documented there.',
    'other-users-key':
      'Below HKEY_USERS, only the key of a user’s SID (S-1-5-21, S-1-12-1) can be read as HKCU.',
  },
  nativeView: (key: string) =>
    `The key is of the 32-bit view (Wow6432Node); the setting is documented for ${key}, the key of the 64-bit view.`,
  usersKey: 'The key is below HKEY_USERS; the setting is documented for HKCU, the hive of the user.',
  controlSet: 'The key names a numbered control set; it was read as CurrentControlSet.',
  quoted: 'The name stands in quotation marks: it is another name than without.',
  hiddenEnd:
    'The name begins or ends with a blank or a character that cannot be seen: it is another name than without.',
  /** `name` as it was given. */
  unknownHive: (name: string) =>
    `${name} is not a hive; it was not read as part of the key, and both hives were searched.`,
  // On the requested value name, if it is an instruction of Registry.pol.
  deletesValue: (name: string) =>
    `**del. is an instruction of Registry.pol: it deletes the value ${name}. The answer is for ${name}.`,
  softValue: (name: string) =>
    `**soft. is an instruction of Registry.pol: it writes the value ${name} only where it is absent. The answer is for ${name}.`,
  instructions: {
    delvals: '**delvals. names no value: in Registry.pol it deletes all values of the key.',
    deletevalues: '**DeleteValues names no value: in Registry.pol it deletes the values that its data lists.',
    deletekeys: '**DeleteKeys names no value: in Registry.pol it deletes the subkeys that its data lists.',
    securekey: '**SecureKey names no value: in Registry.pol it changes the permissions of the key.',
  } satisfies Record<PolInstruction, string>,
  /** `prefix` is undefined if the administrator chooses the names. */
  listKey: (slug: string, key: string, prefix: string | undefined) =>
    `${key} is the key of a list of ${slug}, not a value; its value names are ${prefix === undefined ? 'the administrator’s choice' : `${prefix}1, ${prefix}2 and so on`}.`,
  valueInKey: (key: string, value: string) =>
    `${value} is the name of a value of ${key}, not a part of the key: give it as value.`,
  omaUriAsKey: 'What is given as key is the name of an MDM node: csp answers for nodes.',
  keyAsOmaUri: 'What is given as omaUri is a registry key: resolve answers for registry values.',
  listOnly: (slug: string, prefix: string) =>
    `${slug} lists values under this key, but only under the names ${prefix}1, ${prefix}2 and so on.`,
  /** If nothing is near either. */
  searchFor: (words: string) => `Nothing documented is near it either; search for “${words}”.`,
  controlInKey:
    'Key or value name holds a control character, such as a line feed or a tab: in JSON or C a single backslash makes one of the letter after it. Double the backslashes.',
  // On the fields of the request.
  unknownField: (field: string, meant: string | undefined) =>
    `“${field}” is not a field of this request and was ignored${meant === undefined ? '.' : `; “${meant}” was probably meant.`}`,
  // On the requested OMA-URI; `asked` and `path` are scopes.
  policyResult:
    'A Policy/Result path reports what is in force; the answer is for the same node under Policy/Config.',
  scopeContradicts: (asked: string, path: string) =>
    `The scope ${asked} contradicts the path, whose scope is ${path}; the path was followed.`,
  undocumented: (uri: string) => `${uri} is not documented in this dataset version.`,
  catalogId: (id: string, uris: string) => `The settings-catalog identifier ${id} was read as ${uris}.`,
  catalogVersion:
    'The identifier was read without “_v2”: the settings catalog defines the setting anew, and no document says how its data differs.',
  catalogRest: (rest: string) =>
    `“${rest}” at the end of the identifier is not a documented element or option.`,
  otherApp: (uri: string) =>
    `The app name of an ingested template is the administrator’s choice; the node was found as ${uri}.`,
  mdmStore: (uri: string | undefined) =>
    `The key is the store in which Windows keeps what MDM has set; it is to be read, not written${uri === undefined ? ', and no documented node keeps this value there.' : `. Set ${uri} instead.`}`,
  dynamicNode: (path: string) =>
    `The node is documented as ${path}; {} stands for a name that the server or the administrator chooses.`,
  otherScope: (uri: string) => `The path is documented for the other scope only: ${uri}.`,
  /** Reason of the coverage figures. */
  figuresOnly: 'These are figures of the dataset; they map no setting.',
  // On the search query.
  nothingFound: 'No documented setting in this dataset version fits the query.',
  /** No match of a search fits well. */
  weak: 'No match fits the query well: more likely than not, none of them is what was meant.',
  onlyStopWords: 'The query has only words that are too common to search by.',
  noWords: 'The query has no letter or digit to search by.',
};

/** Every language has the same sentences. */
export type AnswerMessages = typeof en;
