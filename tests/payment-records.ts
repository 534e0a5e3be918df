import { subscribe } from '../src/features/subscriptions/checkout/service.server.ts';
import { getSubscriptionView } from '../src/features/subscriptions/service.server.ts';
import type { Actor } from '../src/shared/permissions.ts';
import { getReference, type createPaymentsWorld } from './fake-payments.ts';

// What the tests of payments set up and look up again and again.

type PaymentsWorld = Awaited<ReturnType<typeof createPaymentsWorld>>;

/** A new player with an open checkout for Premium. */
export async function openCheckout({ ctx, world }: PaymentsWorld, channel: 'card' | 'mpesa' = 'mpesa') {
  const player = await world.addPlayer();
  const reference = getReference((await subscribe(ctx, player, { plan: 'premium', channel })).url);
  return { player, reference };
}

/** Changes the price of a plan for whoever comes later. */
export async function setPlanPrice({ ctx }: PaymentsWorld, plan: 'premium' | 'pro', minor: number): Promise<void> {
  await ctx.db.updateTable('plans').set({ price_minor: minor }).where('id', '=', plan).execute();
}

/** How many paid days a player has left, or null without a plan. */
export async function countDaysLeft({ ctx }: PaymentsWorld, actor: Actor): Promise<number | null> {
  const { status } = await getSubscriptionView(ctx, actor);
  return status?.kind === 'active' ? Math.round((Date.parse(status.until) - ctx.now().getTime()) / 86_400_000) : null;
}

/** The state of one payment; undefined if there is no such payment. */
export async function findPaymentState({ ctx }: PaymentsWorld, reference: string) {
  return (await ctx.db.selectFrom('payments').select('state').where('reference', '=', reference).executeTakeFirst())?.state;
}

/** All payments, the oldest first. */
export async function listPayments({ ctx }: PaymentsWorld) {
  return ctx.db.selectFrom('payments').select(['reference', 'state', 'status_message']).orderBy('created_at').execute();
}

/** All events that the provider sent, and what each led to. */
export async function listEvents({ ctx }: PaymentsWorld) {
  return ctx.db.selectFrom('webhook_events').select(['dedupe_key', 'outcome']).orderBy('received_at').orderBy('id').execute();
}

/** All paid periods, the earliest first. */
export async function listPeriods({ ctx }: PaymentsWorld) {
  return ctx.db.selectFrom('paid_periods').selectAll().orderBy('begins_at').execute();
}
