/** The answer as an HTML page: what the list sets, what must be decided, what MDM can take over. */
import { nodePage } from '../../build/compile/node-facts.ts';
import { problemText } from '../../build/item-text.ts';
import type { ItemMdm } from '../../runtime/contract/verified.ts';
import type { VerifySummary } from '../../runtime/contract/verify-summary.ts';
import type { ItemFinding } from '../../runtime/verify/summary.ts';
import { isUndocumented, readinessOf } from '../../runtime/verify/summary.ts';
import { TITLES } from '../outcome.ts';
import { byGravest, isLacking, type Report, type Row, whyUnsent } from './findings.ts';
import { bar, type Html, html, page, type Share } from './html-page.ts';
import { readText } from './text.ts';

const TITLE = 'Registry and MDM settings: what to do';

export function printHtml({ rows, collected, query, dataset }: Report): string {
  const decided = byGravest(rows).flatMap(({ finding, rows: own }) =>
    group(TITLES[finding], REMEDIES[finding], own, (row) => evidence(row.reasons)),
  );
  const values = rows.filter(({ item }) => 'key' in item);
  const origin = `Dataset ${dataset.version} of ${dataset.generatedAt}. `;
  const body = html`<h1>${TITLE}</h1>
<p>${readText(rows, collected.files)}; target: ${query.targetOs ?? 'none given'}</p>
<p class="soft">${origin}What no source documents is unknown, not harmless.</p>
<h2>Verdicts</h2>
${bar(VERDICTS, rows.map(verdictOf))}<h2>What MDM can take over</h2>
${bar(READINESS, values.map(readiness))}${section(
  'Files that cannot be read',
  'Nothing of them was verified.',
  collected.problems.map((problem) => html`<p class="content">${problemText(problem)}</p>\n`),
)}${section('To be decided', 'Each value once, under its gravest finding.', decided)}${section(
  'Values by what their MDM node needs',
  'Each registry value once.',
  READINESS.flatMap((each) => mdmGroup(each, values)),
)}`;
  return page(TITLE, body);
}

function section(title: string, about: string, parts: readonly Html[]): Html {
  if (parts.length === 0) return html``;
  return html`<h2>${title}</h2>
<p class="soft">${about}</p>
${parts}`;
}

const VERDICTS: Share[] = [
  ['supported', 'supported', 'good'],
  ['unverified', 'unverified', 'warn'],
  ['unknown', 'unknown', 'open'],
  ['unsupported', 'unsupported', 'bad'],
  ['undocumented', 'not documented', 'none'],
  ['problem', 'not read', 'bad'],
];

function verdictOf({ answer }: Row): string | undefined {
  if (answer.problem !== undefined) return 'problem';
  return isUndocumented(answer) ? 'undocumented' : answer.verdict;
}

const REMEDIES: Record<ItemFinding, string> = {
  unreadable: 'Correct the entry, then verify again.',
  conflict: 'Decide which one is meant; no more than one of them takes effect.',
  unsupported: 'Do not roll it out to this target.',
  'unsupported-product': 'Do not roll it out to this version of the product.',
  'other-hive': 'Write it to the hive that the vendor documents, or leave it out.',
  'wrong-type': 'Do not write it: correct the type.',
  'undocumented-data': 'Check the content: the vendor documents others.',
  undocumented: 'Find out what reads it, or leave it out.',
  removed: 'Look for its successor: newer versions do not read it.',
  deprecated: 'Plan its replacement.',
  unknown: 'Name the target more exactly, or test on a device.',
  unverified: 'Test on a device before the rollout.',
  'unknown-data': 'Check the content by hand.',
};

type Readiness = keyof VerifySummary['mdm'] | 'undocumented';

const READINESS: Share<Readiness>[] = [
  ['ready', 'ready to send', 'good', 'Send the data below to the node.'],
  ['ingestion', 'needs the template', 'fair', 'First send the vendor’s template.'],
  ['whole-policy', 'whole policy', 'warn', 'The node sets more than the list has.'],
  ['noPayload', 'no data known', 'open', 'What to send is not documented.'],
  ['unsupported', 'not on the target', 'bad', 'The node is unsupported on the target; do not send it.'],
  ['none', 'no equivalent', 'bad', 'Deploy it as registry value or by GPO.'],
  ['undocumented', 'not documented', 'none', 'No source documents the value.'],
];

/** Undefined if not verified. */
function readiness({ answer, nodes }: Row): Readiness | undefined {
  if (answer.problem !== undefined) return undefined;
  return isUndocumented(answer) ? 'undocumented' : readinessOf(nodes);
}

function mdmGroup([id, label, , about = '']: Share<Readiness>, values: readonly Row[]): Html[] {
  const own = values.filter((row) => readiness(row) === id);
  const title = label.charAt(0).toUpperCase() + label.slice(1);
  return group(title, about, own, ({ answer, nodes }) =>
    nodes.length === 0
      ? evidence([answer.noMdm ?? answer.reason ?? ''])
      : nodes.map((mdm) => nodeEvidence(mdm, answer.reason)),
  );
}

function nodeEvidence(mdm: ItemMdm, itemReason: string | undefined): Html {
  const { omaUri, verdict, confidence, ingest, payload, data, payloadAt } = mdm;
  const earlier = payloadAt === undefined ? undefined : `as value ${payloadAt + 1} of the list`;
  return html`<dl>
${term('Node', html`<code>${omaUri}</code>${link(omaUri)}`)}${term('Verdict', `${verdict}, mapping ${confidence}`)}
${term('Template to', ingest)}${term('Send', isLacking(mdm) ? undefined : (payload ?? data ?? earlier))}${term('Why not', whyUnsent(mdm, itemReason))}</dl>
`;
}

function term(name: string, text: Html | string | undefined): Html | undefined {
  return text === undefined ? undefined : html`<dt>${name}</dt><dd class="content">${text}</dd>\n`;
}

function evidence(reasons: readonly string[]): Html {
  return html`${reasons.filter((reason) => reason !== '').map((reason) => html`<p>${reason}</p>\n`)}`;
}

/** The vendor's page, if its pattern is known. */
function link(omaUri: string): Html | undefined {
  const url = nodePage(omaUri);
  return url === undefined ? undefined : html` <a href="${url}">documentation</a>`;
}

function group(
  title: string,
  about: string,
  rows: readonly Row[],
  inside: (row: Row) => Html | Html[],
): Html[] {
  const items = rows.map((row) => rowItem(row, inside(row)));
  const head = html`<h3>${title} (${rows.length})</h3>
<p class="soft">${about}</p>
`;
  return rows.length === 0 ? [] : [html`${head}<ul class="rows">\n${items}</ul>\n`];
}

function rowItem({ item, answer, name, content, place }: Row, inside: Html | Html[]): Html {
  const settings = (answer.matches ?? []).map(
    ({ slug, displayName }) => html`<p>${displayName ?? slug} <span class="soft">${slug}</span></p>\n`,
  );
  return html`<li>
<code>${name}</code>${'omaUri' in item ? link(item.omaUri) : undefined}
<p class="content">${content}</p>
${settings}${inside}<p class="soft">${place}</p>
</li>
`;
}
