/** How much a word tells. Words are folded as the index folds them. */

/** Grammar. */
const STOP_WORDS = new Set(
  (
    'a an and are as at be by do for from how i if in into is it its of or that the their then these this to was when which will with ' +
    'au aux ce ces cette comment dans de des du elle en est et il la le les leur ou par pour que qui se ses son sont sur un une ' +
    'am an auf aus bei das dem den der des die ein eine einem einen einer es fur im ist mit oder sich und von vom wie wird zu zum zur'
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

const STOP_WORD = 0.7;
const STOP_WORD_IN_PROSE = 0.15;
const FILLER = 0.5;
const FILLER_IN_PROSE = 0.3;

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

export function isFiller(word: string): boolean {
  return FILLERS.has(word);
}

/** The fewer of the `count` settings have a word, the more it tells; grammar and fillers tell less, most of all in prose. */
export function weightOf(word: string, frequency: number, count: number, prose: boolean): number {
  const rarity = Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
  return rarity * keptWeight(word, prose);
}

function keptWeight(word: string, prose: boolean): number {
  if (STOP_WORDS.has(word)) return prose ? STOP_WORD_IN_PROSE : STOP_WORD;
  if (!FILLERS.has(word)) return 1;
  return prose ? FILLER_IN_PROSE : FILLER;
}
