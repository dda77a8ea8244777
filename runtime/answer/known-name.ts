/** How a setting is called, kept once for all its matches and records. */
import { type ByteString, encode } from '../bytes.ts';
import type { Texts } from '../format.ts';
import { pickLanguage } from './envelope.ts';
import { Alike } from './pieces.ts';
import { inner } from './sentence.ts';

/** How a setting is called; mostly the same strings and the same titles for all its matches and records. */
export interface KnownName {
  /** In JSON, without its quotation marks. */
  name: ByteString;
  /** Language → language, name and title as members of a match, from the language's value on; of those with a title. */
  titles: Readonly<Record<string, ByteString>>;
}

/** Whoever needs the title in one language only names it, and may get one that has others too. */
export type ShareName = (slug: string, name: string, titles: Texts, lang?: string) => KnownName;

/** The language of the title, name and title. */
export function titleText({ name, titles }: KnownName, lang: string): string {
  const served = titles[lang] ?? titles[pickLanguage(titles, lang) ?? ''];
  return served ?? `"${lang}","name":"${name}"`;
}

const NAME_BITS = 15;

/** The same name as one object, where it was met before. */
export function sharedNames(): ShareName {
  const names = new Alike<KnownName>(NAME_BITS);
  return (slug, name, displayName, lang) => {
    const own: KnownName = {
      name: inner(name),
      titles: Object.fromEntries(
        Object.entries(displayName).map(([each, title]) => [
          each,
          encode(
            `${JSON.stringify(each)},"name":${JSON.stringify(name)},"displayName":${JSON.stringify(title)}`,
          ),
        ]),
      ),
    };
    return names.find(
      slug,
      (met) => sameName(met, own, lang),
      () => own,
    );
  };
}

function sameName(met: KnownName, own: KnownName, lang: string | undefined): boolean {
  if (met.name !== own.name) return false;
  if (lang !== undefined) return met.titles[lang] === own.titles[lang];
  const languages = Object.keys(own.titles);
  return (
    languages.length === Object.keys(met.titles).length &&
    languages.every((each) => met.titles[each] === own.titles[each])
  );
}
