/** The service of a command that goes on answering while the dataset changes. */
import { createService, type Service } from '../runtime/service.ts';
import { unavailable } from './ask.ts';
import { datasetLocation, datasetSource, environmentPublicKey } from './dataset-source.ts';
import { fileState } from './state-file.ts';

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
  const { HIVECHECK_STATE: state } = process.env;
  const source = await datasetSource(location, {
    intervalMs,
    ...environmentPublicKey(),
    ...(state && { state: fileState(state) }),
    logger: { info: () => {}, error: (message, { cause, reason }) => report(message, cause ?? reason) },
  });
  await source.start();
  if (source.snapshot() === undefined) {
    throw unavailable(source.status().refused?.reason ?? 'There is no dataset.', location);
  }
  return { service: createService(source), stop: () => source.stop() };
}
