/** The Model Context Protocol, loaded when it is first asked for: its SDK is as large as all else. */
import type { McpEndpoint } from '../http/options.ts';

export async function loadMcp(): Promise<McpEndpoint> {
  return (await import('./http.ts')).answerMcp;
}
