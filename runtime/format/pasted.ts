/** Keys as people paste them: with the command that they stood in, in quotation marks, with the host before the hive. */
import { trimEnds } from './text.ts';

const COMMAND =
  /^(?:(?:reg(?:\.exe)?\s+(?:add|query|delete)|(?:get|set|new|remove)-item(?:property(?:value)?)?|gp|gpv|sp|rp|gi|cd|set-location)\s+)(?:-(?:literal)?path[\s:]\s*)?/i;
/** The end of the key in such a command: an option, or the next argument after quotation marks. */
const OPTIONS = /(?<!\s)\s+[-/](?:[a-z]{1,20}|\?)(?=[\s:]|$)/i;
/** A command of `reg` up to its option, which may be a text in quotation marks as well. */
export const VIEW_32 = /^(\s*reg(?:\.exe)?\s(?:"[^"]*"|[^"])*?)\s\/reg:32(?=\s|$)/i;
/** The name of a computer before the hive. */
const HOST = /^\\{2,4}(?!HK)[\w.-]{1,255}\\{1,2}(?=HK)/i;

/** The key alone. */
export function pastedKey(input: string): string {
  const text = trimEnds(input);
  const command = COMMAND.exec(text)?.[0];
  const rest = command === undefined ? text : text.slice(command.length);
  const quoted = /^(["'])([^"']*)\1/.exec(rest);
  const isWhole = quoted !== null && quoted[0].length === rest.length;
  const key =
    quoted !== null && (command !== undefined || isWhole)
      ? (quoted[2] ?? '')
      : command === undefined
        ? rest
        : rest.slice(0, OPTIONS.exec(rest)?.index);
  return VIEW_32.test(text) ? keyIn32(key) : key.replace(HOST, '');
}

/** The key as that option names it: keys of a user have one view. */
export function keyIn32(key: string): string {
  return key.replace(HOST, '').replace(/^\\?(?:HKLM|HKEY_LOCAL_MACHINE):?(?=[\\/])/i, 'HKLM32');
}
