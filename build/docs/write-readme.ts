import { builtInDist } from '../../cli/built-in.ts';
import { writeReadme } from './readme.ts';

await writeReadme(await builtInDist());
