import type { Kysely } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, can, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { getAllowancesInTransaction, getOwnAllowances } from '../../guardians/allowances/service.server.ts';
import { getClosedNotice, requireFeature } from '../../feature-flags/service.server.ts';
import { findDeliveryProblem, UNTAKEN_DAYS } from '../../guardians/emails/rules.ts';
import { recordGuardianMail, sendForeignMail } from '../../guardians/emails/service.server.ts';
import { shortenAddress, startOfDay } from '../../guardians/rules.ts';
import { sendEmailJob } from '../../mail/service.server.ts';
import { withBillingTransaction } from '../payments/service.server.ts';
import { askAtHomeForm } from './forms.server.ts';
import { pathForPurchase } from './links.service.server.ts';
import { emails } from './purchase.texts.ts';
import * as queries from './queries.server.ts';
import {
  ASKING_DAYS,
  ASKING_LIMIT,
  getAskingWindow,
  getRequestEnd,
  getRequestState,
  PURCHASE_REQUEST_RETENTION_DAYS,
  toPurchaseItem,
} from './rules.ts';
import { PURCHASE_REQUESTS_MAX, type AskAtHomeResult, type AskingAtHome, type AskAtHomeView, type OwnPurchaseRequest } from './schema.ts';
import { texts } from './texts.ts';
import { AT_ONCE, getPurchaseTiming } from './timing.service.server.ts';

// What a player asks their guardian to pay. What the guardian does stands in answers.service.server.ts.

const DAY_MS = 86_400_000;

/**
 * The player's page: what they can ask for, and what became of the last request.
 * @param wanted the plan or pack that the address names
 * @throws AppError 'sign-in-required'
 */
export async function getAskAtHome(
  ctx: AppContext,
  actor: Actor,
  wanted: { plan: string | null; pack: string | null },
): Promise<AskAtHomeView> {
  authorize(actor, 'subscription:read');
  const playerId = requirePlayerId(actor);
  const [allowances, product, latest, guardianship, full, closed] = await Promise.all([
    getOwnAllowances(ctx, actor),
    queries.findProduct(ctx.db, wanted),
    queries.findLatestRequest(ctx.db, playerId),
    queries.findGuardianship(ctx.db, playerId),
    findEndOfFullWeek(ctx, ctx.db, playerId),
    getClosedNotice(ctx, 'payments'),
  ]);
  const request = latest ? toOwnRequest(latest, ctx.now()) : null;
  const canAsk = can(actor, 'purchase:ask', allowances);
  const item = product ? toPurchaseItem(product) : null;
  const view = {
    item,
    timing: item === null ? AT_ONCE : await getPurchaseTiming(ctx, playerId, item),
    request,
    door: canAsk ? null : allowances.door,
    canAskFrom: null,
    closed,
    address: canAsk && guardianship ? shortenAddress(guardianship.email) : null,
  };
  if (allowances.door === null) return { ...view, obstacle: 'of-age' };
  if (!canAsk) return { ...view, obstacle: 'guardian' };
  if (request?.state === 'open') return { ...view, obstacle: 'open' };
  return full === null ? { ...view, obstacle: null } : { ...view, obstacle: 'too-many', canAskFrom: full.toISOString() };
}

/** What the actor can ask their guardian to pay, for the pages with prices; null: nothing. @throws AppError 'sign-in-required' */
export async function getAskingAtHome(ctx: AppContext, actor: Actor): Promise<AskingAtHome | null> {
  if (!can(actor, 'purchase:ask', await getOwnAllowances(ctx, actor))) return null;
  const latest = await queries.findLatestRequest(ctx.db, requirePlayerId(actor));
  if (!latest || getRequestState(latest, ctx.now()) !== 'open') return { open: null };
  return { open: { item: toPurchaseItem(latest), expiresAt: latest.expires_at.toISOString() } };
}

function toOwnRequest(row: queries.PurchaseRequestRow, now: Date): OwnPurchaseRequest {
  const state = getRequestState(row, now);
  const mail = { queuedAt: row.mail_queued_at, takenAt: row.mail_taken_at, refusedAt: row.mail_refused_at };
  return {
    item: toPurchaseItem(row),
    state,
    askedAt: row.asked_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    address: shortenAddress(row.email),
    undelivered: state === 'open' ? findDeliveryProblem(mail, now) : null,
    reply: row.reply,
  };
}

/** From when a player can ask again who has asked as often as is possible in a week: the start of a day in Nairobi. Null: now. */
async function findEndOfFullWeek(ctx: AppContext, db: Kysely<DB>, playerId: string): Promise<Date | null> {
  const lateSince = new Date(ctx.now().getTime() - UNTAKEN_DAYS * DAY_MS);
  const times = await queries.listAskingTimes(db, playerId, getAskingWindow(ctx.now()), lateSince);
  const oldest = times.at(-PURCHASE_REQUESTS_MAX);
  if (oldest === undefined) return null;
  // The page names a day, and it is open from the first minute of it.
  const end = startOfDay(new Date(oldest.getTime() + ASKING_DAYS * DAY_MS));
  return end > ctx.now() ? end : null;
}

