/** The sentences of answers beside the verdict, in English. */
import type { AnswerMessages } from './types.ts';

export const en: AnswerMessages = {
  several: (pair, slugs) =>
    `Several settings write ${pair}: ${slugs}. All matches are returned; the agent chooses.`,
  otherHive: (slug, documented, asked) => `${slug} is documented for ${documented}, not for ${asked}.`,
  otherHiveUnknown: (documented, asked) =>
    `The vendor documents the setting for ${documented}; that says nothing of ${asked}.`,
  noScope: (slug, wanted, told) =>
    `The MDM mapping of ${slug} has no ${wanted} node; the answer names the ${told} node, which writes the other hive.`,
  severalNodes: (slug, count) =>
    `The vendor documents ${count} MDM nodes for ${slug}; cspAlternatives lists the others.`,
  intuneOnly: (slug) =>
    `${slug}: Microsoft’s list of keys does not allow this template to be ingested; only Intune’s settings catalog shows that it is.`,
  removedIn: (slug, version) =>
    `${slug}: version ${version} of the vendor’s templates no longer has this setting, or no longer writes this value; it is not current.`,
  lastSeenIn: (slug, version) =>
    `${slug} was last seen in version ${version}; later versions of the product lack its template, so nothing says whether it is current.`,
  communityOnly: (slugs) =>
    `Only a community template documents ${slugs}; no vendor’s source in this dataset version does.`,
  fallback: (lang, served, slugs) =>
    `This dataset version has no ${lang} text for ${slugs}; the ${served} text is served.`,
  noText: (slugs) => `This dataset version has no title in any language for ${slugs}.`,
  valueUnmapped: (slugs) =>
    `No MDM (CSP) mapping is documented in this dataset version for this registry value of ${slugs}.`,
  noMapping: (slugs) => `No MDM (CSP) mapping is documented in this dataset version for ${slugs}.`,
  keyNotIngestible: (key) =>
    `Its template cannot be ingested either: Windows does not let an ingested template write ${key}.`,
  nothingWrites: (pair) => `No documented setting in this dataset version writes ${pair}.`,
  nothingJudged:
    'No documented setting in this dataset version writes this pair, so there is nothing to judge.',
  foreignHive: (hive) => `No policy is documented under ${hive}; documented policies write to HKLM or HKCU.`,
  emptyKey: 'The key is a hive alone; no documented setting writes to the root of a hive.',
  userSid: 'The key names one user by SID; it was read as HKCU.',
  defaultProfile:
    'HKU\\.DEFAULT is the profile of the LocalSystem account, not the default of new users; no policy is documented there.',
  otherUsers: 'Below HKEY_USERS, only the key of a user’s SID can be read as HKCU.',
  controlSet: 'The key names a numbered control set; it was read as CurrentControlSet.',
  unknownHive: (name) =>
    `${name} is not a hive; it was not read as part of the key, and both hives were searched.`,
  deletesValue: (name) =>
    `**del. is an instruction of Registry.pol: it deletes the value ${name}. The answer is for ${name}.`,
  softValue: (name) =>
    `**soft. is an instruction of Registry.pol: it writes the value ${name} only where it is absent. The answer is for ${name}.`,
  instructions: {
    delvals: '**delvals. names no value: in Registry.pol it deletes all values of the key.',
    deletevalues: '**DeleteValues names no value: in Registry.pol it deletes the values that its data lists.',
    deletekeys: '**DeleteKeys names no value: in Registry.pol it deletes the subkeys that its data lists.',
    securekey: '**SecureKey names no value: in Registry.pol it changes the permissions of the key.',
  },
  listKey: (slug, key, prefix) =>
    `${key} is the key of a list of ${slug}, not a value; its value names are ${prefix === undefined ? 'the administrator’s choice' : `${prefix}1, ${prefix}2 and so on`}.`,
  listOnly: (slug, prefix) =>
    `${slug} lists values under this key, but only under the names ${prefix}1, ${prefix}2 and so on.`,
  list: (slug) => `${slug} writes a list under this key; the administrator chooses the value names.`,
  policyResult:
    'A Policy/Result path reports what is in force; the answer is for the same node under Policy/Config.',
  scopeContradicts: (asked, path) =>
    `The scope ${asked} contradicts the path, whose scope is ${path}; the path was followed.`,
  documentedOnly: (uri) => `${uri} is documented, but no registry setting of this dataset version backs it.`,
  undocumented: (uri) => `${uri} is not documented in this dataset version.`,
  securityNode: (uri) =>
    `${uri} is documented and writes no registry value by design: audit, user-rights and account policies are kept in the security database.`,
  catalogId: (id, uris) => `The settings-catalog identifier ${id} was read as ${uris}.`,
  catalogRest: (rest) => `“${rest}” at the end of the identifier is not a documented element or option.`,
  otherApp: (uri) =>
    `The app name of an ingested template is the administrator’s choice; the node was found as ${uri}.`,
  mdmStore: (uri) =>
    `The key is the store in which Windows keeps what MDM has set; it is to be read, not written. Set ${uri} instead.`,
  mdmStoreUnknown:
    'The key is the store in which Windows keeps what MDM has set; it is to be read, not written, and no documented node keeps this value there.',
  dynamicNode: (path) =>
    `The node is documented as ${path}; {} stands for a name that the server or the administrator chooses.`,
  otherScope: (uri) => `The path is documented for the other scope only: ${uri}.`,
  partialTexts: (served, places) =>
    `This dataset version lacks some texts in the language asked for; they are served in ${served}: ${places}.`,
  figuresOnly: 'These are figures of the dataset; they map no setting.',
  nothingFound: 'No documented setting in this dataset version fits the query.',
  weak: 'No match fits the query well: more likely than not, none of them is what was meant.',
  onlyStopWords: 'The query has only words that are too common to search by.',
  noWords: 'The query has no letter or digit to search by.',
};
