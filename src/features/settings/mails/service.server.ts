import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../../context.server.ts';
import { isId } from '../../../shared/ids.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { ONLINE_SECONDS } from '../../friends/asking/rules.ts';
import { postLetter } from '../../mail/service.server.ts';
import type { SettingsAnswer } from '../schema.ts';
import * as queries from './queries.server.ts';
import { AT_ONCE, BETWEEN_MINUTES, gather, LETTER_HOURS, MAILED, NEWS_DAYS, UNREAD_MINUTES } from './rules.ts';
import { stopKey, wishesForm, type MailWishes } from './schema.ts';
import { newsLetter, texts } from './texts.ts';

/** Who never said anything gets them all, as the table has it. */
const ALL: MailWishes = { friends: true, messages: true, games: true };

/** Which mails the actor gets. */
export async function viewMailWishes(ctx: AppContext, actor: Actor): Promise<MailWishes> {
  authorize(actor, 'settings:read');
  return (await queries.wishesOf(ctx.db, requirePlayerId(actor))) ?? ALL;
}

/** Keeps which mails the actor gets. */
export async function saveMailWishes(ctx: AppContext, actor: Actor, fields: Record<string, string>): Promise<SettingsAnswer> {
  authorize(actor, 'settings:write');
  const parsed = wishesForm.safeParse(fields);
  const answer = { form: 'mails', faults: {}, typed: {} };
  if (!parsed.success) return { ...answer, ok: false, toast: { ...texts.toasts.failed, kind: 'bad' } };
  await queries.putWishes(ctx.db, requirePlayerId(actor), parsed.data, newKey());
  return { ...answer, ok: true, toast: { ...texts.toasts.saved, kind: 'good' } };
}

/** Whether a key from a mail stops somebody's mails. Says nothing about whose. */
export async function checkStop(ctx: AppContext, actor: Actor, key: string): Promise<boolean> {
  authorize(actor, 'mails:stop');
  const parsed = stopKey.safeParse(key);
  return parsed.success && queries.isStopKey(ctx.db, parsed.data);
}

/** Stops the mails of whose key it is, signed in or not. @returns false for no key of anybody */
export async function stopMails(ctx: AppContext, actor: Actor, key: string): Promise<boolean> {
  authorize(actor, 'mails:stop');
  const parsed = stopKey.safeParse(key);
  return parsed.success && queries.stopAll(ctx.db, parsed.data);
}

/** Writes to all who have not seen for a while what happened, and are not here. It may run twice, and at once. */
export async function mailUnread(ctx: AppContext): Promise<void> {
  const now = ctx.now();
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const times: queries.Times = {
    now,
    unreadBefore: ago(UNREAD_MINUTES * 60),
    newsSince: ago(NEWS_DAYS * 86_400),
    mailedBefore: ago(BETWEEN_MINUTES * 60),
    hereSince: ago(ONLINE_SECONDS),
  };
  // Whoever was looked at is not due any more, so this comes to an end.
  for (;;) {
    const due = await queries.duePlayers(ctx.db, MAILED, times, AT_ONCE);
    let failed = 0;
    for (const playerId of due) {
      // One whose letter cannot be made must not hold up the others; they are tried again with the next run.
      await mailOne(ctx, playerId, times).catch((error: unknown) => {
        failed++;
        ctx.log.error({ err: error, playerId }, 'a player was not written to');
      });
    }
    if (due.length < AT_ONCE || failed > 0) return;
  }
}

/** One letter to one player about all that they have not read, in one transaction with the note that they got it. */
async function mailOne(ctx: AppContext, playerId: string, { now, newsSince, mailedBefore }: queries.Times): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const to = await queries.holdAddressee(trx, playerId, newKey(), mailedBefore);
    if (!to) return;
    const gathered = gather(await queries.takeUnread(trx, playerId, MAILED, newsSince), to.wishes);
    if (!gathered) return;
    const { requests, accepted, messages, games } = gathered;
    const [usernames, titles] = [
      await queries.usernamesOf(trx, [...requests, ...accepted, ...messages].filter(isId)),
      await queries.titlesOf(trx, games),
    ];
    const people = (ids: string[]) => ids.flatMap((id) => (usernames.has(id) ? [`@${usernames.get(id)}`] : []));
    const named = {
      requests: people(requests),
      accepted: people(accepted),
      messages: people(messages),
      games: games.flatMap((id) => titles.get(id) ?? []),
    };
    // All of them are gone meanwhile.
    if (Object.values(named).every((names) => names.length === 0)) return;
    const { origin } = ctx.config;
    const links = {
      look: `${origin}/notifications/list`,
      settings: `${origin}/settings?tab=notifications`,
      stop: `${origin}/mails/stop/${to.stopKey}`,
    };
    await queries.noteMailed(trx, playerId, now);
    const until = new Date(now.getTime() + LETTER_HOURS * 3_600_000).toISOString();
    await postLetter(ctx, { ...newsLetter(to.email, to.username, named, links), until }, trx as never);
  });
}

function newKey(): string {
  return randomBytes(24).toString('base64url');
}
