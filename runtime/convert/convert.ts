/** `POST /v1/convert`: a list, verified, in another form; what is left out is named. */
import type { Verdicts } from '../answer/compatibility.ts';
import { confidenceOf, envelopeOf } from '../answer/envelope.ts';
import { type JsonBytes, utf8Json } from '../answer/json.ts';
import { keyWarnings } from '../answer/resolve.ts';
import type { ConvertRequest } from '../contract/convert.ts';
import type { ConvertEnvelope } from '../contract/converted.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { MdmFormName, RegistryFormName } from '../format/form-names.ts';
import { CONVERT_TEXTS } from '../messages/convert.ts';
import { textsIn } from '../messages/index.ts';
import { createPace } from '../pace.ts';
import { requestWarnings, verifyContext } from '../verify/context.ts';
import { droppedOf, nodesOf, readyOf } from '../verify/summary.ts';
import { type AnsweredItem, verifyItems } from '../verify/verify.ts';
import { catalogForm } from './intune-catalog.ts';
import { omaUriForm } from './intune-oma-uri.ts';
import { type Left, LeftOut, leave } from './left-out.ts';
import { type MdmForm, nodeConverter } from './nodes.ts';
import * as files from './policy-files.ts';
import { type RegistryForm, registryConverter } from './registry.ts';
import * as tools from './tools.ts';

const MDM_FORMS: Record<MdmFormName, MdmForm> = {
  'intune-catalog': catalogForm,
  'intune-oma-uri': omaUriForm,
};

export const REGISTRY_FORMS: Record<RegistryFormName, RegistryForm> = { ...files, ...tools };

/** `signal` aborts the work when the client has disconnected. */
export async function answerConvert(
  dataset: Dataset,
  verdicts: Verdicts,
  request: ConvertRequest,
  signal?: AbortSignal,
): Promise<JsonBytes<ConvertEnvelope>> {
  const mdmForm = MDM_FORMS[request.to as MdmFormName];
  const registryForm = REGISTRY_FORMS[request.to as RegistryFormName];
  const context = verifyContext(dataset, verdicts, request);
  const { lang, targetOs, verifyTexts } = context;
  const values: AnsweredItem[] = [];
  const converter = mdmForm ? nodeConverter(mdmForm, context) : registryConverter(registryForm, request);
  const left: Left = new Map();
  const files = await verifyItems(request, context, createPace(signal), async (value) => {
    values.push(value);
    try {
      refuse(value, mdmForm !== undefined, request.include === 'all');
      await converter.add(value);
    } catch (error) {
      leave(error, [value.index], left);
    }
  });
  const { content, settings, warnings } = await converter.finish(left);
  const written = values.filter(({ index }) => !left.has(index));
  const readAs = written.flatMap((value) =>
    'question' in value ? keyWarnings(value.question.parsed, context.texts) : [],
  );
  const open = openCounts(written, mdmForm !== undefined, targetOs !== null);
  const texts = textsIn(lang, CONVERT_TEXTS);
  const confidence = confidenceOf(values.flatMap(({ answer }) => nodesOf(answer)));
  const envelope: ConvertEnvelope = envelopeOf({
    query: { items: values.length, to: request.to, lang, targetOs },
    result: {
      content: written.length === 0 ? '' : content,
      mediaType: mdmForm ? 'application/json' : registryForm.mediaType,
      converted: written.length,
      left: values.flatMap(({ index, at }) => {
        const why = left.get(index);
        if (why === undefined) return [];
        return { index, ...(at && { at }), why: typeof why === 'string' ? why : why(texts) };
      }),
      ...(settings && { settings }),
      ...(files.length > 0 && { files }),
      ...(confidence === 'none' && { reason: verifyTexts.noMdm }),
    },
    confidence,
    dataset,
    warnings: [
      ...requestWarnings(context, files),
      ...new Set(readAs),
      ...(open === '' ? [] : [texts.notSupported(open)]),
      ...(written.length === 0 ? [texts.nothing] : warnings.map((warning) => warning(texts))),
    ],
    within: left.size > 0 ? 'reasons' : undefined,
  });
  return utf8Json(envelope);
}

/** Counts of the written values: of each verdict but `supported`, where there is a target, and of removed and deprecated ones. */
function openCounts(written: readonly AnsweredItem[], isMdm: boolean, isTargeted: boolean): string {
  const words = written.flatMap((value) => {
    const { answer } = value;
    const [judged = answer] = isMdm && 'key' in value ? readyOf(nodesOf(answer)) : [];
    return [isTargeted ? (judged.verdict ?? 'unknown') : 'supported', droppedOf(answer) ?? 'supported'];
  });
  const named = [...new Set(words)].filter((word) => word !== 'supported');
  return named.map((each) => `${words.filter((own) => own === each).length} ${each}`).join(', ');
}

/** Throws for an item that could not be read, contradicts another, or is not documented or not on the target. */
function refuse(value: AnsweredItem, isMdm: boolean, isAll: boolean): void {
  const { item, answer } = value;
  const { conflicts, data, verdict, reason } = answer;
  if ('errors' in item) throw new LeftOut(item.errors.map(({ detail }) => detail).join('; '));
  if (item.unread !== undefined) throw new LeftOut(item.unread);
  if (conflicts?.some(({ kind }) => (isMdm ? kind !== 'twin' : kind === 'same-value')))
    throw new LeftOut((t) => t.conflict);
  // The node of a registry value has a verdict of its own.
  if (isMdm ? 'key' in value : isAll) return;
  const isRefused = data?.verdict === 'undocumented' || data?.verdict === 'wrong-type';
  const why = verdict === 'unsupported' ? reason : isRefused ? data.reason : undefined;
  if (why !== undefined) throw new LeftOut(why);
}
