/** Which files of a package are extracted, and where to: `*.admx` in one folder, `<language>/*.adml` below. */
import { localeOf } from '../../pick-text.ts';
import type { UnpackedFile } from './archive/unpack.ts';
import type { Pick } from './declarations.ts';
import { FetchError } from './errors.ts';
import { nameMatcher } from './match.ts';

const TEMPLATES = '\\.admx$|\\.adml\\d*$';
/** A folder whose name is a language tag with a region or a script: `fr-FR`, `pt_BR`, `zh-Hans-CN`, `es-419`. */
const TAG = /^[a-z]{2,3}[-_]((hans|hant|cyrl|latn)([-_][a-z]{2})?|[a-z]{2}|\d{3})([-_]valencia)?$/i;

export function wantedBy(pick: Pick): (path: string) => boolean {
  return nameMatcher(pick.include ?? TEMPLATES);
}

/** Path below the version's folder → bytes. @throws FetchError if two different files have one target. */
export function place(source: string, files: readonly UnpackedFile[], pick: Pick): Map<string, Uint8Array> {
  const placed = new Map<string, { path: string; bytes: Uint8Array }>();
  const taken = new Map<string, string>();
  for (const file of files) {
    const target = targetOf(source, file.path, pick);
    // Windows and the importer ignore the case of names, and macOS how an accent is written.
    const folded = target.toLowerCase().normalize();
    const before = placed.get(taken.get(folded) ?? '');
    if (before && !Buffer.from(before.bytes).equals(file.bytes)) {
      throw new FetchError(
        `${source}: ${before.path} and ${file.path} differ and would both be ${target}; ` +
          'choose between them with "pick" in the declaration',
      );
    }
    if (before) continue;
    taken.set(folded, target);
    placed.set(target, file);
  }
  if (placed.size === 0) throw new FetchError(`${source}: the package holds none of the files looked for`);
  return new Map([...placed].map(([target, { bytes }]) => [target, bytes]));
}

function targetOf(source: string, path: string, pick: Pick): string {
  const parts = path.split('/');
  const name = safeName(source, parts.pop() ?? '');
  const adml = /^(.*\.adml)(\d*)$/i.exec(name);
  if (!adml || pick.flat) return name;
  const suffix = adml[2] ?? '';
  const language = languageOf(parts, pick) ?? pick.suffixLanguages?.[suffix];
  if (language === undefined) {
    throw new FetchError(
      `${source}: nothing tells the language of ${path}; name it in "pick" ` +
        `(${pick.suffixLanguages ? 'suffixLanguages' : 'languages or defaultLanguage'})`,
    );
  }
  return `${language}/${adml[1]}`;
}

/** The innermost folder that names a language. */
function languageOf(folders: readonly string[], pick: Pick): string | undefined {
  for (const folder of [...folders].reverse()) {
    const declared = [folder, folder.toLowerCase()].find((each) => Object.hasOwn(pick.languages ?? {}, each));
    if (declared) return pick.languages?.[declared];
    // What looks like a language tag may not be one.
    const locale = TAG.test(folder) ? localeOf(folder.replaceAll('_', '-')) : undefined;
    if (locale !== undefined) return locale;
  }
  return pick.defaultLanguage;
}

function safeName(source: string, name: string): string {
  // No separators, drives, streams, control characters, devices or names of the folder itself, on any system.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are refused
  if (/[\\/:*?"<>|\u0000-\u001f]|^\.*$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[. ]$/i.test(name)) {
    throw new FetchError(
      `${source}: the package holds a file with the unusable name ${JSON.stringify(name)}`,
    );
  }
  return name;
}
