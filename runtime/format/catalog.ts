/**
 * Identifiers of Intune's settings catalog and Microsoft Graph: an OMA-URI without `./`, in lower case, each `/` an `_`
 * (`device_vendor_msft_policy_config_update_activehoursend`), followed by `_<element id>` and `_<option>`. Names hold `_`
 * themselves, so that the way back is an index of the flattened names (`build/compile/catalog.ts`). Pure.
 */
import type { Scope } from './format.ts';
import { normalizeOmaUri } from './keys.ts';

/** Target of an index entry: a node, an element of its policy, or a policy of an ingested template. */
export interface CatalogTarget {
  /** The documented node; absent for a policy of an ingested template. */
  omaUri?: string;
  /** The nodes of an ingested template's policy, under the app name that its vendor recommends. */
  omaUris?: Partial<Record<Scope, string>>;
  /** The one scope that the setting's class allows; a node's scope is in its name. */
  scope?: Scope;
  elementId?: string;
  /** Suffixes of an identifier for its options: `0` and `1` for disabled and enabled, else the value itself. */
  options?: string[];
  /** One of the values that the catalog divides the text of the node into, by its name there; `options` are its choices. */
  member?: string;
  /** An inner node of the tree: an identifier that goes on names another node. */
  inner?: true;
}

/** Index `catalog`, key: one of {@link catalogNames}. */
export interface CatalogEntry {
  /** One for both scopes, or one for each. */
  targets: CatalogTarget[];
}

export interface CatalogId {
  scope: Scope;
  /** The whole flattened name; that of an ingested template's policy without its app name: `~policy~<path>_<policy>`. */
  name: string;
  /** The app name of an ingested template, which the administrator chooses; it does not identify the policy. */
  app?: string;
}

export interface CatalogReading {
  target: CatalogTarget;
  option?: string;
  /** The rest after the name, if it is not a documented option. */
  rest?: string;
}

/** An OMA-URI as the catalog writes it; a name that is made at run time is `{}`. `./Vendor` is the Device form. */
export function flattenUri(uri: string): string {
  const { uri: path } = normalizeOmaUri(uri);
  return unnamed(path.replace(/^\.\//, '').replaceAll('/', '_'));
}

/** `dmclient_provider_{providerid}` → `dmclient_provider_{}` */
function unnamed(text: string): string {
  return text.replace(/\{[^{}]*\}/g, '{}');
}

const PREFIX = /^(?:(device|user)_)?vendor_msft_/;
/** `<app>~policy~…`; an app name may hold a dot (`onedrivengscv2.updates`), but no `~`. */
const TEMPLATE = /^(?:device|user)_vendor_msft_policy_config_([^~]+)~policy~/;

/** Reads an identifier; undefined for what is none, such as an OMA-URI. */
export function readCatalogId(text: string): CatalogId | undefined {
  const id = text.trim().toLowerCase();
  const prefix = PREFIX.exec(id);
  if (prefix === null || id.includes('/')) return undefined;
  const scope = prefix[1] === 'user' ? 'User' : 'Device';
  const name = unnamed(prefix[1] === undefined ? `device_${id}` : id);
  const app = TEMPLATE.exec(name)?.[1];
  if (app === undefined) return { scope, name };
  return { scope, name: name.slice(name.indexOf('~policy~')), app };
}

/** The same of an OMA-URI of an ingested template's policy, under any app name; undefined for another URI. */
export function readTemplateUri(uri: string): CatalogId | undefined {
  const id = readCatalogId(flattenUri(uri));
  return id?.app === undefined ? undefined : id;
}

/** An identifier adds an element and an option, which hold few `_`; more would be look-ups in vain. */
const MAX_CUTS = 16;

/** The names to look up, longest first: the name, and the name without its last parts; each with what follows it. */
export function catalogNames(name: string) {
  const cuts = [...name.matchAll(/(?<!^)_/g)].slice(-MAX_CUTS).reverse();
  const shorter = cuts.map(({ index }) => ({ name: name.slice(0, index), rest: name.slice(index + 1) }));
  return [{ name, rest: '' }, ...shorter];
}

/** An identifier by a target whose name it begins with; `rest` comes after that name. Undefined: it names another node. */
function catalogReading(target: CatalogTarget, rest: string): CatalogReading | undefined {
  if (rest === '') return { target };
  if (target.options?.includes(rest)) return { target, option: rest };
  return target.inner ? undefined : { target, rest };
}

/** The identifier is a documented name, and its option. */
export function isWholeName(reading: CatalogReading | undefined): reading is CatalogReading {
  return reading !== undefined && reading.rest === undefined;
}

/** The catalog has `_v2` behind the name of a setting that it defines anew. */
const SECOND = /_v2(?=_|$)/;

/** The same without `_v2`; undefined where it has none. */
export function withoutVersion(id: CatalogId): CatalogId | undefined {
  return SECOND.test(id.name) ? { ...id, name: id.name.replace(SECOND, '') } : undefined;
}

/**
 * What an identifier means, by its longest name. Nothing where it is the name of a policy that its class gives to the other
 * scope only: a part of it would be another policy's.
 */
export async function findInCatalog(
  { name: whole, scope }: CatalogId,
  find: (name: string) => Promise<CatalogEntry | undefined> | CatalogEntry | undefined,
): Promise<CatalogReading | undefined> {
  let ofOtherScope = false;
  for (const { name, rest } of catalogNames(whole)) {
    const { targets = [] } = (await find(name)) ?? {};
    const own = targets.find((target) => (target.scope ?? scope) === scope);
    const reading = own && catalogReading(own, rest);
    if (isWholeName(reading) || (reading && !ofOtherScope)) return reading;
    ofOtherScope ||= targets.some((target) => isWholeName(catalogReading(target, rest)));
  }
  return undefined;
}
