/** The terms of texts, numbered: names, keys and paths come again in every language, and one key in many settings. */
import { terms } from '../../runtime/search/tokens.ts';

export class TermNumbers {
  /** By number. */
  readonly terms: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #byText = new Map<string, readonly number[]>();

  /** The numbers of a text's terms, each once. */
  of(text: string): readonly number[] {
    const numbers = this.#byText.get(text) ?? [...new Set(terms(text))].map((term) => this.#numberOf(term));
    this.#byText.set(text, numbers);
    return numbers;
  }

  #numberOf(term: string): number {
    const number = this.#numbers.get(term) ?? this.terms.push(term) - 1;
    this.#numbers.set(term, number);
    return number;
  }
}
