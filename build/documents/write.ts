/** Writes `lib/documents/`: documents that the runtime sends unchanged. */
import { join } from 'node:path';
import { writeFileAtomic } from '../atomic.ts';
import { ROOT } from '../paths.ts';
import { documentPages } from './pages.ts';
import { MCP } from './tools.ts';

const DOCUMENTS = { 'documents/pages.json': documentPages, 'documents/mcp.json': () => MCP };

/** Paths below `lib/`. */
export const DOCUMENT_FILES = Object.keys(DOCUMENTS);

export async function writeDocuments(): Promise<void> {
  for (const [path, make] of Object.entries(DOCUMENTS))
    await writeFileAtomic(join(ROOT, 'lib', path), `${JSON.stringify(make())}\n`, { durable: false });
}
