/** The sentences of product verdicts, in English and French. The verdict never depends on them. */
import type { ProductJudgement } from '../verdict/product.ts';
import type { ProductProblem } from '../verdict/product-target.ts';

interface Texts {
  or: string;
  ordinary: string;
  quote(text: string): string;
  /** One alternative; `from` and `to` are inclusive. */
  range(from: string | undefined, to: string | undefined): string;
  reasons: Record<ProductJudgement['reasonCode'], (judged: Judged) => string>;
  /** Each follows the entry of `targetProducts`. */
  problems: Record<ProductProblem['code'], (problem: Required<ProductProblem>) => string>;
  /** A reason among those of several settings. */
  ofSetting(slug: string, reason: string): string;
}

/** `version` with its product and channel; `documented`: the range that decided, or all of them. */
type Judged = Pick<ProductJudgement, 'product' | 'channels' | 'since' | 'seenIn'> & {
  version: string;
  documented: string;
};

const named = ({ product, version, channel }: ProductJudgement) =>
  [product, channel === version ? undefined : channel, version]
    .filter((part) => part !== undefined)
    .join(' ');

const list = (channels: readonly string[] | undefined, { or, ordinary }: Texts) =>
  (channels ?? []).map((channel) => (channel === '' ? ordinary : channel)).join(or);

const en: Texts = {
  or: ' or ',
  ordinary: 'the ordinary channel',
  quote: (text) => `“${text}”`,
  range: (from, to) => {
    if (from === to) return from ?? '';
    if (to === undefined) return `${from} or later`;
    return from === undefined ? `${to} or earlier` : `${from} to ${to}`;
  },
  reasons: {
    within: ({ version, documented }) => `${version} is among the documented versions: ${documented}.`,
    below: ({ version, documented }) => `${version} is below the documented versions: ${documented}.`,
    above: ({ version, documented }) => `${version} is above the documented versions: ${documented}.`,
    outside: ({ version, documented }) => `${version} is not among the documented versions: ${documented}.`,
    imprecise: ({ documented, product }) =>
      `The documented versions are ${documented}; give the version of ${product} with as many parts as they have.`,
    'channel-needed': ({ product, channels }) =>
      `The verdict depends on the channel of ${product}; say which one it is: ${list(channels, en)}.`,
    'other-channel': ({ version, channels }) =>
      `The vendor documents versions of ${list(channels, en)} only; nothing is documented for ${version}.`,
    host: ({ version, documented }) =>
      `${version} is among the documented versions (${documented}), but the vendor documents them on certain versions of Windows only, and the target OS is not verified to be one of them.`,
    dropped: ({ version, documented, since }) =>
      `${version} is among the documented versions (${documented}), but version ${since} of the vendor’s templates no longer has this setting or value, and the product is not known to be older.`,
    explained: ({ version, documented, since, seenIn }) =>
      `${seenIn ? `The vendor’s templates of ${seenIn[0]} have this setting` : `${version} is among the documented versions (${documented})`}, but the vendor says that the setting does not work after ${since}.`,
    'no-range': ({ product }) =>
      `The vendor’s text gives no readable versions of ${product} for this setting.`,
    seen: ({ version, seenIn }) =>
      `The vendor’s templates of ${seenIn?.[0]} have this setting: it is documented for ${version}.`,
    between: ({ version, seenIn }) =>
      `The vendor’s templates of ${seenIn?.[0]} and ${seenIn?.[1]} both have this setting; what lies between, such as ${version}, is not documented.`,
    beside: ({ version, seenIn, since }) =>
      `The vendor’s templates of ${seenIn?.[0]} have this setting${since === undefined ? '' : `, those of ${since} no longer`}; nothing is documented for ${version}.`,
    withdrawn: ({ version, seenIn }) =>
      `The vendor’s templates of ${seenIn?.[0]} have this setting, but mark it as no longer in use; nothing is documented for ${version}.`,
    'not-named': ({ product }) =>
      `The setting is documented for versions of ${product}; name it with its version in targetProducts.`,
  },
  problems: {
    'unknown-product': ({ known }) => `the product is not known; known are ${known.join(', ')}.`,
    'unreadable-version': ({ given, product, example }) =>
      `${en.quote(given)} is not a version of ${product}; give a version such as ${example}.`,
    'several-versions': ({ product }) => `several versions of ${product} are given; give one.`,
    'both-channels': ({ product, channels }) =>
      `several channels of ${product} are given (${list(channels, en)}); give one.`,
    'other-form': ({ given, product, example }) =>
      `${en.quote(given)} does not have the form of the versions in the vendor’s texts on ${product}; give a version such as ${example}.`,
    contradiction: ({ given, product }) =>
      `${en.quote(given)} is not a version of that year’s ${product}; give one of the two.`,
  },
  ofSetting: (slug, reason) => `${slug}: ${reason}`,
};

/** `d’Internet Explorer`, `de Firefox`. */
const de = (name: string) => (/^[aeiou]/i.test(name) ? `d’${name}` : `de ${name}`);

const deChannel = (channel: string) => (channel === '' ? 'du canal ordinaire' : de(channel));

