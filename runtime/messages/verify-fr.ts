/** The sentences of `POST /v1/verify`, in French. */
import { QUOTED } from './names.ts';
import type { VerifyMessages } from './verify-en.ts';

export const verifyFr: VerifyMessages = {
  data: {
    noData: () => 'L’élément n’a pas de donnée à comparer.',
    unread: ({ detail }) =>
      `La donnée n’a pas été vérifiée ; elle n’a pas pu être lue : « ${detail.replace(QUOTED, '“$1”')} ».`,
    noDocumentedData: () =>
      'Cette version du jeu de données ne dit pas ce qui peut être écrit dans cette valeur.',
    betweenTemplates: () =>
      'Des modèles de versions plus récentes que la cible documentent cette donnée, ceux de versions plus anciennes non ; ceux de la version même manquent à ce jeu de données.',
    otherHive: ({ documented }) => `Ce qui peut être écrit n’est documenté que pour ${documented}.`,
    deletionUndocumented: () => 'Aucun état documenté ne supprime cette valeur.',
    wrongType: ({ given, documented }) => `L’éditeur documente ${documented}, pas ${given}.`,
    notListed: ({ listed }) =>
      `Les sources trouvées documentent seulement : ${listed.replace(/“(\s*)”/g, '« $1 »')}.`,
    outOfBounds: ({ min, max }) =>
      `L’éditeur documente un nombre ${min === '' ? '' : `à partir de ${min} `}${max === '' ? '' : `${min === '' ? '' : 'et '}jusqu’à ${max}`}`.trimEnd() +
      '.',
    numberSpelt: () =>
      'L’éditeur documente un nombre en chiffres décimaux ; comment cette graphie est lue n’est pas documenté.',
    tooLong: ({ most }) =>
      `L’éditeur documente au plus ${most} ${Number(most) < 2 ? 'caractère' : 'caractères'}.`,
    tooManyEntries: ({ most }) =>
      `L’éditeur documente au plus ${most} ${Number(most) < 2 ? 'entrée' : 'entrées'}.`,
    entryNotListed: ({ listed }) => `L’éditeur documente seulement ces entrées : ${listed}.`,
    patternNotChecked: () => 'L’éditeur documente un motif pour le contenu ; il n’a pas été vérifié.',
  },
  payload: {
    notAdmxBacked: () =>
      'Le nœud accepte une valeur qui lui est propre, pas une charge utile ADMX, et aucun document ne dit quelle valeur correspond à cette donnée.',
    notAllowed: () =>
      'Le nœud accepte d’autres données de cette valeur, mais pas celle-ci, ou pas ce type ; allowedValues liste ce qu’il accepte.',
    conflict: () =>
      'La requête contient des données différentes pour une même valeur de la stratégie, ou l’écrit et la supprime.',
    unread: () => 'La donnée d’une valeur de la stratégie n’a pas pu être lue.',
    stateUnclear: ({ pair }) =>
      `${pair} ne contient ni ce qu’écrit la stratégie activée, ni ce qu’écrit la stratégie désactivée.`,
    statesDiffer: () =>
      'Certaines valeurs sont celles de la stratégie activée, d’autres celles de la stratégie désactivée.',
    elementUndocumented: ({ elementId }) =>
      `La donnée de l’élément ${elementId} n’est pas un de ses contenus documentés, ou pas du type de registre que MDM écrit.`,
    optionsShareValue: ({ elementId }) =>
      `Plusieurs options de l’élément ${elementId} ont cette valeur et écrivent en outre des valeurs différentes ; une charge utile ne porte que la valeur et ne peut pas les distinguer.`,
    alsoWrites: ({ elementId, pair }) =>
      `Ce que la requête contient pour l’élément ${elementId} va de pair avec une autre donnée de ${pair}, ou avec sa suppression.`,
    notWritten: ({ pair }) =>
      `Aucune charge utile ne fait à ${pair} ce que fait la requête, avec le reste de la requête.`,
    notCarried: ({ elementId }) =>
      `La donnée de l’élément ${elementId} contient un caractère qu’aucune charge utile ne peut porter.`,
    incomplete: ({ missing }) => `Il manque à la requête ce dont la charge utile a besoin : ${missing}.`,
  },
  payloadFault: {
    malformed: () => 'ce n’est pas du XML bien formé.',
    documentPart: ({ part }) =>
      `elle a ${part}, comme un document entier ; une charge utile n’est faite que d’éléments.`,
    unclosed: ({ name }) => `<${name}> n’est pas fermé ; écrivez <${name}/>.`,
    ampersand: () =>
      'un & ne commence aucun caractère que XML connaît ; écrivez &amp; pour le caractère lui-même.',
    lessThan: () =>
      'un < se trouve où il n’en faut pas, par exemple dans une valeur ; écrivez &lt; pour le caractère lui-même.',
    character: () => 'elle a un caractère que XML ne peut pas contenir.',
    nested: ({ name }) => `<${name}> se trouve dans un autre élément.`,
    severalStates: () => 'elle a plus d’un état.',
    unknownElement: ({ name }) => `<${name}> n’est ni enabled, ni disabled, ni data.`,
    dataBeforeState: () => '<data> se trouve avant l’état.',
    looseText: () => 'du texte se trouve hors des éléments.',
    escaped: () => 'ses éléments sont échappés (&lt; pour <), comme au sein de SyncML.',
    noState: () => 'elle n’a ni <enabled/> ni <disabled/>.',
    dataOfDisabled: () => '<disabled/> ne prend pas de données.',
    attributesMissing: () => '<data> a besoin des attributs id et value.',
    doubledId: ({ id }) => `deux <data> ont l’identifiant ${id}.`,
  },
  conflict: {
    'same-value': 'D’autres éléments écrivent une autre donnée dans la même valeur, ou la suppriment',
    'same-node': 'D’autres éléments envoient une autre donnée au même paramètre MDM',
    'same-policy':
      'D’autres éléments fixent la même stratégie autrement par une autre voie, comme valeur de registre ou par un autre nœud MDM',
    twin: 'Le paramètre vaut pour les machines et les utilisateurs, et d’autres éléments ont une autre donnée pour l’autre des deux',
  },
  conflictAt: (conflict, indexes) => `${conflict} ; leurs index (10 au plus) : ${indexes}.`,
  resolution: (name) => `Règle de l’éditeur pour plusieurs valeurs de ce nœud MDM : ${name}.`,
  unreadFiles: (names) =>
    `Fichiers qui n’ont pas pu être lus, si bien que rien n’y a été vérifié : ${names.replace(QUOTED, '« $1 »')} ; « files » dit pourquoi.`,
  severalNodesOfSettings: (slugs, one) =>
    `Plusieurs paramètres ayant des nœuds MDM écrivent cette valeur : ${slugs}. mdmAlternatives les énumère ; le choix vous revient.${one === undefined ? '' : ` Seul celui de ${one} a quelque chose à envoyer, et convert n’en utilise pas d’autre.`}`,
  dependency: (node, omaUri, contents, not) => {
    const held = not ? `ne contient aucune de ces valeurs : ${contents}` : `contient ${contents}`;
    const state = contents === '' ? `${not ? 'n’est pas' : 'est'} défini` : held;
    return `${node ?? 'Le nœud'} n’a d’effet que si ${omaUri} ${state} ; `;
  },
  dependencySeen: {
    unset: () => 'la requête ne le définit pas, si bien que cela ne se voit pas.',
    unmet: (data) => `la requête le définit sur ${data}.`,
    notCompared: (data) => `la requête le définit sur ${data}, ce qui ne peut pas être comparé.`,
    registry: (pair) =>
      `la requête a sa valeur de registre ${pair}, et aucun document ne dit ce que vaut cette donnée pour le nœud.`,
  },
  typesApart: (types) => `Les sources nomment des types différents : ${types}.`,
  documentedIn: (slug, versions) => `${slug} ne documente cette donnée que dans ces versions : ${versions}.`,
  documentedElsewhere: (slug, key) =>
    `${slug} documente cette donnée pour une valeur du même nom, sous ${key}.`,
  wholePolicy: (slug: string, values: number) =>
    `Le nœud MDM de ${slug} fixe les ${values} valeurs de sa stratégie ; il n’est pas l’équivalent de celle-ci seule.`,
  otherData: (slugs) =>
    `Le nœud MDM de ${slugs} n’est pas indiqué : l’éditeur ne documente pas cette donnée pour lui.`,
  noMdm:
    'Aucun élément vérifié n’a de correspondance documentée entre une valeur de registre et un nœud MDM (CSP) dans cette version du jeu de données.',
  wrongItem: (pointers) => `Non valide : ${pointers}. « errors » indique ce qui est attendu.`,
  elementUnknown: (id, known) =>
    `Le modèle de la stratégie n’a pas d’élément ${id}${known === '' ? ', ni aucun autre' : ` ; ses éléments sont : ${known}`}.`,
  elementsMissing: (ids) =>
    `Il manque à la charge utile ces éléments de la stratégie : ${ids}. Aucun document ne dit ce qu’elle écrit sans eux.`,
  elementData: (id, reason) => `Élément ${id} : ${reason}`,
  notAPayload: (cause) =>
    `La donnée n’est pas une charge utile ADMX (<enabled/> avec des données, ou <disabled/>) : ${cause}`,
  allowedUndocumented: 'Cette version du jeu de données ne dit pas ce que le nœud accepte.',
  nodeFormat: { int: 'Le nœud accepte un nombre entier.', bool: 'Le nœud accepte true ou false.' },
  formatNotChecked: (kind) => `L’éditeur documente le contenu par ${kind} ; il n’a pas été vérifié.`,
};
