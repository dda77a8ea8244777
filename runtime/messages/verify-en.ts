/** The sentences of `POST /v1/verify`, in English. */
import { QUOTED } from './names.ts';

type Named<Part extends string> = Readonly<Record<Part, string>>;

export const verifyEn = {
  data: {
    noData: () => 'The item has no data to compare.',
    unread: ({ detail }: Named<'detail'>) =>
      `The data was not verified; it could not be read: ${detail.replace(QUOTED, '“$1”')}.`,
    noDocumentedData: () => 'This dataset version does not say what may be written to this value.',
    betweenTemplates: () =>
      'Templates of later releases than the target document this data, and those of earlier ones do not; this dataset version has none of the target’s own release.',
    otherHive: ({ documented }: Named<'documented'>) =>
      `What may be written is documented for ${documented} only.`,
    deletionUndocumented: () => 'No documented state deletes this value.',
    wrongType: ({ given, documented }: Named<'given' | 'documented'>) =>
      `The vendor documents ${documented}, not ${given}.`,
    notListed: ({ listed }: Named<'listed'>) => `The matched sources document only: ${listed}.`,
    outOfBounds: ({ min, max }: Named<'min' | 'max'>) =>
      `The vendor documents a number ${min === '' ? '' : `from ${min} `}${max === '' ? '' : `up to ${max}`}`.trimEnd() +
      '.',
    numberSpelt: () =>
      'The vendor documents a number in decimal digits; how this spelling of one is read is not documented.',
    tooLong: ({ most }: Named<'most'>) =>
      `The vendor documents at most ${most} ${most === '1' ? 'character' : 'characters'}.`,
    tooManyEntries: ({ most }: Named<'most'>) =>
      `The vendor documents at most ${most} ${most === '1' ? 'entry' : 'entries'}.`,
    entryNotListed: ({ listed }: Named<'listed'>) => `The vendor documents these entries only: ${listed}.`,
    patternNotChecked: () => 'The vendor documents a pattern for the content; it was not checked.',
  },
  payload: {
    notAdmxBacked: () =>
      'The node takes a value of its own, not an ADMX payload, and no document says which value stands for this data.',
    notAllowed: () =>
      'The node takes other data of this value, but not this, or not of this type; allowedValues lists what it takes.',
    conflict: () => 'The request has different data for one value of the policy, or writes and deletes it.',
    unread: () => 'The data of a value of the policy could not be read.',
    stateUnclear: ({ pair }: Named<'pair'>) =>
      `${pair} holds neither what the enabled nor what the disabled policy writes.`,
    statesDiffer: () => 'Some values are those of the enabled policy, others those of the disabled one.',
    elementUndocumented: ({ elementId }: Named<'elementId'>) =>
      `The data of element ${elementId} is not one of its documented contents, or not of the registry type that MDM writes.`,
    optionsShareValue: ({ elementId }: Named<'elementId'>) =>
      `Several options of element ${elementId} have this value and write different values besides; a payload carries only the value and cannot tell them apart.`,
    alsoWrites: ({ elementId, pair }: Named<'elementId' | 'pair'>) =>
      `What the request has for element ${elementId} goes with other data of ${pair}, or with its deletion.`,
    notWritten: ({ pair }: Named<'pair'>) =>
      `No payload does to ${pair} what the request does, with the rest of the request.`,
    notCarried: ({ elementId }: Named<'elementId'>) =>
      `The data of element ${elementId} holds a character that no payload can carry.`,
    incomplete: ({ missing }: Named<'missing'>) => `The request lacks what the payload needs: ${missing}.`,
  },
  payloadFault: {
    malformed: () => 'it is not well-formed XML.',
    documentPart: ({ part }: Named<'part'>) =>
      `it has ${part}, as whole documents have; a payload is elements alone.`,
    unclosed: ({ name }: Named<'name'>) => `<${name}> is not closed; write <${name}/>.`,
    ampersand: () => 'a & begins no character that XML knows; write &amp; for the character itself.',
    lessThan: () => 'a < stands where none may, such as in a value; write &lt; for the character itself.',
    character: () => 'it has a character that XML cannot hold.',
    nested: ({ name }: Named<'name'>) => `<${name}> stands inside another element.`,
    severalStates: () => 'it has more than one state.',
    unknownElement: ({ name }: Named<'name'>) => `<${name}> is neither enabled, disabled nor data.`,
    dataBeforeState: () => '<data> stands before the state.',
    looseText: () => 'text stands outside of the elements.',
    escaped: () => 'its elements are escaped (&lt; for <), as within SyncML.',
    noState: () => 'it has neither <enabled/> nor <disabled/>.',
    dataOfDisabled: () => '<disabled/> takes no data.',
    attributesMissing: () => '<data> needs the attributes id and value.',
    doubledId: ({ id }: Named<'id'>) => `two <data> have the id ${id}.`,
  },
  conflict: {
    'same-value': 'Other items write other data to the same value, or delete it',
    'same-node': 'Other items send other data to the same MDM setting',
    'same-policy':
      'Other items set the same policy to something else in another way, as registry value or by another MDM node',
    twin: 'The setting is one for machines and users, and other items have other data for the other of the two',
  },
  /** `indexes`: those of the other items. */
  conflictAt: (conflict: string, indexes: string) => `${conflict}; their indexes (10 at most): ${indexes}.`,
  resolution: (name: string) => `The vendor’s rule for several values of this MDM node: ${name}.`,
  unreadFiles: (names: string) =>
    `Files that could not be read, so that nothing in them was verified: ${names.replace(QUOTED, '“$1”')}; “files” says why.`,
  /** `one`: of the only node that has something to send. */
  severalNodesOfSettings: (slugs: string, one: string | undefined) =>
    `Several settings with MDM nodes write this value: ${slugs}. mdmAlternatives lists the nodes; the choice is yours.${one === undefined ? '' : ` Only that of ${one} has something to send, and convert uses no other.`}`,
  /** `node`: absent for the requested one. `contents`: what the other one must hold, or must not, if documented. */
  dependency: (node: string | undefined, omaUri: string, contents: string, not: boolean) => {
    const held = contents === '' ? `is ${not ? 'not ' : ''}set` : `holds ${not ? 'none of ' : ''}${contents}`;
    return `${node ?? 'The node'} has an effect only where ${omaUri} ${held}; `;
  },
  /** Follows the sentence before. */
  dependencySeen: {
    unset: () => 'the request does not set it, so that this cannot be seen.',
    unmet: (data: string) => `the request sets it to ${data}.`,
    notCompared: (data: string) => `the request sets it to ${data}, which cannot be compared.`,
    registry: (pair: string) =>
      `the request has its registry value ${pair}, and no document says what that data is as data of the node.`,
  },
  typesApart: (types: string) => `The sources name different types: ${types}.`,
  documentedIn: (slug: string, versions: string) =>
    `${slug} documents this data in these versions only: ${versions}.`,
  documentedElsewhere: (slug: string, key: string) =>
    `${slug} documents this data for a value of the same name, below ${key}.`,
  wholePolicy: (slug: string, values: number) =>
    `The MDM node of ${slug} sets all ${values} values of its policy; it is not the equivalent of this one alone.`,
  /** Follows the sentence on the settings that take the data. */
  otherData: (slugs: string) =>
    `The MDM node of ${slugs} is not given: the vendor does not document this data for it.`,
  noMdm:
    'No item that was verified has a documented mapping between a registry value and an MDM (CSP) node in this dataset version.',
  /** `pointer` names the field. */
  wrongItem: (pointers: string) => `Not valid: ${pointers}. “errors” says what is expected.`,
  elementUnknown: (id: string, known: string) =>
    `The policy’s template has no element ${id}${known === '' ? ', nor any other' : `; its elements are: ${known}`}.`,
  elementsMissing: (ids: string) =>
    `The payload lacks these elements of the policy: ${ids}. No document says what it writes without them.`,
  elementData: (id: string, reason: string) => `Element ${id}: ${reason}`,
  notAPayload: (cause: string) =>
    `The data is not an ADMX payload (<enabled/> with data, or <disabled/>): ${cause}`,
  allowedUndocumented: 'This dataset version does not say what the node takes.',
  nodeFormat: { int: 'The node takes a whole number.', bool: 'The node takes true or false.' },
  formatNotChecked: (kind: string) => `The vendor documents the content by ${kind}; it was not checked.`,
};

export type VerifyMessages = typeof verifyEn;

/** A reason: its code with the parameters of its sentence. */
type ReasonOf<Table> = {
  [Code in keyof Table]: Table[Code] extends (named: infer Data) => string ? { code: Code } & Data : never;
}[keyof Table];

export type DataReason = ReasonOf<VerifyMessages['data']>;
export type PayloadReason = ReasonOf<VerifyMessages['payload']>;
/** Why a text is not an ADMX payload; `name` of an element, `id` of a <data>. */
export type PayloadFault = ReasonOf<VerifyMessages['payloadFault']>;
