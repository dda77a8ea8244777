/** The sentences of product verdicts and lifecycles, in English and French. The verdict never depends on them. */
import type { Lifecycle, ProductRange } from '../schema/product.ts';
import type { ProductJudgement, ProductProblem } from '../verdict/product.ts';
import { isFrench } from './names.ts';

interface ProductMessages {
  /** Why the verdict is what it is. */
  reason(judgement: ProductJudgement): string;
  /** A reason among those of several settings. */
  ofSetting(slug: string, reason: string): string;
  problem(problem: ProductProblem): string;
  lifecycle(slug: string, lifecycle: Lifecycle): string;
}

/** What a language needs of its own; the rest is the same for all. */
interface Words {
  or: string;
  ordinary: string;
  quote(text: string): string;
  /** One alternative; `from` and `to` are inclusive. */
  range(from: string | undefined, to: string | undefined): string;
}

const named = ({ product, version, channel }: ProductJudgement) =>
  [product, channel === version ? undefined : channel, version]
    .filter((part) => part !== undefined)
    .join(' ');

const list = (channels: readonly string[] | undefined, words: Words) =>
  (channels ?? []).map((channel) => (channel === '' ? words.ordinary : channel)).join(words.or);

const ranges = (all: readonly ProductRange[] | undefined, words: Words) =>
  (all ?? []).map(({ from, to }) => words.range(from, to)).join(words.or);

const english: Words = {
  or: ' or ',
  ordinary: 'the ordinary channel',
  quote: (text) => `“${text}”`,
  range: (from, to) => {
    if (from === to) return from ?? '';
    if (to === undefined) return `${from} or later`;
    return from === undefined ? `${to} or earlier` : `${from} to ${to}`;
  },
};

const en: ProductMessages = {
  reason: (judgement) => {
    const { product, from, to, channels } = judgement;
    const documented = english.range(from, to);
    const version = named(judgement);
    switch (judgement.reasonCode) {
      case 'reached':
      case 'within':
        return `${version} is among the documented versions: ${documented}.`;
      case 'below':
        return `${version} is below the documented versions: ${documented}.`;
      case 'above':
        return `${version} is above the documented versions: ${documented}.`;
      case 'outside':
        return `${version} is not among the documented versions: ${ranges(judgement.ranges, english)}.`;
      case 'imprecise':
        return `The documented versions are ${documented}; give the version of ${product} with as many parts as they have.`;
      case 'channel-needed':
        return `The verdict depends on the channel of ${product}; say which one it is: ${list(channels, english)}.`;
      case 'other-channel':
        return `The vendor documents versions of ${list(channels, english)} only; nothing is documented for ${version}.`;
      case 'host':
        return (
          `${version} is among the documented versions (${documented}), but the vendor documents them on certain ` +
          'versions of Windows only, and the target OS is not verified to be one of them.'
        );
      case 'dropped':
        return (
          `${version} is among the documented versions (${documented}), but version ${judgement.since} of the vendor's ` +
          'templates no longer has this setting or value, and the product is not known to be older.'
        );
      case 'no-range':
        return `The vendor’s text gives no readable versions of ${product} for this setting.`;
      case 'not-named':
        return `The setting is documented for versions of ${product}; name it with its version in targetProducts.`;
    }
  },
  ofSetting: (slug, reason) => `${slug}: ${reason}`,
  problem: ({ code, name, given, product = '', example = '', channels, known }) => {
    const entry = `targetProducts ${english.quote(name)}`;
    switch (code) {
      case 'unknown-product':
        return `${entry}: the product is not known; known are ${(known ?? []).join(', ')}.`;
      case 'unreadable-version':
        return `${entry}: ${english.quote(given)} is not a version of ${product}; give a version such as ${example}.`;
      case 'several-versions':
        return `${entry}: several versions of ${product} are given; give one.`;
      case 'both-channels':
        return `${entry}: several channels of ${product} are given (${list(channels, english)}); give one.`;
      case 'other-form':
        return `${entry}: ${english.quote(given)} does not have the form of the versions in the vendor’s texts on ${product}; give a version such as ${example}.`;
      case 'contradiction':
        return `${entry}: ${english.quote(given)} is not a version of that year’s ${product}; give one of the two.`;
    }
  },
  lifecycle: (slug, { state, evidence: { kind, text } }) =>
    `${slug}: the vendor marks the setting as ${state} (${kind} ${english.quote(text)}).`,
};

