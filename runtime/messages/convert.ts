/** The sentences of `POST /v1/convert`, apart from the others: the endpoint is loaded with its first request. */

/** A reason or warning, in the language of the texts. */
export type ConvertSentence = (texts: ConvertMessages) => string;

const en = {
  nothing: 'Nothing of the list can be converted; the content is empty.',
  /** `counts`: of each verdict, and of what is deprecated or removed. */
  notSupported: (counts: string) =>
    `Written all the same, though not “supported” on the target, or no longer current: ${counts}; verify says why of each.`,
  notRegistry: 'An MDM setting is not a registry value.',
  undocumented: 'No documented setting writes it.',
  conflict: 'Another value of the list has other data for it, or deletes it.',
  noHive: 'The list names neither HKLM nor HKCU for it.',
  noData: 'The list has no data for it.',
  unnamedType:
    'The list names no registry type for it: give its “type”, which resolve names as “registryType”.',
  otherHive: (hive: string) =>
    `This file is for ${hive} alone; set the option “hive” to write one for the other hive.`,
  typeOfForm: (type: string) => `This form has no ${type}.`,
  typeNotDocumented: (type: string) =>
    `How this form writes ${type} is not documented; the form pol holds it.`,
  lineBreak: 'A key or a value name with a line break or a NUL cannot be written.',
  nul: 'The data holds a NUL, which ends a text.',
  emptyEntry: 'The data holds an empty entry, which ends a REG_MULTI_SZ.',
  halfPair: 'This form cannot hold half a surrogate pair.',
  instruction: 'This form, or Registry.pol, reads the value name as an instruction.',
  control: 'A key or a value name in Registry.pol has no control characters ([MS-GPREG] 2.2.1).',
  tooLong: 'Registry.pol has 259 characters of a name and 65535 bytes of data at most ([MS-GPREG] 2.2.1).',
  emptyNone: 'Registry.pol reads an empty REG_NONE of the default value as the key alone.',
  bracket: 'This form may evaluate the text, or refuse it: blanks before a bracket, or lines behind one.',
  noDefault: 'How this form writes the default value of a key is not documented.',
  defaultIsText: 'This form writes the default value of a key as text only.',
  comment: 'This form reads a line that begins with ; as a comment.',
  blanks: 'This form loses blanks at the ends of texts, control characters and line breaks.',
  user: {
    file: 'HKCU is the hive of the account that applies the file, which may be another user than the one that is meant.',
    dsc: 'HKCU is the hive of the user that runs dsc, which may be another user than the one that is meant.',
    ansible:
      'HKCU is the hive of the account that Ansible connects as, which may be another user than the one that is meant.',
  },
  localPolicy: 'LGPO.exe writes local policy: a value outside the Policies keys stays when the policy goes.',
  concept:
    'Its vendor calls the resource Microsoft.Windows/Registry a proof of concept that is not for production.',
  dynamic: 'Its identifier does not tell the instance of the node.',
  notDocumented: 'No document describes this node.',
  severalNodes: (slugs: string) => `Several settings have a node for it: ${slugs}; the choice is yours.`,
  number: 'The form takes whole numbers from -2147483648 to 2147483647 only.',
  notBoolean: 'The node takes true or false.',
  notBase64: 'The node takes bytes, and the data is not base64.',
  format: (format: string) => `This form has no type for nodes of the format ${format}.`,
  ingest: (uris: string) => `Deploy the vendor’s template first, which is not part of this file, to: ${uris}`,
  catalogName: 'The catalog’s name of an ingested template is not known.',
  notInRule: 'No rule gives the identifiers that the settings catalog has for this node.',
  notOffered: 'The settings catalog is not known to offer this node to a policy without a template.',
  elements: (ids: string) => `The settings catalog needs a value for each element; these have none: ${ids}.`,
  parent: (uri: string, values: string) =>
    `In the settings catalog it belongs to ${uri} with ${values || 'a certain value'}, which the list does not set.`,
  byRule:
    'Identifiers with basis “rule” follow the naming of the catalog, but no public export shows them: import the file on a test tenant first.',
};

type ConvertMessages = typeof en;
/** Sentences that say nothing more than why, or that name one thing. */
export type ConvertReason = Exclude<keyof ConvertMessages, 'user' | 'parent'>;

/** @param about What the sentence names, where it names something. */
export function convertSentence(reason: ConvertReason, about = ''): ConvertSentence {
  return ({ [reason]: text }) => (typeof text === 'string' ? text : text(about));
}

