/** Versions of products other than Windows: what is documented, what a request names, and the verdict on it. */
import * as v from 'valibot';
import { described, flag, list, maybe, text, Verdict } from './words.ts';

export const ProductRange = described(
  v.object({
    product: text('The product, as answers name it.'),
    from: maybe('First version, inclusive.'),
    to: maybe('Last version, inclusive.'),
    worksUntil: maybe(
      'Last version with which it works by the vendor’s explanation; the text names later ones.',
    ),
    channel: maybe(
      'Channel or release line that the versions are of (ESR, Insiders, 2022); absent: the ordinary one.',
    ),
    onHost: flag('The text ties these versions to a version of Windows as well.'),
    seenIn: list(
      v.string(),
      'In place of “from” and “to”, where the text gives no versions: those whose templates have the setting, oldest first. What lies between is not documented.',
    ),
  }),
  'Versions that the vendor documents the setting for.',
);
export type ProductRange = v.InferOutput<typeof ProductRange>;

export const LifecycleState = described(
  v.picklist(['deprecated', 'obsolete', 'removed']),
  'The vendor’s word for it.',
);

export const Lifecycle = described(
  v.object({
    state: LifecycleState,
    evidence: described(
      v.object({
        kind: described(v.picklist(['category', 'title']), 'Whose label it is.'),
        text: text('The label.'),
      }),
      'The English label that says so, in the vendor’s words.',
    ),
  }),
  'What the vendor’s own labels call the setting; absent where none marks it.',
);
export type Lifecycle = v.InferOutput<typeof Lifecycle>;

/** Members on products of a match and of a record, in the order of an answer. */
export const documentedProducts = {
  products: list(
    ProductRange,
    'Versions of the product that the setting is documented for: alternatives, or those whose templates have it. Absent where there is neither.',
  ),
  lifecycle: v.exactOptional(Lifecycle),
};

export const ProductVerdict = described(
  v.object({
    product: text(
      'The setting’s product; where it is not known and its text gives no versions, those of the request.',
    ),
    version: maybe('The version that was judged.'),
    channel: maybe('Its channel or release line, where one was named.'),
    verdict: Verdict,
    reason: text('One sentence with the versions that decided.'),
    from: maybe('First documented version, of the alternative that decided.'),
    to: maybe('Last documented version, of the alternative that decided.'),
  }),
  'The verdict on the version of the setting’s product, where targetProducts were given. “verdict” is on the OS alone, but that of a setting that its product dropped needs a documented version. Absent for a setting of Windows itself.',
);
export type ProductVerdict = v.InferOutput<typeof ProductVerdict>;

const MAX_TARGET_PRODUCTS = 32;

/** Characters of a name and of a version. */
const MAX_TARGET_TEXT = 128;

/** Member of a request: product → version. */
export const TargetProducts = v.optional(
  v.nullable(
    v.pipe(
      v.record(
        v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_TARGET_TEXT)),
        v.pipe(v.string(), v.maxLength(MAX_TARGET_TEXT)),
      ),
      v.maxEntries(MAX_TARGET_PRODUCTS),
      v.description(
        'Products that the value is to be used with: name → version, as people write them. The version may name a channel (“128.3 ESR”). What cannot be read gives a warning and no verdict.',
      ),
      v.metadata({ examples: [{ 'Microsoft Edge': '120.0.2210.133', Firefox: '128.3 ESR' }] }),
    ),
  ),
);
export type GivenProducts = Readonly<Record<string, string>>;
