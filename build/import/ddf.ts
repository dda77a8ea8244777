/**
 * A DDF v2 file (device description framework: the tree of MDM nodes) → its nodes. Beware of `<Scope>` in it,
 * which means Permanent/Dynamic: device or user is told by the path alone.
 */
import { optional } from '../collections.ts';
import type { DdfFact } from '../facts/types.ts';
import type { Report } from './admx.ts';
import { child, type XmlElement } from './xml.ts';

export function readDdf(root: XmlElement, file: string, version: string, report: Report): DdfFact[] {
  const nodes: DdfFact[] = [];
  if (root.name !== 'MgmtTree') {
    report({
      file,
      line: root.line,
      column: root.column,
      message: `<${root.name}> is not a DDF root (MgmtTree)`,
    });
    return nodes;
  }
  for (const top of root.children.filter((each) => each.name === 'Node')) {
    const path = child(top, 'Path')?.text.trim();
    if (path) walk(top, path.replace(/\/+$/, ''), version, nodes, false);
    else report({ file, line: top.line, column: top.column, message: 'a top node lacks its Path' });
  }
  return nodes;
}

function walk(node: XmlElement, parent: string, version: string, nodes: DdfFact[], dynamic: boolean): void {
  const name = child(node, 'NodeName')?.text.trim() ?? '';
  const isDynamic = dynamic || name === '';
  // An empty NodeName is a name that the server or the administrator makes.
  const omaUri = `${parent}/${name || '{}'}`;
  const fact = readNode(node, omaUri, version, isDynamic);
  if (fact) nodes.push(fact);
  for (const each of node.children) if (each.name === 'Node') walk(each, omaUri, version, nodes, isDynamic);
}

function readNode(node: XmlElement, omaUri: string, version: string, dynamic: boolean): DdfFact | undefined {
  // `./SyncML` and the tree's root belong to the protocol, not to a device or user.
  const scope = /^\.\/user\//i.test(omaUri)
    ? 'User'
    : /^\.\/(device|vendor)\//i.test(omaUri)
      ? 'Device'
      : undefined;
  if (!scope) return undefined;
  const properties = child(node, 'DFProperties');
  const builds = child(child(properties, 'Applicability'), 'OsBuildVersion')?.text;
  const deprecated = child(properties, 'Deprecated');
  const admx = child(child(properties, 'AllowedValues'), 'AdmxBacked')?.attrs;
  const gp = child(properties, 'GpMapping')?.attrs;
  return {
    omaUri,
    scope,
    version,
    ...(builds ? { builds: builds.split(',').map((each) => each.trim()) } : {}),
    ...(deprecated ? { deprecated: deprecated.attrs.osbuilddeprecated ?? (true as const) } : {}),
    ...(admx ? { admx: { area: admx.area ?? '', name: admx.name ?? '', file: admx.file ?? '' } } : {}),
    ...(gp
      ? {
          gp: {
            name: gp.gpenglishname ?? '',
            area: gp.gpareapath ?? '',
            ...optional('element', gp.gpelement),
          },
        }
      : {}),
    ...(dynamic ? { dynamic: true as const } : {}),
  };
}
