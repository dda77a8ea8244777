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
    const place = {
      prefix: PREFIXES[tier],
      headers: headers[tier],
      middleware: [...gzip, ...guards(tier, options)],
    };
    addLookups(app, place, keep);
    addVerify(app, place, slots, options);
    addSetting(app, place, keep);
    addReports(app, place, slots, options);
    // Health is open: neither limited nor in need of a key.
    addHealth(app, { ...place, middleware: [] });
    app.all(`${place.prefix}/**`, unknownEndpoint, { middleware: limits(options.limiters?.[tier]) });
  }
  if (options.mcp) addMcp(app, options.mcp, headers, options, slots);
  const open = { prefix: '', headers: headers.anonymous, middleware: gzip };
  addProbes(app, open, options);
  addPages(app, open, options);
  app.all('/**', unknownEndpoint);
}
