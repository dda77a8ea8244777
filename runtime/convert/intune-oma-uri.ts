/** A custom profile of Intune (`windows10CustomConfiguration` of Microsoft Graph): OMA-URIs with their data. */
import { base64 } from '../format/text.ts';
import { DISABLED_PAYLOAD, enabledPayload } from '../verify/mdm-payload.ts';
import { LeftOut } from './left-out.ts';
import { type MdmForm, type NodeSetting, ownContent, policyContent, readInt32 } from './nodes.ts';

/** Settings of a profile; more make further profiles. */
const MOST = 1000;

export const omaUriForm: MdmForm = {
  make: omaSetting,
  document(settings) {
    const made = [...settings.values()];
    const profiles = Array.from({ length: Math.ceil(made.length / MOST) }, (_, at) => ({
      '@odata.type': '#microsoft.graph.windows10CustomConfiguration',
      displayName: 'hivecheck',
      description: '',
      omaSettings: made.slice(MOST * at, MOST * (at + 1)),
    }));
    const ingest = new Set([...settings.keys()].flatMap(({ first }) => first.node.ingest ?? []));
    return {
      content: `${JSON.stringify(profiles.length > 1 ? profiles : profiles[0], undefined, 2)}\n`,
      warnings: ingest.size > 0 ? [(t) => t.ingest([...ingest].join(', '))] : [],
    };
  },
};

function omaSetting(setting: NodeSetting): object {
  const { omaUri } = setting;
  const displayName = omaUri.slice(omaUri.lastIndexOf('/') + 1);
  const [kind, value, extension] = typedContent(setting);
  const fileName = extension && { fileName: `${displayName}.${extension}` };
  return { '@odata.type': `#microsoft.graph.omaSetting${kind}`, displayName, omaUri, value, ...fileName };
}

type Typed = readonly [kind: string, value: string | number | boolean, extension?: string];

function typedContent(setting: NodeSetting): Typed {
  const policy = policyContent(setting);
  if (policy === 'disabled') return ['String', DISABLED_PAYLOAD];
  if (policy) return ['String', enabledPayload(policy.map(([{ id }, text]) => [id, text]))];
  const { format = '' } = setting.first.node;
  const typed = TYPED[format];
  if (typed === undefined) throw new LeftOut((t) => t.format(format));
  return typed(ownContent(setting));
}

const TYPED: Record<string, (text: string) => Typed> = {
  int: (text) => ['Integer', readInt32(text)],
  bool(text) {
    if (text !== 'true' && text !== 'false') throw new LeftOut((t) => t.notBoolean);
    return ['Boolean', text === 'true'];
  },
  chr: (text) => ['String', text],
  xml: (text) => ['StringXml', base64(new TextEncoder().encode(text)), 'xml'],
  b64: base64Content,
  bin: base64Content,
};

function base64Content(text: string): Typed {
  if (!/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text))
    throw new LeftOut((t) => t.notBase64);
  return ['Base64', text, 'bin'];
}
