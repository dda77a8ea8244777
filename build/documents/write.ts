/** Writes `lib/documents/`: documents that the runtime sends unchanged. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../atomic.ts';
import { ROOT } from '../paths.ts';
import { documentPages } from './pages.ts';
import { INSTRUCTIONS, PROMPTS, RESOURCE_TEMPLATES, RESOURCES, TOOLS } from './tools.ts';

/** Paths below `lib/`. */
export const DOCUMENT_FILES = ['documents/pages.json', 'documents/mcp.json'] as const;

export async function writeDocuments(): Promise<void> {
  const mcp = {
    instructions: INSTRUCTIONS,
    tools: TOOLS,
    resources: RESOURCES,
    resourceTemplates: RESOURCE_TEMPLATES,
    prompts: PROMPTS,
  };
  await mkdir(join(ROOT, 'lib', 'documents'), { recursive: true });
  for (const [at, content] of [documentPages(), mcp].entries()) {
    const path = join(ROOT, 'lib', DOCUMENT_FILES[at] ?? '');
    await writeFileAtomic(path, `${JSON.stringify(content)}\n`, { durable: false });
  }
}
