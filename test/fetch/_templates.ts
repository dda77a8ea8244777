/** Two small administrative templates, written for the tests. */
export const ADMX = `<?xml version="1.0" encoding="utf-8"?>
<!--demo version: 12.0.3-->
<policyDefinitions revision="1.0" schemaVersion="1.0">
  <policyNamespaces><target prefix="demo" namespace="Demo.Policies.Lamp"/></policyNamespaces>
  <resources minRequiredRevision="1.0"/>
  <policies>
    <policy name="LampOn" class="Machine" displayName="$(string.LampOn)" key="Software\\Policies\\Demo" valueName="LampOn"/>
  </policies>
</policyDefinitions>
`;

export function adml(text: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources revision="1.0" schemaVersion="1.0">
  <resources><stringTable><string id="LampOn">${text}</string></stringTable></resources>
</policyDefinitionResources>
`;
}

/** A package as most vendors lay it out. */
export const PACKAGE: Record<string, string> = {
  'windows/admx/lamp.admx': ADMX,
  'windows/admx/en-US/lamp.adml': adml('Switch the lamp on'),
  'windows/admx/fr-FR/lamp.adml': adml('Allumer la lampe'),
  'readme.txt': 'not a template',
};

/** What of it is kept. */
export const KEPT: Record<string, string> = {
  'lamp.admx': ADMX,
  'en-US/lamp.adml': adml('Switch the lamp on'),
  'fr-FR/lamp.adml': adml('Allumer la lampe'),
};
