import { builtInDist } from '../build/built-in.ts';

export default async function setup(): Promise<void> {
  await builtInDist();
}
