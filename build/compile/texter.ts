/** The texts of a record. */
import { pickText } from '../../runtime/answer/language.ts';

/** Collects texts in the record's language, and notes what stands in another. */
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
}
