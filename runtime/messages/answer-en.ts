import type { AnswerMessages } from './types.ts';

export const en: AnswerMessages = {
  several: (pair, slugs) =>
    `Several settings write ${pair}: ${slugs}. All matches are returned; the agent chooses.`,
  otherHive: (slug, documented, asked) => `${slug} is documented for ${documented}, not for ${asked}.`,
  fallback: (lang, served, slugs) => `No ${lang} text exists for ${slugs}; the ${served} text is served.`,
  noText: (slugs) => `The vendor gives no title in any language for ${slugs}.`,
  unmapped: (slugs) => `No MDM mapping exists for this registry value of ${slugs}.`,
  valueUnmapped: (slugs) =>
    `No MDM (CSP) mapping is documented in this dataset version for this registry value of ${slugs}.`,
  noMapping: (slugs) => `No MDM (CSP) mapping is documented in this dataset version for ${slugs}.`,
  nothingWrites: (pair) => `No documented setting in this dataset version writes ${pair}.`,
  nothingJudged: 'No documented setting writes this pair, so there is nothing to judge.',
  foreignHive: (hive) => `No policy is documented under ${hive}; policies write to HKLM and HKCU.`,
  emptyKey: 'The key names a hive alone: no setting writes to the root of a hive.',
  userSid: 'The key names one user by SID; it was read as HKCU.',
  defaultProfile:
    'HKU\\.DEFAULT is the profile of the LocalSystem account, not the default of new users; no policy is documented there.',
  otherUsers: 'Below HKEY_USERS only keys of a user’s SID can be read as HKCU.',
  listOnly: (slug, prefix) =>
    `${slug} lists values under this key, but only under the names ${prefix}1, ${prefix}2, ….`,
  list: (slug) => `${slug} writes a list under this key: the administrator makes the value names.`,
  policyResult: 'A Policy/Result path reports what is in force; it was answered as its Policy/Config twin.',
  scopeContradicts: (asked, path) =>
    `The scope ${asked} contradicts the path, which is ${path}; the path was followed.`,
  documentedOnly: (uri) => `${uri} is documented, but no registry setting of this dataset version backs it.`,
  undocumented: (uri) => `${uri} is not documented in this dataset version.`,
  dynamicNode: (path) =>
    `The node was found as ${path}: {} stands for a name made by the server or administrator.`,
  otherScope: (uri) => `The path is documented for the other scope only: ${uri}.`,
  partialTexts: (served, places) =>
    `Some texts do not exist in the language asked for and are served in ${served}: ${places}.`,
  nothingFound: 'No documented setting in this dataset version fits the query.',
  onlyStopWords: 'The query holds only words that tell no setting from another.',
  noWords: 'The query holds no letter or digit to search by.',
};
