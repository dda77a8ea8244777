/** The service of a command that goes on answering while the dataset changes. */
import type { Service } from '../runtime/http/service.ts';
import { createService } from '../runtime/service.ts';
import { datasetLocation, unavailable } from './ask.ts';
import { datasetSource } from './dataset-source.ts';

export interface OpenedService {
  service: Service;
  stop: () => void;
}

/** Looks for a new version every `intervalMs`; throws where no dataset can be opened. */
export async function openService(
  option: string | undefined,
  intervalMs: number,
  report: (message: string, cause?: unknown) => void,
): Promise<OpenedService> {
  const location = await datasetLocation(option);
  const { HIVECHECK_PUBLIC_KEY: publicKey } = process.env;
  const source = await datasetSource(location, {
    intervalMs,
    ...(publicKey && { publicKey }),
    logger: { info: () => {}, error: (message, { cause, reason }) => report(message, cause ?? reason) },
  });
  await source.start();
  if (source.snapshot() === undefined) {
    const reason = source.status().refused?.reason ?? 'There is no dataset.';
    throw unavailable(reason, location);
  }
  return { service: createService(source), stop: () => source.stop() };
}
