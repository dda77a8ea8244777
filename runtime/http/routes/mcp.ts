/** `POST /mcp`: the Model Context Protocol, streamable HTTP without sessions. */
import type { H3Event } from 'h3';
import { FastResponse } from 'srvx';
import { MAX_VERIFY_BYTES } from '../../contract/verify.ts';
import { isObject } from '../../format/json.ts';
import { nextTurn } from '../../pace.ts';
import { bodyTooLarge, decodeBody, isLarge, MAX_BODY_BYTES, parseBody, readBody } from '../body.ts';
import { logError, MCP_PATH, snapshotOf, tierOf } from '../exchange.ts';
import { countRequest, hasKey, requireKnownPage, unauthorized } from '../guards.ts';
import type { AppOptions, McpEndpoint, McpExchange, McpOptions } from '../options.ts';
import { Problem } from '../problem.ts';
import { NO_STORE, type TierHeaders } from '../responses.ts';
import { addRoute, type RoutePlace } from './route.ts';
import type { VerifySlots } from './verify.ts';

/** Messages of one batch, which clients of 2025-03 may send. */
const MAX_BATCH = 50;

/** Tools whose arguments may hold whole files. */
const LARGE_TOOLS: readonly unknown[] = ['verify', 'convert', 'changes'];

/** @param withKey Headers of the answers to requests with a key, which have the same path. */
export function addMcp(
  place: RoutePlace,
  withKey: TierHeaders,
  mcp: McpOptions,
  slots: VerifySlots,
  options: AppOptions,
): void {
  let endpoint: Promise<McpEndpoint> | undefined;
  const handler = async (event: H3Event): Promise<Response> => {
    requireKnownPage(event.req.headers, mcp);
    await requireSoundKey(event, options);
    const snapshot = snapshotOf(event);
    const { client } = event.context.exchange;
    const limiter = options.limiters?.[tierOf(event)];
    // Before anything is read: a message that is refused costs as little as possible.
    await countRequest(event, limiter);
    const body = isLarge(event)
      ? await slots.receive(client, () => largeCall(event))
      : parseBody(decodeBody(await readBody(event)));
    const messages = Array.isArray(body) ? body.length : 1;
    if (messages > MAX_BATCH) {
      throw new Problem('malformed-body', `A batch may have at most ${MAX_BATCH} messages.`);
    }
    for (let further = 1; further < messages; further++) await countRequest(event, limiter);
    endpoint ??= mcp.load();
    const report = (error: unknown) => logError(error, event, options.log);
    const inTurn: McpExchange['inTurn'] = (work) => slots.work(client, work);
    const answer = await (await endpoint)({ request: event.req, body, snapshot, inTurn, report });
    return withHeaders(answer, tierOf(event) === 'key' ? withKey : place.headers);
  };
  addRoute(place, 'POST', MCP_PATH, handler);
}

/** A wrong key is refused, not ignored; guessing keys is limited like everything else. */
async function requireSoundKey(event: H3Event, { keys, limiters }: AppOptions): Promise<void> {
  if (tierOf(event) === 'anonymous' || (await hasKey(event, keys))) return;
  await countRequest(event, limiters?.key);
  throw unauthorized('The key in the header X-API-Key is not valid; without a key leave the header out.');
}

/**
 * A message of more than {@link MAX_BODY_BYTES}, which only a call of some tools may have: the first bytes decide whether
 * the rest is read, the whole whether they were right. Besides its arguments it has at most as much as any other message.
 */
async function largeCall(event: H3Event): Promise<unknown> {
  const bytes = await readBody(event, MAX_VERIFY_BYTES, (first) => {
    if (!isNamed(event) && !beginsLargeCall(new TextDecoder().decode(first))) throw notLarge();
  });
  const body = parseBody(decodeBody(bytes));
  if (bytes.length <= MAX_BODY_BYTES) return body;
  if (!isObject(body) || body.method !== 'tools/call' || !isObject(body.params)) throw notLarge();
  const { arguments: _, ...params } = body.params;
  if (!LARGE_TOOLS.includes(params.name)) throw notLarge();
  if (JSON.stringify({ ...body, params }).length > MAX_BODY_BYTES) throw notLarge();
  // Parsing it took long, and so may what follows.
  await nextTurn();
  return body;
}

/** Recognizes clients of the revision 2026-07 by their headers. */
function isNamed({ req: { headers } }: H3Event): boolean {
  return headers.get('mcp-method') === 'tools/call' && LARGE_TOOLS.includes(headers.get('mcp-name'));
}

/** Some writers of JSON escape the slash. */
function beginsLargeCall(text: string): boolean {
  return (
    /"method"\s*:\s*"tools\\?\/call"/.test(text) && /"name"\s*:\s*"(?:verify|convert|changes)"/.test(text)
  );
}

function notLarge(): Problem {
  return bodyTooLarge(
    `Only a call of ${LARGE_TOOLS.join(', ')} may have more than ${MAX_BODY_BYTES} bytes, in its arguments; its method and name come before them.`,
  );
}

/** The text of an answer in JSON goes out faster than its stream. */
async function withHeaders(answer: Response, { base }: TierHeaders): Promise<Response> {
  const type = answer.headers.get('content-type');
  const headers = [NO_STORE, ...base];
  if (type !== null) headers.push(['content-type', type]);
  const isText = type?.startsWith('application/json') === true;
  return new FastResponse(isText ? await answer.text() : answer.body, { status: answer.status, headers });
}
