import { expect } from 'vitest';
import { createPlayerClient, type HttpClient } from './http-client.ts';
import type { TestPlayer } from '../test-players.ts';
import type { TestSite } from './site.ts';

// Payments in demo mode's sandbox.

export type PlanId = 'premium' | 'pro';
export type PaymentChannel = 'card' | 'mpesa';

/** Pays for a plan through the forms of /subscription and of the sandbox, and lets the webhook arrive. @returns the payment's reference */
export async function payForPlan(
  site: TestSite,
  person: HttpClient,
  plan: PlanId,
  way: PaymentChannel,
  act: 'pay' | 'decline' = 'pay',
): Promise<string> {
  const asked = await person.post('/subscription', { do: 'subscribe', plan, channel: way });
  const reference = /\/till\/([\w-]+)$/.exec(asked.headers.get('location') ?? '')?.[1] ?? '';
  expect(reference, 'who subscribes is led to the till').toMatch(/^kd-/);
  await submitSandboxAction(site, person, reference, act);
  return reference;
}

/** Presses one of the sandbox's buttons, and lets the webhook arrive. @param charge the charge that it concerns, if any */
export async function submitSandboxAction(
  site: TestSite,
  person: HttpClient,
  reference: string,
  act: string,
  charge?: string,
): Promise<void> {
  const answer = await person.post(`/till/${reference}`, { do: act, ...(charge !== undefined && { charge }) });
  expect([302, 303]).toContain(answer.status);
  await site.runQueuedJobs();
}

/** Creates a signed-in player who has paid for a plan. */
export async function createSubscriber(
  site: TestSite,
  plan: PlanId = 'premium',
  way: PaymentChannel = 'mpesa',
): Promise<HttpClient & { known: TestPlayer }> {
  const person = await createPlayerClient(site);
  await payForPlan(site, person, plan, way);
  expect(await site.query('select 1 from paid_periods where player_id = $1', [person.known.id])).toHaveLength(1);
  return person;
}
