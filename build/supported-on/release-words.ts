/** The releases of Windows that a supported-on text names, word by word. */
import { type Build, compareBuilds, parseBuild } from '../../runtime/verdict/builds.ts';
import type { WhyNoFloor } from '../../runtime/verdict/reasons.ts';
import type { IndexedRelease, ProductLine, Releases } from '../../runtime/verdict/releases.ts';
import { NotRead, TextWords } from './text-words.ts';

/** Older than the release table; every target in the table is later, with any service pack. */
const BEFORE_VISTA: Record<string, { line: ProductLine; build: string }> = {
  '2000': { line: 'client', build: '5.0.2195' },
  xp: { line: 'client', build: '5.1.2600' },
  'server 2003': { line: 'server', build: '5.2.3790' },
  'server 2003 r2': { line: 'server', build: '5.2.3790' },
};
/** Windows on ARM of that time → the releases with the same builds. */
const RT = new Map([
  ['rt', 'Windows 8'],
  ['rt 8.1', 'Windows 8.1'],
]);

/** The grammar does not know a word at this place. */
export class Unreadable extends NotRead<WhyNoFloor> {}

/** A family, or one release of it, that a text names. */
export interface NamedRelease {
  line: ProductLine;
  family: string;
  build: Build;
  /** The highest build that the name covers. */
  last: Build;
  /** The version label in the text: `Version 1709`. */
  label?: string;
}

export class ReleaseWords extends TextWords {
  readonly #releases: Releases;

  constructor(plain: string, releases: Releases) {
    super(plain.replace(/(\d)r2\b/g, '$1 r2').replace(/[,()]|\.(?= |$)/g, ' $& '));
    this.#releases = releases;
  }

  get last(): string {
    return this.words.at(-1) ?? '';
  }

  next(): string {
    return this.words[this.at++] ?? '';
  }

  release(): NamedRelease {
    this.take('microsoft');
    if (!this.take('windows')) throw new Unreadable('unreadable');
    const name = this.#name();
    const label = this.take('version') ? this.next() : '';
    const pack = this.#servicePack();
    const old = beforeVista(name);
    if (old === undefined) return this.#listed(name, label, pack);
    if (label !== '' || !/^\d?$/.test(pack)) throw new Unreadable('unreadable');
    return old;
  }

  #name(): string {
    let name = this.next();
    if (name === 'server') {
      name += ` ${this.next()}`;
      if (this.take('r2')) name += ' r2';
    }
    if (name === 'rt' && this.take('8.1')) name += ' 8.1';
    if (name === 'xp') this.take('professional');
    if (!this.take('operating', 'systems')) this.take('family');
    return name;
  }

  /** Reads `1` from "SP1", "with SP1", "Service Pack 1", "with Service Pack 1"; `rtm`; else empty. */
  #servicePack(): string {
    if (this.take('rtm')) return 'rtm';
    const start = this.at;
    this.take('with');
    if (this.take('service', 'pack')) return this.next();
    const word = this.word;
    if (/^sp\d$/.test(word)) {
      this.at++;
      return word.slice(2);
    }
    this.at = start;
    return '';
  }

  /** A release of the release table. */
  #listed(name: string, label: string, pack: string): NamedRelease {
    const server = name.startsWith('server ');
    const family = server ? 'Windows Server' : (RT.get(name) ?? `Windows ${name}`);
    const rows = this.#releases.all.filter((row) => row.family.toLowerCase() === family.toLowerCase());
    if (rows.length === 0) throw new Unreadable('unreadable');
    const wanted = server ? [name.slice(7), label].filter((part) => part !== '').join(' ') : label;
    const isWhole = wanted === '' && pack === '';
    const fits = isWhole ? rows : rows.filter((each) => isRow(each.label, wanted, pack));
    const row = fits[0] ?? (server && label !== '' ? this.#versioned(rows, label) : undefined);
    if (row === undefined) throw new Unreadable(label === '' ? 'unreadable' : 'unshipped');
    const covered = pack === '' ? rows.filter((each) => isWhole || isPart(each.label, wanted)) : [];
    // Windows 11 26H2 is later than 26H1, but has the lower build.
    const last = highest(covered.map(({ parsed }) => parsed)) ?? row.parsed;
    const named = { line: row.line, family, build: row.parsed, last };
    return label === '' ? named : { ...named, label };
  }

  /** “Windows Server 2016 Version 1709” is the server of that version, or a server with that client's build. */
  #versioned(servers: readonly IndexedRelease[], label: string): IndexedRelease | undefined {
    const client = this.#releases.all.find((each) => each.label.toLowerCase() === label);
    const server = servers.find((each) => each.label.toLowerCase() === label);
    return server ?? (client && { ...client, line: 'server' });
  }

  /** The release of a family with a label, as in “Windows 10 up to Version 1703”. */
  labelled(family: string, label: string): IndexedRelease {
    const row = this.#releases.all.find((each) => each.family === family && each.words.has(label));
    if (row === undefined) throw new Unreadable('unshipped');
    return row;
  }
}

export const highest = (builds: Build[]): Build | undefined => builds.sort(compareBuilds).at(-1);

function beforeVista(name: string): NamedRelease | undefined {
  const old = Object.hasOwn(BEFORE_VISTA, name) ? BEFORE_VISTA[name] : undefined;
  const build = old && parseBuild(old.build);
  return build && { line: old.line, family: `Windows ${name}`, build, last: build };
}

/** Labels of Vista, 7 and Server 2008 end in `RTM` or in the service pack; later ones have neither. */
function isRow(label: string, wanted: string, pack: string): boolean {
  const words = label.toLowerCase();
  const prefix = wanted === '' ? '' : `${wanted} `;
  if (pack === 'rtm') return words === `${prefix}rtm`;
  // Updates raised the build of Server 2008 SP2 from 6002 to 6003: it cannot be used as a floor.
  if (pack !== '') return words === `${prefix}sp${pack}` && words !== '2008 sp2';
  return words === wanted || words === `${prefix}rtm`;
}

/** Whether a release is the wanted one or a service pack of it. */
function isPart(label: string, wanted: string): boolean {
  const words = label.toLowerCase();
  return words === wanted || words === `${wanted} rtm` || new RegExp(`^${wanted} sp\\d$`).test(words);
}
