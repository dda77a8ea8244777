/** The forms by their names. */
import type { MdmFormName, RegistryFormName } from '../format/form-names.ts';
import type { RegistryForm } from './form.ts';
import { catalogForm } from './intune-catalog.ts';
import { omaUriForm } from './intune-oma-uri.ts';
import { lgpoForm } from './lgpo.ts';
import type { MdmForm } from './nodes.ts';
import { polForm } from './pol.ts';
import { policyRulesForm } from './policyrules.ts';
import { powershellForm } from './powershell.ts';
import { regForm } from './reg.ts';
import { ansibleForm, dscForm } from './yaml.ts';

export const MDM_FORMS: Record<MdmFormName, MdmForm> = {
  'intune-catalog': catalogForm,
  'intune-oma-uri': omaUriForm,
};

export const REGISTRY_FORMS: Record<RegistryFormName, RegistryForm> = {
  reg: regForm,
  pol: polForm,
  lgpo: lgpoForm,
  powershell: powershellForm,
  dsc: dscForm,
  ansible: ansibleForm,
  policyrules: policyRulesForm,
};
