/** The sentences of answers beside the verdict, in French. */
import type { AnswerMessages } from './answer-en.ts';

export const fr: AnswerMessages = {
  several: (pair, slugs) => `Plusieurs paramètres écrivent ${pair} : ${slugs}.`,
  allMatches: 'Toutes les correspondances sont renvoyées ; l’agent choisit.',
  otherHive: (slug, documented, asked) =>
    `${slug} est documenté pour ${documented}, pas pour ${asked} ; demandez avec ${documented}.`,
  otherHiveUnknown: (documented, asked) =>
    `L’éditeur documente le paramètre pour ${documented} ; cela ne dit rien de ${asked}.`,
  leftOut: (slugs) =>
    `Aucun document d’éditeur ne dit si ces paramètres valent pour la cible ; ils ne comptent donc pas dans le verdict : ${slugs}.`,
  listDiffers: (slugs) =>
    `Le verdict est celui du paramètre qui nomme cette valeur ; pour une liste de noms quelconques, il est différent : ${slugs}.`,
  communityDecides: (slugs) =>
    `Le verdict suit un modèle de la communauté, non un document d’éditeur : ${slugs}.`,
  fallback: (lang, served, slugs) =>
    `Cette version du jeu de données n’a pas de texte ${lang} pour ${slugs} ; le texte ${served} est servi.`,
  noText: (slugs) => `Cette version du jeu de données n’a de titre dans aucune langue pour ${slugs}.`,
  valueUnmapped: (slugs) =>
    `Aucune correspondance MDM (CSP) n’est documentée dans cette version du jeu de données pour cette valeur de registre de ${slugs}.`,
  noMapping: (slugs) =>
    `Aucune correspondance MDM (CSP) n’est documentée dans cette version du jeu de données pour ${slugs}.`,
  keyNotIngestible: (key) =>
    `Le modèle ne peut pas non plus être ingéré : Windows ne laisse pas un modèle ingéré écrire ${key}.`,
  nothingWrites: (pair) => `Aucun paramètre documenté de cette version du jeu de données n’écrit ${pair}.`,
  nothingJudged:
    'Aucun paramètre documenté de cette version du jeu de données n’écrit cette paire : il n’y a rien à juger.',
  foreignHive: (hive) =>
    `Aucune stratégie n’est documentée sous ${hive} ; les stratégies documentées écrivent dans HKLM ou HKCU.`,
  emptyKey: 'La clé est vide ou n’est qu’une ruche ; aucun paramètre documenté n’écrit à la racine.',
  hives: {
    'user-sid': 'La clé désigne un utilisateur par son SID ; elle a été lue comme HKCU.',
    'default-profile':
      'HKU\\.DEFAULT (HKU\\S-1-5-18) est le profil du compte LocalSystem, pas celui des nouveaux utilisateurs ; aucune stratégie n’y est documentée.',
    'other-users-key':
      'Sous HKEY_USERS, seule la clé du SID d’un utilisateur (S-1-5-21, S-1-12-1) peut être lue comme HKCU.',
  },
  nativeView: (key: string) =>
    `La clé est celle de la vue 32 bits (Wow6432Node) ; le paramètre est documenté pour ${key}, la clé de la vue 64 bits.`,
  usersKey:
    'La clé se trouve sous HKEY_USERS ; le paramètre est documenté pour HKCU, la ruche de l’utilisateur.',
  controlSet: 'La clé désigne un jeu de contrôle numéroté ; elle a été lue comme CurrentControlSet.',
  quoted: 'Le nom est entre guillemets : sans eux, c’est un autre nom.',
  hiddenEnd:
    'Le nom commence ou se termine par un blanc ou un caractère invisible : sans lui, c’est un autre nom.',
  unknownHive: (name) =>
    `${name} n’est pas une ruche ; ce nom n’a pas été lu comme une partie de la clé, et la recherche a porté sur les deux ruches.`,
  deletesValue: (name) =>
    `**del. est une instruction de Registry.pol : elle supprime la valeur ${name}. La réponse porte sur ${name}.`,
  softValue: (name) =>
    `**soft. est une instruction de Registry.pol : elle n’écrit la valeur ${name} que si elle est absente. La réponse porte sur ${name}.`,
  instructions: {
    delvals:
      '**delvals. ne désigne aucune valeur : dans Registry.pol, cette instruction supprime toutes les valeurs de la clé.',
    deletevalues:
      '**DeleteValues ne désigne aucune valeur : dans Registry.pol, cette instruction supprime les valeurs que ses données énumèrent.',
    deletekeys:
      '**DeleteKeys ne désigne aucune valeur : dans Registry.pol, cette instruction supprime les sous-clés que ses données énumèrent.',
    securekey:
      '**SecureKey ne désigne aucune valeur : dans Registry.pol, cette instruction modifie les autorisations de la clé.',
  },
  listKey: (slug, key, prefix) =>
    `${key} est la clé d’une liste de ${slug}, pas une valeur ; ses noms de valeur sont ${prefix === undefined ? 'choisis par l’administrateur' : `${prefix}1, ${prefix}2 et ainsi de suite`}.`,
  valueInKey: (key, value) =>
    `${value} est le nom d’une valeur de ${key} et non une partie de la clé : indiquez-le dans value.`,
  omaUriAsKey: 'Ce qui est indiqué dans key désigne un nœud MDM : csp répond pour les nœuds.',
  keyAsOmaUri:
    'Ce qui est indiqué dans omaUri est une clé de registre : resolve répond pour les valeurs de registre.',
  listOnly: (slug, prefix) =>
    `${slug} écrit une liste sous cette clé, mais seulement sous les noms ${prefix}1, ${prefix}2 et ainsi de suite.`,
  searchFor: (words) => `Rien de documenté n’en est proche non plus ; recherchez « ${words} ».`,
  controlInKey:
    'La clé ou le nom de valeur contient un caractère de contrôle, tel qu’un saut de ligne ou une tabulation : en JSON ou en C, une barre oblique inverse simple en fait un de la lettre qui la suit. Doublez les barres obliques inverses.',
  unknownField: (field, meant) =>
    `« ${field} » n’est pas un champ de cette requête et a été ignoré${meant === undefined ? '.' : ` ; vous vouliez sans doute dire « ${meant} ».`}`,
  policyResult:
    'Un chemin Policy/Result rend compte de ce qui s’applique ; la réponse porte sur le même nœud sous Policy/Config.',
  scopeContradicts: (asked, path) =>
    `L’étendue ${asked} contredit le chemin, dont l’étendue est ${path} ; le chemin a été suivi.`,
  undocumented: (uri) => `${uri} n’est pas documenté dans cette version du jeu de données.`,
  catalogId: (id, uris) => `L’identifiant du catalogue de paramètres ${id} a été lu comme ${uris}.`,
  catalogVersion:
    'L’identifiant a été lu sans « _v2 » : le catalogue de paramètres définit le paramètre à nouveau, et aucun document ne dit en quoi ses données diffèrent.',
  catalogRest: (rest) =>
    `« ${rest} » à la fin de l’identifiant n’est ni un élément ni une option documentés.`,
  otherApp: (uri) =>
    `Le nom d’application d’un modèle ingéré est choisi par l’administrateur ; le nœud a été trouvé sous ${uri}.`,
  mdmStore: (uri) =>
    `La clé est l’emplacement où Windows conserve ce que MDM a défini ; elle se lit et ne s’écrit pas${uri === undefined ? ', et aucun nœud documenté n’y conserve cette valeur.' : `. Définissez plutôt ${uri}.`}`,
  dynamicNode: (path) =>
    `Le nœud est documenté sous la forme ${path} ; {} remplace un nom que choisit le serveur ou l’administrateur.`,
  otherScope: (uri) => `Ce chemin n’est documenté que pour l’autre étendue : ${uri}.`,
  figuresOnly: 'Ce sont des chiffres du jeu de données ; ils ne concernent aucun paramètre en particulier.',
  nothingFound: 'Aucun paramètre documenté de cette version du jeu de données ne correspond à la requête.',
  weak: 'Aucun résultat ne correspond bien à la requête : il est probable qu’aucun ne soit celui recherché.',
  onlyStopWords: 'La requête ne contient que des mots trop courants pour une recherche.',
  noWords: 'La requête ne contient ni lettre ni chiffre à rechercher.',
};
