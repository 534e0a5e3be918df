import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { toCounterKey } from '../../../infra/counter-key.ts';
import { PaymentsRejectedError, PaymentsUnavailableError } from '../../../infra/payments/payments.ts';
import { actionFailure, type ActionFailure } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import { parseForm, parseFormOrThrow, pickFields, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import type { RateLimit } from '../../../shared/rate-limit.ts';
import { normalizeMessageText } from '../../chat/messages.rules.ts';
import { languageField } from '../../guardians/agreement/forms.server.ts';
import { getClosedNotice } from '../../feature-flags/service.server.ts';
import type { Language } from '../../guardians/schema.ts';
import { PURCHASE_RELATED_ID } from '../../notifications/schema.ts';
import { createNotifications } from '../../notifications/service.server.ts';
import { moderateMessage, moderateMessages } from '../../safety/service.server.ts';
import { startGuardianCheckout } from '../checkout/service.server.ts';
import { settlePayment, withBillingTransaction } from '../payments/service.server.ts';
import { sumPaidInMonth } from '../spending/service.server.ts';
import { payForm, purchaseForm, replyForm } from './forms.server.ts';
import { parsePurchaseKey, pathForPurchase } from './links.service.server.ts';
import { getPurchaseTexts } from './purchase.texts.ts';
import * as queries from './queries.server.ts';
import {
  CHECKOUTS_PER_REQUEST,
  getBegunSince,
  getRequestState,
  getUnpaidSince,
  REPLIES_PER_REQUEST,
  RETURNS_PER_REQUEST,
  toPurchaseItem,
} from './rules.ts';
import type { PurchaseResult, PurchaseView } from './schema.ts';
import { texts } from './texts.ts';
import { AT_ONCE, getPurchaseTiming } from './timing.service.server.ts';

// What a guardian does who is asked to pay. They are not signed in: whoever has the link in the mail may.

const NOTHING: Omit<PurchaseView, 'language'> = {
  state: 'unknown',
  username: null,
  item: null,
  askedAt: null,
  expiresAt: null,
  monthMinor: 0,
  reply: null,
  isNotPaid: false,
  isBegun: false,
  timing: AT_ONCE,
  closed: null,
};

/** Earlier words to the same player that new ones are looked at together with: a number can be spread over several. */
const REPLIES_TOGETHER = 3;

/**
 * What the guardian's page shows. Opening it decides nothing: programs that look for viruses open the links of mails too.
 * @param key what follows `/guardian/pay/` in the link
 * @param language the language that was asked for; with any other value, the guardian's
 * @param reference of the checkout that they come back from: the provider is asked about it, whatever the address claims
 */
export async function getPurchase(
  ctx: AppContext,
  actor: Actor,
  key: string,
  language: string | null,
  reference: string | null,
): Promise<PurchaseView> {
  authorize(actor, 'guardian:answer');
  const requestId = parsePurchaseKey(ctx, key);
  const chosen = languageField.parse(language) ?? null;
  if (requestId !== null && !(await isOver(ctx, RETURNS_PER_REQUEST, requestId)))
    await settleCheckouts(ctx, requestId, (one) => one.is_open || one.reference === reference);
  const request = requestId === null ? undefined : await queries.findRequest(ctx.db, requestId);
  if (!request) return { ...NOTHING, language: chosen ?? 'en' };
  const item = toPurchaseItem(request);
  const [open, returned, monthMinor, timing, closed] = await Promise.all([
    queries.listUnpaidCheckouts(ctx.db, request.id, getBegunSince(ctx.now())),
    reference === null ? null : queries.findCheckoutState(ctx.db, request.id, reference),
    sumPaidInMonth(ctx, request.player_id),
    getPurchaseTiming(ctx, request.player_id, item),
    getClosedNotice(ctx, 'payments'),
  ]);
  const state = getRequestState(request, ctx.now());
  const isWaiting = returned === 'created' || returned === 'pending';
  return {
    language: chosen ?? request.language,
    // What they come back from may be a second payment of the same.
    state: returned === 'held' ? 'held' : isWaiting && state !== 'paid' ? 'confirming' : state,
    username: request.username,
    item,
    timing,
    askedAt: request.asked_at.toISOString(),
    expiresAt: request.expires_at.toISOString(),
    monthMinor,
    reply: request.reply,
    isNotPaid: returned === 'failed' || returned === 'abandoned',
    isBegun: open.some((one) => one.is_open),
    closed,
  };
}

/**
 * Asks the provider about checkouts of a request that were not paid as far as we know: whoever paid by phone need not have come back, and one
 * that was declined or given up can be paid later.
 * @returns reference of one that turned out to be paid; null if none did
 */
async function settleCheckouts(
  ctx: AppContext,
  requestId: string,
  isAsked: (one: { reference: string; is_open: boolean }) => boolean,
): Promise<string | null> {
  const unpaid = await queries.listUnpaidCheckouts(ctx.db, requestId, getUnpaidSince(ctx.now()));
  let paid: string | null = null;
  try {
    for (const { reference } of unpaid.filter(isAsked)) if ((await settlePayment(ctx, reference)) === 'success') paid = reference;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailableError || error instanceof PaymentsRejectedError)) throw error;
    // The reconciliation job asks again.
    ctx.log.warn({ err: error }, 'a payment of a guardian was not confirmed');
  }
  return paid;
}

async function isOver(ctx: AppContext, limit: RateLimit, requestId: string): Promise<boolean> {
  const [usage] = await ctx.rateLimiter.increment([[limit, toCounterKey(ctx.secret, `purchase request ${requestId}`)]]);
  return (usage?.used ?? 0) > limit.points;
}

