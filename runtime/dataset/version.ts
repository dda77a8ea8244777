/** The name of a dataset version: it follows from the content, so that two contents never share a name by mistake. */
import type { Manifest } from '../format.ts';
import { hex, sha256 } from '../normalize.ts';

/**
 * First 8 hex digits of the SHA-256 over all that a manifest states, except its own name and when it was released.
 * @param manifest its members in the order of the file: what a schema returns may have another order.
 */
export async function versionOf(
  manifest: Readonly<Record<string, unknown>> & Pick<Manifest, 'files'>,
): Promise<string> {
  const { schemaVersion, files, version: _, generatedAt: __, ...base } = manifest;
  const content = JSON.stringify([schemaVersion, base, Object.entries(files)]);
  return hex(await sha256(new TextEncoder().encode(content))).slice(0, 8);
}
