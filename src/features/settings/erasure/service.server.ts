import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { Eraser, ErasureSubject } from '../../../infra/erasure.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { accountsEraser } from '../../accounts/erasure/service.server.ts';
import { articlesEraser } from '../../articles/erasure.service.server.ts';
import { auditLogEraser } from '../../audit-log/erasure/service.server.ts';
import { avatarsEraser } from '../../avatars/erasure.service.server.ts';
import { caseQueueEraser } from '../../case-queue/erasure/service.server.ts';
import { chatEraser } from '../../chat/erasure/service.server.ts';
import { contactEraser } from '../../contact/erasure/service.server.ts';
import { friendsEraser } from '../../friends/erasure.service.server.ts';
import { guardiansEraser } from '../../guardians/erasure.service.server.ts';
import { groupsEraser } from '../../groups/erasure.service.server.ts';
import { helpRequestsEraser } from '../../help-requests/erasure/service.server.ts';
import { groupReportsEraser } from '../../groups/reports/erasure.service.server.ts';
import { gamesEraser } from '../../games/erasure.service.server.ts';
import { libraryEraser } from '../../library/erasure.service.server.ts';
import { mailEraser } from '../../mail/erasure.service.server.ts';
import { marketEraser } from '../../market/erasure.service.server.ts';
import { moderationEraser } from '../../moderation/erasure.service.server.ts';
import { isDeletionPaused } from '../../moderation/retention/service.server.ts';
import { newsletterEraser } from '../../newsletter/erasure.service.server.ts';
import { notificationsEraser } from '../../notifications/erasure/service.server.ts';
import { pushEraser } from '../../push/erasure.service.server.ts';
import { riskScoringEraser } from '../../risk-scoring/erasure.service.server.ts';
import { recommendationsEraser } from '../../recommendations/erasure.service.server.ts';
import { reportsEraser } from '../../reports/erasure/service.server.ts';
import { eraseLateWebhookEvents } from '../../subscriptions/erasure/queries.server.ts';
import { subscriptionsEraser } from '../../subscriptions/erasure/service.server.ts';
import { statisticsEraser } from '../../statistics/erasure.service.server.ts';
import { walletEraser } from '../../wallet/erasure/service.server.ts';
import { getUsernameClaim } from '../account/service.server.ts';
import * as queries from './queries.server.ts';
import { ERASURE_PAGE_SIZE, ERASURES_PER_RUN, toMentions } from './rules.ts';

/** Shorter names are ignored: they would remove letters from unrelated texts. */
const NAME_MIN = 2;

/** The settings are deleted, and the reservations of former usernames. */
const settingsEraser: Eraser<AppContext> = {
  deletedTables: [
    'privacy',
    'email_preferences',
    'username_changes',
    'display_name_changes',
    'former_names',
    'email_changes',
    'last_visits',
  ],
  eraseRows: (_ctx, trx, who) => queries.deleteFormerUsernames(trx, getUsernameClaim(who.id)),
};

/** The erasers of all features, in the order in which they run. */
export const ERASERS: readonly Eraser<AppContext>[] = [
  // First: while the payment provider does not confirm that no card is charged, nothing is erased.
  subscriptionsEraser,
  // Before those that take the player out of reports and out of the audit log: it copies what a case needs.
  moderationEraser,
  avatarsEraser,
  mailEraser,
  auditLogEraser,
  walletEraser,
  reportsEraser,
  groupReportsEraser,
  helpRequestsEraser,
  caseQueueEraser,
  chatEraser,
  groupsEraser,
  contactEraser,
  newsletterEraser,
  notificationsEraser,
  accountsEraser,
  settingsEraser,
  // These have nothing to do: foreign keys delete or keep their rows.
  gamesEraser,
  libraryEraser,
  recommendationsEraser,
  friendsEraser,
  guardiansEraser,
  pushEraser,
  riskScoringEraser,
  statisticsEraser,
  marketEraser,
  articlesEraser,
];

