import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { forgetLetters } from '../../mail/service.server.ts';
import { forgetReader } from '../../newsletter/service.server.ts';
import { endPaymentsOf } from '../../subscriptions/leaving/service.server.ts';
import { claimOf } from '../account/service.server.ts';
import * as queries from './queries.server.ts';
import { FORGET_PAGE, FORGOTTEN_AT_ONCE, mentionsOf, namesThem, type Forgotten } from './rules.ts';
import { leftWords } from './texts.ts';

/** Shorter words name nobody: they would take letters out of everything. */
const NAME_MIN = 2;

/**
 * Deletes the accounts whose time has come, for good. One that cannot be deleted now (a provider that is away) stays as it is, and is
 * tried again the next time. @returns how many are gone
 */
export async function forgetDue(ctx: AppContext, actor: Actor): Promise<number> {
  authorize(actor, 'account:forget');
  await queries.forgetLateEvents(ctx.db);
  let gone = 0;
  let after: { at: Date; id: string } | null = null;
  while (gone < FORGOTTEN_AT_ONCE) {
    const due: { id: string; deletes_at: Date }[] = await queries.dueAccounts(ctx.db, ctx.now(), after, FORGET_PAGE);
    for (const { id } of due) {
      try {
        if (await forget(ctx, id)) gone++;
      } catch (error) {
        ctx.log.error({ err: error }, 'an account was not deleted; it is tried again');
      }
    }
    const last = due.at(-1);
    if (!last || due.length < FORGET_PAGE) break;
    after = { at: last.deletes_at, id: last.id };
  }
  return gone;
}

/** Everything of one player. What is outside the database first: the account is what it is found by, should this break off. */
async function forget(ctx: AppContext, id: string): Promise<boolean> {
  const claim = claimOf(id);
  const names = await queries.namesOf(ctx.db, id, claim);
  if (!names) return false;
  const who = whoOf(id, names);
  await endPaymentsOf(ctx, id);
  await forgetFiles(ctx, who);
  const isDone = await ctx.db.transaction().execute(async (trx) => {
    if (!(await queries.holdDue(trx, id, ctx.now()))) return false;
    await queries.beginForgetting(trx, who);
    await queries.forgetInBooks(trx, who);
    await queries.forgetInReports(trx, who, leftWords);
    await queries.forgetInMessages(trx, who, names.email);
    await forgetReader(ctx, trx, names.email);
    await queries.forgetInNotifications(trx, who);
    await queries.forgetInPayments(trx, who);
    await queries.forgetTraces(trx, who, claim);
    await queries.deleteAccount(trx, id);
    return true;
  });
  if (!isDone) return false;
  ctx.bus.publish({ kind: 'player-out', playerId: id });
  // A drawing that was under way may have put its pictures there meanwhile; from now on none finds whom to draw.
  await forgetPictures(ctx, id);
  return true;
}

async function forgetPictures(ctx: AppContext, id: string): Promise<void> {
  for (const folder of ['avatars', 'uploads']) await ctx.files.removeFolder(`${folder}/${id}`);
}

/** Pictures, letters in the post, and in demo mode what stands in for a provider and for mailboxes. */
async function forgetFiles(ctx: AppContext, who: Forgotten): Promise<void> {
  await forgetPictures(ctx, who.id);
  await forgetLetters(ctx, namesThem(who));
  if (ctx.sandboxProvider === null) return;
  for (let after = ''; ;) {
    const references = await queries.paymentReferences(ctx.db, who.id, 'till', after, FORGET_PAGE);
    for (const reference of references) await ctx.sandboxProvider.forget(reference);
    if (references.length < FORGET_PAGE) return;
    after = references.at(-1) ?? after;
  }
}

type Names = NonNullable<Awaited<ReturnType<typeof queries.namesOf>>>;

function whoOf(id: string, names: Names): Forgotten {
  const long = (all: string[]) => all.filter((name) => name.length >= NAME_MIN);
  const usernames = long([names.username, ...names.former]);
  return {
    id,
    gone: `left-${randomBytes(9).toString('hex')}`,
    emails: names.next === null ? [names.email] : [names.email, names.next],
    usernames,
    displayNames: long([names.display_name]),
    mentions: mentionsOf(usernames),
  };
}
