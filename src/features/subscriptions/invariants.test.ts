import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPaymentsWorld } from '../../../tests/fake-payments.ts';
import type { listPeriods } from '../../../tests/payment-records.ts';
import { arbitraryStep, runPaymentStory, type PaymentsWorld, type PaymentStoryResult } from '../../../tests/payment-story.ts';
import { limitShrinking } from '../../../tests/shrink-limit.ts';
import type { Actor } from '../../shared/permissions.ts';
import { getBalance } from '../wallet/service.server.ts';
import { hasPremium } from '../premium/service.server.ts';
import { findKiddocashMonthEnd } from './monthly-kiddocash/queries.server.ts';
import { getSubscriptionView } from './service.server.ts';

// In any order of events and with crashes at any point, ledger, entitlements and provider agree in the end. MONEY_RUNS makes more runs than
// usual; MONEY_SEED and MONEY_PATH repeat the run that a failure names.

const { MONEY_RUNS = '40', MONEY_SEED, MONEY_PATH } = process.env;
const FILE = 'src/features/subscriptions/invariants.test.ts';
/** For the search for a smaller case: it could go on for minutes. */
const SHRINKING_MS = 30_000;

const GIVES: Record<string, number> = { premium: 400, pro: 1000, 'pack-400': 400, 'pack-4500': 4950 };

type PeriodRow = Awaited<ReturnType<typeof listPeriods>>[number];

/** Whether the kiddocash of a period must have been given: it has begun, counts, and no other month of the player runs. */
function isKiddocashDue(one: PeriodRow, periods: PeriodRow[], monthEnd: Date | null, now: Date): boolean {
  const target = periods.find(({ reference }) => reference === one.moved_to);
  const counts = one.revoked_at === null || (one.revoked_for === 'upgrade' && target?.revoked_at === null);
  return counts && one.begins_at <= now && (monthEnd === null || monthEnd <= now);
}

