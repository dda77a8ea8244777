import { visibleLines } from '../../build/visible.ts';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for XML and HTML. What XML cannot hold becomes U+FFFD: names of registry values hold any character. */
export function escapedXml(text: string): string {
  return visibleLines(text)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
}
