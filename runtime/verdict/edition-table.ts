/** The Windows editions that the DDF's `EditionAllowList` names: product types of `GetProductInfo`. */

/** The groups of PCs that answers name, in their order. */
export const PC_GROUPS = [
  'Home',
  'Pro',
  'Enterprise',
  'Education',
  'Enterprise LTSC',
  'IoT Enterprise',
  'IoT Enterprise LTSC',
  'SE',
  'multi-session',
] as const;

/** Devices that are no PC. */
export const DEVICE_GROUPS = ['HoloLens', 'Surface Hub'] as const;

export type EditionGroup = (typeof PC_GROUPS)[number] | (typeof DEVICE_GROUPS)[number];

/**
 * `code` as in the DDF: `0x4`. `leads`: the edition that the group is named after; the group is told only where this one is
 * listed. An edition without a group belongs to none of them.
 */
const ROWS: [code: string, name: string, group?: EditionGroup, leads?: true][] = [
  ['0x4', 'Enterprise', 'Enterprise', true],
  ['0x1B', 'Enterprise N', 'Enterprise'],
  ['0x30', 'Pro', 'Pro', true],
  ['0x31', 'Pro N', 'Pro'],
  ['0x48', 'Enterprise Evaluation', 'Enterprise'],
  ['0x54', 'Enterprise N Evaluation', 'Enterprise'],
  ['0x62', 'Home N', 'Home'],
  ['0x63', 'Home China', 'Home'],
  ['0x64', 'Home Single Language', 'Home'],
  ['0x65', 'Home', 'Home', true],
  ['0x77', 'PPI Pro', 'Surface Hub', true],
  ['0x79', 'Education', 'Education', true],
  ['0x7A', 'Education N', 'Education'],
  ['0x7D', 'Enterprise LTSC', 'Enterprise LTSC', true],
  ['0x7E', 'Enterprise LTSC N', 'Enterprise LTSC'],
  ['0x81', 'Enterprise LTSC Evaluation', 'Enterprise LTSC'],
  ['0x82', 'Enterprise LTSC N Evaluation', 'Enterprise LTSC'],
  ['0x87', 'Holographic', 'HoloLens', true],
  ['0x88', 'Holographic for Business', 'HoloLens', true],
  ['0x8A', 'Pro Single Language', 'Pro'],
  ['0x8B', 'Pro China', 'Pro'],
  ['0xA1', 'Pro for Workstations', 'Pro'],
  ['0xA2', 'Pro for Workstations N', 'Pro'],
  ['0xA4', 'Pro Education', 'Pro'],
  ['0xA5', 'Pro Education N', 'Pro'],
  ['0xAB', 'Enterprise G', 'Enterprise'],
  ['0xAC', 'Enterprise G N', 'Enterprise'],
  ['0xAF', 'Enterprise multi-session', 'multi-session', true],
  ['0xB4', 'Hub OS', 'Surface Hub', true],
  ['0xBC', 'IoT Enterprise', 'IoT Enterprise', true],
  ['0xBD', 'Lite'],
  ['0xBF', 'IoT Enterprise LTSC', 'IoT Enterprise LTSC', true],
  ['0xCA', 'SE N', 'SE'],
  ['0xCB', 'SE', 'SE', true],
  ['0xCD', 'IoT Enterprise LTSC Subscription', 'IoT Enterprise LTSC'],
  ['0xCF', 'IoT Enterprise LTSC Evaluation', 'IoT Enterprise LTSC'],
  ['0xD2', 'WNC'],
];

export const EDITIONS = ROWS.map(([code, name, group, leads]) => ({ code, name, group, leads }));
