/**
 * The minimum that the English text of a supportedOn definition states, read by a strict grammar:
 *
 *     text    = "at least" list [later] | release later
 *     list    = release { ("," | "or" | ", or") release }
 *     release = ["Microsoft"] "Windows" name ["Version" label] [["with"] service pack]
 *     later   = ("or" | "and") ("later" | "higher" | "above" | "newer")
 *
 * One word that it does not know, and the text gives no minimum. The ranges in the machine-readable part of a
 * definition are of no use: no product stands for Windows 11, and “At least” texts have ranges that end before it.
 */
import type { SupportedOnFloor } from '../../runtime/format/format.ts';
import { type Build, compareBuilds, parseBuild } from '../../runtime/verdict/builds.ts';
import type { WhyNoFloor } from '../../runtime/verdict/reasons.ts';
import type { ProductLine, Releases } from '../../runtime/verdict/releases.ts';

/** Older than the release table; every target that it knows is later, with any service pack. */
const BEFORE_VISTA: Record<string, { line: ProductLine; build: string }> = {
  '2000': { line: 'client', build: '5.0.2195' },
  xp: { line: 'client', build: '5.1.2600' },
  'server 2003': { line: 'server', build: '5.2.3790' },
  'server 2003 r2': { line: 'server', build: '5.2.3790' },
};
/** Windows on ARM of its time, with the builds of the releases that it was made from. */
const RT = new Map([
  ['rt', 'Windows 8'],
  ['rt 8.1', 'Windows 8.1'],
]);

const PLACEHOLDERS = ['undefined', 'admx migrator encountered'];
const PRODUCTS =
  /\b(?:internet explorer|edge|firefox|chrome|google|office|libreoffice|powertoys|visual studio|vscode|citrix|adobe|media player|netmeeting|installer|windows search|bits|winget|1password|azure virtual desktop)\b/;
const BOUNDS =
  /\b(?:only|through|up to|until|to|not supported|no longer|excluding|except|before|earlier|prior)\b/;
const FEATURES =
  /\b(?:enterprise|education|edition|home|pro|se|role|installed|desktop experience|terminal services|sandbox|update|running|guard)\b/;
const LATER = new Set(['later', 'higher', 'above', 'newer']);

/** A word was met that the grammar does not know at this place. */
class Unreadable extends Error {
  readonly why: WhyNoFloor;
  constructor(why: WhyNoFloor) {
    super(why);
    this.why = why;
  }
}

interface Floor {
  line: ProductLine;
  build: Build;
}

/** Lower case, single blanks, no zero-width ones. */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/\u200b/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether a plain text speaks of another product than Windows. */
export function namesProduct(plain: string): boolean {
  return PRODUCTS.test(plain) && !PLACEHOLDERS.some((start) => plain.startsWith(start));
}

/** Reads a text that no table classifies; never throws. */
export function readFloor(text: string, releases: Releases): SupportedOnFloor {
  const plain = plainText(text);
  if (PLACEHOLDERS.some((start) => plain.startsWith(start))) return { why: 'placeholder' };
  if (PRODUCTS.test(plain)) return { why: 'product' };
  return readWindows(plain, releases);
}

/** Reads a plain text, or the part of one, that should speak of Windows alone; never throws. */
export function readWindows(plain: string, releases: Releases): SupportedOnFloor {
  if (PRODUCTS.test(plain)) return { why: 'product' };
  if (BOUNDS.test(plain)) return { why: 'bounded' };
  if (FEATURES.test(plain)) return { why: 'edition' };
  try {
    return joinFloors(new Parser(plain, releases).text());
  } catch (error) {
    if (error instanceof Unreadable) return { why: error.why };
    throw error;
  }
}

/** Each line's floor; several client families keep one each, as alternatives joined by ` | `. */
function joinFloors(floors: readonly Floor[]): SupportedOnFloor {
  const of = (line: ProductLine) =>
    floors
      .filter((floor) => floor.line === line)
      .map((floor) => floor.build)
      .sort(compareBuilds);
  const client = of('client');
  const server = of('server');
  const [lowestServer] = server;
  const highestClient = client.at(-1);
  const join = (builds: readonly Build[]) => [...new Set(builds.map((build) => build.text))].join(' | ');
  const floor: SupportedOnFloor = {};
  if (client.length > 0) floor.client = join(client);
  if (lowestServer !== undefined && highestClient !== undefined && lowestServer.order < highestClient.order) {
    floor.why = 'contradiction';
  } else if (server.length > 0) floor.server = join(server);
  return floor;
}

class Parser {
  readonly #words: string[];
  readonly #releases: Releases;
  #at = 0;

