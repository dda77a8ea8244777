/**
 * A DDF v2 file (device description framework: the tree of MDM nodes) → its nodes. Beware: `<Scope>` in it means
 * Permanent/Dynamic; only the path shows device or user.
 */
import { normalizeOmaUri } from '../../runtime/format/keys.ts';
import { optional } from '../collections.ts';
import { APPLICABILITY, type Applicability, type DdfFact } from '../facts/nodes.ts';
import type { SettingFact } from '../facts/types.ts';
import { policyName } from '../join/index-settings.ts';
import {
  type OnProse,
  readAccess,
  readAllowedValues,
  readApplicability,
  readDependencies,
  short,
} from './ddf-values.ts';
import { type Complain, complaining, type Report } from './problems.ts';
import { checkShape } from './shape.ts';
import { child, children, type XmlElement } from './xml.ts';

/** `.` alone is the root of the tree. */
const ROOTS = /^\.(?:\/(?:Device|User|Vendor|SyncML)(?:\/|$)|$)/i;

interface DdfFile {
  version: string;
  nodes: DdfFact[];
  onProse: OnProse;
  complain: Complain;
  /** URI of each node of the version, in lower case → where it was read. */
  seen: Map<string, string>;
  file: string;
}

export function readDdf(
  root: XmlElement,
  file: string,
  version: string,
  report: Report,
  onProse: OnProse = () => {},
  seen = new Map<string, string>(),
): DdfFact[] {
  const complain = complaining(file, report);
  const into: DdfFile = { version, nodes: [], onProse, complain, seen, file };
  if (root.name !== 'MgmtTree') {
    complain(root, `<${root.name}> is not a DDF root (MgmtTree)`);
    return into.nodes;
  }
  checkShape(root, complain);
  for (const top of root.children.filter((each) => each.name === 'Node')) {
    const path = child(top, 'Path')?.text.trim() ?? '';
    // The nodes of any other path would be of no device and no user, and left out.
    if (ROOTS.test(path)) walk(top, path.replace(/\/+$/, ''), into, false);
    else complain(top, `the Path is not below ./Device, ./User, ./Vendor or ./SyncML: "${path}"`);
  }
  return into.nodes;
}

function walk(node: XmlElement, parent: string, into: DdfFile, dynamic: boolean): void {
  const name = child(node, 'NodeName')?.text.trim() ?? '';
  const isDynamic = dynamic || name === '';
  // An empty NodeName means that the server or the administrator chooses the name.
  const omaUri = `${parent}/${name || '{}'}`;
  const fact = readNode(node, omaUri, into, isDynamic);
  if (fact) {
    checkOnce(node, omaUri, into);
    into.nodes.push(fact);
  }
  for (const each of children(node, 'Node')) {
    const path = child(each, 'Path');
    if (path) into.complain(path, `<Path> in a node within ${omaUri}: only a top node has one`);
    walk(each, omaUri, into, isDynamic);
  }
}

/** If a node is defined twice, it is unknown which definition applies. */
function checkOnce(node: XmlElement, omaUri: string, { complain, seen, file }: DdfFile): void {
  const first = seen.get(omaUri.toLowerCase());
  if (first !== undefined) complain(node, `node ${omaUri} is there a second time (first in ${first})`);
  seen.set(omaUri.toLowerCase(), first ?? `${file}:${node.line}:${node.column}`);
}

/**
 * How descriptions begin beside the element `Deprecated`. Ten policies have the sentence alone; Browser_AreaDDF.xml has the
 * last one.
 */
const DEPRECATED = /^\s*(?:This (?:policy|setting) (?:is|has been) deprecated|Important\. Discontinued in)\b/;

function readNode(node: XmlElement, omaUri: string, into: DdfFile, dynamic: boolean): DdfFact | undefined {
  // `./SyncML` and the tree's root belong to the protocol, not to a device or user.
  const scope = /^\.\/user\//i.test(omaUri)
    ? 'User'
    : /^\.\/(device|vendor)\//i.test(omaUri)
      ? 'Device'
      : undefined;
  if (!scope) return undefined;
  const properties = child(node, 'DFProperties');
  const deprecated = child(properties, 'Deprecated');
  const links = readLinks(properties);
  const written = child(properties, 'DefaultValue')?.text;
  const description = child(properties, 'Description')?.text ?? '';
  const texts = `${description} ${written ?? ''}`;
  const names = links.admx || links.gp ? namesIn(texts) : [];
  return {
    omaUri,
    scope,
    version: into.version,
    ...readApplicability(properties, into.complain),
    ...(deprecated || DEPRECATED.test(description)
      ? { deprecated: deprecated?.attrs.osbuilddeprecated ?? (true as const) }
      : {}),
    ...optional('access', readAccess(properties)),
    ...optional('format', child(properties, 'DFFormat')?.children[0]?.name),
    ...optional('allowed', readAllowedValues(properties, into.onProse)),
    ...optional('defaultValue', short(written, into.onProse)),
    ...optional('conflict', child(properties, 'ConflictResolution')?.text.trim()),
    ...optional('reboot', child(properties, 'RebootBehavior')?.text.trim() || undefined),
    ...optional('dependencies', readDependencies(properties, into.onProse, into.complain)),
    ...links,
    ...(names.length > 0 ? { names } : {}),
    ...(dynamic ? { dynamic: true as const } : {}),
  };
}

