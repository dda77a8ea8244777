import type { AnswerMessages } from './types.ts';

export const en: AnswerMessages = {
  several: (pair, slugs) =>
    `Several settings write ${pair}: ${slugs}. All matches are returned; the agent chooses.`,
  otherHive: (slug, documented, asked) => `${slug} is documented for ${documented}, not for ${asked}.`,
  fallback: (lang, served, slugs) =>
    `This dataset version has no ${lang} text for ${slugs}; the ${served} text is served.`,
  noText: (slugs) => `This dataset version has no title in any language for ${slugs}.`,
  valueUnmapped: (slugs) =>
    `No MDM (CSP) mapping is documented in this dataset version for this registry value of ${slugs}.`,
  noMapping: (slugs) => `No MDM (CSP) mapping is documented in this dataset version for ${slugs}.`,
  nothingWrites: (pair) => `No documented setting in this dataset version writes ${pair}.`,
  nothingJudged:
    'No documented setting in this dataset version writes this pair, so there is nothing to judge.',
  foreignHive: (hive) => `No policy is documented under ${hive}; documented policies write to HKLM or HKCU.`,
  emptyKey: 'The key is a hive alone; no documented setting writes to the root of a hive.',
  userSid: 'The key names one user by SID; it was read as HKCU.',
  defaultProfile:
    'HKU\\.DEFAULT is the profile of the LocalSystem account, not the default of new users; no policy is documented there.',
  otherUsers: 'Below HKEY_USERS, only the key of a user’s SID can be read as HKCU.',
  listOnly: (slug, prefix) =>
    `${slug} lists values under this key, but only under the names ${prefix}1, ${prefix}2 and so on.`,
  list: (slug) => `${slug} writes a list under this key; the administrator chooses the value names.`,
  policyResult:
    'A Policy/Result path reports what is in force; the answer is for the same node under Policy/Config.',
  scopeContradicts: (asked, path) =>
    `The scope ${asked} contradicts the path, whose scope is ${path}; the path was followed.`,
  documentedOnly: (uri) => `${uri} is documented, but no registry setting of this dataset version backs it.`,
  undocumented: (uri) => `${uri} is not documented in this dataset version.`,
  dynamicNode: (path) =>
    `The node is documented as ${path}; {} stands for a name that the server or the administrator chooses.`,
  otherScope: (uri) => `The path is documented for the other scope only: ${uri}.`,
  partialTexts: (served, places) =>
    `This dataset version lacks some texts in the language asked for; they are served in ${served}: ${places}.`,
  nothingFound: 'No documented setting in this dataset version fits the query.',
  onlyStopWords: 'The query has only words that are too common to search by.',
  noWords: 'The query has no letter or digit to search by.',
};
