/** The lines of the bench's table. */
export interface Line {
  what: string;
  /** With its unit and what it was made from. */
  measured: string;
  /** Empty: the line only informs. */
  goal: string;
  met: boolean;
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
