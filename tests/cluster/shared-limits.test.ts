import { expect, test } from 'vitest';
import { missingRedis, startRedis } from '../adapters/redis.ts';
import { createSharedSettings } from './shared-settings.ts';
import { startSiteProcess, type SiteProcess } from './site-process.ts';
import { reportSkipped } from './skipped.ts';

if (missingRedis !== null) reportSkipped('limits of several processes', missingRedis);

test.runIf(missingRedis === null)(
  'processes limit requests together through Redis; while it is away each by itself, and nothing fails; then together again',
  { timeout: 180_000 },
  async () => {
    const redis = await startRedis();
    const settings = {
      ...(await createSharedSettings({ isEmpty: false })),
      ROLES: 'web',
      REDIS_URL: redis.url,
      API_RATE: '20',
      TRUSTED_PROXIES: '1',
      ALLOW_PUBLIC_DEMO: 'yes',
    };
    const sites = await Promise.all([startSiteProcess(settings), startSiteProcess(settings)]);
    const ask = (site: SiteProcess, address: string) =>
      fetch(`${site.origin}/api/v1/genres`, { headers: { 'x-forwarded-for': address } }).then(({ status }) => status);
    /** Of 30 requests to each process at once: how many each status has. */
    const countBoth = async (address: string) => {
      const statuses = await Promise.all(sites.flatMap((site) => Array.from({ length: 30 }, () => ask(site, address))));
      return Object.fromEntries([...Map.groupBy(statuses, String)].map(([status, { length }]) => [status, length]));
    };
    const untilSaid = (words: string) =>
      expect
        .poll(
          async () => {
            await Promise.all(sites.map((site) => ask(site, '198.51.100.1')));
            return sites.filter((site) => site.output().includes(words)).length;
          },
          { timeout: 60_000 },
        )
        .toBe(2);
    expect(await countBoth('203.0.113.1')).toEqual({ 200: 20, 429: 40 });
    await redis.stop();
    await untilSaid('each process counts requests by itself');
    expect(await countBoth('203.0.113.2')).toEqual({ 200: 40, 429: 20 });
    await redis.start();
    await untilSaid('the processes count requests together again');
    expect(await countBoth('203.0.113.3')).toEqual({ 200: 20, 429: 40 });
    for (const site of sites) expect(site.output().match(/counts requests by itself/g)).toHaveLength(1);
  },
);
