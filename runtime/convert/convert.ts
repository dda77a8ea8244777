/** `POST /v1/convert`: a list, verified, in another form; what is left out is named. */
import type { Verdicts } from '../answer/compatibility.ts';
import { confidenceOf, envelopeOf } from '../answer/envelope.ts';
import { type JsonBytes, joinUtf8 } from '../answer/json.ts';
import type { ConvertRequest } from '../contract/convert.ts';
import type { ConvertEnvelope } from '../contract/converted.ts';
import type { Verified } from '../contract/verified.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { MdmFormName, RegistryFormName } from '../format/form-names.ts';
import { CONVERT_TEXTS, type ConvertSentence } from '../messages/convert.ts';
import { textsIn } from '../messages/index.ts';
import { createPace } from '../pace.ts';
import { requestWarnings, verifyContext } from '../verify/context.ts';
import { Summary } from '../verify/summary.ts';
import { type LookedUp, verifyItems } from '../verify/verify.ts';
import { MDM_FORMS, REGISTRY_FORMS } from './forms.ts';
import { convertNodes } from './nodes.ts';
import { convertRegistry } from './registry.ts';

/** An item of the list with the answer of verify. */
export interface ListValue extends LookedUp {
  answer: Verified;
}

export interface Left {
  index: number;
  /** Text is in the language of the request. */
  why: ConvertSentence | string;
}

export interface Conversion extends Pick<ConvertEnvelope['result'], 'content' | 'settings'> {
  left: Left[];
  warnings: ConvertSentence[];
}

/** `signal`: aborts the work once nobody waits for the answer. */
export async function answerConvert(
  dataset: Dataset,
  verdicts: Verdicts,
  request: ConvertRequest,
  signal?: AbortSignal,
): Promise<JsonBytes<ConvertEnvelope>> {
  const { to } = request;
  const mdmForm = MDM_FORMS[to as MdmFormName];
  const form = mdmForm ?? REGISTRY_FORMS[to as RegistryFormName];
  const context = verifyContext(dataset, verdicts, request, mdmForm !== undefined);
  const { lang, targetOs, verifyTexts } = context;
  const pace = createPace(signal);
  const values: ListValue[] = [];
  const summary = new Summary();
  const files = await verifyItems(request, context, pace, (item, answer) => {
    summary.add(answer, false);
    values.push({ ...item, answer });
  });
  const hive = request.hive ?? (to === 'pol' ? 'HKLM' : undefined);
  const conversion = mdmForm
    ? await convertNodes(values, mdmForm, context, pace)
    : convertRegistry(values, REGISTRY_FORMS[to as RegistryFormName], { ...request, hive });
  const { content, left, settings, warnings } = conversion;
  const texts = textsIn(lang, CONVERT_TEXTS);
  const said = (why: Left['why']) => (typeof why === 'string' ? why : why(texts));
  const unread = files.flatMap(({ name, problem }) => (problem === undefined ? [] : [name]));
  const confidence = confidenceOf(summary.nodes());
  const envelope: ConvertEnvelope = envelopeOf({
    query: { items: values.length, to, lang, targetOs },
    result: {
      content,
      mediaType: form.mediaType,
      converted: values.length - left.length,
      left: left.map(({ index, why }) => {
        const at = values[index]?.at;
        return { index, ...(at && { at }), why: said(why) };
      }),
      ...(settings && { settings }),
      ...(files.length > 0 && { files }),
      ...(confidence === 'none' && { reason: verifyTexts.noMdm }),
    },
    confidence,
    dataset,
    warnings: [
      ...requestWarnings(context, unread),
      ...(content === '' ? [texts.nothing] : []),
      ...warnings.map((warning) => warning(texts)),
    ],
    within: left.length > 0 ? 'reasons' : undefined,
  });
  return joinUtf8([JSON.stringify(envelope)]);
}
