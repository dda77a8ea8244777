import { builtInDist } from '../cli/built-in.ts';

export default async function setup(): Promise<void> {
  await builtInDist();
}