/**
 * Permanently deletes the accounts whose deletion date has passed. An account that cannot be deleted now (for example because a payment
 * provider is unavailable) stays unchanged and is retried in the next run. So does one that has to wait, because a report about it is open
 * or a mute or ban runs. @returns the number of deleted accounts
 */
export async function eraseDueAccounts(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'account:erase');
  await eraseLateWebhookEvents(ctx.db);
  let erasedCount = 0;
  let after: { at: Date; id: string } | null = null;
  while (erasedCount < ERASURES_PER_RUN) {
    const due: { id: string; deletes_at: Date }[] = await queries.listDueAccounts(ctx.db, ctx.now(), after, ERASURE_PAGE_SIZE);
    for (const { id } of due) if (await eraseDueAccount(ctx, actor, id)) erasedCount++;
    const last = due.at(-1);
    if (!last || due.length < ERASURE_PAGE_SIZE) break;
    after = { at: last.deletes_at, id: last.id };
  }
  return erasedCount;
}

/**
 * Erases an account now if its deletion date has passed and nothing has to be waited for. An error is logged. Only services call this.
 * @returns whether it was erased; else the nightly job tries again
 */
export async function eraseDueAccount(ctx: AppContext, actor: Actor, id: string): Promise<boolean> {
  authorize(actor, 'account:erase');
  try {
    return await eraseAccount(ctx, id);
  } catch (error) {
    ctx.log.error({ err: error }, 'an account was not deleted; it is tried again');
    return false;
  }
}

/** Erases one player whose deletion date has passed. */
async function eraseAccount(ctx: AppContext, id: string): Promise<boolean> {
  // Asked again, since others of the page were erased meanwhile: nothing outside of the database goes while the account has to wait.
  if (await isDeletionPaused(ctx, id)) return false;
  return erasePlayer(ctx, id, ERASERS, async (trx) => {
    if (!(await queries.lockDueAccount(trx, id, ctx.now()))) return false;
    // In a statement of its own, which sees what those wrote that the lock waited for. Who reports or bans the player now waits for us.
    return !(await isDeletionPaused(ctx, id, trx));
  });
}

/**
 * Erases one player. Data outside the database comes first: if this fails halfway, the account is still there to be found again. Only other
 * services call this.
 * @param lock locks the account until the commit. @returns whether it is to be erased
 * @returns whether the player was erased
 */
export async function erasePlayer(
  ctx: AppContext,
  id: string,
  erasers: readonly Eraser<AppContext>[],
  lock: (trx: Transaction<DB>) => Promise<boolean>,
): Promise<boolean> {
  const names = await queries.findPlayerNames(ctx.db, id);
  if (!names) return false;
  const who = toErasureSubject(id, names);
  for (const eraser of erasers) await eraser.eraseOutside?.(ctx, who);
  const isDone = await ctx.db.transaction().execute(async (trx) => {
    if (!(await lock(trx))) return false;
    await queries.beginErasure(trx, who);
    for (const eraser of erasers) await eraser.eraseRows?.(ctx, trx, who);
    await queries.deleteCountersAndJobs(trx, id);
    await queries.deleteAccount(trx, id);
    return true;
  });
  if (!isDone) return false;
  ctx.logSecurity('user_deleted', ['system', id]);
  ctx.bus.publish({ kind: 'player-out', playerId: id });
  for (const eraser of erasers) await eraser.eraseAfterwards?.(ctx, who);
  return true;
}

type Names = NonNullable<Awaited<ReturnType<typeof queries.findPlayerNames>>>;

function toErasureSubject(id: string, names: Names): ErasureSubject {
  const long = (all: string[]) => all.filter((name) => name.length >= NAME_MIN);
  const usernames = long([names.username, ...names.former]);
  return {
    id,
    replacementId: `left-${randomBytes(9).toString('hex')}`,
    email: names.email,
    emails: names.next === null ? [names.email] : [names.email, names.next],
    usernames,
    displayNames: long([names.display_name]),
    mentions: toMentions(usernames),
  };
}
