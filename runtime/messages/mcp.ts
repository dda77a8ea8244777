/** The short texts for people beside the structured answers of the Model Context Protocol. */
import type { Verdict } from '../schema/words.ts';

export interface McpMessages {
  verdicts: Readonly<Record<Verdict, string>>;
  /** One setting: its name and what is said of it. */
  setting(slug: string, title: string | undefined, parts: readonly string[]): string;
  registry(verdict: string): string;
  mdm(verdict: string, omaUri: string): string;
  /** An MDM node without a verdict. */
  node(omaUri: string): string;
  noMdm: string;
  product(verdict: string): string;
  writes(key: string, value: string | undefined): string;
  more(count: number): string;
  nearest(names: string): string;
  setInstead(omaUri: string): string;
  hits(told: number, total: number, first: string): string;
  verified(items: number, supported: number, undocumented: number): string;
  told(told: number, next: number | undefined): string;
  coverage(settings: number, sources: number): string;
  full: string;
}

const en: McpMessages = {
  verdicts: {
    supported: 'supported',
    unsupported: 'unsupported',
    unverified: 'unverified',
    unknown: 'unknown',
  },
  setting: (slug, title, parts) =>
    `${slug}${title === undefined ? '' : ` (“${title}”)`}: ${parts.join('; ')}.`,
  registry: (verdict) => `registry ${verdict}`,
  mdm: (verdict, omaUri) => `MDM ${verdict}, ${omaUri}`,
  node: (omaUri) => `MDM ${omaUri}`,
  noMdm: 'no MDM equivalent',
  product: (verdict) => `product ${verdict}`,
  writes: (key, value) => `writes ${key}${value === undefined ? '' : `, value ${value || '(default)'}`}`,
  more: (count) => `${count} more.`,
  nearest: (names) => `Perhaps meant: ${names}.`,
  setInstead: (omaUri) => `Set ${omaUri} instead.`,
  hits: (told, total, first) =>
    told === 0 ? 'No setting was found.' : `${told} of ${total} settings, best first: ${first}.`,
  verified: (items, supported, undocumented) =>
    `${items} items: ${supported} supported on the target, ${undocumented} that no documented setting writes.`,
  told: (told, next) => `${told} listed${next === undefined ? '.' : `; ask again with from: ${next}.`}`,
  coverage: (settings, sources) => `${settings} settings from ${sources} sources.`,
  full: 'The whole answer of the API is in the structured content.',
};

const fr: McpMessages = {
  verdicts: {
    supported: 'pris en charge',
    unsupported: 'non pris en charge',
    unverified: 'non vérifié',
    unknown: 'inconnu',
  },
  setting: (slug, title, parts) =>
    `${slug}${title === undefined ? '' : ` (« ${title} »)`} : ${parts.join(' ; ')}.`,
  registry: (verdict) => `registre ${verdict}`,
  mdm: (verdict, omaUri) => `MDM ${verdict}, ${omaUri}`,
  node: (omaUri) => `MDM ${omaUri}`,
  noMdm: 'aucun équivalent MDM',
  product: (verdict) => `produit ${verdict}`,
  writes: (key, value) => `écrit ${key}${value === undefined ? '' : `, valeur ${value || '(par défaut)'}`}`,
  more: (count) => `${count} de plus.`,
  nearest: (names) => `Vouliez-vous dire : ${names} ?`,
  setInstead: (omaUri) => `Définissez plutôt ${omaUri}.`,
  hits: (told, total, first) =>
    told === 0
      ? 'Aucun paramètre n’a été trouvé.'
      : `${told} paramètres sur ${total}, le meilleur d’abord : ${first}.`,
  verified: (items, supported, undocumented) =>
    `${items} éléments : ${supported} pris en charge par la cible, ${undocumented} qu’aucun paramètre documenté n’écrit.`,
  told: (told, next) => `${told} affichés${next === undefined ? '.' : ` ; redemandez avec from : ${next}.`}`,
  coverage: (settings, sources) => `${settings} paramètres de ${sources} sources.`,
  full: 'La réponse entière de l’API est dans le contenu structuré.',
};

/** French for a tag whose primary subtag is `fr`, else English. */
export function mcpMessagesFor(lang: string): McpMessages {
  return /^fr(?:-|$)/i.test(lang) ? fr : en;
}
