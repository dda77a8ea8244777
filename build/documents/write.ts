/** Writes `lib/documents/`: documents that the runtime sends unchanged. */
import { join } from 'node:path';
import { writeFileAtomic } from '../atomic.ts';
import { ROOT } from '../paths.ts';
import { documentPages } from './pages.ts';
import { INSTRUCTIONS, PROMPTS, RESOURCE_TEMPLATES, RESOURCES, TOOLS } from './tools.ts';

const MCP = {
  instructions: INSTRUCTIONS,
  tools: TOOLS,
  resources: RESOURCES,
  resourceTemplates: RESOURCE_TEMPLATES,
  prompts: PROMPTS,
};

const DOCUMENTS = { 'documents/pages.json': documentPages, 'documents/mcp.json': () => MCP };

/** Paths below `lib/`. */
export const DOCUMENT_FILES = Object.keys(DOCUMENTS);

export async function writeDocuments(): Promise<void> {
  for (const [path, make] of Object.entries(DOCUMENTS))
    await writeFileAtomic(join(ROOT, 'lib', path), `${JSON.stringify(make())}\n`, { durable: false });
}
