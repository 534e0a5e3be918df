import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { sendEmail, sendEmailJob } from '../../mail/service.server.ts';
import * as queries from './queries.server.ts';
import { ACCOUNTS_PER_RUN, getRequeueCutoff, getWarnedCutoff, getWarningEnd, INACTIVE_PAGE_SIZE } from './rules.ts';
import { emailTemplates } from './texts.ts';

// Accounts that nobody uses (docs/decisions/060). A visit of the player takes everything back, in the database: a trigger on sessions.

/** Who gets the warning about an account, each in a mail of their own. Whoever else has to be told is added here. */
function listRecipients(player: queries.InactivePlayer): string[] {
  return [player.email];
}

/**
 * Sends the warning, and records that a mail server took it. A job of its own and not the common one of mails, because only what was taken
 * counts as said. It gives up after the same time; the nightly job queues it again.
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
    const warning = { ...player, until: getWarningEnd(now).toISOString() };
    const urls = { login: `${origin}/login`, contact: `${origin}/contact` };
    // After a crash some are sent again. The days count from the last time, so what any of the mails says is never too late.
    for (const [at, to] of listRecipients(player).entries()) await sendEmail(ctx, emailTemplates.warning(to, warning, urls), `${id}-${at}`);
    await queries.markWarned(ctx.db, playerId, now);
  },
};

/**
 * Queues the warnings of accounts that nobody used for 24 months. Concurrent runs are safe: each account is marked and its mail queued in
 * one transaction. @returns the number of mails queued
 */
export async function warnInactivePlayers(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'account:erase');
  const now = ctx.now();
  const warned = await forEachPage(ctx, async (trx, limit) => {
    const ids = await queries.queueWarnings(trx, now, getRequeueCutoff(now), limit);
    for (const playerId of ids) await ctx.jobs.enqueue(sendInactivityWarningJob, { playerId }, trx);
    return ids;
  });
  return warned.length;
}

/**
 * Closes the accounts that were warned 30 days ago and are still inactive. Their deletion date is now, so the erasure of the same night takes
 * them; nobody signs in to an account of which a part is gone already. @returns their number
 */
export async function closeInactiveAccounts(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'account:erase');
  const now = ctx.now();
  const closed = await forEachPage(ctx, (trx, limit) => queries.closeInactiveAccounts(trx, now, getWarnedCutoff(now), limit));
  for (const id of closed) ctx.logSecurity('user_archived', ['system', id]);
  return closed.length;
}

/** Runs a page of work in a transaction until there is no more, or enough for one night. @returns the ids of all pages */
async function forEachPage(ctx: AppContext, work: (trx: Transaction<DB>, limit: number) => Promise<string[]>): Promise<string[]> {
  const done: string[] = [];
  while (done.length < ACCOUNTS_PER_RUN) {
    const limit = Math.min(INACTIVE_PAGE_SIZE, ACCOUNTS_PER_RUN - done.length);
    const ids = await ctx.db.transaction().execute((trx) => work(trx, limit));
    done.push(...ids);
    if (ids.length < limit) break;
  }
  return done;
}
