import type { AppContext } from '../../context.server.ts';
import { arePushKeys } from '../../infra/push/push-client.ts';
import { AppError } from '../../shared/app-error.ts';
import { parseFormOrThrow, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import { isPushEndpoint } from '../../shared/push-hosts.ts';
import { parseUserAgent } from '../../shared/user-agent.ts';
import { enqueueTest } from './delivery/service.server.ts';
import { quietHoursForm, renewalForm, subscriptionForm, turnOffForm } from './forms.server.ts';
import { getPushKeys } from './keys/service.server.ts';
import * as queries from './queries.server.ts';
import { canChoose, getLeastQuietHours, getQuietHours } from './quiet-hours.rules.ts';
import { DEVICES_MAX, SUBSCRIBE_LIMIT, TEST_LIMIT } from './rules.ts';
import type { PushView } from './schema.ts';
import { texts } from './texts.ts';

type GivenSubscription = { endpoint: string; p256dh: string; auth: string };

/** What the settings show. @param sessionHash of the actor's session, which is the browser they sit at */
export async function viewPush(ctx: AppContext, actor: Actor, sessionHash: string): Promise<PushView> {
  authorize(actor, 'push:write');
  const playerId = requirePlayerId(actor);
  const band = requireBand(actor);
  const [{ publicKey }, rows, chosen] = await Promise.all([
    getPushKeys(ctx),
    queries.listDevices(ctx.db, playerId, ctx.now()),
    queries.findQuietHours(ctx.db, playerId),
  ]);
  return {
    publicKey,
    devices: rows.map((row) => ({
      id: row.id,
      ...parseUserAgent(row.user_agent ?? ''),
      turnedOnAt: row.created_at.toISOString(),
      endsAt: row.expires_at.toISOString(),
      isCurrent: row.token_hash === sessionHash,
    })),
    quietHours: getQuietHours(chosen, band),
    leastQuietHours: getLeastQuietHours(band),
  };
}

/**
 * The browser of the actor's session may be told, as long as that lasts.
 * @param fields what the browser's push service gave it. @throws AppError 'bad-input' also for a push service that we do not send to,
 * 'too-many-requests', 'sign-in-required' if the session has ended
 */
export async function subscribe(ctx: AppContext, actor: Actor, fields: FormFields, sessionHash: string): Promise<void> {
  authorize(actor, 'push:write');
  const playerId = requirePlayerId(actor);
  const given = parseFormOrThrow(subscriptionForm, fields);
  await checkSubscription(ctx, playerId, given);
  await ctx.db.transaction().execute(async (trx) => {
    await queries.lockPlayer(trx, playerId);
    const sessionId = await queries.holdSession(trx, playerId, sessionHash, ctx.now());
    if (sessionId === undefined) throw new AppError('sign-in-required');
    await queries.saveSubscription(trx, { id: ctx.newId(), playerId, sessionId, ...given }, ctx.now());
    await queries.deleteOldest(trx, playerId, DEVICES_MAX);
  });
}

/**
 * The browser of the actor's session has another subscription in place of the one that it turned on. Its service worker says so by itself,
 * with the cookie of whoever is signed in then: it never turns on a browser that is off, or that somebody else turned on.
 * @param fields what the push service gave, and `old`, the endpoint before. @throws AppError as `subscribe`; 'not-found' if the actor did not
 * turn on that endpoint in this session
 */
export async function renew(ctx: AppContext, actor: Actor, fields: FormFields, sessionHash: string): Promise<void> {
  authorize(actor, 'push:write');
  const playerId = requirePlayerId(actor);
  const { old, ...given } = parseFormOrThrow(renewalForm, fields);
  await checkSubscription(ctx, playerId, given);
  await ctx.db.transaction().execute(async (trx) => {
    await queries.lockPlayer(trx, playerId);
    const sessionId = await queries.holdSession(trx, playerId, sessionHash, ctx.now());
    if (sessionId === undefined) throw new AppError('sign-in-required');
    if (!(await queries.replaceSubscription(trx, { playerId, sessionId, ...given }, old))) throw new AppError('not-found');
  });
}

/**
 * In the same browser a session takes the place of another one, which is about to end: the browser is told as before, if it is still the same
 * player's. Only other services call this. @param from token hash of the session, as is `to`
 */
export async function keepSubscription(ctx: AppContext, from: string, to: string): Promise<void> {
  await queries.moveSubscription(ctx.db, from, to, ctx.now());
}

/** @throws AppError 'bad-input' for keys that are none, and a push service that we do not send to; 'too-many-requests' */
async function checkSubscription(ctx: AppContext, playerId: string, { endpoint, p256dh, auth }: GivenSubscription): Promise<void> {
  if (!isPushEndpoint(endpoint, ctx.config.pushHosts)) throw new AppError('bad-input', 'an unknown push service', { field: 'endpoint' });
  if (!arePushKeys(p256dh, auth)) throw new AppError('bad-input', 'keys that are none', { field: 'p256dh' });
  await ctx.rateLimiter.consume(SUBSCRIBE_LIMIT, playerId);
}

/** Turns off one of the actor's browsers. @throws AppError 'bad-input', 'not-found' */
export async function turnOff(ctx: AppContext, actor: Actor, fields: FormFields): Promise<void> {
  authorize(actor, 'push:write');
  const { device } = parseFormOrThrow(turnOffForm, fields);
  if (!(await queries.deleteOwnSubscription(ctx.db, requirePlayerId(actor), device))) throw new AppError('not-found');
}

/** Saves the actor's quiet hours. @returns why not: two equal hours, or too short for the actor's age. @throws AppError 'bad-input' */
export async function saveQuietHours(ctx: AppContext, actor: Actor, fields: FormFields): Promise<'saved' | 'same' | 'too-short'> {
  authorize(actor, 'push:write');
  const playerId = requirePlayerId(actor);
  const hours = parseFormOrThrow(quietHoursForm, fields);
  if (hours !== null && hours.from === hours.until) return 'same';
  if (!canChoose(hours, requireBand(actor))) return 'too-short';
  await queries.saveQuietHours(ctx.db, playerId, hours);
  return 'saved';
}

/** Sends a message to the browser of the actor's session. @returns false if it is not turned on. @throws AppError 'too-many-requests' */
export async function sendTest(ctx: AppContext, actor: Actor, sessionHash: string): Promise<boolean> {
  authorize(actor, 'push:write');
  const playerId = requirePlayerId(actor);
  const subscriptionId = await queries.findSubscriptionOfSession(ctx.db, playerId, sessionHash);
  if (subscriptionId === undefined) return false;
  await ctx.rateLimiter.consume(TEST_LIMIT, playerId);
  await enqueueTest(ctx, subscriptionId, { ...texts.test, url: '/settings?tab=notifications', tag: 'test', playerId });
  return true;
}

/** Actors whose age is not known have no permission; those of the tests may lack it. */
function requireBand(actor: Actor) {
  if (actor.kind !== 'player' || actor.band === undefined) throw new AppError('not-allowed');
  return actor.band;
}
