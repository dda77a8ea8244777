import { builtInDist } from '../built-in.ts';
import { writeReadme } from './readme.ts';

await writeReadme(await builtInDist());
