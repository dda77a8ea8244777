/** Every tuned number and list of words of the search, each with what it does. `npm run bench:search` measures a change. */
import type { FieldName } from './files.ts';

// Words. They are folded as the index folds them.

/** Grammar. */
const STOP_WORDS = new Set(
  (
    'a an and are as at be by do for from how i if in into is it its of or that the their then these this to was when which will with ' +
    'au aux ce ces cette comment dans de des du elle en est et il la le les leur ou par pour que qui se ses son sont sous sur un une ' +
    'ab am an auf aus bei das dem den der des die ein eine einem einen einer es fur im ist mit oder sich und unter von vom wie wird zu zum zur'
  ).split(' '),
);
/** What sentences about settings are made of; in a short query they may be the words of a title. */
const FILLERS = new Set(
  (
    'must should shall can could would may might have has been being not only all any using use used via so my me we our you your ' +
    'what where does there than other also need needs needed want wants like make sure please ensure set configure configured ' +
    'enabled disabled enforced value values policy policies setting settings option options gpo registry system systems ' +
    'group key computer computers machine machines windows feature features ' +
    'doit doivent etre faut peut comment je veux assurer assurez verifier definir defini configurer parametre parametres strategie valeur active desactive ' +
    'muss mussen soll sollte sollen kann konnen werden sicherstellen dass ich will mochte richtlinie einstellung einstellungen wert festlegen festgelegt konfigurieren konfiguriert'
  ).split(' '),
);
/** The share of its weight that such a word has, in a short query and in prose. */
const STOP_WORD = { short: 0.7, prose: 0.15 };
const FILLER = { short: 0.5, prose: 0.3 };

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The fewer of the `count` settings have a word, the more it says; grammar and fillers say less, most of all in prose. */
export function termWeight(word: string, frequency: number, count: number, prose: boolean): number {
  const rarity = Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
  const shares = isStopWord(word) ? STOP_WORD : FILLERS.has(word) ? FILLER : undefined;
  return rarity * (shares?.[prose ? 'prose' : 'short'] ?? 1);
}

// Reading a query.

/** A query of so many words is prose. */
export const MIN_PROSE = 6;
/** So many words are looked for, those that weigh the most. */
export const MAX_GROUPS = 24;
/** A product after such a word, or with a version, is where to look. */
export const BEFORE_PRODUCT = new Set(
  'in for on of under within dans pour sous sur de fur auf bei unter von'.split(' '),
);
export const PRODUCT_VERSION = /^(?:\d{1,2}|20\d\d|\d\dh\d|365)$/;
/** Where to look weighs about as much as a rare word. */
export const PLACE_WEIGHT = 6;
/** What is done to a feature weighs less than which feature it is. */
export const ACTION_SHARE = 0.6;
/** Of a verb's weight in a title. */
export const ACTION_IN_TITLE = 0.2;

/** How well a term stands for a word of the query that it is not, up to 1. */
export const SYNONYM = 0.7;
/** Of a phrase of several words that has synonyms: the phrase as a whole is what is meant, not each of its words. */
export const IN_PHRASE = { literal: 0.87, synonym: 0.8 };
/** Another inflection, or the word with one letter wrong. */
export const VARIANT = 0.8;
export const COMPLETED = 0.7;
/** Of a short prefix's completions only so many are looked at. */
export const MAX_COMPLETIONS = 1000;

/** Words of such lengths are corrected; correcting takes the most time, so only so many words of a query are. */
export const MIN_CORRECTED = 3;
export const MAX_CORRECTED = 24;
export const MAX_CORRECTIONS = 8;
/** Suggested terms are at most so many edits away. */
export const MAX_EDITS = 2;
export const MAX_SUGGESTIONS = 3;

// Naming: identifiers, titles and keys.

/** Of the identifiers and titles that the query begins only so many are looked at. */
export const MAX_BEGUN = 40;
/** A registry key in a sentence counts like so much of a title. */
export const KEY_RATIO = 0.5;
/** A name of which so much is typed is an answer, even where its words are cut to what no word begins with. */
export const MOSTLY_TYPED = 0.5;

// Scores and their order.

/** What a word is worth by the field it stands in. */
export const FIELD_WORTH: Record<FieldName, number> = {
  title: 1,
  name: 0.9,
  value: 0.85,
  uri: 0.7,
  key: 0.65,
  slug: 0.65,
  category: 0.6,
  label: 0.6,
  keyword: 0.65,
  product: 1,
};
/** How much more a setting is worth of whose title the query names all; `action`: of a query that begins with a verb. */
export const TITLE_BONUS = { plain: 0.25, action: 0.7 };
/** How much more one whose title has all words of the query, of several, as they are written there. */
export const ALL_IN_TITLE_BONUS = 0.3;
/** Of two that cover as much, the one that the query begins, or that writes its words as one, comes first. */
export const BEGUN_BONUS = 0.5;
export const JOINED_BONUS = 0.4;
/** Names of values that turn a feature on or off begin so: “disable telemetry” is `AllowTelemetry`. */
export const NAME_BEGINS =
  'allow disable enable turnoff turnon no prevent block deny hide remove disallow'.split(' ');
/** The share of its score that a setting has by the rank of its source, where no product is named. */
export const SOURCE_PRIOR = [1, 0.96, 0.93];
/** Settings that allow a snap-in of the management console: they have the title of a feature, and are seldom meant. */
export const SNAP_IN = { slug: 'mmcsnapins.', prior: 0.73 };
/** What each earlier setting of the same title leaves of its score: one stands for all, the others follow it. */
export const REPEATED = 0.9;
/**
 * The share of its score that a setting has that its vendor calls deprecated, obsolete or removed: it comes after living
 * ones but for those that fit much worse, or a misspelt title of it would not find it.
 */
export const DEPRECATED_SHARE = 0.8;
/** Of a longer query so much is read: each word of a target or end of a registry key reads all before it again. */
export const MAX_WORDS = 60;
export const MAX_TARGET_WORDS = 8;
export const MAX_KEY_ENDS = 60;
/** So many are put in order; a request may ask for 50. */
export const MAX_RANKED = 200;

/** What covers less than this share of the best one's is no answer; nor is what covers less than this of the query. */
export const RELATIVE_CUT = 0.5;
export const ABSOLUTE_CUT = 0.2;
/** Of a first hit that covers less of the query than this it is likelier than not that it is not what was meant. */
export const WEAK = 0.5;