const french: Words = {
  or: ' ou ',
  ordinary: 'le canal ordinaire',
  quote: (text) => `« ${text} »`,
  range: (from, to) => {
    if (from === to) return from ?? '';
    if (to === undefined) return `${from} ou version ultérieure`;
    return from === undefined ? `${to} ou version antérieure` : `${from} à ${to}`;
  },
};

const STATES_FR: Record<Lifecycle['state'], string> = {
  deprecated: 'déconseillé',
  obsolete: 'obsolète',
  removed: 'supprimé',
};

/** `d’Internet Explorer`, `de Firefox`. */
const de = (name: string) => (/^[aeiou]/i.test(name) ? `d’${name}` : `de ${name}`);

const deChannel = (channel: string) => (channel === '' ? 'du canal ordinaire' : de(channel));

const fr: ProductMessages = {
  reason: (judgement) => {
    const { product, from, to, channels } = judgement;
    const documented = french.range(from, to);
    const version = named(judgement);
    switch (judgement.reasonCode) {
      case 'reached':
      case 'within':
        return `${version} fait partie des versions documentées : ${documented}.`;
      case 'below':
        return `${version} est en dessous des versions documentées : ${documented}.`;
      case 'above':
        return `${version} est au-dessus des versions documentées : ${documented}.`;
      case 'outside':
        return `${version} ne fait pas partie des versions documentées : ${ranges(judgement.ranges, french)}.`;
      case 'imprecise':
        return `Les versions documentées sont ${documented} ; indiquez la version ${de(product)} avec autant de nombres.`;
      case 'channel-needed':
        return `Le verdict dépend du canal ${de(product)} ; précisez lequel : ${list(channels, french)}.`;
      case 'other-channel':
        return `L’éditeur ne documente que des versions ${(channels ?? []).map(deChannel).join(french.or)} ; rien n’est documenté pour ${version}.`;
      case 'host':
        return (
          `${version} fait partie des versions documentées (${documented}), mais l’éditeur ne les documente que sur ` +
          'certaines versions de Windows, et rien ne confirme que le système cible en soit une.'
        );
      case 'dropped':
        return (
          `${version} fait partie des versions documentées (${documented}), mais la version ${judgement.since} des ` +
          'modèles de l’éditeur n’a plus ce paramètre ou cette valeur, et il n’est pas établi que le produit est plus ancien.'
        );
      case 'no-range':
        return `Le texte de l’éditeur ne donne aucune version lisible ${de(product)} pour ce paramètre.`;
      case 'not-named':
        return `Le paramètre est documenté pour des versions ${de(product)} ; indiquez-le avec sa version dans targetProducts.`;
    }
  },
  ofSetting: (slug, reason) => `${slug} : ${reason}`,
  problem: ({ code, name, given, product = '', example = '', channels, known }) => {
    const entry = `targetProducts ${french.quote(name)}`;
    switch (code) {
      case 'unknown-product':
        return `${entry} : le produit n’est pas connu ; produits connus : ${(known ?? []).join(', ')}.`;
      case 'unreadable-version':
        return `${entry} : ${french.quote(given)} n’est pas une version ${de(product)} ; indiquez une version comme ${example}.`;
      case 'several-versions':
        return `${entry} : plusieurs versions ${de(product)} sont indiquées ; n’en indiquez qu’une.`;
      case 'both-channels':
        return `${entry} : plusieurs canaux ${de(product)} sont indiqués (${list(channels, french)}) ; n’en indiquez qu’un.`;
      case 'other-form':
        return `${entry} : ${french.quote(given)} n’a pas la forme des versions de ${product} dans les textes de l’éditeur ; indiquez une version comme ${example}.`;
      case 'contradiction':
        return `${entry} : ${french.quote(given)} n’est pas une version ${de(product)} de cette année ; n’indiquez que l’une des deux.`;
    }
  },
  lifecycle: (slug, { state, evidence: { kind, text } }) =>
    `${slug} : l’éditeur marque le paramètre comme ${STATES_FR[state]} (${kind === 'title' ? 'titre' : 'catégorie'} ${french.quote(text)}).`,
};

export function productMessagesFor(lang: string): ProductMessages {
  return isFrench(lang) ? fr : en;
}
