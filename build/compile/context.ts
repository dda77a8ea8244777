/** The inputs of records and matches, looked up once. */

import { FALLBACK_LANGUAGE } from '../../runtime/answer/language.ts';
import type { Lifecycle } from '../../runtime/contract/product.ts';
import type { LineRule, NamedBuilds, SupportedOnFloor, Texts } from '../../runtime/format/format.ts';
import { orderOf } from '../../runtime/verdict/builds.ts';
import type { Releases } from '../../runtime/verdict/index.ts';
import { parseVersion, placeIn } from '../../runtime/verdict/versions.ts';
import { optional } from '../collections.ts';
import { type LimitCorrection, limitsOf } from '../facts/corrections.ts';
import type { Facts } from '../facts/model.ts';
import { type SourceDeclaration, WINDOWS_LINE } from '../facts/sources.ts';
import type { BaselineFact, CategoryFact, SettingFact, SupportedOnFact } from '../facts/types.ts';
import { type Ingestion, type IngestionRefusal, ingestionOf } from '../ingestion/ingestion.ts';
import { pathOf } from '../join/index-settings.ts';
import type { MdmJoin } from '../join/mdm.ts';
import { lifecycleOf } from '../supported-on/lifecycle.ts';
import type { ProductReading } from '../supported-on/products.ts';
import type { DefinitionReading } from '../supported-on/table.ts';
import { editionListTable } from './edition-lists.ts';
import { learnUrlOf } from './learn-url.ts';
import { mappingsOf, type SettingMapping } from './mapping.ts';
import { pairsOf, type RegistryPair } from './pairs.ts';
import { HOSTS, productOf, type Servers } from './product-names.ts';

/** A setting with all facts that concern it. */
export interface Item {
  source: SourceDeclaration;
  setting: SettingFact;
  pairs: RegistryPair[];
  mapping?: SettingMapping;
  /** Only for a setting without nodes of its own. */
  ingestion?: Ingestion;
  /** The key that Windows does not let an ingested template write, if that is the only obstacle to a node. */
  noMdm?: string;
  /** A node that the vendor maps to it, without its scope. */
  notOfScope?: string;
  supportedOn: Texts;
  floor?: SupportedOnFloor;
  /** A page states the builds of clients and of servers from which on the policy works: a node that is later does not date it. */
  isDated?: true;
  /** Versions of products other than Windows by the same text. */
  products?: ProductReading;
  /** The last version of the product with which it works, by its explanation. */
  worksUntil?: string;
  /** The product whose templates have the setting, or that its text names, if the service has that product. */
  productName?: string;
  /** The vendor's labels call the setting deprecated, obsolete or removed. */
  lifecycle?: Lifecycle;
  /** Texts of its categories, from the root. */
  categories: Texts[];
  /** URL of the vendor's page, made by the source's pattern. */
  learnUrl?: string;
  /** Date (`YYYY-MM-DD`) of the version that the facts are from. */
  date: string;
}

export type CompileContext = ReturnType<typeof createContext>;

type Reading = Pick<Item, 'floor' | 'isDated' | 'products' | 'worksUntil' | 'productName'>;

/** Reads a supported-on definition; undefined if it has no English text. */
type SupportedOnReader = (fact: SupportedOnFact) => DefinitionReading | undefined;

