import { trimEnds } from '../../runtime/format/text.ts';

/** Keys may have trailing backslashes (firefox 5.6) and, rarely, leading ones. */
export const trimKey = (key: string) => trimEnds(key.trim(), '\\');
