import { builtInDist } from '../built-in.ts';
import { writePages } from './pages.ts';

await writePages(await builtInDist());
