/**
 * The feed of changes in the Atom form (RFC 4287). Written by hand: one fixed shape of texts, for which a library
 * would bring a general XML writer into the worker. Everything that is not a constant goes through {@link xml}.
 */
import type { ChangeFeed, FeedEntry } from '../format/format.ts';
import { hex, sha256Sync } from '../format/keys.ts';
import { changesMessages } from '../messages/changes.ts';

interface AtomOptions {
  /** Where the feed itself is, relative to its own address or absolute. */
  self: string;
  /** Where the changes of an entry are. */
  linkOf: (entry: FeedEntry) => string | undefined;
}

/** Entries written, the newest ones. */
const MOST = 50;

/** @param feed its first entry is the version in service. */
export function atomFeed({ entries }: ChangeFeed, { self, linkOf }: AtomOptions): string {
  const shown = entries.slice(0, MOST);
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${uuid('feed')}</id>`,
    '<title>hivecheck: changes of the dataset</title>',
    '<author><name>hivecheck</name></author>',
    `<link rel="self" href="${xml(self)}"/>`,
    `<updated>${xml(shown[0]?.published ?? new Date(0).toISOString())}</updated>`,
    ...shown.map((entry) => entryOf(entry, linkOf(entry))),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

function entryOf(entry: FeedEntry, link: string | undefined): string {
  const { version, previous, published } = entry;
  return [
    '<entry>',
    `<id>${uuid(`${published} ${previous ?? ''} ${version}`)}</id>`,
    `<title>Dataset ${xml(version)}</title>`,
    `<updated>${xml(published)}</updated>`,
    ...(link === undefined ? [] : [`<link href="${xml(link)}"/>`]),
    `<content type="text">${xml(changesMessages.atomEntry(entry))}</content>`,
    '</entry>',
  ].join('\n');
}

/** Text that may stand in an element or an attribute; characters that XML 1.0 has no form for are left out. */
export function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** The same for the same publication on every host: a UUID of version 8 (RFC 9562), from a digest. */
function uuid(name: string): string {
  const bytes = sha256Sync(`hivecheck changes ${name}`).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = hex(bytes);
  const parts = [0, 8, 12, 16, 20].map((from, at, all) => digits.slice(from, all[at + 1]));
  return `urn:uuid:${parts.join('-')}`;
}