const fr: ConvertMessages = {
  nothing: 'Rien de la liste ne peut être converti ; le contenu est vide.',
  notSupported: (counts) =>
    `Écrit quand même, sans être « supported » sur la cible, ou n’étant plus actuel : ${counts} ; verify dit pourquoi pour chacun.`,
  notRegistry: 'Un paramètre MDM n’est pas une valeur de registre.',
  undocumented: 'Aucun paramètre documenté ne l’écrit.',
  conflict: 'Une autre valeur de la liste a d’autres données pour elle, ou la supprime.',
  noHive: 'La liste ne nomme ni HKLM ni HKCU pour elle.',
  noData: 'La liste n’a pas de données pour elle.',
  unnamedType:
    'La liste ne nomme pas son type de registre : indiquez « type », que resolve nomme « registryType ».',
  otherHive: (hive) =>
    `Ce fichier est pour ${hive} seulement ; l’option « hive » permet d’en écrire un pour l’autre ruche.`,
  typeOfForm: (type) => `Cette forme n’a pas de ${type}.`,
  typeNotDocumented: (type) =>
    `La façon dont cette forme écrit ${type} n’est pas documentée ; la forme pol le contient.`,
  lineBreak: 'Une clé ou un nom de valeur avec un saut de ligne ou un NUL ne peut pas être écrit.',
  nul: 'Les données contiennent un NUL, qui termine un texte.',
  emptyEntry: 'Les données contiennent une entrée vide, qui termine un REG_MULTI_SZ.',
  halfPair: 'Cette forme ne peut pas contenir la moitié d’une paire de substitution.',
  instruction: 'Cette forme, ou Registry.pol, lit le nom de la valeur comme une instruction.',
  control:
    'Une clé ou un nom de valeur dans Registry.pol n’a pas de caractères de contrôle ([MS-GPREG] 2.2.1).',
  tooLong: 'Registry.pol a au plus 259 caractères d’un nom et 65535 octets de données ([MS-GPREG] 2.2.1).',
  emptyNone: 'Registry.pol lit un REG_NONE vide de la valeur par défaut comme la clé seule.',
  bracket: 'Cette forme peut évaluer le texte ou le refuser : espaces avant un crochet, ou lignes derrière.',
  noDefault: 'La façon dont cette forme écrit la valeur par défaut d’une clé n’est pas documentée.',
  defaultIsText: 'Cette forme n’écrit la valeur par défaut d’une clé que comme texte.',
  comment: 'Cette forme lit une ligne qui commence par ; comme un commentaire.',
  blanks:
    'Cette forme perd les espaces aux extrémités des textes, les caractères de contrôle et les sauts de ligne.',
  user: {
    file: 'HKCU est la ruche du compte qui applique le fichier, peut-être un autre que celui qui est visé.',
    dsc: 'HKCU est la ruche de l’utilisateur qui exécute dsc, peut-être un autre que celui qui est visé.',
    ansible:
      'HKCU est la ruche du compte avec lequel Ansible se connecte, peut-être un autre que celui qui est visé.',
  },
  localPolicy:
    'LGPO.exe écrit la stratégie locale : une valeur hors des clés Policies reste quand la stratégie disparaît.',
  concept:
    'Son éditeur appelle la ressource Microsoft.Windows/Registry une preuve de concept, pas pour la production.',
  dynamic: 'Son identifiant ne dit pas l’instance du nœud.',
  notDocumented: 'Aucun document ne décrit ce nœud.',
  severalNodes: (slugs) => `Plusieurs paramètres ont un nœud pour elle : ${slugs} ; le choix vous revient.`,
  number: 'La forme n’accepte que des nombres entiers de -2147483648 à 2147483647.',
  notBoolean: 'Le nœud accepte true ou false.',
  notBase64: 'Le nœud accepte des octets, et les données ne sont pas en base64.',
  format: (format) => `Cette forme n’a pas de type pour les nœuds au format ${format}.`,
  ingest: (uris) =>
    `Déployez d’abord le modèle de l’éditeur, qui ne fait pas partie de ce fichier, vers : ${uris}`,
  catalogName: 'Le nom que le catalogue donne à un modèle ingéré n’est pas connu.',
  notInRule: 'Aucune règle ne donne les identifiants que le catalogue a pour ce nœud.',
  notOffered: 'On ne sait pas si le catalogue propose ce nœud à une stratégie sans modèle.',
  elements: (ids) =>
    `Le catalogue a besoin d’une valeur pour chaque élément ; ceux-ci n’en ont pas : ${ids}.`,
  parent: (uri, values) =>
    `Dans le catalogue, il appartient à ${uri} avec ${values || 'une certaine valeur'}, que la liste ne définit pas.`,
  byRule:
    'Les identifiants de base « rule » suivent les noms du catalogue, mais aucune exportation publique ne les montre : importez d’abord le fichier dans un environnement de test.',
};

export const CONVERT_TEXTS: { en: ConvertMessages; fr: ConvertMessages } = { en, fr };
