import type { Spot } from './types.ts';

/** The error that ends the reading of a file. It never leaves this folder: `readFile` returns it as a problem. */
export class ReadFault extends Error {
  readonly place: Spot;

  constructor(message: string, place: Spot = {}) {
    super(message);
    this.place = place;
  }
}

/** Input in a message: short, on one line, in quotation marks. */
export function quote(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return JSON.stringify(short);
}
