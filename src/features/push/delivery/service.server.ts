import type { AppContext } from '../../../context.server.ts';
import type { Database } from '../../../infra/database/database.ts';
import { sendPush } from '../../../infra/push/push-client.ts';
import { ONLINE_SECONDS } from '../../../shared/presence.ts';
import { isPushEndpoint } from '../../../shared/push-hosts.ts';
import type { PushPayload } from '../../../shared/service-worker-messages.ts';
import { getPushKeys } from '../keys/service.server.ts';
import { getQuietHours, getSecondsUntilQuiet } from '../quiet-hours.rules.ts';
import * as queries from './queries.server.ts';
import {
  judgeStatus,
  PLAYERS_PER_JOB,
  REFUSED_DAYS_MAX,
  STALE_MINUTES,
  TEST_TTL_SECONDS,
  THROTTLE_MINUTES,
  TTL_SECONDS_MAX,
  TTL_SECONDS_MIN,
  WAITING_MAX,
} from './rules.ts';

/**
 * What a push message says. Everybody who sees the screen reads it: no names, and nothing that somebody wrote. `tag`: at most 32 letters, digits
 * and hyphens; a later one with the same tag takes the place of an earlier one. `isUrgent`: also in quiet hours, while a page is open and
 * shortly after another one; for the team's calls alone, which have an interval of their own.
 */
export type Push = PushPayload & { playerId: string; isUrgent?: boolean };

const DAY_MS = 86_400_000;

/** 'after-others': whoever has something of their own waits for none of these; what is not sent within the hour is dropped. */
export type PushUrgency = 'normal' | 'after-others';
const PRIORITIES: Record<PushUrgency, number> = { normal: 0, 'after-others': -10 };

/** `at` (ISO): when it happened. `priority`: of its jobs; absent: 0. */
type DispatchData = { pushes: Push[]; at: string; priority?: number };
/** `isTest`: a player asked for it at this browser, so it comes in quiet hours too. */
type DeliveryData = { subscriptionId: string; push: Push; at: string; isTest?: boolean };

/**
 * Sends push messages to players' subscribed browsers, if they may be notified now. Only other services call this, inside their transaction: it costs one query, and
 * a job if somebody has such a browser.
 * @returns whether somebody has one
 */
export async function enqueuePushes(
  ctx: AppContext,
  trx: Database,
  pushes: readonly Push[],
  urgency: PushUrgency = 'normal',
): Promise<boolean> {
  if (pushes.length === 0) return false;
  const subscribed = await queries.filterSubscribed(trx, [...new Set(pushes.map(({ playerId }) => playerId))]);
  const wanted = pushes.filter(({ playerId }) => subscribed.has(playerId));
  const at = ctx.now().toISOString();
  const priority = PRIORITIES[urgency];
  for (let from = 0; from < wanted.length; from += PLAYERS_PER_JOB)
    await ctx.jobs.enqueue({ ...dispatchPushesJob, priority }, { pushes: wanted.slice(from, from + PLAYERS_PER_JOB), at, priority }, trx);
  return wanted.length > 0;
}

/**
 * Whether so few messages wait to be sent that more can be added for many players at once. Only other services call this.
 */
export async function arePushesFew(db: Database): Promise<boolean> {
  const waiting = await queries.countWaiting(db, [dispatchPushesJob.name, deliverPushJob.name], WAITING_MAX);
  return waiting < WAITING_MAX;
}

/** Sends a message to one browser, at its player's wish. Only other services call this. */
export async function enqueueTest(ctx: AppContext, subscriptionId: string, push: Push): Promise<void> {
  await ctx.jobs.enqueue(deliverPushJob, { subscriptionId, push, at: ctx.now().toISOString(), isTest: true });
}

/** Decides who is notified, and queues a delivery for each of their browsers. */
export const dispatchPushesJob = {
  name: 'push.dispatch',
  retry: { limit: 3, seconds: 5, secondsMax: 60 },
  async run(ctx: AppContext, { pushes, at, priority = 0 }: DispatchData) {
    const now = ctx.now();
    if (isStale(at, now)) return;
    const targets = await listTargets(ctx, { playerIds: [...new Set(pushes.map(({ playerId }) => playerId))] }, now);
    const candidates = pushes.flatMap((push) => {
      const told = targets.filter((target) => target.playerId === push.playerId && mayTell(target, push, now));
      return told.length === 0 ? [] : [{ push, told }];
    });
    // Of several with one tag, the last one tells the same.
    const byTag = new Map(candidates.map((each) => [toThrottleKey(each.push), each]));
    if (byTag.size === 0) return;
    await ctx.db.transaction().execute(async (trx) => {
      const before = new Date(now.getTime() - THROTTLE_MINUTES * 60_000);
      const all = [...byTag.values()];
      const toPair = ({ playerId, tag, isUrgent }: Push): queries.ThrottleKey => ({ playerId, tag: isUrgent ? toUrgentTag(tag, at) : tag });
      const pairs = all.map(({ push }) => toPair(push));
      const claimed = new Set((await queries.claimThrottles(trx, pairs, now, before)).map(toThrottleKey));
      for (const { push, told } of all.filter((each) => claimed.has(toThrottleKey(toPair(each.push)))))
        for (const { id } of told) await ctx.jobs.enqueue({ ...deliverPushJob, priority }, { subscriptionId: id, push, at }, trx);
    });
  },
};

