/**
 * Checks of what baselines state: a control's pair must be written by a setting that has the control's node, and the
 * corrections of tables must still be needed.
 */
import { normalizeOmaUri } from '../../runtime/format/keys.ts';
import { append, getOrMake, once, repeated } from '../collections.ts';
import { contributionsOf } from '../compile/contributions.ts';
import { typesOf } from '../compile/data.ts';
import { pairsOf } from '../compile/pairs.ts';
import { isDropped } from '../facts/former.ts';
import { addedTextId, type Facts, settingsOf } from '../facts/model.ts';
import { elementPair, pairId, writtenPairs } from '../facts/pair-id.ts';
import type { ControlFact, SettingFact } from '../facts/types.ts';
import { bare, OPTIONS_AREA } from '../import/baseline.ts';
import { policyName } from '../join/index-settings.ts';
import { joined } from './mdm-data.ts';
import { type Rule, TAKE_OUT } from './rule.ts';

const current = (facts: Facts) => settingsOf(facts).filter((each) => !isDropped(each));

export const CONTROL_RULES: Rule[] = [
  {
    name: 'baselines name the nodes that our settings have',
    allSources: true,
    check: ({ facts }) => disagreements(facts),
  },
  {
    name: 'what baselines state agrees with the names of the security options',
    check: ({ facts }) => misnamed(facts),
  },
  {
    name: 'no node is stated for two registry values',
    check: ({ facts }) => sharedNodes(facts),
  },
  {
    name: 'baselines give registry values the types that our settings document',
    check: ({ facts }) => mistyped(facts),
  },
  {
    name: 'every correction of a table is still needed',
    allSources: true,
    check: ({ facts }) => idleCorrections(facts),
  },
];

/** Pair → the settings that write it. Memoized for one run of the checks. */
const settingsByPair = once((facts: Facts): ReadonlyMap<string, SettingFact[]> => {
  const settings = new Map<string, SettingFact[]>();
  for (const each of current(facts)) for (const pair of writtenPairs(each)) append(settings, pair, each);
  return settings;
});

function disagreements(facts: Facts): string[] {
  const nodes = nodesByPair(facts);
  return facts.controls.flatMap(({ source, name, key, valueName, omaUri }) => {
    if (key === undefined || valueName === undefined || omaUri === undefined) return [];
    const pair = pairId(key, valueName);
    const own = nodes.get(pair) ?? [];
    if (!settingsByPair(facts).has(pair))
      return [`${source} ${name}: no setting writes ${key}\\${valueName}`];
    if (own.includes(normalizeOmaUri(omaUri).uri)) return [];
    const ours = own.length > 0 ? [...new Set(own)].sort().join(', ') : 'none';
    return [`${source} ${name}: states ${omaUri}, ours: ${ours}`];
  });
}

/** Otherwise such a content would be `wrong-type`, although the vendor's baseline has it. */
function mistyped(facts: Facts): string[] {
  return facts.controls.flatMap(({ source, name, key = '', valueName = '', registryType }) => {
    const pair = pairId(key, valueName);
    const settings = settingsByPair(facts).get(pair) ?? [];
    const ours = new Set(settings.flatMap((each) => [...typesOf(contributionsOf(each).get(pair) ?? [])]));
    if (registryType === undefined || ours.size === 0 || ours.has(registryType)) return [];
    return [
      `${source} ${name}: ${key}\\${valueName} is ${registryType}, ours: ${[...ours].sort().join(', ')}`,
    ];
  });
}

/** Options whose name the DDF gives to another node than the one that a baseline states for their pair. */
function misnamed(facts: Facts): string[] {
  const named = new Map<string, string>();
  for (const { gp, omaUri } of facts.nodes)
    if (gp?.area.toLowerCase() === OPTIONS_AREA) named.set(bare(gp.name), omaUri);
  return current(facts).flatMap((setting) => {
    const { slug, content, mdm = [] } = setting;
    const omaUri = content && named.get(bare(policyName(setting)));
    if (omaUri === undefined || mdm.some((each) => each.omaUri === omaUri)) return [];
    return [`${slug}: ${omaUri} has its name, ours: ${mdm.map((each) => each.omaUri).join(', ') || 'none'}`];
  });
}

/** Pair → normalized URIs of its nodes: those of the whole setting, or of the element that writes the pair. */
function nodesByPair(facts: Facts): Map<string, string[]> {
  const nodes = new Map<string, string[]>();
  const add = (setting: SettingFact, element: string | undefined, omaUri: string) => {
    for (const pair of pairsSetBy(setting, element)) append(nodes, pair, normalizeOmaUri(omaUri).uri);
  };
  for (const { setting, element, node } of joined(facts).links) add(setting, element, node.omaUri);
  for (const setting of current(facts))
    for (const { element, omaUri } of setting.mdm ?? []) add(setting, element, omaUri);
  return nodes;
}

function pairsSetBy(setting: SettingFact, element: string | undefined): Iterable<string> {
  if (element === undefined) return writtenPairs(setting);
  return (setting.elements ?? []).flatMap((each) =>
    each.id === element ? (elementPair(each, setting) ?? []) : [],
  );
}

