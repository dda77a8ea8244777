/** The inputs of verdicts, numbered: the distinct facts of all matches, and those that one answer judges together. */

import type { Scope } from '../../runtime/format/format.ts';
import type { AskedRules, Facts, Rules } from '../../runtime/verdict/index.ts';
import { compare } from '../collections.ts';
import { PRODUCT_NAMES } from './product-names.ts';

/** Facts as JSON text: equal facts have the same number. */
export type FactsText = string;

export interface AskedFacts {
  facts: readonly FactsText[];
  scope: Scope | undefined;
  /** Number of the last ones, which are documented for the other hive alone. */
  others: number;
  /** Indexes of lists of any names, where another one names the value. */
  lists: readonly number[];
}

/** Sorted, so the numbers do not depend on the order of the sources. */
export class RuleTable {
  readonly #rules: Map<FactsText, number>;
  readonly #asked: Map<string, number>;

  constructor(rules: Iterable<FactsText>, asked: Iterable<AskedFacts>) {
    this.#rules = numbered(rules);
    const texts = new Set<string>();
    for (const each of asked) texts.add(this.#textOf(each));
    this.#asked = numbered(texts);
  }

  numberOf(facts: FactsText): number {
    return known(this.#rules.get(facts));
  }

  askedNumberOf(asked: AskedFacts): number {
    return known(this.#asked.get(this.#textOf(asked)));
  }

  get file(): Rules {
    return {
      rules: [...this.#rules.keys()].map((text) => JSON.parse(text) as Facts),
      products: [...PRODUCT_NAMES],
      asked: [...this.#asked.keys()].map((text) => JSON.parse(text) as AskedRules),
    };
  }

  #textOf({ facts, scope, others, lists }: AskedFacts): string {
    const asked: AskedRules = {
      rules: facts.map((text) => this.numberOf(text)),
      ...(scope !== undefined && { scope }),
      ...(others > 0 && { others }),
      ...(lists.length > 0 && { lists: [...lists] }),
    };
    return JSON.stringify(asked);
  }
}

function numbered(texts: Iterable<string>): Map<string, number> {
  return new Map([...new Set(texts)].sort(compare).map((text, at) => [text, at]));
}

function known(number: number | undefined): number {
  if (number === undefined) throw new RangeError('The table of rules was made without these facts.');
  return number;
}
