import type { Kysely } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { isId } from '../../../shared/ids.ts';
import { decodeCursor, encodeCursor, parseCursorDate } from '../../../shared/paging.ts';
import { authorize, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import { log, nameOf } from '../../moderation/queries.server.ts';
import { cleanNote, hoursSince } from '../../moderation/rules.ts';
import { publishNotifications, createNotifications } from '../../notifications/service.server.ts';
import { choose, lookOf } from '../composing/queries.server.ts';
import { takeFromSight } from '../composing/service.server.ts';
import { seedOf, skinOf } from '../drawing/rules.ts';
import { moveUploads, upload } from '../queries.server.ts';
import { DISCARD, REDRAW, type Discard } from '../redrawing/schema.ts';
import { countWaiting, picturesPage } from './queries.server.ts';
import { LATE_HOURS, PICTURES_PAGE } from './rules.ts';
import { SHOWN, VERDICTS, type PictureQueue, type Shown, type Verdict } from './schema.ts';
import { told } from './texts.ts';

/** Which pictures an address asks for; what is unknown counts as those that wait. */
export function shownBy(params: URLSearchParams): Shown {
  return SHOWN.find((each) => each === params.get('state')) ?? 'waiting';
}

/** Pictures to look at, the oldest first, or approved ones, the newest first. @throws Refusal 'not-allowed', 'sign-in-required' */
export async function listPictures(ctx: AppContext, actor: Actor, list: Shown, after: string | null): Promise<PictureQueue> {
  authorize(actor, 'picture:decide');
  const viewerId = requirePlayerId(actor);
  const now = ctx.now();
  const key = decodeCursor(after, ['bigint', 'text']);
  const at = parseCursorDate(key?.[0]);
  const [rows, counts] = await Promise.all([
    picturesPage(ctx.db, list, viewerId, PICTURES_PAGE + 1, at && isId(key?.[1]) ? { at, id: key[1] } : null),
    countWaiting(ctx.db, viewerId, new Date(now.getTime() - LATE_HOURS * 3_600_000)),
  ]);
  const shown = rows.slice(0, PICTURES_PAGE);
  const last = shown.at(-1);
  return {
    shown: list,
    items: shown.map((row) => ({
      id: row.id,
      address: `/avatars/pictures/${row.id}`,
      player: { id: row.player_id, username: row.username, displayName: row.display_name },
      createdAt: row.created_at.toISOString(),
      ageHours: hoursSince(row.created_at, now),
      late: list === 'waiting' && hoursSince(row.created_at, now) >= LATE_HOURS,
    })),
    next: rows.length > PICTURES_PAGE && last ? encodeCursor([last.created_at.getTime(), last.id]) : null,
    ...counts,
  };
}

/**
 * Approves a picture, which then shows its player, or refuses it, and then it is gone; with the log, and with word to the player.
 * What was approved can still be refused, by who knows that it was.
 * @param fields `picture`, `do` (approve or refuse), `was` (approved) and `note`, which a refusal needs
 * @throws Refusal 'not-allowed', 'sign-in-required', 'bad-input', 'not-available' (somebody was faster, or it is their own)
 */
export async function judgePicture(ctx: AppContext, actor: Actor, fields: Record<string, string>): Promise<Verdict> {
  authorize(actor, 'picture:decide');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const verdict = VERDICTS.find((each) => each === fields['do']);
  const id = fields['picture'];
  const was = fields['was'] === 'approved' ? 'approved' : 'waiting';
  const note = fields['note']?.trim() ? cleanNote(fields['note']) : '';
  if (!verdict || !isId(id) || note === null || (verdict === 'refuse' ? note === '' : was === 'approved'))
    throw new AppError('bad-input', 'do is approve or refuse; refusing needs a note');
  const { hears, owner } = await ctx.db.transaction().execute(async (trx) => {
    const playerId = await decide(ctx, trx, id, was, verdict);
    // Somebody else looks at one's own.
    if (playerId === actor.id) throw new AppError('not-available', 'nobody decides about their own picture');
    const actorName = await nameOf(trx, actor.id);
    const action = `${verdict}-picture`;
    const details = { player: playerId, was };
    await log(trx, { id: ctx.newId(), actorId: actor.id, actorName, action, subjectKind: 'picture', subjectId: id, note, details });
    const event = `picture ${verdict} ${id}`;
    const heard = await createNotifications(ctx, trx, [{ playerId, type: 'general', ...told(verdict), relatedId: null, event }]);
    return { hears: heard, owner: playerId };
  });
  publishNotifications(ctx, hears);
  // Their own pages show it at once.
  ctx.bus.publish({ kind: 'rights', playerId: owner });
  return verdict;
}

/** @returns whose picture it is */
async function decide(ctx: AppContext, trx: Kysely<DB>, id: string, was: Shown, verdict: Verdict): Promise<string> {
  const gone = new AppError('not-available', 'it is not as it was any more');
  const playerId = (await upload(trx, id))?.player_id;
  // The player comes first, as wherever looks are changed: of two who decide, one comes after the other.
  const look = playerId === undefined ? undefined : await lookOf(trx, playerId, true);
  if (playerId === undefined || !look) throw gone;
  const [moved] = await moveUploads(trx, { id }, [was], verdict === 'approve' ? 'approved' : 'refused', ctx.now());
  if (!moved) throw gone;
  if (verdict === 'refuse') {
    if (was === 'approved') await takeFromSight(ctx, trx, playerId, look, [moved.picture]);
    else await ctx.jobs.enqueue(DISCARD, { files: [moved.picture] } satisfies Discard, trx as never);
    return playerId;
  }
  // Who chose something else after bringing it keeps that; the picture can be chosen from now on.
  const isWanted = look.style === 'custom' || look.updated_at === null || look.updated_at < moved.created_at;
  const skin = look.skin ?? skinOf(seedOf(playerId));
  if (isWanted) await choose(trx, playerId, { style: 'custom', template_id: null, upload_id: id, skin }, ctx.now());
  const former = await moveUploads(trx, { playerId, butNot: id }, ['approved'], 'deleted', ctx.now());
  if (former.length > 0) await ctx.jobs.enqueue(DISCARD, { files: former.map((one) => one.picture) }, trx as never);
  await ctx.jobs.enqueue(REDRAW, { playerId }, trx as never);
  return playerId;
}
