/** MCP over standard input and output, for a client that starts its servers itself. */
import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '../mcp/server.ts';
import type { Service } from '../service.ts';

/** How long the end of the input waits for the remaining answers. */
const LAST_ANSWERS_MS = 10_000;

/** How long answers that the client does not read delay the end after a signal. */
const UNREAD_MS = 1000;

/** Requests without an answer, above which no more input is read: a client that does not read its answers would fill the memory. */
const MAX_OPEN = 64;

/** Bytes of a message. Bodies over HTTP are far smaller; the limit of the SDK's own buffer is never reached. */
const MAX_LINE_BYTES = 8 << 20;

type Report = (message: string, error?: unknown) => void;

/** Ends when the client has closed the input and has its answers, or is gone, or on a signal. */
export async function answerStdio(service: () => Promise<Service>, report: Report): Promise<void> {
  const reportFailure = (error: unknown): void => report('request failed', error);
  const host = {
    snapshot: async () => (await service()).snapshot(),
    // There is only one client: it controls how much it requests at once.
    inTurn: <T>(work: () => Promise<T>) => work(),
    report: reportFailure,
  };
  const refuse = (id: string | number | null): void => {
    const message = `a message has at most ${MAX_LINE_BYTES} bytes on its line`;
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32600, message } })}\n`);
    report(message);
  };
  // The SDK closes at the end of its input, even with open requests: `hivecheck mcp < messages` lost its last answers.
  const lines = withoutLongLines(MAX_LINE_BYTES, refuse, () => openAtMost(MAX_OPEN));
  const input = process.stdin.pipe(lines, { end: false });
  const transport = new StdioServerTransport(input, process.stdout);
  const handle = serveStdio(() => createMcpServer(host), { transport, onerror: reportFailure });
  const openAtMost = watchAnswers(transport);
  // Each answer that waits for the client is one.
  process.stdout.setMaxListeners(0);
  process.stdin.once('end', () => {
    // Ends a last line without a line break; earlier input is passed on by then.
    input.write('\n', () => setImmediate(() => void openAtMost(0, LAST_ANSWERS_MS).then(() => input.end())));
  });
  await new Promise<void>((resolve) => {
    const close = (): void => {
      setTimeout(() => process.exit(), UNREAD_MS).unref();
      void handle.close().then(resolve, resolve);
    };
    input.once('end', resolve);
    input.once('close', resolve);
    process.once('SIGTERM', close);
    process.once('SIGINT', close);
    // The client is gone: what it does not read would keep the input unread, and its end unseen.
    process.stdout.once('error', close);
  });
  // After a signal it is still open, and would keep the process alive.
  process.stdin.destroy();
}

/** Call once the transport is in use. The returned function waits until so many requests are open, or for the given time. */
function watchAnswers(transport: StdioServerTransport): (count: number, timeoutMs?: number) => Promise<void> {
  const open = new Set<unknown>();
  const { onmessage } = transport;
  transport.onmessage = (message) => {
    if ('method' in message && 'id' in message) open.add(message.id);
    // A cancelled call gets no answer.
    else if ('method' in message && message.method === 'notifications/cancelled')
      open.delete(message.params?.requestId);
    onmessage?.(message);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message) => {
    await send(message);
    if (!('method' in message)) open.delete(message.id);
  };
  return async (count, timeoutMs = Number.POSITIVE_INFINITY) => {
    const end = performance.now() + timeoutMs;
    while (open.size > count && performance.now() < end) await wait(10);
  };
}

/** Bytes at each end of a line in which its id is searched. */
const END_BYTES = 512;
const NEWLINE = 0x0a;

const ID = String.raw`"id"\s*:\s*(-?\d{1,15}|"[ !#-[\]-~]{0,400}")`;
/** An id right after the opening brace, or right before the closing one, is not a member of a nested object. */
const FIRST = new RegExp(String.raw`^\s*\{\s*(?:"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,\s*)*${ID}\s*,`);
const LAST = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);

/**
 * The SDK ends the connection without an answer at a line that is too long for a message. Passes lines of at most
 * `maxBytes` on, and drops longer ones.
 * @param refuse Receives the id of the dropped request; null if it is at neither end.
 * @param ready Resolves when more may be read.
 */
function withoutLongLines(
  maxBytes: number,
  refuse: (id: string | number | null) => void,
  ready: () => Promise<void>,
): Transform {
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
    if (length <= maxBytes) return;
    const all = Buffer.concat(parts);
    parts = [Buffer.from(all.subarray(0, END_BYTES)), Buffer.from(all.subarray(-END_BYTES))];
  };
  const end = (stream: Transform): void => {
    if (length <= maxBytes) stream.push(Buffer.concat([...parts, Buffer.of(NEWLINE)]));
    else refuse(idOf(parts.map((part) => part.toString('latin1'))));
    parts = [];
    length = 0;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let at = 0;
      for (let next = chunk.indexOf(NEWLINE); next !== -1; next = chunk.indexOf(NEWLINE, at)) {
        add(chunk.subarray(at, next));
        end(this);
        at = next + 1;
      }
      if (at < chunk.length) add(chunk.subarray(at));
      void ready().then(() => done());
    },
  });
}

function idOf([head = '', tail = '']: string[]): string | number | null {
  const text = (FIRST.exec(head) ?? LAST.exec(tail))?.[1];
  return text === undefined ? null : (JSON.parse(text) as string | number);
}
