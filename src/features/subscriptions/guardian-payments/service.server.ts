import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { needsGuardian } from '../../../shared/permissions.ts';
import { recordGuardianMail, sendForeignMail } from '../../guardians/emails/service.server.ts';
import { sendEmailJob } from '../../mail/service.server.ts';
import type { GuardianReach } from '../refund-requests/schema.ts';
import * as queries from './queries.server.ts';
import { emails, type GuardianPayment, type GuardianRefund } from './texts.ts';

// What is particular about a payment that a guardian makes for a player who asked them: when it brings nothing, and who hears of it.

/** Sends a guardian the receipt of what they paid, or says that it brought nothing. */
export const sendPurchaseReceiptJob = {
  name: 'payments.send-purchase-receipt',
  retry: sendEmailJob.retry,
  run: (ctx: AppContext, { mailId, payment }: { mailId: string; payment: GuardianPayment }, id: string) =>
    sendForeignMail(ctx, mailId, id, (mail) => emails[payment.isHeld ? 'held' : 'receipt'](mail, payment, `${ctx.config.origin}/contact`)),
};

/** Tells a guardian that what they paid goes back, in whole or in part. */
export const sendPurchaseRefundJob = {
  name: 'payments.send-purchase-refund',
  retry: sendEmailJob.retry,
  run: (ctx: AppContext, { mailId, refund }: { mailId: string; refund: GuardianRefund }, id: string) =>
    sendForeignMail(ctx, mailId, id, (mail) => emails.refund(mail, refund, `${ctx.config.origin}/contact`)),
};

/**
 * Why what a guardian paid brings nothing, for operators: they do not allow any buying any more, which a page of the provider that was open
 * before does not know; or the same request was paid already, by another way or in another tab. Null: it is as it should be.
 * @param trx holds the lock of the player's row
 */
export async function findGuardianPaymentFault(
  trx: Transaction<DB>,
  requestId: string | null,
): Promise<{ fault: string; isDisallowed: boolean } | null> {
  const request = requestId === null ? undefined : await queries.findPaidRequest(trx, requestId);
  // Deleted with its time, long after anybody could pay it: what was paid counts.
  if (!request) return null;
  if (request.state === 'paid') return { fault: 'paid a second time by the guardian', isDisallowed: false };
  if (request.is_closing) return { fault: 'the account is closed, or about to be deleted', isDisallowed: false };
  if (!needsGuardian(request.age_band)) return null;
  if (request.guardianship_state === 'given' && request.buying !== 'none') return null;
  return { fault: 'not allowed by a guardian: buying was closed after the checkout began', isDisallowed: true };
}

/**
 * Records that a request is paid, or only that its payment is held, and queues the mail that tells the guardian.
 * @returns whether the player has to hear of it: not of a second payment of what they have
 */
export async function finishGuardianPayment(
  ctx: AppContext,
  trx: Transaction<DB>,
  requestId: string | null,
  payment: GuardianPayment,
): Promise<boolean> {
  const request = requestId === null ? undefined : await queries.findPaidRequest(trx, requestId);
  if (requestId === null || !request) return true;
  if (!payment.isHeld) await queries.savePaid(trx, requestId, ctx.now());
  const mailId = await recordGuardianMail(ctx, trx, request.guardianship_id, 'purchase-receipt');
  await ctx.jobs.enqueue(sendPurchaseReceiptJob, { mailId, payment }, trx);
  return request.state !== 'paid';
}

/**
 * Whether a guardian who paid can be told what becomes of it. 'forgotten': their request was deleted with its time; 'mailbox-gone': our team was
 * told so, and whoever reads that mailbox now may be somebody else.
 */
export async function findGuardianReach(trx: Transaction<DB>, requestId: string | null): Promise<GuardianReach> {
  const request = requestId === null ? undefined : await queries.findPaidRequest(trx, requestId);
  if (!request) return 'forgotten';
  return request.is_mailbox_gone ? 'mailbox-gone' : 'mail';
}

/** Queues the mail that tells a guardian what goes back of their payment, unless no mail reaches them (`findGuardianReach`). */
export async function tellGuardianOfRefund(
  ctx: AppContext,
  trx: Transaction<DB>,
  requestId: string | null,
  refund: GuardianRefund,
): Promise<void> {
  const request = requestId === null ? undefined : await queries.findPaidRequest(trx, requestId);
  if (!request || request.is_mailbox_gone) return;
  const mailId = await recordGuardianMail(ctx, trx, request.guardianship_id, 'purchase-receipt');
  await ctx.jobs.enqueue(sendPurchaseRefundJob, { mailId, refund }, trx);
}