export function createContext(facts: Facts, join: MdmJoin, releases: Releases, read: SupportedOnReader) {
  const mappings = mappingsOf(join.links);
  const categories = tableOf<CategoryFact>(facts.categories);
  const supported = tableOf<SupportedOnFact>(facts.supportedOn);
  const notOfScope = new Map(join.notOfScope.map(({ setting, node }) => [setting.policyId, node.omaUri]));
  const items: Item[] = [];
  const limits = limitsOf(facts.moreCorrections);
  for (const source of facts.sources) {
    const category = (id: string) => categories(source.line, id);
    const dates = new Map(source.versions.map((each) => [each.version, each.date]));
    for (const setting of facts.settings.get(source.id) ?? []) {
      const definition =
        setting.supportedOn === undefined ? undefined : supported(source.line, setting.supportedOn);
      const mapping = mappings.get(setting.policyId);
      const path = pathOf(setting.category, category).map(({ text }) => text);
      const pairs = pairsOf(setting);
      items.push({
        source,
        setting,
        pairs,
        ...(mapping ? { mapping } : ingestionIn(ingestionOf(setting, pairs, source, category))),
        ...optional('notOfScope', notOfScope.get(setting.policyId)),
        supportedOn: definition?.text ?? {},
        ...onItsHost(
          limited(
            readSupportedOn(definition, setting, source.line, releases, read),
            limits.get(setting.policyId) ?? limits.get(setting.policyId.replace(/::.*/, '::*')),
          ),
          setting,
          source,
        ),
        ...optional('lifecycle', lifecycleOf(setting, path)),
        ...optional('learnUrl', setting.learnUrl ?? learnUrlOf(setting, source)),
        categories: path,
        date: dates.get(setting.version) ?? '',
      });
    }
  }
  const editionLists = editionListTable(facts.nodes);
  return { facts, join, releases, editionLists, items, languages: languagesOf(facts.sources) };
}

function ingestionIn(made: Ingestion | IngestionRefusal): Pick<Item, 'ingestion' | 'noMdm'> {
  return 'refused' in made ? optional('noMdm', made.key) : { ingestion: made };
}

function readSupportedOn(
  definition: SupportedOnFact | undefined,
  { line, supportedOnUnresolved, baseline }: SettingFact,
  sourceLine: string,
  releases: Releases,
  read: SupportedOnReader,
): Reading {
  const named = productOfLine(line ?? sourceLine);
  const reading = definition && read(definition);
  const floor = supportedOnUnresolved === undefined ? reading?.floor : { why: 'unresolved' };
  const stated = floor ?? (baseline && baselineFloor(baseline, releases));
  const text = definition?.text[FALLBACK_LANGUAGE] ?? '';
  return {
    ...optional('floor', stated),
    ...optional('products', reading?.products),
    ...optional('productName', named ?? (reading?.products && productNamed(text))),
  };
}

/** What the explanation limits, in place of what the text says of it. */
function limited({ products: stated, ...reading }: Reading, limit: Partial<LimitCorrection> = {}): Reading {
  const { products, worksUntil } = limit;
  const server = limitedServer(reading.floor?.server, limit);
  const isStated = server !== undefined && (limit.server ?? 'stated') === 'stated';
  const floor = {
    ...optional('client', limitedLine(reading.floor?.client, limit.client, limit.clientUntil)),
    ...optional('server', server),
    ...(isStated ? optional('definition', reading.floor?.definition) : {}),
    ...optional('clause', limit.clause ?? reading.floor?.clause),
    why: 'explained',
  };
  const isLimited = (floor.client ?? floor.server) !== undefined;
  const withClause = limit.clause === undefined ? {} : { floor: { ...reading.floor, clause: limit.clause } };
  return {
    ...reading,
    ...(isLimited ? { floor } : withClause),
    ...(isBuilds(limit.client) && isBuilds(limit.server) && { isDated: true as const }),
    ...optional('products', products ? { products } : stated),
    ...optional('worksUntil', worksUntil),
  };
}

const isBuilds = (given: LimitCorrection['client']) => typeof given === 'string' && given !== 'stated';

/**
 * A text goes on to name releases of Windows that the product had left before it got the setting. Of servers, which it
 * does not name, a page of the vendor may say more.
 */