/** Checks the controls as stated, and the statements that became mappings of settings. */
function sharedNodes(facts: Facts): string[] {
  const pairs = new Map<string, Set<string>>();
  const add = (omaUri: string, key: string, valueName: string) =>
    getOrMake(pairs, omaUri.toLowerCase(), () => new Set()).add(pairId(key, valueName));
  for (const { omaUri, key, valueName } of facts.controls)
    if (omaUri !== undefined && key !== undefined && valueName !== undefined) add(omaUri, key, valueName);
  for (const { mdm = [], key, valueName } of current(facts))
    for (const { omaUri, element } of mdm)
      if (element === undefined && valueName !== undefined) add(omaUri, key, valueName);
  const shared = [...pairs].filter(([, all]) => all.size > 1);
  return shared.map(([omaUri, all]) => {
    const names = [...all].sort().map((pair) => pair.replace('\0', '\\'));
    return `${omaUri}: ${names.join(', ')}`;
  });
}

function idleCorrections(facts: Facts): string[] {
  const { clauses = [], nodes = [], nodeLimits = [], ...more } = facts.moreCorrections;
  // What newer templates lack is still answered, with its limit.
  const policies = new Set(
    settingsOf(facts).flatMap(({ policyId }) => [policyId, policyId.replace(/::.*/, '::*')]),
  );
  const withClauses = clauses.flatMap(({ policyIds }) => policyIds);
  const texts = new Map(current(facts).map(({ policyId, supportedOn: id }) => [policyId, id]));
  const elements = new Set(
    current(facts).flatMap(({ policyId, elements = [] }) => elements.map(({ id }) => `${policyId} ${id}`)),
  );
  const written = new Set(
    current(facts).flatMap((each) => pairsOf(each).map(({ valueName }) => `${each.policyId} ${valueName}`)),
  );
  const controls = new Map<string, ControlFact>(
    facts.controls.map((each) => [`${each.source}::${each.name}`, each]),
  );
  const linked = new Set(joined(facts).links.map(({ node }) => node.omaUri));
  return [
    // The fact has the corrected key only while its source states the wrong one.
    ...(more.keys ?? []).flatMap(({ source, control, key }) =>
      controls.get(`${source}::${control}`)?.key === key
        ? []
        : [`keys: ${source} ${control}: not corrected to ${key}; ${TAKE_OUT}`],
    ),
    ...(more.lines ?? []).flatMap(({ source, version, admx, line }) =>
      (facts.settings.get(source) ?? []).some(
        (each) => each.version === version && each.admx === admx && each.line === line,
      )
        ? []
        : [`lines: ${source} ${version} has no ${admx} in the line ${line}; ${TAKE_OUT}`],
    ),
    ...(more.equivalents ?? []).flatMap((each) =>
      missingEquivalents(each.evidence, each.places.length * each.values.length, facts),
    ),
    ...(more.limits ?? []).flatMap(({ policyId }) =>
      policies.has(policyId) ? [] : [`limits: no policy ${policyId}; ${TAKE_OUT}`],
    ),
    ...withClauses.flatMap((id) => (policies.has(id) ? [] : [`clauses: no policy ${id}; ${TAKE_OUT}`])),
    ...repeated(withClauses).map((id) => `clauses: ${id} has two; keep one`),
    ...(more.added ?? []).flatMap(({ policyId, values }) =>
      values
        .filter((each) => !written.has(`${policyId} ${each}`))
        .map((each) => `added: ${policyId} does not write ${each}; ${TAKE_OUT}`),
    ),
    ...(more.supportedOn ?? []).flatMap(({ text, policyIds }) => {
      const idle = policyIds.filter((id) => texts.get(id) !== addedTextId(text)).join(', ');
      return idle === ''
        ? []
        : [`supportedOn: no setting, or one with a text of its own: ${idle}; ${TAKE_OUT}`];
    }),
    ...(more.types ?? []).flatMap(({ policyId, element }) =>
      elements.has(`${policyId} ${element}`)
        ? []
        : [`types: ${policyId} has no element ${element}; ${TAKE_OUT}`],
    ),
    ...facts.pageNodes.flatMap(({ omaUri, gp }) => {
      if (facts.nodes.some((each) => each.omaUri === omaUri && each.source === undefined))
        return [`page-nodes.jsonl: the DDF has ${omaUri}; take the line out`];
      return gp === undefined || linked.has(omaUri)
        ? []
        : [`page-nodes.jsonl: ${omaUri}: no policy ${gp.name}; correct its gp`];
    }),
    ...repeated(
      nodes.flatMap(({ omaUris, ddf: _, evidence: __, ...members }) =>
        omaUris.flatMap((uri) => Object.keys(members).map((member) => `nodes: ${member} of ${uri}`)),
      ),
    ).map((member) => `${member} has two; keep one`),
    ...Object.entries({ nodes, nodeLimits }).flatMap(([list, entries]) =>
      entries.flatMap(({ omaUris, ddf }: { omaUris: string[]; ddf?: string }) =>
        omaUris.flatMap((uri) => {
          const own = facts.nodes.filter(({ omaUri }) => omaUri === uri);
          if (own.length === 0) return [`${list}: no node ${uri}; ${TAKE_OUT}`];
          return own.some(({ version }) => ddf === undefined || ddf === version)
            ? []
            : [`${list}: ${uri} is no longer of ${ddf}; compare with the vendor’s page again`];
        }),
      ),
    ),
  ];
}

/** Each row of the table must have a node in the DDF and a setting that writes its value. */
function missingEquivalents(evidence: string, rows: number, facts: Facts): string[] {
  const found = new Set(
    current(facts).flatMap(({ mdm = [] }) =>
      mdm.flatMap((each) => (each.evidence === evidence ? [each.omaUri] : [])),
    ),
  );
  return found.size === rows ? [] : [`${found.size} of ${rows} rows have a setting: ${evidence}`];
}
