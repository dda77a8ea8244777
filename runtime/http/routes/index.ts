/** Every route of the application. */
import type { H3 } from 'h3';
import { guards, limits } from '../guards.ts';
import { keepAnswers } from '../kept-answers.ts';
import type { AppOptions, Tier } from '../options.ts';
import { compressAnswers, type TierHeaders } from '../responses.ts';
import { addLookups, addSetting } from './lookups.ts';
import { addMcp } from './mcp.ts';
import { addPages } from './pages.ts';
import { addHealth, addProbes, addReports } from './reports.ts';
import { unknownEndpoint } from './route.ts';
import { addVerify, createVerifySlots } from './verify.ts';

const PREFIXES = { anonymous: '/v1', key: '/k/v1' } as const satisfies Record<Tier, string>;

export function addRoutes(app: H3, options: AppOptions, headers: Record<Tier, TierHeaders>): void {
  const slots = createVerifySlots(options);
  const gzip = options.gzip ? [compressAnswers(options.gzip)] : [];
  // Both prefixes give the same answers.
  const keep = keepAnswers(options.keptBytes ?? 0);
  for (const tier of ['anonymous', 'key'] as const) {
    const middleware = [...gzip, ...guards(tier, options)];
    const place = { app, prefix: PREFIXES[tier], headers: headers[tier], middleware };
    addLookups(place, keep);
    addVerify(place, slots, options);
    addSetting(place, keep);
    addReports(place, slots, options);
    // Health is open: neither limited nor in need of a key.
    addHealth({ ...place, middleware: [] });
    app.all(`${place.prefix}/**`, unknownEndpoint, { middleware: limits(options.limiters?.[tier]) });
  }
  const open = { app, prefix: '', headers: headers.anonymous, middleware: gzip };
  if (options.mcp) addMcp({ ...open, middleware: [] }, headers.key, options.mcp, slots, options);
  addProbes(open, options);
  addPages(open, options);
  app.all('/**', unknownEndpoint);
}