function onItsHost(
  reading: Reading,
  { policyId, version, seenIn = [] }: SettingFact,
  source: SourceDeclaration,
): Reading {
  const { floor, products } = reading;
  const [range] = products?.products ?? [];
  const own = productOf([source.id])?.product.name;
  const { host } = HOSTS.get(range?.product ?? own) ?? {};
  if (typeof floor?.client !== 'string') return reading;
  const first = source.versions.findIndex((each) => each.version === (seenIn[0] ?? version));
  const since = parseVersion(range?.from ?? source.versions[first - 1]?.version ?? '');
  const isLater = host && since && placeIn(since, parseVersion(host.from), undefined) === 'inside';
  const left = isLater ? host : undefined;
  const client = left && orderOf(floor.client) < orderOf(left.client) ? left.client : floor.client;
  const { of = '', evidence: _, ...named }: Servers = HOSTS.get(own)?.servers ?? { named: [] };
  const server = left?.server === undefined ? named : { ...named, starts: left.server };
  // A minimum that is later than the first of these servers is one of the setting, of which the page says nothing.
  const isOfProduct = orderOf(floor.client) <= orderOf(server.named[0]?.from ?? server.starts ?? '');
  const isOnPage = isOfProduct && floor.server === undefined && policyId.startsWith(of);
  return { ...reading, floor: { ...floor, client, ...(isOnPage && { server }) } };
}

function limitedServer(
  stated: LineRule | undefined,
  { server, serverUntil, serverDecided: last }: Partial<LimitCorrection>,
): LineRule | undefined {
  if (last === undefined) return limitedLine(stated, server, serverUntil);
  const { named, ...rest } = runOf(stated);
  // A run that the text ends earlier must not become longer.
  return {
    ...rest,
    named: named.map(({ from, to = last }) => ({ from, to: orderOf(to) < orderOf(last) ? to : last })),
  };
}

function limitedLine(
  stated: LineRule | undefined,
  given: LimitCorrection['client'],
  until: string | undefined,
): LineRule | undefined {
  if (until !== undefined) return { ...runOf(stated), ends: until };
  return given === 'stated' ? stated : given;
}

function runOf(stated: LineRule | undefined): NamedBuilds {
  return typeof stated === 'string'
    ? { named: [{ from: stated }], starts: stated }
    : { named: [], ...stated };
}

/** A baseline is a document for one release only: the one that it is made for. */
function baselineFloor({ name, server, roles }: BaselineFact, { all }: Releases): SupportedOnFloor {
  const release = all.find(({ line, label }) => line === 'server' && label === server);
  if (release === undefined) throw new Error(`${name}: the release table has no Windows Server ${server}`);
  const { build } = release;
  return {
    server: { named: [{ from: build, to: build }] },
    baseline: { name, ...optional('roles', roles) },
  };
}

/** The product that a line is named after, for example `visual-studio`. */
function productOfLine(line: string): string | undefined {
  const words = line.split('-');
  const found = productOf(words);
  return found?.rest.length === 0 ? found.product.name : undefined;
}

/** The only product that a text names: “Microsoft Edge on Windows 10 or later” has no versions, but a product. */
function productNamed(text: string): string | undefined {
  const words = text.toLowerCase().split(/[^a-z0-9]+/);
  const names = new Set(words.flatMap((_, at) => productOf(words.slice(at))?.product.name ?? []));
  return names.size === 1 ? [...names][0] : undefined;
}

/** Finds a definition of the line; if there is none, that of Windows. */
function tableOf<T extends { line: string; id: string }>(
  all: T[],
): (line: string, id: string) => T | undefined {
  const table = new Map(all.map((each) => [`${each.line}\0${each.id}`, each]));
  return (line, id) => table.get(`${line}\0${id}`) ?? table.get(`${WINDOWS_LINE}\0${id}`);
}

function languagesOf(sources: SourceDeclaration[]): string[] {
  const all = new Set(sources.flatMap((source) => source.versions.flatMap((version) => version.languages)));
  all.delete(FALLBACK_LANGUAGE);
  return [FALLBACK_LANGUAGE, ...[...all].sort()];
}
