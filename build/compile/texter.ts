/** The texts of a record. */
import { pickText } from '../pick-text.ts';

/** Collects texts in the record's language, and records which ones are in another. */
export class Texter {
  readonly lang: string;
  readonly fallbacks: Record<string, string> = {};
  constructor(lang: string) {
    this.lang = lang;
  }
  pick(texts: Record<string, string>, path: string): string | undefined {
    const found = pickText(texts, this.lang);
    if (found && found.lang !== this.lang) this.fallbacks[path] = found.lang;
    return found?.text;
  }
  /** @param texts Empty strings if the vendor's text is too long for a label. */
  label(texts: Record<string, string> = {}, path: string): { label?: string; labelOmitted?: true } {
    const carried = Object.entries(texts).filter(([, text]) => text !== '');
    const label = this.pick(Object.fromEntries(carried), path);
    if (label !== undefined) return { label };
    return Object.keys(texts).length > 0 ? { labelOmitted: true } : {};
  }
}
