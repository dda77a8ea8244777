/**
 * 7-Zip as WebAssembly: one decoder for zip, cab, the streams of an msi, tar, gzip and self-extracting exe, with no
 * program to install. It has only a file system in memory, so nothing of an archive reaches the disk except files that
 * the caller reads and writes there.
 */
import sevenZip, { type SevenZipModule } from '7z-wasm';
import { FetchError } from '../errors.ts';
import type { Budget } from './limits.ts';
import { type Listing, readListing } from './listing.ts';

const INPUT = '/in/archive';
const OUTPUT = '/out';
const ENOSPC = 51;

export class SevenZipArchive {
  readonly name: string;
  readonly #module: SevenZipModule;
  readonly #budget: Budget;
  readonly #lines: string[];
  #overrun = false;

  private constructor(name: string, module: SevenZipModule, budget: Budget, lines: string[]) {
    this.name = name;
    this.#module = module;
    this.#budget = budget;
    this.#lines = lines;
  }

  static async open(name: string, bytes: Uint8Array, budget: Budget): Promise<SevenZipArchive> {
    const lines: string[] = [];
    let paths = 0;
    const print = (line: string) => {
      if (line.startsWith('Path = ')) paths++;
      // Millions of entries would fill the memory before they are counted; a few paths are of the archive itself.
      if (paths < budget.limits.entries + 10) lines.push(line);
    };
    const module = await sevenZip.default({ print, printErr: print });
    module.FS.mkdir('/in');
    module.FS.mkdir(OUTPUT);
    module.FS.writeFile(INPUT, bytes);
    const archive = new SevenZipArchive(name, module, budget, lines);
    archive.#guard();
    return archive;
  }

  /** Sizes in a listing are only claims of the archive; the bytes really written are counted here. */
  #guard(): void {
    const fs = this.#module.FS;
    const write = fs.write;
    let written = 0;
    const allowed = this.#budget.bytesLeft;
    fs.write = (stream, buffer, offset, length, position, canOwn) => {
      written += length;
      // Messages use the same call; they are few bytes compared with the allowance.
      if (written > allowed + 2 ** 20) {
        this.#overrun = true;
        throw this.#errno(ENOSPC);
      }
      return write.call(fs, stream, buffer, offset, length, position, canOwn);
    };
    fs.symlink = () => {
      throw this.#errno(1);
    };
  }

  /** An error of the file system: any other one would crash the decoder instead of failing the call. */
  #errno(code: number): unknown {
    const fs: object = this.#module.FS;
    if (!('ErrnoError' in fs) || typeof fs.ErrnoError !== 'function') return new FetchError(`errno ${code}`);
    return Reflect.construct(fs.ErrnoError, [code]);
  }

  #run(args: string[]): string[] {
    this.#lines.length = 0;
    let code: unknown;
    try {
      code = this.#module.callMain(args);
    } catch (error) {
      code = error;
    }
    if (this.#overrun) this.#budget.addBytes(Number.MAX_SAFE_INTEGER);
    if (code === 0) return [...this.#lines];
    const lines = this.#lines.map((line) => line.replace(`${INPUT} : `, '').trim());
    const at = lines.findIndex((line) => /error|cannot|unsupported/i.test(line));
    const why = lines[lines[at] === 'ERRORS:' ? at + 1 : at] ?? 'damaged, or not an archive that can be read';
    throw new FetchError(`${this.name}: ${why}; fetch it again, or correct its URL`);
  }

  /** @param type 7-Zip's format, if its automatic choice would hide something (`Compound`). */
  list(type?: string): Listing {
    const lines = this.#run(['l', '-slt', '-sccUTF-8', ...typeFlag(type), INPUT]);
    return readListing(this.name, lines);
  }

  /** Unpacks the named entries (paths as listed). @returns Their bytes, in the order of the paths. */
  extract(paths: readonly string[], type?: string): Map<string, Uint8Array> {
    const fs = this.#module.FS;
    if (paths.length === 0) return new Map();
    fs.writeFile('/in/names', paths.map((path) => `${path}\n`).join(''));
    this.#run(['x', '-y', '-spd', '-scsUTF-8', ...typeFlag(type), `-o${OUTPUT}`, INPUT, '@/in/names']);
    const files = new Map<string, Uint8Array>();
    for (const path of paths) {
      const bytes = this.#read(`${OUTPUT}/${path}`);
      this.#budget.addBytes(bytes.length);
      files.set(path, bytes);
    }
    return files;
  }

  #read(path: string): Uint8Array {
    const fs = this.#module.FS;
    try {
      if (!fs.isFile(fs.lstat(path).mode)) throw new FetchError(`${this.name}: ${path} is not a file`);
      const bytes = fs.readFile(path);
      fs.unlink(path);
      return bytes;
    } catch (error) {
      if (error instanceof FetchError) throw error;
      throw new FetchError(
        `${this.name}: the entry ${JSON.stringify(path.slice(OUTPUT.length + 1))} did not come out`,
      );
    }
  }
}

function typeFlag(type: string | undefined): string[] {
  return type === undefined ? [] : [`-t${type}`];
}
