/** `POST /v1/csp`: which registry setting stands behind an OMA-URI. */
import type { Dataset, Index } from '../dataset/dataset.ts';
import type { CspEntry, CspNode, DynamicNodes } from '../format.ts';
import { type Messages, messagesFor } from '../messages/index.ts';
import { normalizeOmaUri } from '../normalize.ts';
import type { CspEnvelope } from '../schema/answers.ts';
import type { CspRequest } from '../schema/requests.ts';
import { confidenceOf, mappingWarnings, provenanceOf, writeEnvelope } from './envelope.ts';
import type { Json } from './json.ts';
import { languageWarnings, pickLanguage, supportedOnWarnings } from './language.ts';
import { type KeptMatch, keepMatch, matchJson } from './match.ts';

interface KeptNode {
  node: CspNode;
  matches: KeptMatch[];
}

const NODES: Index<CspEntry, KeptNode> = {
  name: 'csp',
  keep: ({ node, matches }) => ({ node, matches: matches.map(keepMatch) }),
};

export async function answerCsp(
  dataset: Dataset,
  { omaUri, lang, scope: asked }: CspRequest,
): Promise<Json<CspEnvelope>> {
  const texts = messagesFor(lang);
  const { uri, scope, result } = normalizeOmaUri(omaUri);
  const found = await findNode(dataset, uri);
  const matches = found?.kept.matches ?? [];
  const node = matches.length === 0 ? found?.kept.node : undefined;
  return writeEnvelope({
    query: { omaUri: uri, lang, scope: scope ?? asked ?? null },
    result: {
      matches: matches.map((match) => matchJson(match, lang)),
      reason: matches.length === 0 ? emptyReason(node, uri, texts) : undefined,
      node,
    },
    confidence: confidenceOf(matches),
    provenance: provenanceOf(node ? [{ source: node.source, sourceVersion: node.sourceVersion }] : matches),
    dataset,
    warnings: [
      ...(result ? [texts.policyResult] : []),
      ...(asked && scope && asked !== scope ? [texts.scopeContradicts(asked, scope)] : []),
      ...(found && found.path !== uri ? [texts.dynamicNode(found.path)] : []),
      ...(found ? [] : await otherScope(dataset, uri, texts)),
      ...mappingWarnings(matches, texts),
      ...supportedOnWarnings(matches, lang, texts),
      ...languageWarnings(
        matches.map(({ slug, titles }) => ({ slug, titleLang: pickLanguage(titles, lang) })),
        lang,
        texts,
      ),
    ],
  });
}

function emptyReason(node: CspNode | undefined, uri: string, texts: Messages): string {
  return node ? texts.documentedOnly(node.omaUri) : texts.undocumented(uri);
}

/** `path`: under which the node was found; in it `{}` stands for a name that is made at run time. */
async function findNode(
  dataset: Dataset,
  uri: string,
): Promise<{ path: string; kept: KeptNode } | undefined> {
  const exact = await dataset.lookup(NODES, uri);
  if (exact !== undefined) return { path: uri, kept: exact };
  const { paths } = await dataset.file<DynamicNodes>('csp-dynamic.json');
  const path = paths.find((each) => fits(each, uri));
  const kept = path === undefined ? undefined : await dataset.lookup(NODES, path);
  return path === undefined || kept === undefined ? undefined : { path, kept };
}

/** A policy that exists for the other scope only is not this one, but the agent may have meant it. */
async function otherScope(dataset: Dataset, uri: string, texts: Messages): Promise<string[]> {
  if (!/^\.\/(?:device|user)\//.test(uri)) return [];
  const twin = uri.startsWith('./device/') ? `./user/${uri.slice(9)}` : `./device/${uri.slice(7)}`;
  const kept = await dataset.lookup(NODES, twin);
  return kept ? [texts.otherScope(kept.node.omaUri)] : [];
}

function fits(template: string, uri: string): boolean {
  // Cheap first: there are a thousand templates, most of another CSP.
  if (!uri.startsWith(template.slice(0, template.indexOf('{}')))) return false;
  const wanted = template.split('/');
  const given = uri.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part === '{}' ? given[at] !== '' : part === given[at]))
  );
}
