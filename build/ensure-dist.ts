/** `npm start`: compiles the built-in dataset where that is needed, which takes more memory than the server's heap limit. */
import { builtInDist } from './built-in.ts';

await builtInDist(async () => {
  process.stderr.write('compiling the built-in dataset\n');
  return { update: () => {}, stop: () => {} };
});
