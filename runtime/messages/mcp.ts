/** The short texts for people beside the structured answers of the Model Context Protocol. */

/** `{s}` in `what` is the ending of the plural. */
const countFr = (count: number, what: string) => `${count} ${what.replaceAll('{s}', count < 2 ? '' : 's')}`;

const en = {
  verdicts: {
    supported: 'supported',
    unsupported: 'unsupported',
    unverified: 'unverified',
    unknown: 'unknown',
  },
  /** One setting and its facts. */
  setting: (slug: string, parts: readonly string[]) => `${slug}: ${parts.join('; ')}.`,
  past: {
    deprecated: 'deprecated by its vendor',
    obsolete: 'obsolete, says its vendor',
    removed: 'removed by its vendor',
  },
  registry: (verdict: string) => `registry ${verdict}`,
  mdm: (verdict: string) => `MDM ${verdict}`,
  /** The verdict of several settings, of which some are not shown. */
  together: (verdict: string) => `All settings together: ${verdict}.`,
  /** An MDM node without a verdict. */
  node: (omaUri: string) => `MDM ${omaUri}`,
  noMdm: 'no MDM mapping documented',
  product: (verdict: string) => `product ${verdict}`,
  writes: (key: string, value: string | undefined) =>
    `writes ${key}${value === undefined ? '' : `, value ${value || '(default)'}`}`,
  nearest: (names: string) => `Perhaps meant: ${names}.`,
  hits: (listed: number, total: number) => `${listed} of ${total} found, best first.`,
  verified: (items: number, findings: number) =>
    `${items} ${items === 1 ? 'item' : 'items'}${findings === 0 ? ': no finding.' : '.'}`,
  warned: (items: number) => (items === 0 ? undefined : `Without a finding, but with warnings: ${items}.`),
  counted: (count: number, what: string) => `${count} ${what}`,
  /** Names for `counted`. */
  findings: {
    unreadable: 'not valid',
    conflict: 'in contradiction',
    unsupported: 'unsupported',
    'unsupported-product': 'not supported by the version of the product',
    'other-hive': 'documented for another hive',
    'wrong-type': 'of a wrong type',
    'undocumented-data': 'with undocumented data',
    undocumented: 'not documented',
    removed: 'removed by the vendor',
    deprecated: 'deprecated by the vendor',
    unknown: 'unknown',
    unverified: 'unverified',
    'unknown-data': 'with data that was not checked',
  },
  longPayload: (bytes: number) => `It has ${bytes} bytes; ask again with detail: full.`,
  listed: (listed: number, next: number | undefined) =>
    `${listed} listed${next === undefined ? '.' : `; ask again with from: ${next}.`}`,
  drift: (from: string, to: string, items: number) =>
    `The verdicts are for “${to}”; those for “${from}” that differ: ${items} (drifts).`,
  converted: (items: number, left: number) => `Converted: ${items}; left out: ${left}.`,
  changed: (items: number) => `Items with a setting that changed: ${items}.`,
  coverage: (settings: number, sources: number) => `Settings: ${settings}; sources: ${sources}.`,
};

export type McpMessages = typeof en;

const fr: McpMessages = {
  verdicts: {
    supported: 'pris en charge',
    unsupported: 'non pris en charge',
    unverified: 'non vérifié',
    unknown: 'inconnu',
  },
  setting: (slug, parts) => `${slug} : ${parts.join(' ; ')}.`,
  past: {
    deprecated: 'déconseillé par son éditeur',
    obsolete: 'obsolète selon son éditeur',
    removed: 'supprimé par son éditeur',
  },
  registry: (verdict) => `registre ${verdict}`,
  mdm: (verdict) => `MDM ${verdict}`,
  together: (verdict) => `Tous les paramètres ensemble : ${verdict}.`,
  node: (omaUri) => `MDM ${omaUri}`,
  noMdm: 'aucune correspondance MDM documentée',
  product: (verdict) => `produit ${verdict}`,
  writes: (key, value) => `écrit ${key}${value === undefined ? '' : `, valeur ${value || '(par défaut)'}`}`,
  nearest: (names) => `Vouliez-vous dire : ${names} ?`,
  hits: (listed, total) => `${countFr(listed, 'paramètre{s}')} sur ${total}, le meilleur d’abord.`,
  verified: (items, findings) =>
    `${countFr(items, 'élément{s}')}${findings === 0 ? ' : aucun constat.' : '.'}`,
  warned: (items) => (items === 0 ? undefined : `Sans constat, mais avec des avertissements : ${items}.`),
  counted: countFr,
  findings: {
    unreadable: 'non valide{s}',
    conflict: 'en contradiction',
    unsupported: 'non pris en charge',
    'unsupported-product': 'non pris en charge par la version du produit',
    'other-hive': 'documenté{s} pour une autre ruche',
    'wrong-type': 'd’un type erroné',
    'undocumented-data': 'avec une donnée non documentée',
    undocumented: 'non documenté{s}',
    removed: 'supprimé{s} par l’éditeur',
    deprecated: 'déconseillé{s} par l’éditeur',
    unknown: 'inconnu{s}',
    unverified: 'non vérifié{s}',
    'unknown-data': 'avec une donnée non vérifiée',
  },
  longPayload: (bytes) => `Elle a ${bytes} octets ; redemandez avec detail : full.`,
  listed: (listed, next) =>
    `${listed} dans cette réponse${next === undefined ? '.' : ` ; redemandez avec from : ${next}.`}`,
  drift: (from, to, items) =>
    `Les verdicts sont pour « ${to} » ; ceux pour « ${from} » qui diffèrent : ${items} (drifts).`,
  converted: (items, left) => `Convertis : ${items} ; laissés de côté : ${left}.`,
  changed: (items) => `Éléments dont un paramètre a changé : ${items}.`,
  coverage: (settings, sources) => `Paramètres : ${settings} ; sources : ${sources}.`,
};

export const MCP_TEXTS: { en: McpMessages; fr: McpMessages } = { en, fr };
