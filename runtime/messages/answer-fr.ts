import type { AnswerMessages } from './types.ts';

export const fr: AnswerMessages = {
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
  nothingFound: 'Aucun paramètre documenté de cette version du jeu de données ne correspond à la requête.',
  onlyStopWords: 'La requête ne contient que des mots qui ne distinguent aucun paramètre.',
  noWords: 'La requête ne contient ni lettre ni chiffre à rechercher.',
};
