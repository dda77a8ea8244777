/** Templates as vendors write them, in our own words. */
import type { FileMap } from '../scratch.ts';

export const NAMESPACE = 'Example.Policies.Test';

interface AdmxParts {
  namespace?: string;
  /** `<using>` elements. */
  using?: string;
  categories?: string;
  definitions?: string;
  /** The XML declaration's encoding, true or not. */
  declared?: string;
}

export function admx(policies: string, parts: AdmxParts = {}): string {
  const { namespace = NAMESPACE, using = '', categories = '', definitions = '', declared = 'utf-8' } = parts;
  return `<?xml version="1.0" encoding="${declared}"?>
<policyDefinitions revision="1.0" schemaVersion="1.0">
  <policyNamespaces><target prefix="own" namespace="${namespace}"/>${using}</policyNamespaces>
  <resources minRequiredRevision="1.0"/>
  <supportedOn><definitions>${definitions}</definitions></supportedOn>
  <categories>${categories}</categories>
  <policies>
${policies}
  </policies>
</policyDefinitions>
`;
}

export function adml(strings: Record<string, string>, presentations = '', declared = 'utf-8'): string {
  const table = Object.entries(strings).map(([id, text]) => `<string id="${id}">${text}</string>`);
  return `<?xml version="1.0" encoding="${declared}"?>
<policyDefinitionResources revision="1.0" schemaVersion="1.0">
  <displayName/><description/>
  <resources>
    <stringTable>${table.join('\n      ')}</stringTable>
    <presentationTable>${presentations}</presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

interface PolicyParts {
  class?: string;
  key?: string;
  /** Further attributes. */
  attrs?: string;
  title?: string;
}

/** A policy `name` titled `$(string.name)`, with `content` inside. */
export function policy(name: string, content = '', parts: PolicyParts = {}): string {
  const { class: policyClass = 'Machine', key = `Software\\Policies\\Example\\${name}`, attrs = '' } = parts;
  const title = parts.title ?? `$(string.${name})`;
  return `    <policy name="${name}" class="${policyClass}" displayName="${title}" key="${key}" presentation="$(presentation.${name})" ${attrs}>${content}</policy>`;
}

/** A version of a source: a template with a policy for each of the names. */
export function template(id: string, label: string, names: string[]): FileMap {
  const policies = names.map((name) => policy(name, '', { attrs: `valueName="${name}"` })).join('\n');
  const strings = Object.fromEntries(names.map((name) => [name, `${name} of ${label}`]));
  return {
    [`${id}/${label}/${id}.admx`]: admx(policies, { namespace: `Example.${id}` }),
    [`${id}/${label}/en-US/${id}.adml`]: adml(strings),
  };
}
