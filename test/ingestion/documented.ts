/** OMA-URIs as the vendors' own pages print them, to compare with those that the build derives. */

/** Mozilla, policy-templates, docs/oma-uris.md: below `./Device/Vendor/MSFT/Policy/Config/Firefox~Policy~`. */
const FIREFOX = [
  'firefox~AIControls~Default/Default_Locked',
  'firefox~AIControls~Default/Default_Value',
  'firefox~AIControls~LinkPreviewKeyPoints/LinkPreviewKeyPoints_Locked',
  'firefox~AIControls~PDFAltText/PDFAltText_Value',
  'firefox~AIControls~SidebarChatbot/SidebarChatbot_Locked',
  'firefox~AIControls~SmartTabGroups/SmartTabGroups_Value',
  'firefox~AIControls~SmartWindow/SmartWindow_Locked',
  'firefox~AIControls~Translations/Translations_Value',
  'firefox/AllowedDomainsForApps',
  'firefox/AllowFileSelectionDialogs',
  'firefox/AppAutoUpdate',
  'firefox/AppUpdatePin',
  'firefox/AppUpdateURL',
  'firefox~Authentication/Authentication_AllowNonFQDN',
  'firefox~Authentication/Authentication_Delegated',
  'firefox~Authentication/Authentication_SPNEGO',
  'firefox/AutofillCreditCardEnabled',
  'firefox/AutoLaunchProtocolsFromOriginsOneLine',
  'firefox/BackgroundAppUpdate',
  'firefox/BlockAboutAddons',
  'firefox~Bookmarks/A_BookmarksOneLine',
  'firefox~Bookmarks/Bookmark01',
  'firefox~Bookmarks/Bookmark50',
  'firefox~BrowserDataBackup/BrowserDataBackup_AllowRestore',
  'firefox/CaptivePortal',
  'firefox~Certificates/Certificates_ImportEnterpriseRoots',
  'firefox/ContainersOneLine',
  'firefox~ContentAnalysis/ContentAnalysis_AgentTimeout',
  'firefox~Extensions/Extensions_Install',
  'firefox~Extensions/ExtensionSettings',
  'firefox~Extensions/ExtensionSettingsOneLine',
  'firefox/ExemptDomainFileTypePairsFromFileTypeDownloadWarnings',
].map((path) => `./Device/Vendor/MSFT/Policy/Config/Firefox~Policy~${path}`);

/** https://learn.microsoft.com/deployedge/configure-edge-with-mdm */
const EDGE = [
  'microsoft_edge/DiskCacheSize',
  'microsoft_edge/AutoImportAtFirstRun',
  'microsoft_edge~Startup/ShowHomeButton',
  'microsoft_edge~Startup/RestoreOnStartupURLs',
  'microsoft_edge~ContentSettings/DefaultImagesSetting',
  'microsoft_edge~DefaultSearchProvider/DefaultSearchProviderEnabled',
  'microsoft_edge~Extensions/ExtensionInstallForcelist',
  'microsoft_edge_recommended~ContentSettings_recommended/RegisteredProtocolHandlers_recommended',
  'microsoft_edge_recommended~PasswordManager_recommended/PasswordManagerEnabled_recommended',
  'microsoft_edge_recommended~Printing_recommended/PrintHeaderFooter_recommended',
  'microsoft_edge_recommended~SmartScreen_recommended/SmartScreenEnabled_recommended',
  'microsoft_edge_recommended~Startup_recommended/HomepageLocation_recommended',
].map((path) => `./Device/Vendor/MSFT/Policy/Config/Edge~Policy~${path}`);

/** https://support.google.com/chrome/a/answer/9102677 */
const CHROME = [
  './Device/Vendor/MSFT/Policy/Config/Chrome~Policy~googlechrome~Extensions/ExtensionInstallForcelist',
  './Device/Vendor/MSFT/Policy/Config/Chrome~Policy~googlechrome~Extensions/ExtensionSettings',
];

export const DOCUMENTED = [...FIREFOX, ...EDGE, ...CHROME];

/** The URIs that take the templates, on the same pages. */
export const DOCUMENTED_INGEST: Record<string, string> = {
  firefox: './Device/Vendor/MSFT/Policy/ConfigOperations/ADMXInstall/Firefox/Policy/FirefoxAdmx',
  edge: './Device/Vendor/MSFT/Policy/ConfigOperations/ADMXInstall/Edge/Policy/EdgeAdmx',
  chrome: './Device/Vendor/MSFT/Policy/ConfigOperations/ADMXInstall/Chrome/Policy/ChromeAdmx',
};
