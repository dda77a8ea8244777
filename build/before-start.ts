/**
 * Runs in `npm start` before the server: makes the bundle and, if needed, the built-in dataset, whose compilation takes
 * more memory than the server's heap limit.
 */
import './bundle.ts';
import { builtInDist } from './built-in.ts';

await builtInDist((work) => {
  process.stderr.write('compiling the built-in dataset\n');
  return work(() => {});
});
