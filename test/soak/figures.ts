/** What a stage of the soak measured, and what failed in it. */
import { grid } from '../../build/table.ts';

export interface Figures {
  stage: string;
  /** Label → number, as printed; the label names the unit. */
  measured: Record<string, number | string>;
  /** Empty: the stage has passed. */
  faults: string[];
}

/** Equal faults are counted: ten thousand equal lines would hide another one. */
export class Faults {
  readonly #counts = new Map<string, number>();

  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  expect(holds: boolean, what: string): void {
    if (!holds) this.add(what);
  }

  list(): string[] {
    return [...this.#counts].map(([what, count]) => (count === 1 ? what : `${what} (${count} times)`));
  }
}

/** The value below which `share` (0–1) of them lie. Sorts `values`. */
export function percentile(values: number[], share: number): number {
  values.sort((a, b) => a - b);
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

export function print(all: readonly Figures[]): void {
  const rows = all.map(({ stage, measured, faults }) => {
    const figures = Object.entries(measured).map(([name, value]) => `${name}: ${value}`);
    return [stage, figures.join('\n'), faults.length === 0 ? 'pass' : `FAIL\n${faults.join('\n')}`];
  });
  process.stdout.write(grid(['stage', 'figures', 'result'], rows));
}

export function resultOf(faults: readonly string[]): string {
  return faults.length === 0 ? 'pass' : `FAIL: ${faults.join('; ')}`;
}
