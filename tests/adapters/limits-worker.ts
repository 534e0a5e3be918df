import pino from 'pino';
import { createClusterLimits } from '../../src/infra/request-limits/cluster.ts';
import type { RateLimit } from '../../src/shared/rate-limit.ts';

/** What the primary process asks a worker, and what the worker answers. */
export type Ask = { ask: number; limit: RateLimit; key: string };

// A worker of a node:cluster, which counts what its primary process tells it.
const limits = createClusterLimits(pino({ level: 'silent' }));

process.on('message', (message: Partial<Ask>) => {
  const { ask, limit, key } = message;
  if (ask === undefined || limit === undefined || key === undefined) return;
  void limits.consume(limit, key).then((counted) => process.send?.({ answer: ask, counted }));
});