/** Everything that does not agree in the end. */
async function faultsOf(
  { ctx, fake }: PaymentsWorld,
  actor: Extract<Actor, { kind: 'player' }>,
  story: PaymentStoryResult,
): Promise<string[]> {
  const faults: string[] = [];
  const must = (holds: boolean, what: string) => holds || faults.push(what);
  const rows = await ctx.db.selectFrom('payments').selectAll().where('player_id', '=', actor.id).execute();
  const ledger = await ctx.db.selectFrom('ledger').selectAll().where('player_id', '=', actor.id).orderBy('id').execute();
  const periods = await ctx.db.selectFrom('paid_periods').selectAll().where('player_id', '=', actor.id).execute();
  const monthEnd = await findKiddocashMonthEnd(ctx.db, actor.id);
  const subscriptions = await ctx.db.selectFrom('subscriptions').selectAll().where('player_id', '=', actor.id).execute();

  // The provider and our payments agree.
  for (const reference of story.own) {
    const there = fake.charges.get(reference);
    const state = rows.find((row) => row.reference === reference)?.state ?? 'unknown';
    const isDisputed = story.disputed.has(reference) && !story.won.has(reference);
    const isWrong = there?.amountMinor === 1;
    const may =
      there?.state !== 'success'
        ? ['created', 'pending', 'failed', 'abandoned']
        : story.back.has(reference)
          ? ['refunded']
          : isDisputed
            ? ['disputed']
            : isWrong
              ? ['held']
              : // A charge for a subscription that we had ended.
                rows.some((row) => row.reference === reference && row.product === 'subscription' && row.subscription_id !== null)
                ? ['success', 'held']
                : ['success'];
    must(may.includes(state), `${reference} is ${state}, may be ${may.join(', ')}`);
  }
  // Grants: exactly one for each payment that counts or counted, none for any other.
  for (const row of rows) {
    const gifts = ledger.filter((entry) => entry.amount > 0 && entry.source !== 'refund' && entry.source_ref === row.reference);
    const [time] = periods.filter((period) => period.reference === row.reference);
    const gives = GIVES[row.plan_id ?? row.pack_id ?? ''] ?? 0;
    const takenBack = ledger.filter((entry) => entry.source === 'refund' && entry.source_ref.split(' ')[0] === row.reference);
    const name = `${row.state} ${row.product} ${row.reference}`;
    must(
      takenBack.reduce((total, entry) => total - entry.amount, 0) === row.reclaimed_kiddocash,
      `${name}: taken back is not what it says`,
    );
    must(row.reclaimed_kiddocash <= gives, `${name}: more was taken than given`);
    if (row.state === 'success') {
      must(row.reclaimed_kiddocash === 0, `${name}: it counts, and something is taken`);
      must(fake.charges.get(row.reference)?.amountMinor === row.amount_minor, `${name}: it was not paid so`);
      const given = gifts.map((gift) => gift.amount).join(', ');
      // The kiddocash of a paid month comes when the month begins, and only one in a month; what was cancelled before that brings none.
      const mayBeWithout = row.product !== 'pack' && (!time || !isKiddocashDue(time, periods, monthEnd, ctx.now()));
      must((gifts.length === 1 && gifts[0]?.amount === gives) || (mayBeWithout && gifts.length === 0), `${name}: given was ${given}`);
      must((time !== undefined) === (row.product !== 'pack'), `${name}: its time`);
    } else if (row.state === 'refunded' || row.state === 'disputed') {
      must(gifts.length <= 1, `${name}: given twice`);
      // Everything that was unspent was taken back.
      const isRest = row.reclaimed_kiddocash < gives && takenBack.length > 0;
      must(!isRest || takenBack.some((entry) => entry.balance === 0), `${name}: something was left to it`);
      must(time === undefined || time.revoked_at !== null || time.ends_at <= ctx.now(), `${name}: its time runs`);
    } else must(gifts.length === 0 && time === undefined, `${name}: something was given`);
  }
  // The ledger adds up line by line and never goes negative, and the wallet balance is its sum.
  let sum = 0;
  for (const entry of ledger) {
    sum += entry.amount;
    must(entry.balance === sum && sum >= 0, `the ledger says ${entry.balance}, its sum is ${sum}`);
  }
  must((await getBalance(ctx, actor)) === sum, 'the wallet is not the sum of the ledger');
  // No entitlement without a payment that counts. The provider's card state and ours agree on whether it is charged.
  const now = ctx.now();
  const counts = rows.filter((row) => row.state === 'success' && row.product !== 'pack').map((row) => row.reference);
  const runs = periods.filter((one) => one.revoked_at === null && one.begins_at <= now && one.ends_at > now);
  // Paid periods do not overlap, so no day counts twice.
  const ahead = periods.filter((one) => one.revoked_at === null && one.ends_at > now).toSorted((a, b) => +a.begins_at - +b.begins_at);
  for (const [index, one] of ahead.entries())
    must(index === 0 || +one.begins_at >= +(ahead[index - 1]?.ends_at ?? 0), `time of ${one.reference} lies upon other time`);
  for (const one of runs) must(counts.includes(one.reference), `time of ${one.reference} runs, which does not count`);
  const grace = subscriptions.some((one) => one.state !== 'ended' && one.grace_until !== null && one.grace_until > now);
  const isPremium = await hasPremium(ctx, actor.id);
  must(isPremium === (runs.length > 0 || grace), 'premium is not what is paid');
  must(!isPremium || counts.length > 0, 'premium without any payment that counts');
  const { status, processing } = await getSubscriptionView(ctx, actor);
  must(!processing, 'something is still processed');
  must((status?.kind === 'active') === isPremium, `the page says ${status?.kind}`);
  for (const one of subscriptions.filter((each) => each.code !== null)) {
    const there = fake.subscriptions.get(one.code ?? '')?.state ?? 'unknown';
    const agrees =
      one.state === 'active' || one.state === 'attention' ? there === one.state : there === 'non-renewing' || there === 'ended';
    must(agrees, `the subscription is ${one.state} here, ${there} there`);
  }
  // Nobody is charged for a subscription that we do not know.
  for (const code of story.codes())
    must(
      fake.subscriptions.get(code)?.state !== 'active' || subscriptions.some((one) => one.code === code),
      `${code} is charged unknown to us`,
    );
  must(subscriptions.filter((one) => one.state !== 'ended').length <= 1, 'more than one subscription stands');
  return faults;
}

test(
  'any interleaving, with repeats, reorders and crashes, ends with ledger, rights and provider agreeing',
  { timeout: 500_000 },
  async () => {
    const paying = await createPaymentsWorld();
    await paying.runJobs();
    await paying.world.mails();
    const result = await fc.check(
      fc.asyncProperty(fc.array(arbitraryStep, { minLength: 15, maxLength: 60, size: 'max' }), async (steps) => {
        const player = await paying.world.addPlayer();
        const story = await runPaymentStory(paying, player, steps);
        expect(await faultsOf(paying, player, story)).toEqual([]);
        // After an account is deleted, its cards are not charged any more.
        await paying.ctx.db.deleteFrom('players').where('id', '=', player.id).execute();
        await story.settled();
        const cards = story.codes().map((code) => paying.fake.subscriptions.get(code)?.state);
        expect(cards.filter((state) => state === 'active' || state === 'attention')).toEqual([]);
        // The next run starts without leftover events.
        await sql`delete from webhook_events`.execute(paying.ctx.db);
      }),
      MONEY_SEED !== undefined && MONEY_PATH !== undefined
        ? { seed: Number(MONEY_SEED), path: MONEY_PATH, endOnFailure: true }
        : { numRuns: Number(MONEY_RUNS), plugins: [limitShrinking(SHRINKING_MS)] },
    );
    if (!result.failed) return;
    const replay = `MONEY_SEED=${result.seed} MONEY_PATH=${result.counterexamplePath} npm test -- unit ${FILE}`;
    throw new Error(`${await fc.asyncDefaultReportMessage(result)}\n\nTo repeat only this run: ${replay}`, { cause: result.errorInstance });
  },
);
