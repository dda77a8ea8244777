/** Brief answers of the tools beside the whole ones of the API, over the built-in dataset. */
import { TOOL_TABLE, type ToolResult } from '../../runtime/mcp/tools.ts';
import { corpus } from '../corpus/dist.ts';

export type Json = Record<string, unknown>;
export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

export const LANGUAGES = ['en-US', 'fr-FR', 'de-DE'];
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
export const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

export async function answer(tool: keyof typeof TOOL_TABLE, args: Json): Promise<ToolResult> {
  const { ask: snapshot } = await corpus();
  return TOOL_TABLE[tool](args, { snapshot, inTurn: (work) => work() });
}

/** What a brief answer has and the full one has not under the same name; a text may be cut. */
export function invented(brief: unknown, full: unknown, path = ''): string[] {
  if (typeof brief === 'string' && typeof full === 'string') {
    const begin = brief.endsWith('…') ? brief.slice(0, -1) : brief;
    const lines = full.replaceAll(/\s*\n\s*/g, '; ');
    return [full, lines].some((text) => text.startsWith(begin)) ? [] : [`${path}: ${brief}`];
  }
  if (!isJson(brief) || !isJson(full)) return brief === full ? [] : [`${path}: ${JSON.stringify(brief)}`];
  return Object.entries(brief).flatMap(([name, each]) => invented(each, full[name], `${path}/${name}`));
}