const fr: Texts = {
  or: ' ou ',
  ordinary: 'le canal ordinaire',
  quote: (text) => `« ${text} »`,
  range: (from, to) => {
    if (from === to) return from ?? '';
    if (to === undefined) return `${from} ou version ultérieure`;
    return from === undefined ? `${to} ou version antérieure` : `${from} à ${to}`;
  },
  reasons: {
    within: ({ version, documented }) => `${version} fait partie des versions documentées : ${documented}.`,
    below: ({ version, documented }) => `${version} est en dessous des versions documentées : ${documented}.`,
    above: ({ version, documented }) => `${version} est au-dessus des versions documentées : ${documented}.`,
    outside: ({ version, documented }) =>
      `${version} ne fait pas partie des versions documentées : ${documented}.`,
    imprecise: ({ documented, product }) =>
      `Les versions documentées sont ${documented} ; indiquez la version ${de(product)} avec autant de nombres.`,
    'channel-needed': ({ product, channels }) =>
      `Le verdict dépend du canal ${de(product)} ; précisez lequel : ${list(channels, fr)}.`,
    'other-channel': ({ version, channels }) =>
      `L’éditeur ne documente que des versions ${(channels ?? []).map(deChannel).join(fr.or)} ; rien n’est documenté pour ${version}.`,
    host: ({ version, documented }) =>
      `${version} fait partie des versions documentées (${documented}), mais l’éditeur ne les documente que sur certaines versions de Windows, et rien ne confirme que le système cible en soit une.`,
    dropped: ({ version, documented, since }) =>
      `${version} fait partie des versions documentées (${documented}), mais la version ${since} des modèles de l’éditeur n’a plus ce paramètre ou cette valeur, et il n’est pas établi que le produit soit plus ancien.`,
    explained: ({ version, documented, since, seenIn }) =>
      `${seenIn ? `Les modèles de l’éditeur pour ${seenIn[0]} ont ce paramètre` : `${version} fait partie des versions documentées (${documented})`}, mais l’éditeur indique que le paramètre ne fonctionne plus après ${since}.`,
    'no-range': ({ product }) =>
      `Le texte de l’éditeur ne donne aucune version lisible ${de(product)} pour ce paramètre.`,
    seen: ({ version, seenIn }) =>
      `Les modèles de l’éditeur pour ${seenIn?.[0]} ont ce paramètre : il est documenté pour ${version}.`,
    between: ({ version, seenIn }) =>
      `Les modèles de l’éditeur pour ${seenIn?.[0]} et ${seenIn?.[1]} ont tous deux ce paramètre ; ce qui se trouve entre les deux, comme ${version}, n’est pas documenté.`,
    beside: ({ version, seenIn, since }) =>
      `Les modèles de l’éditeur pour ${seenIn?.[0]} ont ce paramètre${since === undefined ? '' : `, ceux de ${since} ne l’ont plus`} ; rien n’est documenté pour ${version}.`,
    withdrawn: ({ version, seenIn }) =>
      `Les modèles de l’éditeur pour ${seenIn?.[0]} ont ce paramètre, mais le marquent comme n’étant plus en service ; rien n’est documenté pour ${version}.`,
    'not-named': ({ product }) =>
      `Le paramètre est documenté pour des versions ${de(product)} ; indiquez ce produit avec sa version dans targetProducts.`,
  },
  problems: {
    'unknown-product': ({ known }) => `le produit n’est pas connu ; produits connus : ${known.join(', ')}.`,
    'unreadable-version': ({ given, product, example }) =>
      `${fr.quote(given)} n’est pas une version ${de(product)} ; indiquez une version comme ${example}.`,
    'several-versions': ({ product }) =>
      `plusieurs versions ${de(product)} sont indiquées ; n’en indiquez qu’une.`,
    'both-channels': ({ product, channels }) =>
      `plusieurs canaux ${de(product)} sont indiqués (${list(channels, fr)}) ; n’en indiquez qu’un.`,
    'other-form': ({ given, product, example }) =>
      `${fr.quote(given)} n’a pas la forme des versions ${de(product)} dans les textes de l’éditeur ; indiquez une version comme ${example}.`,
    contradiction: ({ given, product }) =>
      `${fr.quote(given)} n’est pas une version ${de(product)} de cette année ; n’indiquez que l’une des deux.`,
  },
  ofSetting: (slug, reason) => `${slug} : ${reason}`,
};

export const PRODUCT_TEXTS = { en: withRules(en), fr: withRules(fr) };

/** Adds the methods that are the same in every language. */
function withRules(texts: Texts) {
  const { or, quote, range } = texts;
  return {
    ...texts,
    /** Why the verdict is what it is. */
    reason(judgement: ProductJudgement): string {
      const { ranges = [judgement] } = judgement;
      const documented = ranges.map(({ from, to }) => range(from, to)).join(or);
      return texts.reasons[judgement.reasonCode]({ ...judgement, version: named(judgement), documented });
    },
    problem(problem: ProductProblem): string {
      const given = { product: '', example: '', channels: [], known: [], ...problem };
      return texts.ofSetting(`targetProducts ${quote(problem.name)}`, texts.problems[problem.code](given));
    },
  };
}
