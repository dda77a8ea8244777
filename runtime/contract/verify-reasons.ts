/** Reason codes of verify, with what their sentences name. */

export type DataReason =
  | { code: 'noData' }
  | { code: 'unread'; detail: string }
  | { code: 'noDocumentedData' }
  | { code: 'otherHive'; documented: string }
  | { code: 'deletionUndocumented' }
  | { code: 'wrongType'; given: string; documented: string }
  | { code: 'notListed'; listed: string }
  | { code: 'differsInCase'; documented: string }
  | { code: 'outOfBounds'; min: string; max: string }
  | { code: 'tooLong'; most: string }
  | { code: 'tooManyEntries'; most: string }
  | { code: 'entryNotListed'; listed: string }
  | { code: 'patternNotChecked' };

export type PayloadReason =
  | { code: 'notAdmxBacked' }
  | { code: 'notAllowed' }
  | { code: 'noRecord' }
  | { code: 'conflict' }
  | { code: 'unread' }
  | { code: 'stateUnclear'; pair: string }
  | { code: 'statesDiffer' }
  | { code: 'elementUndocumented'; elementId: string }
  | { code: 'optionsShareValue'; elementId: string }
  | { code: 'alsoWrites'; elementId: string; pair: string }
  | { code: 'notWritten'; pair: string }
  | { code: 'listNames'; elementId: string }
  | { code: 'notCarried'; elementId: string }
  | { code: 'incomplete'; missing: string };

/** Why a text is not an ADMX payload; `name` of an element, `id` of a <data>. */
export type PayloadFault =
  | { code: 'malformed' }
  | { code: 'documentPart'; part: string }
  | { code: 'unclosed'; name: string }
  | { code: 'closesNothing'; name: string }
  | { code: 'wrongClose' }
  | { code: 'cutOff' }
  | { code: 'ampersand' }
  | { code: 'lessThan' }
  | { code: 'character' }
  | { code: 'attribute' }
  | { code: 'doubledAttribute'; name: string }
  | { code: 'tagName' }
  | { code: 'comment' }
  | { code: 'nested'; name: string }
  | { code: 'severalStates' }
  | { code: 'unknownElement'; name: string }
  | { code: 'dataBeforeState' }
  | { code: 'looseText' }
  | { code: 'noState' }
  | { code: 'dataOfDisabled' }
  | { code: 'attributesMissing' }
  | { code: 'doubledId'; id: string };
