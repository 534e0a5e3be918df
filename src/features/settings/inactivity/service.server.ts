import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { authorize, SYSTEM, type Actor } from '../../../shared/permissions.ts';
import { urlForAgreement } from '../../guardians/links.service.server.ts';
import { enqueueEmail, sendEmail, sendEmailJob } from '../../mail/service.server.ts';
import { eraseDueAccount } from '../erasure/service.server.ts';
import * as queries from './queries.server.ts';
import { CLOSED_PER_RUN, getLastDay, getWarningCutoff, INACTIVE_PAGE_SIZE, WARNINGS_PER_RUN } from './rules.ts';
import { emailTemplates } from './texts.ts';

// Accounts that nobody uses (docs/decisions/060). A visit of the player takes everything back, in the database: a trigger on sessions.

/**
 * Sends the warning to the player, and records that a mail server took it. A job of its own and not the common one of mails, because only what
 * was taken counts as said. It gives up after the same time; the nightly job queues it again. Then the guardian who agreed gets a mail of their
 * own, which is queued like others: a guardian's mailbox that is away makes nobody write to the player again, and keeps no account.
 */
export const sendInactivityWarningJob = {
  name: 'settings.send-inactivity-warning',
  retry: sendEmailJob.retry,
  priority: -1,
  async run(ctx: AppContext, { playerId }: { playerId: string }, id: string): Promise<void> {
    const now = ctx.now();
    const player = await queries.findPlayerToWarn(ctx.db, playerId, now);
    // They came back, asked for the deletion themselves, or a moderator has begun to look.
    if (!player) return;
    const { origin } = ctx.config;
    const warning = { ...player, lastDay: getLastDay(now).toISOString() };
    const urls = { login: `${origin}/login`, contact: `${origin}/contact` };
    // After a crash it is sent again. The days count from the last time, so what any of the mails says is never too late.
    await sendEmail(ctx, emailTemplates.warning(player.email, warning, urls), id);
    await ctx.db.transaction().execute(async (trx) => {
      if (!(await queries.markWarned(trx, playerId, now)) || player.guardian === null) return;
      const { email, language, mailId } = player.guardian;
      // Demo mode's guardians got no mail.
      const page = mailId === null ? null : urlForAgreement(ctx, mailId);
      await enqueueEmail(ctx, emailTemplates.guardianWarning[language](email, warning, { ...urls, page }), trx);
    });
  },
};

/**
 * Queues the warnings of accounts that nobody used for 24 months. Concurrent runs are safe: each account is marked and its mail queued in
 * one transaction. @returns the number of mails queued
 */
export async function warnInactivePlayers(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'account:erase');
  const now = ctx.now();
  const queueWarnings = async (trx: Transaction<DB>, limit: number) => {
    const ids = await queries.queueWarnings(trx, now, getWarningCutoff(now), limit);
    for (const playerId of ids) await ctx.jobs.enqueue(sendInactivityWarningJob, { playerId }, trx);
    return ids;
  };
  let count = 0;
  for await (const ids of runPages(ctx, WARNINGS_PER_RUN, queueWarnings)) count += ids.length;
  return count;
}

/**
 * Closes the accounts that were warned 30 days ago and are still inactive, and erases them at once, so that hardly anybody meets an account that
 * is closed and still there. What cannot be erased now is due, and the nightly erasure tries it again. @returns the number of closed accounts
 */
export async function closeInactiveAccounts(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'account:erase');
  const now = ctx.now();
  const close = (trx: Transaction<DB>, limit: number) => queries.closeInactiveAccounts(trx, now, getWarningCutoff(now), limit);
  let count = 0;
  for await (const ids of runPages(ctx, CLOSED_PER_RUN, close)) {
    for (const id of ids) ctx.logSecurity('user_archived', ['system', id]);
    for (const id of ids) await eraseDueAccount(ctx, SYSTEM, id);
    count += ids.length;
  }
  return count;
}

/** Runs pages of work, each in its own transaction, until there is no more, or `max` for one night. Yields the ids of each page. */
async function* runPages(
  ctx: AppContext,
  max: number,
  work: (trx: Transaction<DB>, limit: number) => Promise<string[]>,
): AsyncGenerator<string[]> {
  for (let count = 0; count < max;) {
    const limit = Math.min(INACTIVE_PAGE_SIZE, max - count);
    const ids = await ctx.db.transaction().execute((trx) => work(trx, limit));
    yield ids;
    count += ids.length;
    if (ids.length < limit) return;
  }
}