  constructor(plain: string, releases: Releases) {
    this.#words = plain
      .replaceAll(',', ' , ')
      .split(' ')
      .filter((word) => word !== '');
    this.#releases = releases;
  }

  text(): Floor[] {
    const least = this.#take('at', 'least');
    const floors = [this.#release()];
    let joined = false;
    while (!this.#done() && !this.#later()) {
      joined = true;
      this.#separator(least);
      floors.push(this.#release());
    }
    if (!this.#done()) throw new Unreadable('unreadable');
    // "A, B or later": what is "later" than a list? And a list without either word is a closed one.
    const later = LATER.has(this.#words.at(-1) ?? '');
    if (!least && !(later && !joined)) throw new Unreadable(later ? 'unreadable' : 'closed');
    return floors;
  }

  #done(): boolean {
    return this.#at === this.#words.length;
  }

  #take(...words: string[]): boolean {
    if (!words.every((word, index) => this.#words[this.#at + index] === word)) return false;
    this.#at += words.length;
    return true;
  }

  #later(): boolean {
    const [join, word = ''] = this.#words.slice(this.#at, this.#at + 2);
    if ((join !== 'or' && join !== 'and') || !LATER.has(word)) return false;
    this.#at += 2;
    return true;
  }

  /** "and" joins the items of a closed list; behind "at least" it would be a riddle. */
  #separator(least: boolean): void {
    const comma = this.#take(',');
    if (this.#take('or') || (!least && this.#take('and')) || comma) return;
    throw new Unreadable('unreadable');
  }

  #release(): Floor {
    this.#take('microsoft');
    if (!this.#take('windows')) throw new Unreadable('unreadable');
    const name = this.#name();
    const label = this.#take('version') ? this.#next() : '';
    const pack = this.#servicePack();
    return this.#floor(name, label, pack);
  }

  #next(): string {
    return this.#words[this.#at++] ?? '';
  }

  #name(): string {
    let name = this.#next();
    if (name === 'server') {
      name += ` ${this.#next()}`;
      if (this.#take('r2')) name += ' r2';
    }
    if (name === 'rt' && this.#take('8.1')) name += ' 8.1';
    if (name === 'xp') this.#take('professional');
    if (!this.#take('operating', 'systems')) this.#take('family');
    return name;
  }

  /** `1` of "SP1", "with SP1", "Service Pack 1", "with Service Pack 1"; else empty. */
  #servicePack(): string {
    this.#take('with');
    if (this.#take('service', 'pack')) return this.#next();
    const word = this.#words[this.#at] ?? '';
    if (/^sp\d$/.test(word)) {
      this.#at++;
      return word.slice(2);
    }
    if (this.#words[this.#at - 1] === 'with') throw new Unreadable('unreadable');
    return '';
  }

  #floor(name: string, label: string, pack: string): Floor {
    const old = floorBeforeVista(name);
    if (old === undefined) return this.#listedFloor(name, label, pack);
    if (label !== '' || !/^\d?$/.test(pack)) throw new Unreadable('unreadable');
    return old;
  }

  /** The floor of a release that the release table lists. */
  #listedFloor(name: string, label: string, pack: string): Floor {
    const server = name.startsWith('server ');
    const family = server ? 'Windows Server' : (RT.get(name) ?? `Windows ${name}`);
    const rows = this.#releases.all.filter(
      (release) => release.family.toLowerCase() === family.toLowerCase(),
    );
    if (rows.length === 0) throw new Unreadable('unreadable');
    const wanted = server ? [name.slice(7), label].filter((part) => part !== '').join(' ') : label;
    const [row] =
      wanted === '' && pack === '' ? rows : rows.filter((release) => isRow(release.label, wanted, pack));
    if (row === undefined) throw new Unreadable(label === '' ? 'unreadable' : 'unshipped');
    return { line: row.line, build: row.parsed };
  }
}

function floorBeforeVista(name: string): Floor | undefined {
  const old = Object.hasOwn(BEFORE_VISTA, name) ? BEFORE_VISTA[name] : undefined;
  const build = old && parseBuild(old.build);
  return build && { line: old.line, build };
}

/** Labels of Vista, 7 and Server 2008 end in `RTM` or in the service pack; later ones have neither. */
function isRow(label: string, wanted: string, pack: string): boolean {
  const words = label.toLowerCase();
  const prefix = wanted === '' ? '' : `${wanted} `;
  // Updates raised the build of Server 2008 SP2 from 6002 to 6003: as a floor it is not to be told.
  if (pack !== '') return words === `${prefix}sp${pack}` && words !== '2008 sp2';
  return words === wanted || words === `${prefix}rtm`;
}
