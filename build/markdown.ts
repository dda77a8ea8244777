/** Markdown as the pages and reports of this project use it. */
import { visible } from './visible.ts';

type Row = readonly (string | number)[];

/** @param texts Number of columns of texts; further ones hold numbers. */
export function markdownTable(head: readonly string[], rows: readonly Row[], texts = head.length): string {
  const line = (cells: Row) => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map((_, at) => (at < texts ? '---' : '---:'))) + rows.map(line).join('');
}

/** Also escapes `&`, which begins an entity, `~`, which strikes out, and `$`, which begins a formula. */
export function markdownText(text: string): string {
  return visible(text)
    .replace(/[\\|<>*_`[\]&~$]/g, (char) => `\\${char}`)
    .replaceAll(/\s+/g, ' ');
}
