/** The dataset that made-up answers are of. */
export const STAMP = { version: '6a69d203', generatedAt: '2026-07-29T00:00:00Z' };
