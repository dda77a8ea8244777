/** Lines of standard input that are too long for a message: the SDK ends the connection at one, without any answer. */
import { Transform } from 'node:stream';

/** Bytes at each end of a line among which its id is looked for. */
const END_BYTES = 512;
const NEWLINE = 0x0a;

const ID = String.raw`"id"\s*:\s*(-?\d{1,15}|"[ !#-[\]-~]{0,400}")`;
/** An id that stands right after the opening brace, or right before the closing one, is no member of something inside. */
const FIRST = new RegExp(String.raw`^\s*\{\s*(?:"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,\s*)*${ID}\s*,`);
const LAST = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);

/**
 * Passes whole lines of at most `maxBytes` on, and leaves longer ones out.
 * @param refuse gets the id of the request that was left out; null where it does not stand at either end.
 */
export function withoutLongLines(maxBytes: number, refuse: (id: string | number | null) => void): Transform {
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
      done();
    },
  });
}

function idOf([head = '', tail = '']: string[]): string | number | null {
  const text = (FIRST.exec(head) ?? LAST.exec(tail))?.[1];
  return text === undefined ? null : (JSON.parse(text) as string | number);
}
