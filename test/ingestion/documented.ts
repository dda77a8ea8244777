import { vectors } from '../vectors.ts';

/**
 * OMA-URIs as the vendors' own pages print them, to compare with those that the build derives:
 * https://github.com/mozilla/policy-templates (docs/oma-uris.md),
 * https://learn.microsoft.com/deployedge/configure-edge-with-mdm, https://support.google.com/chrome/a/answer/9102677
 */
export const DOCUMENTED = vectors<string>('documented-uris');

/** The URIs that take the templates, on the same pages. */
export const DOCUMENTED_INGEST: Record<string, string> = {
  firefox: './Device/Vendor/MSFT/Policy/ConfigOperations/ADMXInstall/Firefox/Policy/FirefoxAdmx',
  edge: './Device/Vendor/MSFT/Policy/ConfigOperations/ADMXInstall/Edge/Policy/EdgeAdmx',
  chrome: './Device/Vendor/MSFT/Policy/ConfigOperations/ADMXInstall/Chrome/Policy/ChromeAdmx',
};
