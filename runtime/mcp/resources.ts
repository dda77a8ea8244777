/** The addresses of the resources. */

export const COVERAGE_URI = 'hivecheck://coverage';
export const SETTING_PREFIX = 'hivecheck://setting/';

/** The slug of the setting's resource; undefined: another resource. */
export function slugOfResource(uri: string): string | undefined {
  return uri.startsWith(SETTING_PREFIX) ? uri.slice(SETTING_PREFIX.length) : undefined;
}
