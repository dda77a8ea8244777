/** The sentences of `POST /v1/verify`. */
import type { DataReason, PayloadFault, PayloadReason } from '../schema/verify-reasons.ts';

export interface VerifyMessages {
  data: { readonly [C in DataReason['code']]: (reason: Extract<DataReason, { code: C }>) => string };
  payload: { readonly [C in PayloadReason['code']]: (reason: Extract<PayloadReason, { code: C }>) => string };
  payloadFault: {
    readonly [C in PayloadFault['code']]: (fault: Extract<PayloadFault, { code: C }>) => string;
  };
  /** Further items of the request that write other data to the same pair, by index. */
  conflict(indexes: string): string;
  severalNodesOfSettings(slugs: string): string;
  noMdm: string;
  /** `pointer` names the field. */
  wrongItem(pointers: string): string;
  elementUnknown(id: string): string;
  elementData(id: string, reason: string): string;
  notAPayload(cause: string): string;
  notAllowed(allowed: string): string;
  allowedUndocumented: string;
  formatNotChecked(kind: string): string;
}
