/** What a stage of the soak measured, and what failed in it. */
import { lines } from '../../build/table.ts';

/** Label → number, as printed; the label names the unit. */
export type Measured = Record<string, number | string>;

export interface Figures {
  stage: string;
  measured: Measured;
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

  /** NaN, of a process that has ended, is a fault. */
  expectBelow(value: number, most: number, what: string): void {
    this.expect(value < most, `${what}: ${round(value)} (below ${most})`);
  }

  list(): string[] {
    return [...this.#counts].map(([what, count]) => (count === 1 ? what : `${what} (${count} times)`));
  }
}

export async function runStage(stage: string, work: (faults: Faults) => Promise<Measured>): Promise<Figures> {
  const faults = new Faults();
  // A stage that breaks is a failed one; the others still run.
  const measured = await work(faults).catch((error: unknown) => {
    faults.add(String(error));
    return {};
  });
  return { stage, measured, faults: faults.list() };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}

/** `200: 5, 503: 1` */
export function counted(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ');
}

export function print(all: readonly Figures[]): void {
  const stages = all.map(({ stage, measured, faults }) => {
    const figures = Object.entries(measured).map(([name, value]) => `${name}: ${value}`);
    return [stage, [faults.length === 0 ? 'pass' : 'FAIL', ...faults, ...figures]] as const;
  });
  process.stdout.write(lines(stages));
}
