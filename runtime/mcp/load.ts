/** The Model Context Protocol, loaded with its first request: its SDK is as large as all other code. */
import type { McpEndpoint } from '../http/options.ts';

export async function loadMcp(): Promise<McpEndpoint> {
  return (await import('./http.ts')).answerMcp;
}
