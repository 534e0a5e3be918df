import { test as base } from './friends.ts';
import { createSiteEnv, startSite } from './own-site.ts';

// A site for tests whose changes affect everybody, or that count everybody's actions: only one test at a time uses it. Each restores what
// it changes; after a failed test, the next one gets another site.

export { expect } from './friends.ts';

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

type WorkerSite = { url: string; dataDir: string };

/** Like the test of friends.ts, on a site that belongs to one worker, whose tests run one after the other. */
export const test = base.extend<object, { loneSite: WorkerSite }>({
  loneSite: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed out of it
    async ({}, use) => {
      const env = await createSiteEnv({ prepared: true });
      const site = await startSite(env);
      if (site.code !== null) throw new Error(`the site did not start: ${site.err}`);
      await use({ url: site.url, dataDir: env['DATA_DIR'] ?? '' });
      site.child.kill('SIGTERM');
      await site.ended;
    },
    // As long as a test has: the site may start twice here, beside everything else that runs.
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ loneSite }, use) => use(loneSite.url),
  dataDir: async ({ loneSite }, use) => use(loneSite.dataDir),
});
