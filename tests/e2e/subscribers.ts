import { expect, type Page } from '@playwright/test';
import { waitForLiveConnection, openPage, test as base, type PlayerSession } from './friends.ts';
import { payForPlan, waitForPaidPeriods, type PlanId, type PaymentChannel } from './payments.ts';
import { query } from './players.ts';

// Players who paid for a plan, and their stored payments.

type Subscriber = PlayerSession & { reference: string };

export const test = base.extend<{ member: (plan?: PlanId, way?: PaymentChannel) => Promise<Subscriber> }>({
  /** A player who paid for a plan. */
  member: async ({ someone, baseURL }, use) => {
    await use(async (plan = 'premium', way = 'card') => {
      const who = await someone();
      const reference = await payForPlan(who.context, baseURL ?? '', plan, way);
      await waitForPaidPeriods(who.known.id, 1);
      return { ...who, reference };
    });
  },
});

/** The email address of a player created by players.ts. */
export const emailOf = ({ known }: Pick<PlayerSession, 'known'>): string => `${known.username}@example.com`;

/** Opens a page and waits for its live connection. */
export async function openWithLiveConnection(page: Page, address: string): Promise<void> {
  const connected = waitForLiveConnection(page);
  await openPage(page, address);
  await connected;
}

/** Marks a page, to check later that it was not reloaded. */
export const markPage = (page: Page): Promise<void> => page.evaluate(() => document.body.setAttribute('data-mark', ''));
/** Expects that the page was not reloaded since it was marked. */
export const expectNotReloaded = (page: Page): Promise<void> => expect(page.locator('body[data-mark]')).toHaveCount(1);

/** A player's payments in the site's database, oldest first. */
export const listPayments = (playerId: string): Promise<{ reference: string; state: string }[]> =>
  query(`select reference, state from payments where player_id = $1 order by created_at`, [playerId]);

/** The end of all paid periods of a player; 1970 when there is none. */
export async function getPaidUntil(playerId: string): Promise<Date> {
  const rows = await query<{ at: Date | null }>(`select max(ends_at) as at from paid_periods where player_id = $1 and revoked_at is null`, [
    playerId,
  ]);
  return rows[0]?.at ?? new Date(0);
}

/** Holds the next form that the page posts to a URL. @returns a function that releases it */
export async function holdPost(page: Page, pattern: string): Promise<() => Promise<void>> {
  const [released, passed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(pattern, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await released.promise;
    await route.continue();
    passed.resolve();
  });
  return async () => {
    released.resolve();
    await passed.promise;
    await page.unroute(pattern);
  };
}
