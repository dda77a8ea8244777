/** Contents by the version of the vendor's templates: the target's own, where there is one. */

import type { JudgedMatch } from '../answer/overlay.ts';
import type { DocumentedData, DocumentedValue, TemplateVersion } from '../contract/data.ts';
import { parseBuild } from '../verdict/builds.ts';
import type { Template } from '../verdict/releases.ts';
import { parseVersion, placeIn } from '../verdict/versions.ts';
import type { VerifyContext } from './context.ts';
import { type DataFinding, type Given, judgeData } from './data-verdict.ts';

type TemplateTarget = Pick<VerifyContext, 'templates' | 'products'>;

/** Of the target's family or product the newest version that is not newer than the target, else the oldest. */
function templateOf({ match, judgement }: JudgedMatch, { templates, products }: TemplateTarget) {
  const line = templates.find(({ source }) => source === match.source)?.line;
  const { build = '', releases = [] } = judgement.target ?? {};
  const order = parseBuild(build)?.order ?? 0;
  const own = templates.flatMap((template) => {
    const { family, product, build: first = '' } = template;
    const target = products?.targets.find((each) => each.product === product);
    const isOwn = product === undefined ? releases.some((name) => name.startsWith(`${family} `)) : target;
    if (template.line !== line || !isOwn) return [];
    const isReached = target ? reaches(target, template) : (parseBuild(first)?.order ?? 0) <= order;
    return [{ template, isReached }];
  });
  return own.findLast(({ isReached }) => isReached) ?? own[0];
}

/** `120` is read as the newest of all 120. */
function reaches({ version }: { version: string }, { sourceVersion }: Template): boolean {
  const [target, template] = [parseVersion(version), parseVersion(sourceVersion)];
  return target !== undefined && template !== undefined && placeIn(target, template, undefined) !== 'below';
}

const isIn = (all: readonly TemplateVersion[], { source, sourceVersion }: TemplateVersion) =>
  all.some((each) => each.source === source && each.sourceVersion === sourceVersion);

const isLimited = ({ documentedIn }: DocumentedValue) => documentedIn !== undefined;

/** What one match says of the data, by the target's template, and where the data is documented if not there. */
export function judgeForTarget(
  given: Given,
  judged: JudgedMatch,
  documented: DocumentedData | undefined,
  context: TemplateTarget,
): { finding: DataFinding; versions?: string } {
  const { values = [] } = documented ?? {};
  const whole = judgeData(given, documented);
  if (!values.some(isLimited)) return { finding: whole };
  const own = templateOf(judged, context);
  const fits = ({ documentedIn }: DocumentedValue) =>
    own === undefined || documentedIn === undefined || isIn(documentedIn, own.template);
  const finding = judgeData(given, { ...documented, values: values.filter(fits) });
  if (whole.means.length === 0 || !whole.means.every(isLimited)) return { finding };
  if (own?.isReached && finding.verdict === 'documented') return { finding };
  const all = whole.means.flatMap(({ documentedIn = [] }) => documentedIn);
  const named = context.templates.filter((template) => isIn(all, template));
  const versions = named.map(({ title, sourceVersion }) => `${title} ${sourceVersion}`).join(', ');
  return { finding, versions };
}
