import type { AppContext } from '../../../context.server.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { ONLINE_SECONDS } from '../../friends/limits/rules.ts';
import { listPresenceSubscribers } from '../../friends/queries.server.ts';
import type { SettingsResult } from '../schema.ts';
import * as queries from './queries.server.ts';
import { privacyForm, type PrivacySettings } from './schema.ts';
import { texts } from './texts.ts';

/** Who never said anything is open to everybody, as the tables have it. */
const DEFAULT_PRIVACY: PrivacySettings = { profile: 'everyone', finding: 'everyone', asking: 'everyone', online: true };

/** What the actor wishes: who sees the profile, may find, may ask; and whether being online shows. */
export async function getPrivacySettings(ctx: AppContext, actor: Actor): Promise<PrivacySettings> {
  authorize(actor, 'settings:read');
  return (await queries.findPrivacySettings(ctx.db, requirePlayerId(actor))) ?? DEFAULT_PRIVACY;
}

/** Keeps what the actor wishes. Every query about a player asks for it (friends/queries.server.ts), so it counts at once. */
export async function savePrivacySettings(ctx: AppContext, actor: Actor, fields: Record<string, string>): Promise<SettingsResult> {
  authorize(actor, 'settings:write');
  const playerId = requirePlayerId(actor);
  const parsed = privacyForm.safeParse(fields);
  const result = { form: 'privacy', fieldErrors: {}, values: {} };
  if (!parsed.success) return { ...result, ok: false, toast: { ...texts.toasts.failed, kind: 'bad' } };
  const settings = parsed.data;
  const since = new Date(ctx.now().getTime() - ONLINE_SECONDS * 1000);
  const notified = await ctx.db.transaction().execute(async (trx) => {
    const before = (await queries.findPrivacySettings(trx, playerId)) ?? DEFAULT_PRIVACY;
    const hasChanged = before.online !== settings.online && (await queries.isOnline(trx, playerId, since));
    // Those who saw it until now are asked for before, those who see it from now on after.
    const audienceBefore = hasChanged && before.online ? await listPresenceSubscribers(trx, [playerId]) : [];
    await queries.savePrivacySettings(trx, playerId, settings);
    return hasChanged && settings.online ? listPresenceSubscribers(trx, [playerId]) : audienceBefore;
  });
  for (const { who, friends } of notified)
    ctx.bus.publish({ kind: 'presence', who, online: settings.online, playerIds: friends, isHidden: !settings.online });
  return { ...result, ok: true, toast: { ...texts.toasts.saved, kind: 'good' } };
}