/**
 * What a guardian does: pays, or says no.
 * @param fields `do`, `lang`, with pay `channel`, with refuse `reply`
 * @returns the provider's page to redirect to, or what was done; a failure has the code 'bad-input', 'closed' (it cannot be paid or answered any
 *   more), 'too-many-requests', 'switched-off', 'unavailable' (the provider does not answer) or 'not-available' (it refused)
 * @throws AppError 'not-found' if we did not make the key, 'bad-input' if `do` is unknown
 */
export async function runPurchaseAction(
  ctx: AppContext,
  actor: Actor,
  key: string,
  fields: FormFields,
): Promise<{ url: string } | PurchaseResult> {
  authorize(actor, 'guardian:answer');
  const requestId = parsePurchaseKey(ctx, key);
  if (requestId === null) throw new AppError('not-found');
  const { do: action, lang } = parseFormOrThrow(purchaseForm, fields);
  const request = await queries.findRequest(ctx.db, requestId);
  const language = lang ?? request?.language ?? 'en';
  if (!request) return fail(language, 'closed', fields);
  if (language !== request.language) await queries.saveLanguage(ctx.db, requestId, language);
  return action === 'pay' ? pay(ctx, request, fields, language) : refuse(ctx, request, fields, language);
}

type FailureCode = 'closed' | 'switched-off' | 'too-many-requests' | 'unavailable' | 'not-available';

function fail(language: Language, code: FailureCode, fields: FormFields): ActionFailure {
  return actionFailure(code, { error: getPurchaseTexts(language).failed[code], values: pickFields(fields, ['reply']) });
}

async function pay(
  ctx: AppContext,
  request: queries.PurchaseRequestRow,
  fields: FormFields,
  language: Language,
): Promise<{ url: string } | PurchaseResult> {
  const { channel } = parseFormOrThrow(payForm, fields);
  if (await isOver(ctx, CHECKOUTS_PER_REQUEST, request.id)) return fail(language, 'too-many-requests', fields);
  const item = {
    requestId: request.id,
    playerId: request.player_id,
    email: request.email,
    planId: request.plan_id,
    packId: request.pack_id,
    priceMinor: request.price_minor,
    kiddocash: request.kiddocash,
    returnPath: pathForPurchase(ctx, request.id),
  };
  // Paid already, without coming back: it is not paid again.
  const paid = await settleCheckouts(ctx, request.id, () => true);
  if (paid !== null) return { url: `${ctx.config.origin}${item.returnPath}?${new URLSearchParams({ reference: paid }).toString()}` };
  try {
    return await startGuardianCheckout(ctx, item, channel, (trx) => requireOpen(ctx, trx, request.id));
  } catch (error) {
    if (error instanceof ClosedRequestError) return fail(language, 'closed', fields);
    if (error instanceof AppError && (error.code === 'unavailable' || error.code === 'not-available' || error.code === 'switched-off'))
      return fail(language, error.code, fields);
    throw error;
  }
}

class ClosedRequestError extends Error {}

async function requireOpen(ctx: AppContext, trx: Transaction<DB>, requestId: string): Promise<void> {
  const request = await queries.findRequest(trx, requestId);
  if (!request || getRequestState(request, ctx.now()) !== 'open') throw new ClosedRequestError('the request is over');
  if (request.plan_id !== null && (await queries.hasRenewingCard(trx, request.player_id, request.plan_id)))
    throw new ClosedRequestError('a card renews this plan already');
}

async function refuse(
  ctx: AppContext,
  request: queries.PurchaseRequestRow,
  fields: FormFields,
  language: Language,
): Promise<PurchaseResult> {
  const words = getPurchaseTexts(language).fieldErrors.reply;
  const form = parseForm(replyForm, fields, () => words.long, ['reply']);
  if (!form.ok) return form;
  const { reply } = form.value;
  if (reply !== '') {
    if (await isOver(ctx, REPLIES_PER_REQUEST, request.id)) return fail(language, 'too-many-requests', fields);
    if (await isRefusedReply(ctx, request.player_id, reply))
      return actionFailure('bad-input', { fieldErrors: { reply: words.words }, values: pickFields(fields, ['reply']) });
  }
  const playerId = request.player_id;
  const isClosed = await withBillingTransaction(ctx, playerId, async ({ trx, recipientIds, markChanged }) => {
    const current = await queries.findRequest(trx, request.id);
    const state = current && getRequestState(current, ctx.now());
    // Said already: the first word counts.
    if (state === 'refused') return false;
    if (state !== 'open') return true;
    await queries.endOpenRequest(trx, playerId, { state: 'refused', reply: reply === '' ? null : reply, at: ctx.now() });
    const notification = { playerId, type: 'general' as const, relatedId: PURCHASE_RELATED_ID, event: `purchase refused ${request.id}` };
    recipientIds.push(...(await createNotifications(ctx, trx, [{ ...notification, ...texts.notifications.refused(reply) }])));
    markChanged();
    return false;
  });
  return isClosed ? fail(language, 'closed', fields) : { ok: true, do: 'refuse' };
}

/** Whoever has the address need not be a guardian: a child reads these words, so they are looked at as messages are. */
async function isRefusedReply(ctx: AppContext, playerId: string, reply: string): Promise<boolean> {
  if (normalizeMessageText(reply) !== reply || (await moderateMessage(ctx, reply)).refused) return true;
  const before = await queries.listReplies(ctx.db, playerId, REPLIES_TOGETHER);
  return before.length > 0 && (await moderateMessages(ctx, [...before, reply])) !== null;
}