/**
 * Asks a guardian to pay for something, or takes the open request back.
 * @param fields `do`: ask (with `plan` or `pack`) or take-back
 * @returns a failure has the code 'open' (another request waits for an answer), 'too-many', 'not-available' (it is not for sale, or a card
 *   pays this plan already) or 'nothing-open'
 * @throws AppError 'sign-in-required', 'too-many-requests', 'guardian-required' (nobody has agreed to being asked), 'not-allowed' (of age), 'bad-input',
 *   'switched-off'
 */
export async function runAskAtHomeAction(ctx: AppContext, actor: Actor, fields: FormFields): Promise<AskAtHomeResult> {
  authorize(actor, 'subscription:write');
  const playerId = requirePlayerId(actor);
  const form = parseFormOrThrow(askAtHomeForm, fields);
  if (form.do === 'ask') await requireFeature(ctx, 'payments');
  if (form.do === 'ask') await ctx.rateLimiter.consume(ASKING_LIMIT, playerId);
  return withBillingTransaction(ctx, playerId, async ({ trx, markChanged }): Promise<AskAtHomeResult> => {
    const at = ctx.now();
    const fail = (code: keyof typeof texts.failed) => actionFailure(code, { error: texts.failed[code] });
    if (form.do === 'take-back') {
      if (!(await queries.endOpenRequest(trx, playerId, { state: 'cancelled', at }))) return fail('nothing-open');
      markChanged();
      return { ok: true, do: form.do };
    }
    authorize(actor, 'purchase:ask', await getAllowancesInTransaction(ctx, trx, playerId));
    const wanted = { plan: form.plan ?? null, pack: form.pack ?? null };
    const product = await queries.findProduct(trx, wanted);
    const guardianship = await queries.findGuardianship(trx, playerId);
    if (!guardianship) throw new Error('a guardian allows being asked, and there is none');
    if (!product) return fail('not-available');
    if (wanted.plan !== null && (await queries.hasRenewingCard(trx, playerId, wanted.plan))) return fail('not-available');
    const latest = await queries.findLatestRequest(trx, playerId);
    if (latest && getRequestState(latest, at) === 'open') return fail('open');
    if ((await findEndOfFullWeek(ctx, trx, playerId)) !== null) return fail('too-many');
    // One whose time is over, or whose guardian agrees no more.
    await queries.endOpenRequest(trx, playerId, { state: 'expired', at });
    const mailId = await recordGuardianMail(ctx, trx, guardianship.id, 'purchase-request');
    await queries.insertRequest(trx, {
      id: ctx.newId(),
      player_id: playerId,
      guardianship_id: guardianship.id,
      mail_id: mailId,
      product: product.plan_id === null ? 'pack' : 'pass',
      plan_id: product.plan_id,
      pack_id: product.pack_id,
      price_minor: product.price_minor,
      kiddocash: product.kiddocash,
      state: 'open',
      asked_at: at,
      expires_at: getRequestEnd(at),
    });
    await ctx.jobs.enqueue(sendPurchaseRequestJob, { mailId }, trx);
    markChanged();
    return { ok: true, do: form.do };
  });
}

/** Sends a guardian the mail that asks them to pay, unless the request is over by now. */
export const sendPurchaseRequestJob = {
  name: 'payments.send-purchase-request',
  retry: sendEmailJob.retry,
  async run(ctx: AppContext, { mailId }: { mailId: string }, id: string): Promise<void> {
    const request = await queries.findRequestOfMail(ctx.db, mailId);
    if (!request || getRequestState(request, ctx.now()) !== 'open') return;
    const { id: requestId, expires_at: expiresAt } = request;
    const links = { pay: `${ctx.config.origin}${pathForPurchase(ctx, requestId)}`, contact: `${ctx.config.origin}/contact` };
    const item = toPurchaseItem(request);
    const timing = await getPurchaseTiming(ctx, request.player_id, item);
    await sendForeignMail(ctx, mailId, id, (mail) => emails.request(mail, { item, timing, expiresAt: expiresAt.toISOString() }, links));
  },
};

/** Deletes requests whose time is over, whatever became of them. It may run twice. */
export async function deleteOldPurchaseRequests(ctx: AppContext): Promise<void> {
  await queries.deleteRequests(ctx.db, new Date(ctx.now().getTime() - PURCHASE_REQUEST_RETENTION_DAYS * DAY_MS));
}
