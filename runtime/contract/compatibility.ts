/** The OS verdict as an answer carries it. */
import * as v from 'valibot';
import { ProductVerdict } from './product.ts';
import { described, list, maybe, optional, text, Verdict } from './words.ts';

export const Candidate = v.object({
  family: text('Family of the release, such as Windows 11.'),
  label: text('Feature-release label, such as 24H2.'),
  build: text('Build of the release, such as 10.0.26100.'),
  verdict: Verdict,
});
export type Candidate = v.InferOutput<typeof Candidate>;

const reason = text('One sentence with the numbers that decided.');
const requiredBuild = maybe('Documented minimum build.');
const requiredBuildAlternatives = list(v.string(), 'Only where the vendor lists several minimum builds.');

export const RegistryVerdict = described(
  v.object({
    verdict: Verdict,
    reason,
    requiredBuild,
    supportedOn: maybe('The vendor’s supported-on line that was judged, in English.'),
  }),
  'What the supported-on document of the registry policy says by itself.',
);
export type RegistryVerdict = v.InferOutput<typeof RegistryVerdict>;

export const MdmVerdict = described(
  v.object({ verdict: Verdict, reason, requiredBuild, requiredBuildAlternatives }),
  'The verdict on setting the node that “csp” names: read this before an OMA-URI is sent.',
);
export type MdmVerdict = v.InferOutput<typeof MdmVerdict>;

export const Compatibility = v.object({
  verdict: Verdict,
  reason,
  targetBuild: maybe('Build of the target, where it resolved.'),
  requiredBuild,
  requiredBuildAlternatives,
  basis: optional(
    v.picklist(['csp', 'supportedOn']),
    'Which document gave the minimum: that of the MDM node, or the supported-on line.',
  ),
  candidates: list(Candidate, 'The releases that an ambiguous target may mean.'),
  registry: v.exactOptional(RegistryVerdict),
  mdm: v.exactOptional(MdmVerdict),
  product: v.exactOptional(ProductVerdict),
});
export type Compatibility = v.InferOutput<typeof Compatibility>;
