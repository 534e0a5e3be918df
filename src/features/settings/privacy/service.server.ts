import type { AppContext } from '../../../context.server.ts';
import { parseForm, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { DEFAULT_PRIVACY } from '../../friends/access/rules.ts';
import { ONLINE_SECONDS } from '../../../shared/presence.ts';
import { listPresenceSubscribers } from '../../friends/queries.server.ts';
import type { SettingsResult } from '../schema.ts';
import * as queries from './queries.server.ts';
import { privacyForm } from './forms.server.ts';
import type { PrivacyView } from './schema.ts';
import { texts } from './texts.ts';

/** The actor's privacy settings, and the age band that limits what they open. */
export async function getPrivacySettings(ctx: AppContext, actor: Actor): Promise<PrivacyView> {
  authorize(actor, 'settings:read');
  const playerId = requirePlayerId(actor);
  const [settings, ageBand] = await Promise.all([queries.findPrivacySettings(ctx.db, playerId), queries.findAgeBand(ctx.db, playerId)]);
  return { ...(settings ?? DEFAULT_PRIVACY), ageBand };
}

/**
 * Saves the actor's privacy settings. They take effect at once, because every query about a player checks them (friends/access).
 */
export async function savePrivacySettings(ctx: AppContext, actor: Actor, fields: FormFields): Promise<SettingsResult> {
  authorize(actor, 'settings:write');
  const playerId = requirePlayerId(actor);
  const parsed = parseForm(privacyForm, fields, () => texts.toasts.failed.text, []);
  if (!parsed.ok) return { ...parsed, action: 'privacy', toast: { ...texts.toasts.failed, kind: 'bad' } };
  const settings = parsed.value;
  const since = new Date(ctx.now().getTime() - ONLINE_SECONDS * 1000);
  const notified = await ctx.db.transaction().execute(async (trx) => {
    const before = (await queries.findPrivacySettings(trx, playerId)) ?? DEFAULT_PRIVACY;
    const hasChanged = before.online !== settings.online && (await queries.isOnline(trx, playerId, since));
    // Query the audience while the status is visible: before saving if it becomes hidden, after saving if it becomes visible.
    const audienceBefore = hasChanged && before.online ? await listPresenceSubscribers(trx, [playerId]) : [];
    await queries.savePrivacySettings(trx, playerId, settings);
    return hasChanged && settings.online ? listPresenceSubscribers(trx, [playerId]) : audienceBefore;
  });
  for (const { who, friends } of notified)
    ctx.bus.publish({ kind: 'presence', who, online: settings.online, playerIds: friends, isHidden: !settings.online });
  return { ok: true, action: 'privacy', toast: { ...texts.toasts.saved, kind: 'good' } };
}
