/** Run as a process of its own: adds keys one after the other and prints each id once it is in the file. */
import { addKey } from '../../build/api-keys.ts';

const [, , file = '', count = '0'] = process.argv;
for (let i = 0; i < Number(count); i++) {
  const { id } = await addKey(file, `writer ${process.pid}`);
  process.stdout.write(`${id}\n`);
}
