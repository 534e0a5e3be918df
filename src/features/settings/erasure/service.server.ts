import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { eraseEmails } from '../../mail/service.server.ts';
import { eraseReader } from '../../newsletter/service.server.ts';
import { endBilling } from '../../subscriptions/service.server.ts';
import { getUsernameClaim } from '../account/service.server.ts';
import * as queries from './queries.server.ts';
import { ERASURE_PAGE_SIZE, ERASURES_PER_RUN, toMentions, createMentionMatcher, type ErasureSubject } from './rules.ts';
import { erasedText } from './texts.ts';

/** Shorter names are ignored: they would remove letters from unrelated texts. */
const NAME_MIN = 2;

/**
 * Permanently deletes the accounts whose deletion date has passed. An account that cannot be deleted now (for example because a payment
 * provider is unavailable) stays unchanged and is retried in the next run. @returns the number of deleted accounts
 */
export async function eraseDueAccounts(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'account:forget');
  await queries.eraseLateWebhookEvents(ctx.db);
  let erasedCount = 0;
  let after: { at: Date; id: string } | null = null;
  while (erasedCount < ERASURES_PER_RUN) {
    const due: { id: string; deletes_at: Date }[] = await queries.listDueAccounts(ctx.db, ctx.now(), after, ERASURE_PAGE_SIZE);
    for (const { id } of due) {
      try {
        if (await eraseAccount(ctx, id)) erasedCount++;
      } catch (error) {
        ctx.log.error({ err: error }, 'an account was not deleted; it is tried again');
      }
    }
    const last = due.at(-1);
    if (!last || due.length < ERASURE_PAGE_SIZE) break;
    after = { at: last.deletes_at, id: last.id };
  }
  return erasedCount;
}

/** Erases one player. Data outside the database comes first: if this fails halfway, the account is still there to be found again. */
async function eraseAccount(ctx: AppContext, id: string): Promise<boolean> {
  const claim = getUsernameClaim(id);
  const names = await queries.findPlayerNames(ctx.db, id, claim);
  if (!names) return false;
  const who = toErasureSubject(id, names);
  await endBilling(ctx, id);
  await eraseOutsideDatabase(ctx, who);
  const isDone = await ctx.db.transaction().execute(async (trx) => {
    if (!(await queries.lockDueAccount(trx, id, ctx.now()))) return false;
    await queries.beginErasure(trx, who);
    await queries.eraseFromAuditLogAndLedger(trx, who);
    await queries.eraseFromReports(trx, who, erasedText);
    await queries.eraseFromContactMessages(trx, who, names.email);
    await eraseReader(ctx, trx, names.email);
    await queries.eraseFromNotifications(trx, who);
    await queries.eraseFromPayments(trx, who);
    await queries.eraseRemainingTraces(trx, who, claim);
    await queries.deleteAccount(trx, id);
    return true;
  });
  if (!isDone) return false;
  ctx.bus.publish({ kind: 'player-out', playerId: id });
  // A concurrent render job may have written pictures meanwhile. From now on it does not find the player any more.
  await erasePictures(ctx, id);
  return true;
}

async function erasePictures(ctx: AppContext, id: string): Promise<void> {
  for (const folder of ['avatars', 'uploads']) await ctx.files.removeFolder(`${folder}/${id}`);
}

/** Pictures, queued emails and, in demo mode, the data of the sandbox payment provider and the outbox. */
async function eraseOutsideDatabase(ctx: AppContext, who: ErasureSubject): Promise<void> {
  await erasePictures(ctx, who.id);
  await eraseEmails(ctx, createMentionMatcher(who));
  if (ctx.sandboxProvider === null) return;
  for (let after = ''; ;) {
    const references = await queries.listPaymentReferences(ctx.db, who.id, 'till', after, ERASURE_PAGE_SIZE);
    for (const reference of references) await ctx.sandboxProvider.erasePurchase(reference);
    if (references.length < ERASURE_PAGE_SIZE) return;
    after = references.at(-1) ?? after;
  }
}

type Names = NonNullable<Awaited<ReturnType<typeof queries.findPlayerNames>>>;

function toErasureSubject(id: string, names: Names): ErasureSubject {
  const long = (all: string[]) => all.filter((name) => name.length >= NAME_MIN);
  const usernames = long([names.username, ...names.former]);
  return {
    id,
    gone: `left-${randomBytes(9).toString('hex')}`,
    emails: names.next === null ? [names.email] : [names.email, names.next],
    usernames,
    displayNames: long([names.display_name]),
    mentions: toMentions(usernames),
  };
}
