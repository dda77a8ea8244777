/** Sentences of the answers, in English and French. Verdicts have theirs in `runtime/verdict/`. */

export interface AnswerTexts {
  several(pair: string, slugs: string): string;
  otherHive(slug: string, documented: string, asked: string): string;
  fallback(lang: string, served: string, slugs: string): string;
  noText(slugs: string): string;
  /** Of the value asked for: other values of the setting may well be mapped. */
  unmapped(slugs: string): string;
  valueUnmapped(slugs: string): string;
  noMapping(slugs: string): string;
  nothingWrites(pair: string): string;
  nothingJudged: string;
  foreignHive(hive: string): string;
  emptyKey: string;
  userSid: string;
  defaultProfile: string;
  otherUsers: string;
  listOnly(slug: string, prefix: string): string;
  list(slug: string): string;
  policyResult: string;
  scopeContradicts(asked: string, path: string): string;
  documentedOnly(uri: string): string;
  undocumented(uri: string): string;
  dynamicNode(path: string): string;
  partialTexts(served: string, places: string): string;
  otherScope(uri: string): string;
}

const en: AnswerTexts = {
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
};

const fr: AnswerTexts = {
  several: (pair, slugs) =>
    `Plusieurs paramètres écrivent ${pair} : ${slugs}. Toutes les correspondances sont renvoyées ; l’agent choisit.`,
  otherHive: (slug, documented, asked) => `${slug} est documenté pour ${documented}, pas pour ${asked}.`,
  fallback: (lang, served, slugs) =>
    `Aucun texte ${lang} n’existe pour ${slugs} ; le texte ${served} est servi.`,
  noText: (slugs) => `L’éditeur ne donne de titre dans aucune langue pour ${slugs}.`,
  unmapped: (slugs) => `Aucune correspondance MDM n’existe pour cette valeur de registre de ${slugs}.`,
  valueUnmapped: (slugs) =>
    `Aucune correspondance MDM (CSP) n’est documentée dans cette version du jeu de données pour cette valeur de registre de ${slugs}.`,
  noMapping: (slugs) =>
    `Aucune correspondance MDM (CSP) n’est documentée dans cette version du jeu de données pour ${slugs}.`,
  nothingWrites: (pair) => `Aucun paramètre documenté de cette version du jeu de données n’écrit ${pair}.`,
  nothingJudged: 'Aucun paramètre documenté n’écrit cette paire : il n’y a rien à juger.',
  foreignHive: (hive) =>
    `Aucune stratégie n’est documentée sous ${hive} ; les stratégies écrivent dans HKLM et HKCU.`,
  emptyKey: 'La clé ne nomme qu’une ruche : aucun paramètre n’écrit à la racine d’une ruche.',
  userSid: 'La clé désigne un utilisateur par son SID ; elle a été lue comme HKCU.',
  defaultProfile:
    'HKU\\.DEFAULT est le profil du compte LocalSystem, pas celui des nouveaux utilisateurs ; aucune stratégie n’y est documentée.',
  otherUsers: 'Sous HKEY_USERS, seules les clés du SID d’un utilisateur peuvent être lues comme HKCU.',
  listOnly: (slug, prefix) =>
    `${slug} écrit une liste sous cette clé, mais seulement sous les noms ${prefix}1, ${prefix}2, ….`,
  list: (slug) => `${slug} écrit une liste sous cette clé : l’administrateur choisit les noms de valeur.`,
  policyResult:
    'Un chemin Policy/Result rend compte de ce qui s’applique ; la réponse porte sur son équivalent Policy/Config.',
  scopeContradicts: (asked, path) =>
    `L’étendue ${asked} contredit le chemin, qui est ${path} ; le chemin a été suivi.`,
  documentedOnly: (uri) =>
    `${uri} est documenté, mais aucun paramètre de registre de cette version du jeu de données ne lui correspond.`,
  undocumented: (uri) => `${uri} n’est pas documenté dans cette version du jeu de données.`,
  dynamicNode: (path) =>
    `Le nœud a été trouvé sous ${path} : {} remplace un nom choisi par le serveur ou l’administrateur.`,
  otherScope: (uri) => `Ce chemin n’est documenté que pour l’autre étendue : ${uri}.`,
  partialTexts: (served, places) =>
    `Certains textes n’existent pas dans la langue demandée et sont servis en ${served} : ${places}.`,
};

/** French for every `fr`, else English. */
export function textsFor(lang: string): AnswerTexts {
  return lang === 'en-US' ? en : /^fr(?:-|$)/i.test(lang) ? fr : en;
}
