/** `GET /metrics`, where the platform measures. */
import type { H3 } from 'h3';
import { FastResponse } from 'srvx';
import type { MetricsText } from '../options.ts';
import { addRoute, type RoutePlace } from './route.ts';

export function addMetrics(app: H3, place: RoutePlace, metrics: () => Promise<MetricsText>): void {
  addRoute(app, place, 'GET', '/metrics', async () => {
    const { contentType, text } = await metrics();
    return new FastResponse(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
  });
}
