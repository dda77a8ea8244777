/** The names of the editions in a DDF's edition list. */
import { EDITIONS } from '../../runtime/verdict/edition-table.ts';

const NAMES = new Map(EDITIONS.map(({ code, name }) => [code.toLowerCase(), name]));

/** In the list's order; a code that the table lacks stands for itself. */
export function editionNames(codes: readonly string[]): string[] {
  return codes.map((code) => NAMES.get(code.toLowerCase()) ?? code);
}

export function isKnownEdition(code: string): boolean {
  return NAMES.has(code.toLowerCase());
}