/** Direct children only: `DependencyBehavior` contains an `AdmxBacked` of another node's policy (BitLocker.xml). */
function readLinks(properties: XmlElement | undefined): Pick<DdfFact, 'admx' | 'gp'> {
  const admx = child(child(properties, 'AllowedValues'), 'AdmxBacked')?.attrs;
  const gp = child(properties, 'GpMapping')?.attrs;
  return {
    ...optional('admx', admx && { area: admx.area ?? '', name: admx.name ?? '', file: admx.file ?? '' }),
    ...(gp && {
      gp: {
        name: gp.gpenglishname ?? '',
        area: gp.gpareapath ?? '',
        ...optional('element', gp.gpelement),
      },
    }),
  };
}

/** Replaces spellings in dependencies (`Device/Vendor/MSFT/Bitlocker/…`) by those of the DDF's own nodes. */
export function linkDependencies(nodes: DdfFact[]): DdfFact[] {
  const known = new Map(nodes.map(({ omaUri }) => [normalizeOmaUri(omaUri).uri, omaUri]));
  const spelt = (omaUri: string) => known.get(normalizeOmaUri(omaUri).uri) ?? omaUri;
  for (const { dependencies = [] } of nodes)
    for (const each of dependencies.flatMap((group) => group.nodes)) each.omaUri = spelt(each.omaUri);
  return nodes;
}

/**
 * Adds to every node the parts of its applicability that only an ancestor states, each from the nearest one. `nodes`
 * are those of all files of a version: areas of the Policy CSP have files of their own, below the root of Policy.xml.
 */
export function inheritApplicability(nodes: DdfFact[]): DdfFact[] {
  const own = new Map(nodes.map((node) => [node.omaUri.toLowerCase(), node]));
  return nodes.map((node) => {
    const uri = node.omaUri.toLowerCase();
    const { omaUri, scope, version, builds, editions, cspVersion, ...rest } = node;
    const all: Pick<DdfFact, Applicability> = {
      ...optional('builds', builds ?? nearest(uri, 'builds', own)),
      ...optional('editions', editions ?? nearest(uri, 'editions', own)),
      ...optional('cspVersion', cspVersion ?? nearest(uri, 'cspVersion', own)),
    };
    const inherited = APPLICABILITY.filter((part) => node[part] === undefined && all[part] !== undefined);
    return {
      omaUri,
      scope,
      version,
      ...all,
      ...(inherited.length > 0 ? { inherited } : {}),
      ...rest,
    };
  });
}

function nearest<P extends Applicability>(
  uri: string,
  part: P,
  own: Map<string, DdfFact>,
): DdfFact[P] | undefined {
  for (let end = uri.lastIndexOf('/'); end > 0; end = uri.lastIndexOf('/', end - 1)) {
    const value = own.get(uri.slice(0, end))?.[part];
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * Distinct words that look like an identifier, not like an English word, sorted. Descriptions and default values are prose
 * and not part of the facts; the identifiers in them are, so that the check of the joins can be run on the facts.
 */
export function namesIn(text: string): string[] {
  const words = text.split(/[^A-Za-z0-9_]+/).filter((word) => /_|[a-z][A-Z]/.test(word));
  return [...new Set(words)].sort();
}

/** Reduces each node's names to those of a policy or an element of `settings`. */
export function keepKnownNames(nodes: DdfFact[], settings: Iterable<SettingFact>): DdfFact[] {
  const known = new Set<string>();
  for (const setting of settings) {
    known.add(policyName(setting));
    for (const { id } of setting.elements ?? []) known.add(id);
  }
  return nodes.map(({ names, dynamic, ...node }) => {
    const kept = (names ?? []).filter((name) => known.has(name));
    return {
      ...node,
      ...(kept.length > 0 ? { names: kept } : {}),
      ...(dynamic ? { dynamic } : {}),
    };
  });
}
