/** The lines of the bench's table. */
import { grid } from '../../build/table.ts';

export interface Line {
  what: string;
  /** With its unit and what it was made from. */
  measured: string;
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
  const measured = `${value.toFixed(2)} × (${shown(a)} : ${shown(b)} ${unit})`;
  return { what, measured, goal: `${bound} ${goal} ×`, met: bound === '≥' ? value >= goal : value <= goal };
}

export function atMost(what: string, value: number, unit: string, goal: number): Line {
  return { what, measured: `${shown(value)} ${unit}`, goal: `≤ ${goal} ${unit}`, met: value <= goal };
}

/** What an optimization saves: 15 % of the processor time of an answer, or it goes. Microseconds. */
export function saving(what: string, ours: number, without: number, whole = without): Line {
  const share = ((without - ours) / whole) * 100;
  const measured = `${share.toFixed(0)} % (${ours.toFixed(1)} : ${without.toFixed(1)} µs of ${whole.toFixed(0)})`;
  return { what, measured, goal: '≥ 15 %', met: share >= 15 };
}

function shown(value: number): string {
  return value < 100 ? value.toFixed(1) : String(Math.round(value));
}

export function print(all: readonly Line[]): void {
  const rows = all.map(({ what, measured, goal, met }) => [what, measured, goal, met ? 'met' : 'NOT MET']);
  process.stdout.write(grid(['', 'measured', 'goal', ''], rows));
}
