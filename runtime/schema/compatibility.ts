/** The OS verdict as an answer carries it. */
import * as v from 'valibot';
import { ProductVerdict } from './product.ts';
import { maybe, text, Verdict } from './words.ts';

export const Candidate = v.object({
  family: text('Family of the release, such as Windows 11.'),
  label: text('Feature-release label, such as 24H2.'),
  build: text('Build of the release, such as 10.0.26100.'),
  verdict: Verdict,
});
export type Candidate = v.InferOutput<typeof Candidate>;

export const RegistryVerdict = v.pipe(
  v.object({
    verdict: Verdict,
    reason: v.string(),
    requiredBuild: maybe('Documented minimum build.'),
    supportedOn: maybe('The vendor’s supported-on line that was judged, in English.'),
  }),
  v.description('The verdict on writing the registry value: read this before a registry write.'),
);
export type RegistryVerdict = v.InferOutput<typeof RegistryVerdict>;

export const MdmVerdict = v.pipe(
  v.object({
    verdict: Verdict,
    reason: v.string(),
    requiredBuild: maybe('Documented minimum build.'),
    requiredBuildAlternatives: v.exactOptional(v.array(v.string())),
  }),
  v.description('The verdict on setting the node that “csp” names: read this before an OMA-URI is sent.'),
);
export type MdmVerdict = v.InferOutput<typeof MdmVerdict>;

export const Compatibility = v.object({
  verdict: Verdict,
  reason: text('One sentence with the numbers that decided.'),
  targetBuild: maybe('Build of the target, where it resolved.'),
  requiredBuild: maybe('Documented minimum build.'),
  requiredBuildAlternatives: v.exactOptional(
    v.pipe(v.array(v.string()), v.description('Only where the vendor lists several minimum builds.')),
  ),
  basis: v.exactOptional(
    v.pipe(
      v.picklist(['csp', 'supportedOn']),
      v.description('Which document gave the minimum: that of the MDM node, or the supported-on line.'),
    ),
  ),
  candidates: v.exactOptional(
    v.pipe(v.array(Candidate), v.description('The releases that an ambiguous target may mean.')),
  ),
  registry: v.exactOptional(RegistryVerdict),
  mdm: v.exactOptional(MdmVerdict),
  product: v.exactOptional(ProductVerdict),
});
export type Compatibility = v.InferOutput<typeof Compatibility>;
