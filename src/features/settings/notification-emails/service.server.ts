import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../../context.server.ts';
import { isId } from '../../../shared/ids.ts';
import { parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { ONLINE_SECONDS } from '../../../shared/presence.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import type { SettingsResult } from '../schema.ts';
import * as queries from './queries.server.ts';
import {
  BATCH_SIZE,
  DIGEST_INTERVAL_MINUTES,
  buildDigest,
  EMAIL_EXPIRY_HOURS,
  EMAILED_TYPES,
  NOTIFICATION_AGE_DAYS_MAX,
  UNREAD_MINUTES,
} from './rules.ts';
import { emailPreferencesForm, unsubscribeKey } from './forms.server.ts';
import type { EmailPreferences } from './schema.ts';
import { digestEmail, texts } from './texts.ts';

/** The defaults; the table has the same. */
const DEFAULT_PREFERENCES: EmailPreferences = { friends: true, messages: true, games: true };

/** The actor's email preferences. */
export async function getEmailPreferences(ctx: AppContext, actor: Actor): Promise<EmailPreferences> {
  authorize(actor, 'settings:read');
  return (await queries.findEmailPreferences(ctx.db, requirePlayerId(actor))) ?? DEFAULT_PREFERENCES;
}

/** Saves the actor's email preferences. @throws AppError 'bad-input' */
export async function saveEmailPreferences(ctx: AppContext, actor: Actor, fields: FormFields): Promise<SettingsResult> {
  authorize(actor, 'settings:write');
  const preferences = parseFormOrThrow(emailPreferencesForm, fields);
  await queries.saveEmailPreferences(ctx.db, requirePlayerId(actor), preferences, createUnsubscribeKey());
  return { ok: true, action: 'mails', toast: { ...texts.toasts.saved, kind: 'good' } };
}

/** Whether an unsubscribe key from an email is valid. Does not reveal whose it is. */
export async function checkUnsubscribeKey(ctx: AppContext, actor: Actor, key: string): Promise<boolean> {
  authorize(actor, 'email:unsubscribe');
  const parsed = unsubscribeKey.safeParse(key);
  return parsed.success && queries.hasUnsubscribeKey(ctx.db, parsed.data);
}

/** Turns off all emails for the key's owner, signed in or not. @returns false if the key is unknown */
export async function unsubscribeFromEmails(ctx: AppContext, actor: Actor, key: string): Promise<boolean> {
  authorize(actor, 'email:unsubscribe');
  const parsed = unsubscribeKey.safeParse(key);
  return parsed.success && queries.unsubscribeAll(ctx.db, parsed.data);
}

/** Emails a digest to all offline players with notifications that are unread for a while. Safe to run twice, also concurrently. */
export async function sendUnreadDigests(ctx: AppContext): Promise<void> {
  const now = ctx.now();
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const times: queries.DigestTimes = {
    now,
    unreadBefore: ago(UNREAD_MINUTES * 60),
    createdAfter: ago(NOTIFICATION_AGE_DAYS_MAX * 86_400),
    mailedBefore: ago(DIGEST_INTERVAL_MINUTES * 60),
    onlineSince: ago(ONLINE_SECONDS),
  };
  // Each processed player is no longer due, so the loop terminates.
  for (;;) {
    const due = await queries.listDuePlayers(ctx.db, EMAILED_TYPES, times, BATCH_SIZE);
    let failed = 0;
    for (const playerId of due) {
      // A failure for one player must not block the others. They are retried in the next run.
      await sendUnreadDigest(ctx, playerId, times).catch((error: unknown) => {
        failed++;
        ctx.log.error({ err: error, playerId }, 'a player was not written to');
      });
    }
    if (due.length < BATCH_SIZE || failed > 0) return;
  }
}

/** Sends one player a digest of all unread notifications and records that in the same transaction. */
async function sendUnreadDigest(
  ctx: AppContext,
  playerId: string,
  { now, createdAfter: newsSince, mailedBefore }: queries.DigestTimes,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const to = await queries.lockRecipient(trx, playerId, createUnsubscribeKey(), mailedBefore);
    if (!to) return;
    const digest = buildDigest(await queries.claimUnread(trx, playerId, EMAILED_TYPES, newsSince), to.preferences);
    if (!digest) return;
    const { requests, accepted, messages, games, groups } = digest;
    const [usernames, titles] = [
      await queries.getUsernamesById(trx, [...requests, ...accepted, ...messages].filter(isId)),
      await queries.getTitlesById(trx, games),
    ];
    const toMentions = (ids: string[]) => ids.flatMap((id) => (usernames.has(id) ? [`@${usernames.get(id)}`] : []));
    const named = {
      requests: toMentions(requests),
      accepted: toMentions(accepted),
      messages: toMentions(messages),
      games: games.flatMap((id) => titles.get(id) ?? []),
      groups: groups.length,
    };
    // Everything that the digest would name was deleted meanwhile.
    if (groups.length === 0 && [named.requests, named.accepted, named.messages, named.games].every((names) => names.length === 0)) return;
    const { origin } = ctx.config;
    const links = {
      look: `${origin}/notifications/list`,
      settings: `${origin}/settings?tab=notifications`,
      stop: `${origin}/mails/stop/${to.unsubscribeKey}`,
    };
    await queries.markMailed(trx, playerId, now);
    const until = new Date(now.getTime() + EMAIL_EXPIRY_HOURS * 3_600_000).toISOString();
    await enqueueEmail(ctx, { ...digestEmail(to.email, to.username, named, links), until }, trx);
  });
}

function createUnsubscribeKey(): string {
  return randomBytes(24).toString('base64url');
}
