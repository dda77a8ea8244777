/** The short texts for people beside the structured answers of the Model Context Protocol. */
import { isFrench } from './names.ts';

/** `{s}` in `what` is the ending of several. */
const countFr = (count: number, what: string) => `${count} ${what.replaceAll('{s}', count < 2 ? '' : 's')}`;

const en = {
  verdicts: {
    supported: 'supported',
    unsupported: 'unsupported',
    unverified: 'unverified',
    unknown: 'unknown',
  },
  /** One setting: its name and what is said of it. */
  setting: (slug: string, title: string | undefined, parts: readonly string[]) =>
    `${slug}${title === undefined ? '' : ` (“${title}”)`}: ${parts.join('; ')}.`,
  past: {
    deprecated: 'deprecated by its vendor',
    obsolete: 'obsolete, says its vendor',
    removed: 'removed by its vendor',
  },
  registry: (verdict: string) => `registry ${verdict}`,
  mdm: (verdict: string, omaUri: string) => `MDM ${verdict}, ${omaUri}`,
  /** An MDM node without a verdict. */
  node: (omaUri: string) => `MDM ${omaUri}`,
  noMdm: 'no MDM mapping documented',
  noMdmOfValue: 'no MDM mapping documented for this value',
  product: (verdict: string) => `product ${verdict}`,
  writes: (key: string, value: string | undefined) =>
    `writes ${key}${value === undefined ? '' : `, value ${value || '(default)'}`}`,
  more: (count: number) => `${count} more.`,
  nearest: (names: string) => `Perhaps meant: ${names}.`,
  setInstead: (omaUri: string) => `Set ${omaUri} instead.`,
  hits: (told: number, total: number, first: string) =>
    told === 0 ? 'No setting was found.' : `${told} of ${total} found, best first: ${first}.`,
  verified: (items: number, supported: number, undocumented: number) =>
    `${items} ${items === 1 ? 'item' : 'items'}: ${supported} supported on the target, ${undocumented} not documented.`,
  counted: (count: number, what: string) => `${count} ${what}`,
  /** What of the items needs attention, where it is not none; the names of the findings. For `counted`. */
  attention: {
    problems: 'not read or not valid',
    unsupported: 'unsupported',
    unverified: 'unverified',
    unknown: 'unknown',
    products: 'not supported by the version of the product',
    wrongType: 'of a wrong type',
    undocumentedData: 'with undocumented data',
    unknownData: 'with data that was not checked',
    conflicts: 'in contradiction',
    dropped: 'deprecated or removed by the vendor',
  },
  longPayload: (bytes: number) => `It has ${bytes} bytes; ask again with detail: full.`,
  told: (told: number, next: number | undefined) =>
    `${told} listed${next === undefined ? '.' : `; ask again with from: ${next}.`}`,
  coverage: (settings: number, sources: number) => `Settings: ${settings}; sources: ${sources}.`,
  full: 'The whole answer of the API is in the structured content.',
};

export type McpMessages = typeof en;

const fr: McpMessages = {
  verdicts: {
    supported: 'pris en charge',
    unsupported: 'non pris en charge',
    unverified: 'non vérifié',
    unknown: 'inconnu',
  },
  setting: (slug, title, parts) =>
    `${slug}${title === undefined ? '' : ` (« ${title} »)`} : ${parts.join(' ; ')}.`,
  past: {
    deprecated: 'déconseillé par son éditeur',
    obsolete: 'obsolète selon son éditeur',
    removed: 'supprimé par son éditeur',
  },
  registry: (verdict) => `registre ${verdict}`,
  mdm: (verdict, omaUri) => `MDM ${verdict}, ${omaUri}`,
  node: (omaUri) => `MDM ${omaUri}`,
  noMdm: 'aucune correspondance MDM documentée',
  noMdmOfValue: 'aucune correspondance MDM documentée pour cette valeur',
  product: (verdict) => `produit ${verdict}`,
  writes: (key, value) => `écrit ${key}${value === undefined ? '' : `, valeur ${value || '(par défaut)'}`}`,
  more: (count) => `${count} de plus.`,
  nearest: (names) => `Vouliez-vous dire : ${names} ?`,
  setInstead: (omaUri) => `Définissez plutôt ${omaUri}.`,
  hits: (told, total, first) =>
    told === 0
      ? 'Aucun paramètre n’a été trouvé.'
      : `${countFr(told, 'paramètre{s}')} sur ${total}, le meilleur d’abord : ${first}.`,
  verified: (items, supported, undocumented) =>
    `${countFr(items, 'élément{s}')} : ${supported} pris en charge par la cible, ${countFr(undocumented, 'non documenté{s}')}.`,
  counted: countFr,
  attention: {
    problems: 'non lu{s} ou non valide{s}',
    unsupported: 'non pris en charge',
    unverified: 'non vérifié{s}',
    unknown: 'inconnu{s}',
    products: 'non pris en charge par la version du produit',
    wrongType: 'd’un type erroné',
    undocumentedData: 'avec une donnée non documentée',
    unknownData: 'avec une donnée non vérifiée',
    conflicts: 'en contradiction',
    dropped: 'déconseillé{s} ou supprimé{s} par l’éditeur',
  },
  longPayload: (bytes) => `Elle a ${bytes} octets ; redemandez avec detail : full.`,
  told: (told, next) =>
    `${told} dans cette réponse${next === undefined ? '.' : ` ; redemandez avec from : ${next}.`}`,
  coverage: (settings, sources) => `Paramètres : ${settings} ; sources : ${sources}.`,
  full: 'La réponse entière de l’API est dans le contenu structuré.',
};

export function mcpMessagesFor(lang: string): McpMessages {
  return isFrench(lang) ? fr : en;
}
