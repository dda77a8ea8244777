/** Forms that a list can be converted to: the values of `to`. */
export const REGISTRY_FORM_NAMES = [
  'reg',
  'pol',
  'lgpo',
  'powershell',
  'dsc',
  'ansible',
  'policyrules',
] as const;
export const MDM_FORM_NAMES = ['intune-catalog', 'intune-oma-uri'] as const;
export const FORM_NAMES = [...MDM_FORM_NAMES, ...REGISTRY_FORM_NAMES] as const;

export type RegistryFormName = (typeof REGISTRY_FORM_NAMES)[number];
export type MdmFormName = (typeof MDM_FORM_NAMES)[number];
