/** The forms by their names. */
import type { RegistryForm } from './form.ts';
import { lgpoForm } from './lgpo.ts';
import { polForm } from './pol.ts';
import { policyRulesForm } from './policyrules.ts';
import { powershellForm } from './powershell.ts';
import { regForm } from './reg.ts';
import { ansibleForm, dscForm } from './yaml.ts';

export const REGISTRY_FORMS: Record<string, RegistryForm> = {
  reg: regForm,
  pol: polForm,
  lgpo: lgpoForm,
  powershell: powershellForm,
  dsc: dscForm,
  ansible: ansibleForm,
  policyrules: policyRulesForm,
};
