/** What a search says of itself, in English and French. */

export interface SearchTexts {
  nothingFound: string;
  onlyStopWords: string;
  noWords: string;
}

const en: SearchTexts = {
  nothingFound: 'No documented setting in this dataset version fits the query.',
  onlyStopWords: 'The query holds only words that tell no setting from another.',
  noWords: 'The query holds no letter or digit to search by.',
};

const fr: SearchTexts = {
  nothingFound: 'Aucun paramètre documenté de cette version du jeu de données ne correspond à la requête.',
  onlyStopWords: 'La requête ne contient que des mots qui ne distinguent aucun paramètre.',
  noWords: 'La requête ne contient ni lettre ni chiffre à rechercher.',
};

/** French for every `fr`, else English. */
export function searchTextsFor(lang: string): SearchTexts {
  return /^fr(?:-|$)/i.test(lang) ? fr : en;
}
