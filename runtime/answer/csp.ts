/** `POST /v1/csp`: which registry setting stands behind an OMA-URI. */
import type { Dataset } from '../dataset.ts';
import type { CspEntry, DynamicNodes } from '../format.ts';
import { normalizeOmaUri } from '../normalize.ts';
import { type Answer, toEnvelope } from './answer.ts';
import { confidenceOf, mappingWarnings, provenanceOf, titleWarnings } from './envelope.ts';
import { type AnswerTexts, textsFor } from './messages.ts';
import type { CspRequest, Envelope } from './types.ts';

export async function csp(dataset: Dataset, request: CspRequest): Promise<Envelope> {
  return toEnvelope(await answerCsp(dataset, request));
}

export async function answerCsp(
  dataset: Dataset,
  { omaUri, lang, scope: asked }: CspRequest,
): Promise<Answer> {
  const texts = textsFor(lang);
  const { uri, scope, result } = normalizeOmaUri(omaUri);
  const found = await find(dataset, uri);
  const query = { omaUri: uri, lang, scope: scope ?? asked ?? null };
  const warnings = [
    ...(result ? [texts.policyResult] : []),
    ...(asked && scope && asked !== scope ? [texts.scopeContradicts(asked, scope)] : []),
    ...(found && found.path !== uri ? [texts.dynamicNode(found.path)] : []),
    ...(found ? [] : await otherScope(dataset, uri, texts)),
  ];
  const matches = found?.entry.matches ?? [];
  if (matches.length === 0) {
    const node = found?.entry.node;
    const reason = node ? texts.documentedOnly(node.omaUri) : texts.undocumented(uri);
    return {
      query,
      lang,
      matches,
      more: { reason, ...(node && { node }) },
      confidence: 'none',
      provenance: node && { source: node.source, sourceVersion: node.sourceVersion },
      dataset,
      warnings,
    };
  }
  return {
    query,
    lang,
    matches,
    confidence: confidenceOf(matches),
    provenance: provenanceOf(matches),
    dataset,
    warnings: [...warnings, ...mappingWarnings(matches, texts), ...titleWarnings(matches, lang, texts)],
  };
}

/** The node of that very path, else the one whose made-up names (`{}`) the path fills in. */
async function find(dataset: Dataset, uri: string): Promise<{ path: string; entry: CspEntry } | undefined> {
  const entry = await dataset.lookup<CspEntry>('csp', uri);
  if (entry) return { path: uri, entry };
  const { paths } = await dataset.file<DynamicNodes>('csp-dynamic.json');
  const path = paths.find((each) => fits(each, uri));
  const dynamic = path === undefined ? undefined : await dataset.lookup<CspEntry>('csp', path);
  return dynamic && path !== undefined ? { path, entry: dynamic } : undefined;
}

/** A policy that exists for the other scope only is not this one, but the agent may have meant it. */
async function otherScope(dataset: Dataset, uri: string, texts: AnswerTexts): Promise<string[]> {
  const twin = uri.startsWith('./device/') ? `./user/${uri.slice(9)}` : `./device/${uri.slice(7)}`;
  const entry = /^\.\/(?:device|user)\//.test(uri) ? await dataset.lookup<CspEntry>('csp', twin) : undefined;
  return entry ? [texts.otherScope(entry.node.omaUri)] : [];
}

function fits(template: string, uri: string): boolean {
  // Cheap first: a thousand templates, most of another CSP.
  if (!uri.startsWith(template.slice(0, template.indexOf('{}')))) return false;
  const wanted = template.split('/');
  const given = uri.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part === '{}' ? given[at] !== '' : part === given[at]))
  );
}
