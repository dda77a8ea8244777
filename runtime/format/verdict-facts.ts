/** The facts of a setting that its verdict is drawn from, as the dataset and the facts store them. */
import * as v from 'valibot';
import { Scope } from '../contract/words.ts';

/** What a page of the vendor says of a product line, in its words. */
const VendorsPage = v.object({ says: v.string(), url: v.string() });

/** The builds of one product line that a `supportedOn` definition names, where it gives no plain minimum. */
export const NamedBuilds = v.object({
  /** Runs of releases that it names, lowest first; without `to` a run is open. What lies between is not decided. */
  named: v.array(v.object({ from: v.string(), to: v.exactOptional(v.string()) })),
  /** Lower builds are excluded. */
  starts: v.exactOptional(v.string()),
  /** Higher builds are excluded. */
  ends: v.exactOptional(v.string()),
  /** Every build is excluded. */
  never: v.exactOptional(v.literal(true)),
  /** The builds are those of this page: the definition names the other line alone. */
  page: v.exactOptional(VendorsPage),
});
export type NamedBuilds = v.InferOutput<typeof NamedBuilds>;

/** A floor is a dotted build, or several joined by ` | ` where the text gives each client family its own. */
const LineRule = v.union([v.string(), NamedBuilds]);
export type LineRule = v.InferOutput<typeof LineRule>;

/** The minimum of a `supportedOn` definition for each product line, or the reason why none can be read. */
export const SupportedOnFloor = v.object({
  client: v.exactOptional(LineRule),
  server: v.exactOptional(LineRule),
  /** The class of a text that is not a plain minimum: a code of `verdict/`, for example `bounded`, `product`. */
  why: v.exactOptional(v.string()),
  /** Name of the definition whose logic gives the floor of servers, which the text does not name. */
  definition: v.exactOptional(v.string()),
  /** The baseline that is the only document, and the roles of servers that it names, where these are not all. */
  baseline: v.exactOptional(v.object({ name: v.string(), roles: v.exactOptional(v.array(v.string())) })),
  /** The product of the text, which the releases of `named` contain in a version of the text. */
  component: v.exactOptional(v.string()),
  /** A part of the text that limits one option of the setting; or what its explanation limits, such as to editions. */
  clause: v.exactOptional(v.string()),
});
export type SupportedOnFloor = v.InferOutput<typeof SupportedOnFloor>;

/** Facts of a match that only the verdict needs; answers do not include them. */
export const VerdictFacts = v.object({
  floor: v.exactOptional(SupportedOnFloor),
  /** The source documents another product than Windows: the floor is that of its host OS. */
  hostOnly: v.exactOptional(v.literal(true)),
  /** The text is that of others than the vendor of what they set. */
  community: v.exactOptional(v.literal(true)),
  /** Dotted build of the Windows release whose templates no longer have the setting. */
  removedFrom: v.exactOptional(v.string()),
  /** Dotted builds, separated by ` | `, that first have the value: the setting, and its text, are older. */
  addedFrom: v.exactOptional(v.string()),
  /** The same for the hive of a scope, where older templates have the setting for the other hive alone. */
  addedHive: v.exactOptional(v.object({ scope: Scope, from: v.string() })),
  /** Its source names no release and is older than each release that has a node of its: these do not date it. */
  older: v.exactOptional(v.literal(true)),
  /** Dotted builds of the Windows releases whose own templates have the value, where a node may say otherwise, and lack it. */
  templates: v.exactOptional(
    v.object({ has: v.exactOptional(v.array(v.string())), lacks: v.exactOptional(v.array(v.string())) }),
  ),
  /** For a setting of another product than Windows, or whose text names one; answers include the ranges. */
  product: v.exactOptional(
    v.object({
      /** The product whose templates have the setting, or the one that its text names, where the service knows it. */
      name: v.exactOptional(v.string()),
      /** The templates that have the setting mark it as removed or obsolete. */
      withdrawn: v.exactOptional(v.literal(true)),
      /** The Windows part of the text, where ranges are tied to it. */
      host: v.exactOptional(SupportedOnFloor),
    }),
  ),
});
export type VerdictFacts = v.InferOutput<typeof VerdictFacts>;

/** A product that a target may name. */
export const ProductName = v.object({
  /** The name that answers use. */
  name: v.string(),
  /** Other names, lower case, words separated by one space. */
  aliases: v.array(v.string()),
  /** A version in the form that the vendor's texts use. */
  example: v.string(),
  /** Word → channel. */
  channels: v.exactOptional(v.record(v.string(), v.string())),
  /** Pattern of its versions; a file version of another scheme must not be compared with them. */
  form: v.exactOptional(v.string()),
  /** Major version → year in the product's name, where the year tells the release line. */
  years: v.exactOptional(v.record(v.string(), v.string())),
  /** Words that say nothing of the version. */
  ignored: v.exactOptional(v.array(v.string())),
  /** A version may end in a build after a dash; of other products `86-88` is a range, which is no version. */
  dashBuilds: v.exactOptional(v.literal(true)),
});
export type ProductName = v.InferOutput<typeof ProductName>;
