/** The sentences of `POST /v1/verify`, in English. */
import type { VerifyMessages } from './verify-types.ts';

export const verifyEn: VerifyMessages = {
  data: {
    noData: () => 'The item has no data to compare.',
    noDocumentedData: () => 'This dataset version does not say what may be written to this value.',
    otherHive: ({ documented }) => `What may be written is documented for ${documented} only.`,
    deletionUndocumented: () => 'No documented state deletes this value.',
    wrongType: ({ given, documented }) => `The vendor documents ${documented}, not ${given}.`,
    notListed: ({ listed }) => `The vendor documents only: ${listed}.`,
    differsInCase: ({ documented }) => `The vendor documents “${documented}”; the data differs in case.`,
    outOfBounds: ({ min, max }) =>
      `The vendor documents a number ${min === '' ? '' : `from ${min} `}${max === '' ? '' : `up to ${max}`}`.trimEnd() +
      '.',
    tooLong: ({ most }) => `The vendor documents at most ${most} characters.`,
    tooManyEntries: ({ most }) => `The vendor documents at most ${most} entries.`,
    entryNotListed: ({ listed }) => `The vendor documents these entries only: ${listed}.`,
    patternNotChecked: () => 'The vendor documents a pattern for the content; it was not checked.',
  },
  payload: {
    notAdmxBacked: () =>
      'The node takes a value of its own, not an ADMX payload, and no document says which value stands for this data.',
    noRecord: () => 'The dataset has no record of the policy to make a payload of.',
    conflict: () => 'The request has different data for one value of the policy.',
    stateUnclear: ({ pair }) => `${pair} holds neither what the enabled nor what the disabled policy writes.`,
    statesDiffer: () => 'Some values are those of the enabled policy, others those of the disabled one.',
    elementUndocumented: ({ elementId }) =>
      `The data of element ${elementId} is not one of its documented contents.`,
    notCarried: ({ elementId }) =>
      `The data of element ${elementId} holds a character that no payload can carry.`,
    incomplete: ({ missing }) => `The request lacks what the payload needs: ${missing}.`,
  },
  payloadFault: {
    malformed: ({ detail }) => `not well-formed XML: ${detail}`,
    nested: ({ name }) => `<${name}> stands inside another element.`,
    severalStates: () => 'it has more than one state.',
    unknownElement: ({ name }) => `<${name}> is neither enabled, disabled nor data.`,
    dataBeforeState: () => '<data> stands before the state.',
    looseText: () => 'text stands outside of the elements.',
    noState: () => 'it has neither <enabled/> nor <disabled/>.',
    dataOfDisabled: () => '<disabled/> takes no data.',
    attributesMissing: () => '<data> needs the attributes id and value.',
    doubledId: ({ id }) => `two <data> have the id ${id}.`,
  },
  conflict: (indexes) => `Other items write other data to the same value: ${indexes}.`,
  severalNodesOfSettings: (slugs) =>
    `Several settings with MDM nodes write this value: ${slugs}. mdmAlternatives lists the nodes; the choice is yours.`,
  noMdm:
    'No mapping between a registry value and an MDM (CSP) node is documented in this dataset version for any item.',
  wrongItem: (pointers) => `Not valid: ${pointers}. “errors” says what is expected.`,
  elementUnknown: (id) => `The policy has no element ${id}.`,
  elementData: (id, reason) => `Element ${id}: ${reason}`,
  notAPayload: (cause) => `The data is not an ADMX payload (<enabled/> with data, or <disabled/>): ${cause}`,
  notAllowed: (allowed) => `The vendor documents only: ${allowed}.`,
  allowedUndocumented: 'This dataset version does not say what the node takes.',
  formatNotChecked: (kind) => `The vendor documents the content by ${kind}; it was not checked.`,
};
