/**
 * Reads what the English text of a supportedOn definition demands of Windows, by a strict grammar. A minimum is
 *
 *     text    = "at least" list [later] | release later
 *     list    = release { ("," | "or" | ", or") release }
 *     release = ["Microsoft"] "Windows" name ["Version" label] [["with"] service pack]
 *     later   = ("or" | "and") ("later" | "higher" | "above" | "newer")
 *
 * `closed.ts` reads a text that limits the releases. A text with one word that neither of them knows gives nothing.
 */
import type { SupportedOnFloor } from '../../runtime/format/format.ts';
import { compareBuilds } from '../../runtime/verdict/builds.ts';
import type { ProductLine, Releases } from '../../runtime/verdict/releases.ts';
import type { SupportLogic } from '../facts/types.ts';
import { isClosed, readClosed } from './closed.ts';
import { serverFloorOf } from './logic.ts';
import { type NamedRelease, ReleaseWords, Unreadable } from './release-words.ts';

const PLACEHOLDERS = ['undefined', 'admx migrator encountered'];
const PRODUCTS =
  /\b(?:internet explorer|edge|firefox|thunderbird|windows terminal|chrome|google|office|libreoffice|powertoys|visual studio|vscode|citrix|adobe|media player|netmeeting|installer|windows search|bits|winget|1password|azure virtual desktop)\b/;
const FEATURES =
  /\b(?:enterprise|education|edition|home|pro|se|role|installed|desktop experience|terminal services|sandbox|update|running|guard)\b/;

/** The definition that a text belongs to. */
export interface Definition {
  /** Name without namespace. */
  name: string;
  logic?: SupportLogic;
}

/** Lower case, single blanks, no zero-width spaces. */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/\u200b/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether a plain text names a product other than Windows. */
export function namesProduct(plain: string): boolean {
  return PRODUCTS.test(plain) && !PLACEHOLDERS.some((start) => plain.startsWith(start));
}

/** Reads a text that no table classifies; never throws. */
export function readFloor(text: string, releases: Releases, definition?: Definition): SupportedOnFloor {
  const plain = plainText(text);
  if (PLACEHOLDERS.some((start) => plain.startsWith(start))) return { why: 'placeholder' };
  if (PRODUCTS.test(plain)) return { why: 'product' };
  const floor = readWindows(plain, releases, definition?.logic);
  return definition === undefined ? floor : withServers(floor, definition);
}

/** A text on a client before Windows 10 also applies to servers if its definition has no end. */
function withServers(floor: SupportedOnFloor, { name, logic }: Definition): SupportedOnFloor {
  const { client, why } = floor;
  if (typeof client !== 'string' || floor.server !== undefined || why !== undefined) return floor;
  if (name.includes('NOSERVER') || client.includes('10.0.')) return floor;
  const server = serverFloorOf(logic);
  return server === undefined ? floor : { ...floor, server, definition: name };
}

/** Reads a plain text, or a part of one, that should name Windows alone; never throws. */
export function readWindows(plain: string, releases: Releases, logic?: SupportLogic): SupportedOnFloor {
  if (PRODUCTS.test(plain)) return { why: 'product' };
  // "No longer supported." and texts on editions limit something other than releases.
  if (FEATURES.test(plain)) return { why: isClosed(plain) ? 'bounded' : 'edition' };
  try {
    return isClosed(plain)
      ? readClosed(plain, releases, logic)
      : joinFloors(minimums(new ReleaseWords(plain, releases)));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    if (error.why === 'closed') return closedList(plain, releases, logic);
    return { why: isClosed(plain) ? 'bounded' : error.why };
  }
}

function closedList(plain: string, releases: Releases, logic: SupportLogic | undefined): SupportedOnFloor {
  try {
    return readClosed(plain, releases, logic);
  } catch (error) {
    if (error instanceof Unreadable) return { why: 'closed' };
    throw error;
  }
}

/** Joins the floors of each line; several client families are alternatives, joined by ` | `. */
function joinFloors(named: readonly NamedRelease[]): SupportedOnFloor {
  const of = (line: ProductLine) =>
    named.filter((each) => each.line === line).sort((a, b) => compareBuilds(a.build, b.build));
  const client = of('client');
  const server = of('server');
  const join = (all: readonly NamedRelease[]) => [...new Set(all.map(({ build }) => build.text))].join(' | ');
  const floor: SupportedOnFloor = {};
  const [lowestServer] = server;
  const highest = client.at(-1);
  if (client.length > 0) floor.client = join(client);
  if (lowestServer === undefined) return floor;
  if (highest?.label !== undefined && lowestServer.build.order < highest.build.order) {
    // “Windows Server 2016, Windows 10 Version 1709”: the server is older than the version of the client.
    floor.server = { named: [{ from: highest.build.text }], starts: lowestServer.build.text };
    floor.why = 'contradiction';
  } else floor.server = join(server);
  return floor;
}

function minimums(words: ReleaseWords): NamedRelease[] {
  const least = words.take('at', 'least');
  const named = [words.release()];
  while (!words.done && !words.takeLater()) {
    const comma = words.take(',');
    // "and" joins the items of a closed list; after "at least" it would be ambiguous.
    if (!words.take('or') && !(!least && words.take('and')) && !comma) throw new Unreadable('unreadable');
    named.push(words.release());
  }
  if (!words.done) throw new Unreadable('unreadable');
  // "A, B or later": it is unclear what is later than a list. A list without either word is a closed one.
  const later = words.isLater(words.last);
  if (!least && !(later && named.length === 1)) throw new Unreadable(later ? 'unreadable' : 'closed');
  return named;
}
