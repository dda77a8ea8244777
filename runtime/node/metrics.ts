/** Prometheus metrics of a server, by prom-client. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import hivecheck from '../../package.json' with { type: 'json' };
import type { MetricsText, RequestLine } from '../http/options.ts';
import type { Service } from '../service.ts';

/** Seconds: from an answer out of memory to one that had to wait for a slow disk or host. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(service: Service) {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Counter({
    name: 'hivecheck_requests_total',
    help: 'Answered requests by route and status; no route: refused before one was looked for.',
    labelNames: ['endpoint', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'hivecheck_request_duration_seconds',
    help: 'Time from the arrival of a request at the application to its answer, by route.',
    labelNames: ['endpoint'],
    buckets: BUCKETS,
    registers,
  });
  const limited = new Counter({
    name: 'hivecheck_rate_limited_total',
    help: 'Requests refused by the rate limit, by tier.',
    labelNames: ['tier'],
    registers,
  });
  const cut = new Counter({
    name: 'hivecheck_answers_cut_total',
    help: 'Answers that were cut because their clients did not take them in time.',
    registers,
  });
  const info = { name: 'hivecheck_info', help: 'Always 1; the label is the version of hivecheck.' };
  new Gauge({ ...info, labelNames: ['version'], registers }).set({ version: hivecheck.version }, 1);
  addDatasetGauges(service, registers);
  return {
    /** Counts one answered request. */
    observe({ endpoint, status, ms, tier }: RequestLine) {
      requests.inc({ endpoint, status });
      seconds.observe({ endpoint }, ms / 1000);
      if (status === 429) limited.inc({ tier });
    },
    cut: () => cut.inc(),
    /** The current values, as `/metrics` serves them. */
    text: async (): Promise<MetricsText> => ({
      contentType: register.contentType,
      text: await register.metrics(),
    }),
  };
}

/** Read at each scrape. A figure that the service does not know has no sample. */
function addDatasetGauges(service: Service, registers: Registry[]): void {
  new Gauge({
    registers,
    name: 'hivecheck_dataset_info',
    help: 'Always 1; the label is the version of the dataset in service. No sample while none is mounted.',
    labelNames: ['version'],
    collect() {
      this.reset();
      const version = service.snapshot()?.stamp.version;
      if (version !== undefined) this.set({ version }, 1);
    },
  });
  const gauge = (name: string, help: string, read: () => number | undefined): void => {
    new Gauge({
      registers,
      name,
      help,
      collect() {
        const value = read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  };
  gauge('hivecheck_dataset_age_seconds', 'Time since the facts of the dataset were released.', () => {
    const generatedAt = service.snapshot()?.stamp.generatedAt;
    return generatedAt === undefined ? undefined : (Date.now() - Date.parse(generatedAt)) / 1000;
  });
  gauge('hivecheck_shards_loaded', 'Shards of the dataset in memory.', () => service.stats?.().shardsLoaded);
  gauge(
    'hivecheck_dataset_swaps_refused',
    'Refusals of a dataset version or of index.json since the start.',
    () => service.stats?.().swapsRefused,
  );
}
