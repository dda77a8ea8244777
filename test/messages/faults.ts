/** Faults of form that no sentence may have, whatever it says. */

const QUOTES: Record<string, { open: string; close: string; other: RegExp }> = {
  'en-US': { open: '“', close: '”', other: /["«»]/ },
  'fr-FR': { open: '« ', close: ' »', other: /["“”]/ },
};

/** What is wrong with a sentence; empty for a good one. */
export function faultsOf(text: string, lang: string): string[] {
  const { open = '', close = '', other = /"/ } = QUOTES[lang] ?? {};
  const faults: string[] = [];
  if (text.split(open).length !== text.split(close).length) faults.push('unbalanced quotation marks');
  if (text.split('(').length !== text.split(')').length) faults.push('unbalanced brackets');
  if (other.test(text)) faults.push('quotation marks of another style');
  if (/'/.test(text)) faults.push('a straight apostrophe');
  // Of the sentence, not of a text that it quotes.
  const own = text.replace(/“[^”]*”|« [^»]* »/g, 'Q');
  if (/\.\.|…|,,|;;| {2}|[.,;]:/.test(own)) faults.push('doubled punctuation');
  if (/[\r\n\t]/.test(text)) faults.push('a line break');
  if (!/[.”»]$/.test(text) || text.endsWith(' .')) faults.push('no full stop at the end');
  if (/undefined|NaN|\[object/.test(own)) faults.push('a value that is none');
  if (lang === 'en-US' && / [;:]/.test(own)) faults.push('a blank before punctuation');
  if (lang === 'fr-FR' && /[^ \d\\][;:](?: |$)/.test(own)) faults.push('no blank before punctuation');
  return faults;
}
