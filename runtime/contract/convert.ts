/** `POST /v1/convert`: the request. */
import * as v from 'valibot';
import { FORM_NAMES } from '../format/form-names.ts';
import { type Noted, ResolveBody } from './requests.ts';
import { VerifyBody, VerifyFrame } from './verify.ts';
import { described } from './words.ts';

export const Form = described(
  v.picklist(FORM_NAMES),
  'intune-catalog: a settings-catalog policy of Intune. intune-oma-uri: a custom profile of Intune. reg, pol (Registry.pol, base64), lgpo (text for LGPO.exe), powershell (a script), dsc (a document of DSC 3), ansible (tasks), policyrules (Policy Analyzer): the registry values themselves.',
);

const options = {
  to: Form,
  include: v.optional(
    described(
      v.picklist(['documented', 'all']),
      'documented (default): what no document covers, or the target does not support, is left out. all: it is converted too, by the forms of registry values only.',
    ),
  ),
  hive: v.optional(
    described(v.picklist(['HKLM', 'HKCU']), 'pol: the hive of the file, which holds one. Default HKLM.'),
  ),
};

const { items, files, lang } = VerifyBody.entries;
const { targetOs } = ResolveBody.entries;

/** The schema in the OpenAPI document. */
export const ConvertBody = v.object({ ...options, items, files, targetOs, lang });

/** Check of the request as a whole: each item is checked by itself. */
export const ConvertFrame = v.object({ ...options, items: VerifyFrame.entries.items, files, targetOs, lang });
export type ConvertRequest = v.InferOutput<typeof ConvertFrame> & Noted;