/** Each urgent call rings, however soon it follows another; a job that runs twice does not ring twice. */
const toUrgentTag = (tag: string, at: string) => `${tag} ${Math.floor(Date.parse(at) / 1000)}`.slice(-32);

const toThrottleKey = ({ playerId, tag }: queries.ThrottleKey) => `${playerId} ${tag}`;

/** Hands a message for one browser to its push service; tried again for most of an hour while that is busy or does not answer. */
export const deliverPushJob = {
  name: 'push.deliver',
  retry: { limit: 7, seconds: 15, secondsMax: 900 },
  async run(ctx: AppContext, { subscriptionId, push, at, isTest = false }: DeliveryData) {
    const now = ctx.now();
    if (isStale(at, now)) return;
    const [target] = await listTargets(ctx, { id: subscriptionId }, now);
    // It was turned off, or belongs to somebody else now.
    if (!target || target.playerId !== push.playerId) return;
    // Quiet hours may have begun while the push service did not answer.
    const ttlSeconds = isTest ? TEST_TTL_SECONDS : getTtlSeconds(target, push, now);
    if (ttlSeconds === null) return;
    if (!isPushEndpoint(target.endpoint, ctx.config.pushHosts)) return refuse(ctx, target, 'its push service is none of PUSH_HOSTS', now);
    const { title, text, url, tag } = push;
    const status = await sendPush(
      {
        ...target,
        payload: JSON.stringify({ title, text, url, tag } satisfies PushPayload),
        ttlSeconds,
        topic: tag,
        isUrgent: push.isUrgent === true,
      },
      await getPushKeys(ctx),
      `mailto:${ctx.config.supportMail}`,
    );
    switch (judgeStatus(status)) {
      case 'taken':
        return queries.touchSubscription(ctx.db, target.id, now);
      case 'gone':
        return queries.deleteSubscription(ctx.db, target.id, target.endpoint);
      case 'refused':
        return refuse(ctx, target, `its push service answered ${status}`, now);
      case 'later':
        throw new Error(`a push service answered ${status}`);
    }
  },
};

/**
 * The message is dropped. The subscription stays: the fault can be ours (the clock, the keys, SUPPORT_MAIL, PUSH_HOSTS), and then it is that of
 * all browsers. Its address is a secret of the browser's: the log has its host alone.
 */
async function refuse(ctx: AppContext, { id, endpoint }: queries.Target, why: string, now: Date): Promise<void> {
  ctx.log.error({ host: URL.parse(endpoint)?.host }, `a push message was not taken: ${why}`);
  await queries.recordRefusal(ctx.db, id, endpoint, now, new Date(now.getTime() - REFUSED_DAYS_MAX * DAY_MS));
}

function listTargets(ctx: AppContext, of: Parameters<typeof queries.listTargets>[1], now: Date): Promise<queries.Target[]> {
  return queries.listTargets(ctx.db, of, { now, onlineSince: new Date(now.getTime() - ONLINE_SECONDS * 1000) });
}

/** Whoever has a page open sees the bell there. */
function mayTell(target: queries.Target, push: Push, now: Date): boolean {
  return push.isUrgent === true || (!target.isOnline && getTtlSeconds(target, push, now) !== null);
}

/** How long a push service may keep it: a phone that is off must not ring in quiet hours once it is on. @returns null: it is not sent now */
function getTtlSeconds({ chosenHours, band }: queries.Target, { isUrgent }: Push, now: Date): number | null {
  if (isUrgent) return TTL_SECONDS_MAX;
  const seconds = Math.min(TTL_SECONDS_MAX, getSecondsUntilQuiet(getQuietHours(chosenHours, band), now));
  return seconds < TTL_SECONDS_MIN ? null : seconds;
}

const isStale = (at: string, now: Date) => now.getTime() - Date.parse(at) > STALE_MINUTES * 60_000;
