/** The categories of a template lie in each other, and not in a circle. */
import type { AdmxDefinition, Resolve } from './admx-file.ts';
import type { Complain } from './problems.ts';

/** Of a circle no category is the outermost one, and the OMA-URIs of ingested policies would be made of it. */
export function checkAncestors(categories: AdmxDefinition[], resolve: Resolve, complain: Complain): void {
  const all = new Map(categories.map((each) => [resolve(each.name), each]));
  for (const each of categories) {
    let at = all.get(each.parent);
    // Vendors nest categories up to five deep.
    for (let depth = 0; at && at !== each && depth < 100; depth++) at = all.get(at.parent);
    if (at) complain(each, `category ${each.name} lies in itself, or too deep: correct a parentCategory`);
  }
}
