/** What verdicts are drawn from: the distinct facts of all matches, numbered. */

import type { Facts } from '../../runtime/verdict/index.ts';
import { compare } from '../collections.ts';

/** Sorted, so that a new setting does not number the others anew in the order of the sources. */
export class RuleTable {
  readonly rules: Facts[];
  readonly #numbers: Map<string, number>;

  constructor(all: Iterable<Facts>) {
    const texts = new Set<string>();
    for (const facts of all) texts.add(JSON.stringify(facts));
    const sorted = [...texts].sort(compare);
    this.rules = sorted.map((text) => JSON.parse(text) as Facts);
    this.#numbers = new Map(sorted.map((text, at) => [text, at]));
  }

  numberOf(facts: Facts): number {
    const number = this.#numbers.get(JSON.stringify(facts));
    if (number === undefined) throw new RangeError('The table was made without these facts.');
    return number;
  }
}
