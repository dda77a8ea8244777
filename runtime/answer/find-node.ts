/** The documented nodes that an OMA-URI, or an identifier of Intune's settings catalog, stands for. */

import type { Csp } from '../contract/match.ts';
import type { Scope } from '../contract/words.ts';
import type { Dataset } from '../dataset/dataset.ts';
import {
  type CatalogId,
  type CatalogReading,
  type CatalogTarget,
  findInCatalog,
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

export interface FoundNodes {
  /** Normalized; of an identifier the URI of its first node, or the identifier itself. */
  uri: string;
  scope: Scope | null;
  nodes: FoundNode[];
  /** Under which the node was found, where not under `uri`. */
  path?: string;
  /** A `Policy/Result` path that was read as its `Policy/Config` twin. */
  result: boolean;
  /** The node of an ingested template under the app name that its vendor recommends. */
  otherApp?: string;
  /** How an identifier of the settings catalog was read. */
  reading?: Pick<CatalogReading, 'option' | 'rest'> &
    Pick<CatalogTarget, 'elementId' | 'member' | 'options'> & {
      uris: string[];
      /** Read without `_v2`. */
      secondVersion?: true;
    };
}

/** With their texts in `lang`. */
export async function findNodes(
  dataset: Dataset,
  text: string,
  lang: string = FALLBACK_LANGUAGE,
): Promise<FoundNodes> {
  const id = readCatalogId(text);
  return id === undefined ? findUri(dataset, text, lang) : findIdentifier(dataset, id, text, lang);
}

async function findUri(dataset: Dataset, text: string, lang: string): Promise<FoundNodes> {
  const { uri, scope, result } = normalizeOmaUri(text);
  const base = { uri, scope, result };
  const exact = await nodeAt(dataset, uri, lang);
  if (exact !== undefined) return { ...base, nodes: [exact], path: uri };
  const template = readTemplateUri(uri);
  if (template !== undefined) return { ...base, ...(await findTemplate(dataset, template, lang)) };
  const { paths } = await dataset.file<DynamicNodes>('csp-dynamic.json');
  const path = paths.find((each) => fitsDynamicNode(each, uri));
  const node = path === undefined ? undefined : await nodeAt(dataset, path, lang);
  return path === undefined || node === undefined ? { ...base, nodes: [] } : { ...base, nodes: [node], path };
}

/** The app name does not identify the policy: the category path and the policy's name do. */
async function findTemplate(
  dataset: Dataset,
  id: CatalogId,
  lang: string,
): Promise<Pick<FoundNodes, 'nodes' | 'otherApp'>> {
  const readings = await findInCatalog(id, (name) => dataset.lookup('catalog', name));
  const [uri] = urisOf(
    readings.filter(({ option, rest }) => option === undefined && rest === undefined),
    id.scope,
  );
  const node = uri === undefined ? undefined : await nodeAt(dataset, normalizeOmaUri(uri).uri, lang);
  return node === undefined ? { nodes: [] } : { nodes: [node], otherApp: node.node.omaUri };
}

async function findIdentifier(
  dataset: Dataset,
  id: CatalogId,
  text: string,
  lang: string,
): Promise<FoundNodes> {
  const { readings, secondVersion } = await readIdentifier(dataset, id);
  const uris = urisOf(readings, id.scope);
  const found = await Promise.all(uris.map((uri) => nodeAt(dataset, normalizeOmaUri(uri).uri, lang)));
  const nodes = found.filter((node) => node !== undefined);
  const [first] = uris;
  const [{ target, ...reading } = {}] = readings;
  if (first === undefined || nodes.length === 0) {
    return { uri: text.trim().toLowerCase(), scope: id.scope, nodes: [], result: false };
  }
  const { uri, scope } = normalizeOmaUri(first);
  return {
    uri,
    scope: scope ?? id.scope,
    nodes,
    result: false,
    reading: { ...target, ...reading, uris, ...(secondVersion && { secondVersion }) },
  };
}

/** As it is; without `_v2` where only that is the whole name of something. */
async function readIdentifier(
  dataset: Dataset,
  id: CatalogId,
): Promise<{ readings: CatalogReading[]; secondVersion?: true }> {
  const find = (name: string) => dataset.lookup('catalog', name);
  const readings = await findInCatalog(id, find);
  const plain = readings.some(({ rest }) => rest === undefined) ? undefined : withoutVersion(id);
  const others = plain === undefined ? [] : await findInCatalog(plain, find);
  const isWhole = others.some(({ rest }) => rest === undefined);
  return isWhole ? { readings: others, secondVersion: true } : { readings };
}

function urisOf(readings: readonly CatalogReading[], scope: Scope): string[] {
  return [...new Set(readings.flatMap(({ target }) => target.omaUri ?? target.omaUris?.[scope] ?? []))];
}

/** The node that the same path or identifier has in the other scope, as its vendor writes it. @param uri normalized. */
export async function findOtherScope(dataset: Dataset, uri: string): Promise<string | undefined> {
  const [own = '', dot, scope] = /^(\.\/)?(device|user)(?=[/_])/.exec(uri) ?? [];
  if (scope === undefined) return undefined;
  const twin = `${dot ?? ''}${scope === 'user' ? 'device' : 'user'}${uri.slice(own.length)}`;
  const { nodes, reading } = await findNodes(dataset, twin);
  return reading?.rest === undefined ? nodes[0]?.node.omaUri : undefined;
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
