import type { AppContext } from '../../../context.server.ts';
import { PaymentsUnavailable } from '../../../infra/payments/payments.ts';
import * as books from '../books/queries.server.ts';
import { inMoney } from '../books/service.server.ts';
import { daysAfter, REMIND_DAYS } from '../periods/rules.ts';
import { bringInLine, endIfOver, remind, stopCard, takeMissed, toldOf } from '../renewing/service.server.ts';
import { settle } from '../settling/service.server.ts';
import { deleteEvents, lookLater, waitingEvents } from '../webhooks/queries.server.ts';
import { workEvent } from '../webhooks/service.server.ts';
import * as queries from './queries.server.ts';

/** Read at once; what is due beyond that comes right after. */
const AT_ONCE = 50;
/** A sweep that takes longer leaves the rest to the next one. */
const SWEEP_MS = 45_000;
/** A provider that did not answer so often, one after the other, is left in peace until the next sweep. */
const AWAY_AFTER = 3;
const MINUTE_MS = 60_000;
/** An event that could not be worked through is taken up again after a quarter of its age, within these. */
const EVENT_MINUTES = { least: 10, most: 360 };
/** A card that we ended and that is not stopped is looked at again. */
const STOP_MINUTES = 60;
/** Cards are looked at with the provider this often. */
const LOOK_HOURS = 20;
/** What could not be asked is asked again after this long. */
const AGAIN_MINUTES = 5;
/** What a provider told us is kept so long after it was worked through. It carries addresses of payers. */
const EVENTS_KEPT_DAYS = 90;

/**
 * Asks the provider about everything that waits, so that nothing hangs on its news: who closed the tab, news that were lost,
 * cards that were charged. Ends what is over and reminds of what comes. May run twice at once.
 */
export async function sweepPayments(ctx: AppContext): Promise<void> {
  const now = ctx.now();
  const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);
  const later = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
  const provider = ctx.payments.name;
  const looked = { standing: before(LOOK_HOURS * 60), ended: before(STOP_MINUTES) };
  const sweep = beginSweep(ctx, new Date(now.getTime() + SWEEP_MS));

  // What needs no provider comes first: it does not wait for one that is away.
  await sweep.each(
    'a subscription was not ended',
    () => queries.subscriptionsOver(ctx.db, now, false, AT_ONCE),
    ({ id, player_id }) => inMoney(ctx, player_id, (money) => endIfOver(ctx, money, id)),
    ({ id }) => queries.noteChecked(ctx.db, id, now),
  );
  await sweep.each(
    'a player was not reminded',
    (last) => queries.subscriptionsToRemind(ctx.db, now, daysAfter(now, REMIND_DAYS), last, AT_ONCE),
    ({ id, player_id }) => inMoney(ctx, player_id, (money) => remind(ctx, money, id)),
    // The next sweep tries it again; this one goes on behind it.
    async () => {},
  );
  await sweep.eachAsked(
    'a payment was not asked about',
    async () => (await queries.paymentsToCheck(ctx.db, provider, now, AT_ONCE)).map((id) => ({ id })),
    ({ id }) => settle(ctx, id),
    ({ id }) => queries.checkLater(ctx.db, id, later(AGAIN_MINUTES)),
  );
  await sweep.eachAsked(
    'a payment event waits',
    () => waitingEvents(ctx.db, provider, now, AT_ONCE),
    ({ id }) => workEvent(ctx, id),
    ({ id, received_at }) => {
      const minutes = (now.getTime() - received_at.getTime()) / MINUTE_MS / 4;
      return lookLater(ctx.db, id, later(Math.min(EVENT_MINUTES.most, Math.max(EVENT_MINUTES.least, minutes))));
    },
  );
  await sweep.eachAsked(
    'a card was not looked at',
    () => queries.cardsToCheck(ctx.db, provider, looked, AT_ONCE),
    async ({ id, ended }) => {
      await (ended ? stopCard(ctx, id) : look(ctx, id));
      await queries.noteChecked(ctx.db, id, now);
    },
    ({ id }) => queries.noteChecked(ctx.db, id, now),
  );
  await sweep.eachAsked(
    'a subscription was not ended',
    () => queries.subscriptionsOver(ctx.db, now, true, AT_ONCE),
    ({ id, player_id }) => end(ctx, id, player_id),
    ({ id }) => queries.noteChecked(ctx.db, id, now),
  );
}

/** Forgets what providers told us long ago. */
export async function forgetEvents(ctx: AppContext): Promise<void> {
  await deleteEvents(ctx.db, daysAfter(ctx.now(), -EVENTS_KEPT_DAYS));
}

type Each = <T extends { id: string }>(
  trouble: string,
  due: (last: string | null) => Promise<T[]>,
  work: (one: T) => Promise<unknown>,
  failed: (one: T) => Promise<unknown>,
) => Promise<void>;

/**
 * One round over everything that is due: `each` works through what `due` finds, until there is nothing that was not tried;
 * `failed` puts off what failed, so that it keeps nothing else waiting. `eachAsked` the same for what asks the provider, and not
 * while that is away.
 */
function beginSweep(ctx: AppContext, until: Date): { each: Each; eachAsked: Each } {
  let unanswered = 0;
  async function attempt(trouble: string, id: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      unanswered = 0;
      return true;
    } catch (error) {
      unanswered = error instanceof PaymentsUnavailable ? unanswered + 1 : 0;
      ctx.log.warn({ err: error, id }, trouble);
      return false;
    }
  }
  const eachWhile =
    (mayGoOn: () => boolean): Each =>
    async (trouble, due, work, failed) => {
      const tried = new Set<string>();
      for (let last: string | null = null; mayGoOn();) {
        const fresh: Awaited<ReturnType<typeof due>> = (await due(last)).filter((one) => !tried.has(one.id));
        if (fresh.length === 0) return;
        for (const one of fresh) {
          if (!mayGoOn() || ctx.now() > until) return;
          last = one.id;
          tried.add(one.id);
          if (!(await attempt(trouble, one.id, () => work(one)))) await failed(one);
        }
      }
    };
  return { each: eachWhile(() => true), eachAsked: eachWhile(() => unanswered < AWAY_AFTER) };
}

/** Looks at a card with the provider: how it stands, and whether it was charged without our hearing of it. */
async function look(ctx: AppContext, id: string): Promise<void> {
  const one = await books.subscriptionById(ctx.db, id);
  if (!one) return;
  await bringInLine(ctx, one, async () => {
    const told = await toldOf(ctx, one);
    if (told) await takeMissed(ctx, one, told);
    return told;
  });
}

/** A card may have been charged without our hearing of it: that is looked at before anything is taken. */
async function end(ctx: AppContext, id: string, playerId: string | null): Promise<void> {
  const one = await books.subscriptionById(ctx.db, id);
  if (one?.channel === 'card' && one.provider === ctx.payments.name && playerId !== null) await look(ctx, id);
  await inMoney(ctx, playerId, (money) => endIfOver(ctx, money, id));
}
