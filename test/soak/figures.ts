/** What a stage of the soak measured, and what it found wrong. */
import Table from 'cli-table3';

export interface Figures {
  stage: string;
  /** Label → number with its unit, as printed. */
  measured: Record<string, number | string>;
  /** Empty = the stage holds. */
  faults: string[];
}

/** Repeats of one fault are counted: ten thousand equal lines hide the other one. */
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
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

export function print(all: readonly Figures[]): void {
  const table = new Table({ head: ['stage', 'figure', 'value'], style: { head: [], border: [] } });
  for (const { stage, measured, faults } of all) {
    for (const [name, value] of Object.entries(measured)) table.push([stage, name, String(value)]);
    table.push([stage, 'holds', faults.length === 0 ? 'yes' : `no: ${faults.join('; ')}`]);
  }
  console.log(table.toString());
}
