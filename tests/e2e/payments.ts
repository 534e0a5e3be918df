import type { APIResponse, BrowserContext, Locator, Page } from '@playwright/test';
import { signInNewPlayer, query, type Known } from './players.ts';
import { expect } from './site.ts';

// Payments in demo mode's sandbox, and the pages about money.

export type PlanId = 'premium' | 'pro';
export type PaymentChannel = 'card' | 'mpesa';

const getRequestOptions = (origin: string) => ({ headers: { origin }, maxRedirects: 0 });
const expectRedirect = (answer: APIResponse) => expect([302, 303]).toContain(answer.status());

/** Creates a player who has paid for a plan through the sandbox's forms, and signs this browser in. */
export async function signInNewSubscriber(
  context: BrowserContext,
  origin: string,
  plan: PlanId = 'premium',
  way: PaymentChannel = 'mpesa',
): Promise<Known> {
  const known = await signInNewPlayer(context, { origin });
  await payForPlan(context, origin, plan, way);
  await waitForPaidPeriods(known.id, 1);
  return known;
}

/** Pays for a plan in the sandbox, without a page. @returns the payment's reference */
export async function payForPlan(
  context: BrowserContext,
  origin: string,
  plan: PlanId,
  way: PaymentChannel,
  act: 'pay' | 'decline' | null = 'pay',
): Promise<string> {
  const form = { do: 'subscribe', plan, channel: way };
  const asked = await context.request.post(`${origin}/subscription`, { ...getRequestOptions(origin), form });
  expectRedirect(asked);
  const reference = /\/till\/([\w-]+)$/.exec(asked.headers()['location'] ?? '')?.[1] ?? '';
  expect(reference, 'who subscribes is led to the till').toMatch(/^kd-/);
  if (act !== null) await postSandboxAction(context, origin, reference, act);
  return reference;
}

/** Presses one of the sandbox's buttons, without its page. @param charge the charge that it concerns, if any */
export async function postSandboxAction(
  context: BrowserContext,
  origin: string,
  reference: string,
  act: string,
  charge?: string,
): Promise<void> {
  const form: Record<string, string> = charge === undefined ? { do: act } : { do: act, charge };
  expectRedirect(await context.request.post(`${origin}/till/${reference}`, { ...getRequestOptions(origin), form }));
}

/** Waits until the site has granted this many paid periods. */
export async function waitForPaidPeriods(playerId: string, payments: number, dataDir?: string): Promise<void> {
  const listPeriods = () => query(`select 1 from paid_periods where player_id = $1`, [playerId], dataDir);
  await expect.poll(async () => (await listPeriods()).length, { message: 'what was paid is given', timeout: 60_000 }).toBe(payments);
}

/** Whether the site lets a player play a premium game. */
export async function canPlayPremium(context: BrowserContext, origin: string): Promise<boolean> {
  const answer = await context.request.post(`${origin}/games/coral-divers/plays`, { headers: { origin }, form: { a: '1' } });
  expect([200, 403]).toContain(answer.status());
  return answer.ok();
}

/** A date as pages show it, in Nairobi: 'Dec 04, 2026'. */
export function formatDay(at: Date): string {
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric', timeZone: 'Africa/Nairobi' }).format(at);
}

/** The date in this many days. */
export const daysFromNow = (days: number): Date => new Date(Date.now() + days * 86_400_000);

/** The status of a player's subscription, on /subscription. */
export const statusCard = (page: Page): Locator => page.getByRole('region', { name: 'Your subscription' });

/** The card of a plan. */
export const planCard = (page: Page, name: string): Locator =>
  page.locator('li.plan').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** A player's payments, newest first. */
export const paymentItems = (page: Page): Locator => page.locator('.payment-list > li');

/** Chooses a plan and a payment method, which leads to the sandbox. @returns the payment's reference */
export async function choosePlan(page: Page, plan: string, way: 'Card' | 'M-Pesa'): Promise<string> {
  await page.getByRole('radio', { name: way }).check();
  await planCard(page, plan)
    .getByRole('button', { name: `Choose ${plan}` })
    .click();
  return waitForSandboxPage(page);
}

/** Waits for the sandbox's page. @returns the payment's reference */
export async function waitForSandboxPage(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/till\/kd-[0-9a-f]{32}$/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Presses a button of the sandbox. */
export async function clickButton(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}
