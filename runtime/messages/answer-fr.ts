import type { AnswerMessages } from './types.ts';

export const fr: AnswerMessages = {
  several: (pair, slugs) =>
    `Plusieurs paramètres écrivent ${pair} : ${slugs}. Toutes les correspondances sont renvoyées ; l’agent choisit.`,
  otherHive: (slug, documented, asked) => `${slug} est documenté pour ${documented}, pas pour ${asked}.`,
  fallback: (lang, served, slugs) =>
    `Cette version du jeu de données n’a pas de texte ${lang} pour ${slugs} ; le texte ${served} est servi.`,
  noText: (slugs) => `Cette version du jeu de données n’a de titre dans aucune langue pour ${slugs}.`,
  valueUnmapped: (slugs) =>
    `Aucune correspondance MDM (CSP) n’est documentée dans cette version du jeu de données pour cette valeur de registre de ${slugs}.`,
  noMapping: (slugs) =>
    `Aucune correspondance MDM (CSP) n’est documentée dans cette version du jeu de données pour ${slugs}.`,
  nothingWrites: (pair) => `Aucun paramètre documenté de cette version du jeu de données n’écrit ${pair}.`,
  nothingJudged:
    'Aucun paramètre documenté de cette version du jeu de données n’écrit cette paire : il n’y a rien à juger.',
  foreignHive: (hive) =>
    `Aucune stratégie n’est documentée sous ${hive} ; les stratégies documentées écrivent dans HKLM ou HKCU.`,
  emptyKey: 'La clé n’est qu’une ruche ; aucun paramètre documenté n’écrit à la racine d’une ruche.',
  userSid: 'La clé désigne un utilisateur par son SID ; elle a été lue comme HKCU.',
  defaultProfile:
    'HKU\\.DEFAULT est le profil du compte LocalSystem, pas celui des nouveaux utilisateurs ; aucune stratégie n’y est documentée.',
  otherUsers: 'Sous HKEY_USERS, seule la clé du SID d’un utilisateur peut être lue comme HKCU.',
  listOnly: (slug, prefix) =>
    `${slug} écrit une liste sous cette clé, mais seulement sous les noms ${prefix}1, ${prefix}2 et ainsi de suite.`,
  list: (slug) => `${slug} écrit une liste sous cette clé ; l’administrateur choisit les noms de valeur.`,
  policyResult:
    'Un chemin Policy/Result rend compte de ce qui s’applique ; la réponse porte sur le même nœud sous Policy/Config.',
  scopeContradicts: (asked, path) =>
    `L’étendue ${asked} contredit le chemin, dont l’étendue est ${path} ; le chemin a été suivi.`,
  documentedOnly: (uri) =>
    `${uri} est documenté, mais aucun paramètre de registre de cette version du jeu de données ne lui correspond.`,
  undocumented: (uri) => `${uri} n’est pas documenté dans cette version du jeu de données.`,
  dynamicNode: (path) =>
    `Le nœud est documenté sous la forme ${path} ; {} remplace un nom que choisit le serveur ou l’administrateur.`,
  otherScope: (uri) => `Ce chemin n’est documenté que pour l’autre étendue : ${uri}.`,
  partialTexts: (served, places) =>
    `Certains textes manquent à cette version du jeu de données dans la langue demandée et sont servis en ${served} : ${places}.`,
  nothingFound: 'Aucun paramètre documenté de cette version du jeu de données ne correspond à la requête.',
  onlyStopWords: 'La requête ne contient que des mots trop courants pour une recherche.',
  noWords: 'La requête ne contient ni lettre ni chiffre à rechercher.',
};
