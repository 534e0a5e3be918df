import type { AppContext } from '../../../context.server.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { ONLINE_SECONDS } from '../../friends/asking/rules.ts';
import { whoMaySeeOnline } from '../../friends/queries.server.ts';
import type { SettingsAnswer } from '../schema.ts';
import * as queries from './queries.server.ts';
import { privacyForm, type PrivacyView } from './schema.ts';
import { texts } from './texts.ts';

/** Who never said anything is open to everybody, as the tables have it. */
const OPEN: PrivacyView = { profile: 'everyone', finding: 'everyone', asking: 'everyone', online: true };

/** What the actor wishes: who sees the profile, may find, may ask; and whether being online shows. */
export async function viewPrivacy(ctx: AppContext, actor: Actor): Promise<PrivacyView> {
  authorize(actor, 'settings:read');
  return (await queries.privacyOf(ctx.db, requirePlayerId(actor))) ?? OPEN;
}

/** Keeps what the actor wishes. Every query about a player asks for it (friends/queries.server.ts), so it counts at once. */
export async function savePrivacy(ctx: AppContext, actor: Actor, fields: Record<string, string>): Promise<SettingsAnswer> {
  authorize(actor, 'settings:write');
  const playerId = requirePlayerId(actor);
  const parsed = privacyForm.safeParse(fields);
  const answer = { form: 'privacy', faults: {}, typed: {} };
  if (!parsed.success) return { ...answer, ok: false, toast: { ...texts.toasts.failed, kind: 'bad' } };
  const wishes = parsed.data;
  const since = new Date(ctx.now().getTime() - ONLINE_SECONDS * 1000);
  const told = await ctx.db.transaction().execute(async (trx) => {
    const before = (await queries.privacyOf(trx, playerId)) ?? OPEN;
    const isNews = before.online !== wishes.online && (await queries.isHere(trx, playerId, since));
    // Those who saw it until now are asked for before, those who see it from now on after.
    const until = isNews && before.online ? await whoMaySeeOnline(trx, [playerId]) : [];
    await queries.putPrivacy(trx, playerId, wishes);
    return isNews && wishes.online ? whoMaySeeOnline(trx, [playerId]) : until;
  });
  for (const { who, friends } of told)
    ctx.bus.publish({ kind: 'presence', who, online: wishes.online, playerIds: friends, isHidden: !wishes.online });
  return { ...answer, ok: true, toast: { ...texts.toasts.saved, kind: 'good' } };
}
