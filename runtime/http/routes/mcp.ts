/** `POST /mcp`: the Model Context Protocol, streamable HTTP without sessions. */
import type { H3, H3Event } from 'h3';
import { FastResponse } from 'srvx';
import { isObject } from '../../format/json.ts';
import { BODY_CEILING_BYTES, decodeBody, MAX_BODY_BYTES, parseBody, readBody } from '../body.ts';
import { logError, MCP_PATH, snapshotOf, tierOf } from '../exchange.ts';
import { countRequest, hasKey, unauthorized } from '../guards.ts';
import type { AppOptions, McpEndpoint, McpExchange, McpOptions, Tier } from '../options.ts';
import { Problem } from '../problem.ts';
import { requireKnownPage } from '../rebinding.ts';
import { NO_STORE, type TierHeaders } from '../responses.ts';
import { addRoute } from './route.ts';
import { MAX_RECEIVING, type VerifySlots } from './verify.ts';

/** Messages of one batch, which clients of 2025-03 may send. */
const MAX_BATCH = 50;
/** What is counted as one request of the API each; of a batch so is all after its first message. */
const COUNTED: readonly unknown[] = ['tools/call', 'resources/read'];

export function addMcp(
  app: H3,
  mcp: McpOptions,
  headers: Record<Tier, TierHeaders>,
  options: AppOptions,
  { receiving, working }: VerifySlots,
): void {
  // A batch has many calls, so more may wait here.
  const inTurn: McpExchange['inTurn'] = (work) => working.run(MAX_RECEIVING, work);
  let endpoint: Promise<McpEndpoint> | undefined;
  const handler = async (event: H3Event): Promise<Response> => {
    requireKnownPage(event.req.headers, mcp);
    await requireSoundKey(event, options);
    const snapshot = snapshotOf(event);
    // Slow clients with large bodies must not fill the memory.
    const read = () => readBody(event, BODY_CEILING_BYTES);
    const body = parseBody(decodeBody(await (isLarge(event) ? receiving.run(0, read) : read())));
    await countCalls(body, event, options);
    endpoint ??= mcp.load();
    const report = (error: unknown) => logError(error, event, options.log);
    const answer = await (await endpoint)({ request: event.req, body, snapshot, inTurn, report });
    return withHeaders(answer, headers[tierOf(event)]);
  };
  addRoute(app, { prefix: '', headers: headers.anonymous, middleware: [] }, 'POST', MCP_PATH, handler);
}

/** A wrong key is refused, not ignored; guessing keys is limited like everything else. */
async function requireSoundKey(event: H3Event, { keys, limiters }: AppOptions): Promise<void> {
  if (tierOf(event) === 'anonymous' || (await hasKey(event, keys))) return;
  await countRequest(event, limiters?.key);
  throw unauthorized('The key in the header X-API-Key is not valid; without a key leave the header out.');
}

function isLarge({ req }: H3Event): boolean {
  const declared = req.headers.get('content-length');
  return declared === null || Number(declared) > MAX_BODY_BYTES;
}

async function countCalls(body: unknown, event: H3Event, { limiters }: AppOptions): Promise<void> {
  const messages: unknown[] = Array.isArray(body) ? body : [body];
  if (messages.length > MAX_BATCH) {
    throw new Problem('malformed-body', `A batch may have at most ${MAX_BATCH} messages.`);
  }
  const limiter = limiters?.[tierOf(event)];
  for (const [at, message] of messages.entries()) {
    if (at > 0 || (isObject(message) && COUNTED.includes(message.method))) await countRequest(event, limiter);
  }
}

/** The text of an answer in JSON goes out faster than its stream. */
async function withHeaders(answer: Response, { base }: TierHeaders): Promise<Response> {
  const type = answer.headers.get('content-type');
  const headers = [NO_STORE, ...base];
  if (type !== null) headers.push(['content-type', type]);
  const isText = type?.startsWith('application/json') === true;
  return new FastResponse(isText ? await answer.text() : answer.body, { status: answer.status, headers });
}
