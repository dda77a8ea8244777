/** The documented node that an OMA-URI, or an identifier of Intune's settings catalog, stands for. */

import type { Csp } from '../contract/match.ts';
import type { Scope } from '../contract/words.ts';
import type { Dataset } from '../dataset/dataset.ts';
import {
  type CatalogId,
  type CatalogReading,
  type CatalogTarget,
  findInCatalog,
  isWholeName,
  readCatalogId,
  readTemplateUri,
  withoutVersion,
} from '../format/catalog.ts';
import type { CspEntry, DynamicNodes } from '../format/format.ts';
import { normalizeOmaUri } from '../format/keys.ts';
import { FALLBACK_LANGUAGE, lookupIn } from './language.ts';

export interface FoundNode extends CspEntry {
  /** The node of the entry, or of its first match. */
  node: Csp;
}

/** @param uri normalized. */
async function nodeAt(dataset: Dataset, uri: string, lang: string): Promise<FoundNode | undefined> {
  const entry = await lookupIn(dataset, 'csp', uri, lang);
  if (entry === undefined) return undefined;
  const node = entry.node ?? entry.matches[0]?.csp;
  if (node === undefined) throw new RangeError(`The entry of ${uri} has no node.`);
  return { ...entry, node };
}

export interface ReadNode {
  /** Normalized; of an identifier the URI of its node, or the identifier itself. */
  uri: string;
  scope: Scope | null;
  /** Undefined: it is not documented. */
  entry?: FoundNode;
  /** Under which the node was found, where not under `uri`. */
  path?: string;
  /** A `Policy/Result` path that was read as its `Policy/Config` twin. */
  result: boolean;
  /** The node of an ingested template under the app name that its vendor recommends. */
  otherApp?: string;
  /** How an identifier of the settings catalog was read. */
  reading?: Pick<CatalogReading, 'option' | 'rest'> &
    Pick<CatalogTarget, 'elementId' | 'member' | 'options'> & {
      uri: string;
      /** Read without `_v2`. */
      secondVersion?: true;
    };
}

/** With its texts in `lang`. */
export async function findNode(
  dataset: Dataset,
  text: string,
  lang: string = FALLBACK_LANGUAGE,
): Promise<ReadNode> {
  const id = readCatalogId(text);
  return id === undefined ? findUri(dataset, text, lang) : findIdentifier(dataset, id, text, lang);
}

async function findUri(dataset: Dataset, text: string, lang: string): Promise<ReadNode> {
  const { uri, scope, result } = normalizeOmaUri(text);
  const base = { uri, scope, result };
  const exact = await nodeAt(dataset, uri, lang);
  if (exact !== undefined) return { ...base, entry: exact, path: uri };
  const template = readTemplateUri(uri);
  if (template !== undefined) return { ...base, ...(await findTemplate(dataset, template, lang)) };
  const { paths } = await dataset.file<DynamicNodes>('csp-dynamic.json');
  const path = paths.find((each) => fitsDynamicNode(each, uri));
  const entry = path === undefined ? undefined : await nodeAt(dataset, path, lang);
  return path === undefined || entry === undefined ? base : { ...base, entry, path };
}

/** The app name does not identify the policy: the category path and the policy's name do. */
async function findTemplate(
  dataset: Dataset,
  id: CatalogId,
  lang: string,
): Promise<Pick<ReadNode, 'entry' | 'otherApp'>> {
  const reading = await findInCatalog(id, (name) => dataset.lookup('catalog', name));
  const uri = isWholeName(reading) && reading.option === undefined && uriOf(reading, id.scope);
  const entry = uri ? await nodeAt(dataset, normalizeOmaUri(uri).uri, lang) : undefined;
  return entry === undefined ? {} : { entry, otherApp: entry.node.omaUri };
}

async function findIdentifier(
  dataset: Dataset,
  id: CatalogId,
  text: string,
  lang: string,
): Promise<ReadNode> {
  const { reading, secondVersion } = await readIdentifier(dataset, id);
  const own = reading && uriOf(reading, id.scope);
  const { uri, scope } = normalizeOmaUri(own ?? '');
  const entry = own === undefined ? undefined : await nodeAt(dataset, uri, lang);
  if (reading === undefined || own === undefined || entry === undefined)
    return { uri: text.trim().toLowerCase(), scope: id.scope, result: false };
  const { target, ...others } = reading;
  return {
    uri,
    scope: scope ?? id.scope,
    entry,
    result: false,
    reading: { ...target, ...others, uri: own, ...(secondVersion && { secondVersion }) },
  };
}

/** As it is; without `_v2` where only that is the whole name of something. */
async function readIdentifier(
  dataset: Dataset,
  id: CatalogId,
): Promise<{ reading?: CatalogReading | undefined; secondVersion?: true }> {
  const find = (name: string) => dataset.lookup('catalog', name);
  const reading = await findInCatalog(id, find);
  const plain = isWholeName(reading) ? undefined : withoutVersion(id);
  const other = plain && (await findInCatalog(plain, find));
  return isWholeName(other) ? { reading: other, secondVersion: true } : { reading };
}

const uriOf = ({ target }: CatalogReading, scope: Scope) => target.omaUri ?? target.omaUris?.[scope];

/** The node that the same path or identifier has in the other scope, as its vendor writes it. @param uri normalized. */
export async function findOtherScope(dataset: Dataset, uri: string): Promise<string | undefined> {
  const [own = '', dot, scope] = /^(\.\/)?(device|user)(?=[/_])/.exec(uri) ?? [];
  if (scope === undefined) return undefined;
  const twin = `${dot ?? ''}${scope === 'user' ? 'device' : 'user'}${uri.slice(own.length)}`;
  const { entry, reading } = await findNode(dataset, twin);
  return reading?.rest === undefined ? entry?.node.omaUri : undefined;
}

/** The node of the Policy CSP for a policy of an area. */
export function findPolicyNode(dataset: Dataset, scope: Scope, area: string, policy: string) {
  return nodeAt(
    dataset,
    `./${scope.toLowerCase()}/vendor/msft/policy/config/${area}/${policy}`,
    FALLBACK_LANGUAGE,
  );
}

function fitsDynamicNode(template: string, uri: string): boolean {
  // Cheap first: there are a thousand templates, most of another CSP.
  if (!uri.startsWith(template.slice(0, template.indexOf('{}')))) return false;
  const wanted = template.split('/');
  const given = uri.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part === '{}' ? given[at] !== '' : part === given[at]))
  );
}
