/** A custom profile of Intune (`windows10CustomConfiguration` of Microsoft Graph): OMA-URIs with their data. */
import { base64 } from '../format/text.ts';
import type { ConvertSentence } from '../messages/convert.ts';
import { DISABLED_PAYLOAD, enabledPayload } from '../verify/mdm-payload.ts';
import { type MdmForm, type NodeSetting, ownContent, policyContent, readInt32 } from './nodes.ts';

interface OmaSetting {
  '@odata.type': string;
  displayName: string;
  omaUri: string;
  value: string | number | boolean;
  fileName?: string;
}

/** Settings of a profile; more make further profiles. */
const MOST = 1000;

export const omaUriForm: MdmForm = {
  mediaType: 'application/json',
  encoding: 'utf-8',
  write(all) {
    const written: OmaSetting[] = [];
    const left: ReturnType<MdmForm['write']>['left'] = [];
    const ingest = new Set<string>();
    for (const setting of all) {
      const made = omaSetting(setting);
      if (typeof made === 'function') left.push({ setting, why: made });
      else {
        written.push(made);
        if (setting.found.node.ingest !== undefined) ingest.add(setting.found.node.ingest);
      }
    }
    const profiles = [];
    for (let from = 0; from < written.length; from += MOST)
      profiles.push(profile(written.slice(from, from + MOST)));
    const content = profiles.length > 1 ? profiles : profiles[0];
    return {
      content: content === undefined ? '' : `${JSON.stringify(content, undefined, 2)}\n`,
      left,
      warnings: ingest.size > 0 ? [(t) => t.ingest([...ingest].join(', '))] : [],
    };
  },
};

function profile(omaSettings: OmaSetting[]): object {
  return {
    '@odata.type': '#microsoft.graph.windows10CustomConfiguration',
    displayName: 'hivecheck',
    description: '',
    omaSettings,
  };
}

function omaSetting(setting: NodeSetting): OmaSetting | ConvertSentence {
  const { omaUri } = setting;
  const name = omaUri.slice(omaUri.lastIndexOf('/') + 1);
  const content = typedContent(setting, name);
  if (typeof content === 'function') return content;
  const { kind, ...value } = content;
  return { '@odata.type': `#microsoft.graph.omaSetting${kind}`, displayName: name, omaUri, ...value };
}

type Typed = Pick<OmaSetting, 'value' | 'fileName'> & { kind: string };

function typedContent(setting: NodeSetting, name: string): Typed | ConvertSentence {
  const policy = policyContent(setting);
  if (typeof policy === 'function') return policy;
  if (policy !== undefined) {
    const data = policy.elements.map(([{ id }, text]) => [id, text] as const);
    return { kind: 'String', value: policy.isEnabled ? enabledPayload(data) : DISABLED_PAYLOAD };
  }
  const text = ownContent(setting);
  const { format = '' } = setting.found.node;
  switch (format) {
    case 'int': {
      const value = readInt32(text);
      return value === undefined ? (t) => t.number : { kind: 'Integer', value };
    }
    case 'bool':
      return text === 'true' || text === 'false'
        ? { kind: 'Boolean', value: text === 'true' }
        : (t) => t.notBoolean;
    case 'chr':
      return { kind: 'String', value: text };
    case 'xml': {
      const value = base64(new TextEncoder().encode(text));
      return { kind: 'StringXml', value, fileName: `${name}.xml` };
    }
    case 'b64':
    case 'bin':
      return /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text)
        ? { kind: 'Base64', value: text, fileName: `${name}.bin` }
        : (t) => t.notBase64;
    default:
      return (t) => t.format(format);
  }
}
