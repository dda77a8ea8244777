/** `POST /v1/csp`: which registry setting stands behind an OMA-URI. */
import { type ByteString, encode } from '../bytes.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { DynamicNodes } from '../format.ts';
import { type Messages, messagesFor } from '../messages/index.ts';
import { type NormalizedOmaUri, normalizeOmaUri } from '../normalize.ts';
import { type Answer, RESULT } from './answer.ts';
import { mappingWarnings } from './envelope.ts';
import { type KnownNode, keepNode, named as namedBy, titleWarnings } from './known-match.ts';
import { quoted, reason } from './sentence.ts';
import type { CspRequest } from './types.ts';

/** At once where the node is loaded. */
export function answerCsp(dataset: Dataset, request: CspRequest): Answer | Promise<Answer> {
  const read = normalizeOmaUri(request.omaUri);
  const entry = dataset.lookup('csp', read.uri, keepNode);
  return entry === undefined || entry instanceof Promise
    ? answerLate(dataset, request, read, entry)
    : answer(dataset, request, read, { path: read.uri, entry }, []);
}

async function answerLate(
  dataset: Dataset,
  request: CspRequest,
  read: NormalizedOmaUri,
  pending: Promise<KnownNode | undefined> | undefined,
): Promise<Answer> {
  const entry = await pending;
  const found = entry ? { path: read.uri, entry } : await findDynamic(dataset, read.uri);
  const notes = found ? [] : await otherScope(dataset, read.uri, messagesFor(request.lang));
  return answer(dataset, request, read, found, notes);
}

interface Found {
  path: string;
  entry: KnownNode;
}

function answer(
  dataset: Dataset,
  { lang, scope: asked }: CspRequest,
  { uri, scope, result }: NormalizedOmaUri,
  found: Found | undefined,
  notes: string[],
): Answer {
  const texts = messagesFor(lang);
  const query = encode(JSON.stringify({ omaUri: uri, lang, scope: scope ?? asked ?? null }));
  const start = `{"query":${query}${RESULT}` as ByteString;
  const warnings = [
    ...(result ? [texts.policyResult] : []),
    ...(asked && scope && asked !== scope ? [texts.scopeContradicts(asked, scope)] : []),
    ...(found && found.path !== uri ? [texts.dynamicNode(found.path)] : []),
    ...notes,
  ];
  const named = found?.entry ?? NOTHING;
  const { matches, node, omaUri } = named;
  warnings.push(...mappingWarnings(matches, texts), ...titleWarnings(matches, lang, texts));
  const told: Answer = { start, lang, named, dataset, warnings: warnings.map(quoted) };
  if (matches.length === 0) {
    told.reason = reason(found ? texts.documentedOnly(omaUri) : texts.undocumented(uri));
  }
  if (node !== undefined) told.more = `,"node":${node}` as ByteString;
  return told;
}

const NOTHING: KnownNode = { ...namedBy([]), omaUri: '', node: undefined };

/** The node whose made-up names (`{}`) the path fills in. */
async function findDynamic(dataset: Dataset, uri: string): Promise<Found | undefined> {
  const { paths } = await dataset.file<DynamicNodes>('csp-dynamic.json');
  const path = paths.find((each) => fits(each, uri));
  if (path === undefined) return undefined;
  const entry = await dataset.lookup('csp', path, keepNode);
  return entry && { path, entry };
}

/** A policy that exists for the other scope only is not this one, but the agent may have meant it. */
async function otherScope(dataset: Dataset, uri: string, texts: Messages): Promise<string[]> {
  const twin = uri.startsWith('./device/') ? `./user/${uri.slice(9)}` : `./device/${uri.slice(7)}`;
  const entry = /^\.\/(?:device|user)\//.test(uri) ? await dataset.lookup('csp', twin, keepNode) : undefined;
  return entry ? [texts.otherScope(entry.omaUri)] : [];
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
