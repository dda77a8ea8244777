/** The lines of the bench's table. */
export interface Line {
  what: string;
  /** With its unit and what it was made from. */
  measured: string;
  /** Empty: the line only informs. */
  goal: string;
  met: boolean;
}

/** The value below which `share` (0–1) of them lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Of an odd number of them. */
export const median = (values: readonly number[]) => percentile(values, 0.5);

/** On stderr, with the seconds since the start of the program. */
export function say(what: string): void {
  process.stderr.write(`${Math.round(performance.now() / 1000)} s: ${what}\n`);
}

/** `a / b` must be at least or at most `goal`. */
export function ratioLine(
  what: string,
  a: number,
  b: number,
  unit: string,
  bound: '≥' | '≤',
  goal: number,
): Line {
  const value = a / b;
  return {
    what,
    measured: `${value.toFixed(2)} × (${shown(a)} : ${shown(b)} ${unit})`,
    goal: `${bound} ${goal} ×`,
    met: bound === '≥' ? value >= goal : value <= goal,
  };
}

export function atMost(what: string, value: number, unit: string, goal: number): Line {
  return { what, measured: `${shown(value)} ${unit}`, goal: `≤ ${goal} ${unit}`, met: value <= goal };
}

export function shown(value: number): string {
  return value < 100 ? value.toFixed(1) : String(Math.round(value));
}
