/** Every tuned number and list of words of a query, each with what it does. `npm run bench:search` measures a change. */

const wordsOf = (text: string) => new Set(text.trim().split(/\s+/));

/** Grammar, and whose rule it is. All words here are folded as the index folds them. */
const STOP_WORDS = wordsOf(`
  a an and are as at be by cis do don for from how i if in into is it its must of on or shall should t that the under within their then these this to was when which will with
  au aux ce ces cette comment dans de des du elle en est et il la le les leur ou par pour que qui se ses son sont sous sur un une
  ab am an auf aus bei das dem den der des die ein eine einem einen einer es fur im ist mit oder sich und unter von vom wie wird zu zum zur
`);
/** Words that most sentences about settings have. */
const FILLERS = wordsOf(`
  can could would may might have has been being not only all any using use used via per after nach apres so my me we our you your
  what where does there than other also need needs needed want wants like make sure please ensure set configure configured
  enabled disabled enforced value values policy policies setting settings option options gpo registry system systems
  intune mdm gpedit regedit editor completely fully permanently request group key computer computers machine machines pc windows feature features
  doit doivent etre faut peut comment je veux assurer assurez verifier definir defini configurer parametre parametres registre strategie strategies groupe completement definitivement valeur active desactive tous toutes tout uniquement seulement pcs
  muss mussen soll sollte sollen kann konnen werden sicherstellen dass ich will mochte gruppenrichtlinie gruppenrichtlinien richtlinie einstellung einstellungen wert festlegen festgelegt konfigurieren konfiguriert alle allen nur darf durfen rechner komplett
`);
/** Weights, as a share of a usual word's: grammar, fillers, verbs (in a query, in a title), before a colon, a product's suite. */
export const SHARE = { stopWord: 0.2, filler: 0.5, verb: 0.6, verbInTitle: 0.2, heading: 0.5, suite: 0.7 };

export const isStopWord = (word: string) => STOP_WORDS.has(word);

export function shareOf(word: string): number {
  if (isStopWord(word)) return SHARE.stopWord;
  return FILLERS.has(word) ? SHARE.filler : 1;
}

/** Bounds of the work: no query may take long. */
export const LIMIT = {
  /** Words of a query that are read, groups of the greatest weight that are searched, and words whose stems are remembered. */
  words: 60,
  groups: 24,
  stems: 20_000,
  /** Words of a target, and ends of a registry key: for each one all before it is read again. */
  targetWords: 8,
  keyEnds: 60,
  /** Terms that begin with a prefix, and identifiers and titles that begin with the query. */
  completions: 1000,
  begun: 40,
  /** Words of a query that are corrected, and their lengths: correcting takes the most time. */
  corrections: 8,
  minCorrected: 3,
  maxCorrected: 24,
  /** Largest distance of a suggested term in edits, and their number. */
  edits: 2,
  suggestions: 3,
  /** Hits that are sorted; a request may ask for 50. */
  ranked: 200,
};

/** How well another term stands for a word of the query, up to 1; `matchedBy` has them in this order. */
export const FACTOR = { inflection: 0.8, synonym: 0.8, completion: 0.7, spelling: 0.8 };

/** Weight of a product after a word of grammar, or with a version: it says where, and weighs as much as a rare word. */
export const PLACE_WEIGHT = 6;
/** Weight of a word by its field. Each field is a slot of flexsearch's resolution, in this order. */
export const FIELD_WORTH = {
  title: 1,
  name: 0.95,
  value: 0.85,
  uri: 0.8,
  key: 0.65,
  slug: 0.65,
  category: 0.6,
  label: 0.6,
  keyword: 0.65,
  product: 1,
};
/**
 * Bonus for the share of the title that the query names; if the title has all words of a query of several; if the query
 * names the category beside a repeated title; begins a name; writes a name in several words, or turns it on or off.
 */
export const BONUS = { title: 0.7, all: 0.5, category: 0.1, begun: 0.6, joined: 0.4 };
/** Beginnings of value names that turn a feature on or off: “disable telemetry” is `AllowTelemetry`. */
export const NAME_BEGINS =
  'allow disable enable turnoff turnon no prevent block deny hide remove disallow fdeny fdisable'.split(' ');
/** For a query that does not begin with a verb, as rules of security guides: titles and synonyms count less. */
export const RULE = { title: 0.55, synonym: 0.55, prior: 0.5 };
/** Factor for a setting of another product than the query names; its name does not count then. */
export const OTHER_PRODUCT = 0.75;
/** Factor for a setting for each earlier one with the same title: one stands for all, the others follow. */
export const REPEATED = 0.9;

/** A hit is left out if it covers less than this share of the best one's coverage, or less than this of the query. */
export const RELATIVE_CUT = 0.5;
export const ABSOLUTE_CUT = 0.2;
/** A name is not left out of which so much is typed, as its last word may be cut; nor a key within a sentence. */
export const MOSTLY_TYPED = 0.5;
/** If the first hit covers less of the query than this, it is probably not what was meant. */
export const WEAK = 0.5;
