import { expect, type Page } from '@playwright/test';
import { waitForLiveConnection, openPage, test as base, type PlayerSession } from './friends.ts';
import { payForPlan, waitForPaidPeriods, type PlanId, type PaymentChannel } from './payments.ts';
import { query } from './players.ts';

// Who paid for a plan, and what the site's own books say of it.

type Subscriber = PlayerSession & { reference: string };

export const test = base.extend<{ member: (plan?: PlanId, way?: PaymentChannel) => Promise<Subscriber> }>({
  /** Somebody who paid for a plan. */
  member: async ({ someone, baseURL }, use) => {
    await use(async (plan = 'premium', way = 'card') => {
      const who = await someone();
      const reference = await payForPlan(who.context, baseURL ?? '', plan, way);
      await waitForPaidPeriods(who.known.id, 1);
      return { ...who, reference };
    });
  },
});

/** The address of a player whom players.ts made. */
export const emailOf = ({ known }: Pick<PlayerSession, 'known'>): string => `${known.username}@example.com`;

/** Opens a page and waits until it hears what happens. */
export async function openWithLiveConnection(page: Page, address: string): Promise<void> {
  const connected = waitForLiveConnection(page);
  await openPage(page, address);
  await connected;
}

/** Marks a page, to see later that it is still the same one. */
export const markPage = (page: Page): Promise<void> => page.evaluate(() => document.body.setAttribute('data-mark', ''));
/** The page was not loaded anew since it was marked. */
export const expectNotReloaded = (page: Page): Promise<void> => expect(page.locator('body[data-mark]')).toHaveCount(1);

/** The payments of a player by the site's own table, the oldest first. */
export const listPayments = (playerId: string): Promise<{ reference: string; state: string }[]> =>
  query(`select reference, state from payments where player_id = $1 order by created_at`, [playerId]);

/** The end of all that a player has paid for; 1970 where that is nothing. */
export async function getPaidUntil(playerId: string): Promise<Date> {
  const rows = await query<{ at: Date | null }>(`select max(ends_at) as at from paid_periods where player_id = $1 and revoked_at is null`, [
    playerId,
  ]);
  return rows[0]?.at ?? new Date(0);
}

/** Holds the next form that the page sends to an address. @returns lets it go on */
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
