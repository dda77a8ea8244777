/** One publication at a time: two would delete each other's versions. */
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PublishError } from './errors.ts';
import { isCode } from './files.ts';

export async function publishLock<T>(dist: string, work: () => Promise<T>): Promise<T> {
  const file = join(dist, '.publishing.lock');
  await take(file);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<void> {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(`process ${process.pid}, ${new Date().toISOString()}\n`);
    await handle.close();
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    const holder = (await readFile(file, 'utf8').catch(() => '')).trim();
    throw new PublishError(
      `Another publication is under way (${holder || 'holder unknown'}). If it was killed, remove ${file}.`,
    );
  }
}
