/** One digest of the bytes that a version's facts were read from, which `sha256sum` can check. */
import { createHash } from 'node:crypto';
import { compare } from '../collections.ts';
import type { InputDigest } from '../facts/report.ts';
import type { SourceDeclaration, SourceVersion } from '../facts/sources.ts';

const EXTENSION: Record<SourceDeclaration['kind'], string> = {
  admx: '.admx',
  ddf: '.xml',
  psd1: '.psd1',
  csv: '.csv',
  pages: '.jsonl',
};

/** Whether the import reads a file of a version's folder. @param path Path below the folder, with `/`. */
export function isInput(
  { kind }: Pick<SourceDeclaration, 'kind'>,
  { languages }: Pick<SourceVersion, 'languages'>,
  path: string,
): boolean {
  const [name = '', folder, ...deeper] = path.toLowerCase().split('/').reverse();
  if (deeper.length > 0) return false;
  if (folder === undefined) return name.endsWith(EXTENSION[kind]);
  return kind === 'admx' && name.endsWith('.adml') && languages.some((each) => each.toLowerCase() === folder);
}

/** Collects the files of one version. */
export class InputCollector {
  readonly #digests = new Map<string, string>();

  add(path: string, bytes: Uint8Array): void {
    this.#digests.set(path, createHash('sha256').update(bytes).digest('hex'));
  }

  digest(): InputDigest {
    const hash = createHash('sha256');
    for (const [path, digest] of [...this.#digests].sort(([a], [b]) => compare(a, b)))
      hash.update(`${digest}  ${path}\n`);
    return { files: this.#digests.size, sha256: hash.digest('hex') };
  }
}

export function sameInput(a: InputDigest | undefined, b: InputDigest | undefined): boolean {
  return a !== undefined && b !== undefined && a.files === b.files && a.sha256 === b.sha256;
}
