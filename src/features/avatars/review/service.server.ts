import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { isId } from '../../../shared/ids.ts';
import { decodeTimeCursor, encodeTimeCursor, toPage } from '../../../shared/paging.ts';
import { parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, isTeamRole, requirePlayerId, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { getAllowancesInTransaction } from '../../guardians/allowances/service.server.ts';
import { AVATAR_RELATED_ID } from '../../notifications/schema.ts';
import { publishNotifications, createNotifications } from '../../notifications/service.server.ts';
import { saveAvatarChoice, findAvatar } from '../composition/queries.server.ts';
import { removeApprovedPicture } from '../composition/service.server.ts';
import { recordFormerLook } from '../history/service.server.ts';
import { updateUploadStates, findUpload } from '../queries.server.ts';
import { DELETE_FILES, RERENDER_AVATAR, type DeleteFilesPayload } from '../rerender.schema.ts';
import { countWaitingPictures, findPictureForReview, listUploadsByState, type PictureRow } from './queries.server.ts';
import { OVERDUE_HOURS, PICTURES_PAGE_SIZE } from './rules.ts';
import { verdictSchema } from './forms.server.ts';
import { REVIEW_STATES, type PictureCase, type PictureQueue, type QueuedPicture, type ReviewState, type Verdict } from './schema.ts';
import { closedNotification, getVerdictNotification } from './texts.ts';
import { insertAuditEntry, getUsername } from '../../audit-log/queries.server.ts';
import { hoursSince } from '../../../shared/hours-since.ts';

/** Reads the review state from a URL; anything unknown counts as 'waiting'. */
export function parseReviewState(params: URLSearchParams): ReviewState {
  return REVIEW_STATES.find((each) => each === params.get('state')) ?? 'waiting';
}

/** Pictures to review, oldest first, or approved ones, newest first. @throws AppError 'not-allowed', 'sign-in-required' */
export async function listPictures(ctx: AppContext, actor: Actor, state: ReviewState, after: string | null): Promise<PictureQueue> {
  authorize(actor, 'picture:review');
  const viewerId = requirePlayerId(actor);
  const now = ctx.now();
  const [found, counts] = await Promise.all([
    listUploadsByState(ctx.db, state, viewerId, PICTURES_PAGE_SIZE + 1, decodeTimeCursor(after)),
    countWaitingPictures(ctx.db, viewerId, new Date(now.getTime() - OVERDUE_HOURS * 3_600_000)),
  ]);
  const { rows, next } = toPage(found, PICTURES_PAGE_SIZE, (row) => encodeTimeCursor(row.created_at, row.id));
  return {
    state,
    items: rows.map((row) => toQueuedPicture(row, state, now)),
    next,
    ...counts,
  };
}

/**
 * One picture with its state, for its page.
 * @throws AppError 'not-allowed', 'sign-in-required', 'not-found' (also for the actor's own)
 */
export async function getPictureCase(ctx: AppContext, actor: Actor, id: string): Promise<PictureCase> {
  authorize(actor, 'picture:review');
  const row = isId(id) ? await findPictureForReview(ctx.db, id, requirePlayerId(actor)) : undefined;
  if (!row) throw new AppError('not-found');
  const state = REVIEW_STATES.find((each) => each === row.state);
  return { id, picture: state ? toQueuedPicture(row, state, ctx.now()) : null, state: state ?? 'waiting' };
}

/**
 * Approves a picture, which then shows its player, or refuses it, which deletes it. Writes to the audit log and notifies the player.
 * An approved picture can still be refused, by a moderator who knows that it was approved.
 * @param fields `picture`, `do` (approve or refuse), `was` (approved) and `note`, which is required for a refusal
 * @throws AppError 'not-allowed', 'sign-in-required', 'bad-input', 'not-available' (somebody else was faster, or it is their own),
 * 'guardian-required' (it cannot be approved: the player may not upload any more)
 */
export async function reviewPicture(ctx: AppContext, actor: Actor, fields: FormFields): Promise<{ verdict: Verdict; picture: string }> {
  authorize(actor, 'picture:review');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const { picture: id, do: verdict, was, note } = parseFormOrThrow(verdictSchema, fields);
  const { notifiedIds, owner } = await ctx.db.transaction().execute(async (trx) => {
    const { playerId, isWorn, isClosed } = await applyVerdict(ctx, trx, id, was, verdict);
    // Moderators must not decide about their own pictures.
    if (playerId === actor.id) throw new AppError('not-available', 'nobody decides about their own picture');
    const actorName = await getUsername(trx, actor.id);
    const action = `${verdict}-picture`;
    const details = { player: playerId, was };
    await insertAuditEntry(trx, {
      id: ctx.newId(),
      actorId: actor.id,
      actorName,
      action,
      subjectKind: 'picture',
      subjectId: id,
      note,
      details,
    });
    const event = `picture ${verdict} ${id}`;
    const created = await createNotifications(ctx, trx, [
      {
        playerId,
        type: 'general',
        ...(isClosed ? closedNotification : getVerdictNotification(verdict, isWorn)),
        relatedId: isWorn ? null : AVATAR_RELATED_ID,
        event,
      },
    ]);
    return { notifiedIds: created, owner: playerId };
  });
  publishNotifications(ctx, notifiedIds);
  // The player's own open pages show it at once.
  ctx.bus.publish({ kind: 'rights', playerId: owner });
  ctx.bus.publish({ kind: 'cases' });
  return { verdict, picture: id };
}

/**
 * @returns the picture's owner, whether everybody sees them with it from now on, and whether a picture that waited was refused while their
 * guardian does not allow pictures
 */
async function applyVerdict(
  ctx: AppContext,
  trx: Transaction<DB>,
  id: string,
  was: ReviewState,
  verdict: Verdict,
): Promise<{ playerId: string; isWorn: boolean; isClosed: boolean }> {
  const conflict = new AppError('not-available', 'it is not as it was any more');
  const playerId = (await findUpload(trx, id))?.player_id;
  // Lock the player first, as everywhere that avatars are changed: two simultaneous decisions then run one after the other.
  const avatar = playerId === undefined ? undefined : await findAvatar(trx, playerId, true);
  if (playerId === undefined || !avatar) throw conflict;
  // What was approved before stays, and can be worn.
  const isClosed = was === 'waiting' && !(await getAllowancesInTransaction(ctx, trx, playerId)).canUpload;
  // The player's page says of a refused picture that it did not fit our rules.
  const refused = isClosed ? 'deleted' : 'refused';
  const [moved] = await updateUploadStates(trx, { id }, [was], verdict === 'approve' ? 'approved' : refused, ctx.now());
  if (!moved) throw conflict;
  if (isClosed && verdict === 'approve') throw new AppError('guardian-required', 'the player may not upload any more');
  if (verdict === 'refuse') {
    if (was === 'approved') await removeApprovedPicture(ctx, trx, playerId, avatar, [moved.picture]);
    else await ctx.jobs.enqueue(DELETE_FILES, { files: [moved.picture] } satisfies DeleteFilesPayload, trx);
    return { playerId, isWorn: false, isClosed };
  }
  // A player who chose something else after the upload keeps that choice; the approved picture can be chosen from now on.
  const shouldWear = avatar.style === 'custom' || avatar.updated_at < moved.created_at;
  if (shouldWear) {
    await recordFormerLook(ctx, trx, playerId, avatar);
    await saveAvatarChoice(trx, playerId, { style: 'custom', template_id: null, upload_id: id }, ctx.now());
  }
  const replaced = await updateUploadStates(trx, { playerId, exceptId: id }, ['approved'], 'deleted', ctx.now());
  if (replaced.length > 0) await ctx.jobs.enqueue(DELETE_FILES, { files: replaced.map((one) => one.picture) }, trx);
  await ctx.jobs.enqueue(RERENDER_AVATAR, { playerId }, trx);
  return { playerId, isWorn: shouldWear, isClosed };
}

function toQueuedPicture(row: PictureRow, state: ReviewState, now: Date): QueuedPicture {
  return {
    id: row.id,
    url: `/avatars/pictures/${row.id}`,
    player: { id: row.player_id, username: row.username, displayName: row.display_name, isTeam: isTeamRole(row.role) },
    createdAt: row.created_at.toISOString(),
    ageHours: hoursSince(row.created_at, now),
    late: state === 'waiting' && hoursSince(row.created_at, now) >= OVERDUE_HOURS,
  };
}
