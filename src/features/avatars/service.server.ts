import type { Kysely } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { isId } from '../../shared/ids.ts';
import { authorize, can, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/refusal.ts';
import { urlForAvatar } from '../accounts/sessions/rules.ts';
import { choose, lookOf, type LookRow } from './composing/queries.server.ts';
import { HEAD_SIZE } from './composing/rules.ts';
import { takeFromSight } from './composing/service.server.ts';
import { seedOf, skinOf } from './drawing/rules.ts';
import * as queries from './queries.server.ts';
import { DISCARD, REDRAW, TIDY, type Discard, type Tidy } from './redrawing/schema.ts';
import { headFrom, skinFrom, TEMPLATES_MAX } from './rules.ts';
import { DRAWN, figureOf, OWN, type AvatarFault, type AvatarView, type OwnPicture } from './schema.ts';
import { uploadFault, uploadPath, UPLOADS_A_DAY } from './uploads/rules.ts';

/** The editor. @throws Refusal 'sign-in-required', 'premium-required' */
export async function viewAvatar(ctx: AppContext, actor: Actor): Promise<AvatarView> {
  authorize(actor, 'avatar:write');
  const playerId = requirePlayerId(actor);
  const look = await lookOf(ctx.db, playerId);
  if (!look) throw new AppError('sign-in-required');
  const [templates, uploads] = await Promise.all([
    queries.templates(ctx.db, look.template_id, TEMPLATES_MAX),
    queries.uploadsOf(ctx.db, playerId),
  ]);
  const approved = uploads.find(({ state }) => state === 'approved');
  const avatar = urlForAvatar(playerId, look.avatar_url);
  return {
    templates: templates.map((row) => ({
      id: row.id,
      name: row.name,
      style: row.style,
      picture: `/media/${row.picture}`,
      isPremium: row.is_premium,
    })),
    chosen: chosenOf(look),
    skin: look.skin ?? skinOf(seedOf(playerId)),
    picture: presentPicture(uploads[0]),
    own: approved ? pictureAddress(approved.id) : null,
    avatar,
    figure: figureOf(avatar),
    drawn: urlForAvatar(playerId, null),
  };
}

/** The last picture that the actor brought, also where the editor is not open to them. @throws Refusal 'sign-in-required' */
export async function viewOwnPicture(ctx: AppContext, actor: Actor): Promise<OwnPicture | null> {
  authorize(actor, 'avatar:read');
  return presentPicture((await queries.uploadsOf(ctx.db, requirePlayerId(actor)))[0]);
}

/**
 * Chooses the head of the actor's figure, and the colour of its skin.
 * @param fields `template` (an id, ':own' or ':drawn') and `skin`. @throws Refusal 'bad-input', 'not-found', 'not-available' (no
 * picture of their own that was approved), 'premium-required'
 */
export async function chooseTemplate(ctx: AppContext, actor: Actor, fields: Record<string, string>): Promise<void> {
  authorize(actor, 'avatar:write');
  const playerId = requirePlayerId(actor);
  const head = headFrom(fields['template']);
  const given = skinFrom(fields['skin']);
  if (head === null || (fields['skin'] !== undefined && given === null)) throw new AppError('bad-input', 'template and skin are not known');
  await ctx.db.transaction().execute(async (trx) => {
    const look = await lookOf(trx, playerId, true);
    if (!look) throw new AppError('sign-in-required');
    const skin = given ?? look.skin ?? skinOf(seedOf(playerId));
    await choose(trx, playerId, { ...(await headRow(trx, actor, playerId, head, look)), skin }, ctx.now());
    await ctx.jobs.enqueue(REDRAW, { playerId }, trx as never);
  });
}

type HeadRow = { style: 'default' | 'template' | 'custom'; template_id: string | null; upload_id: string | null };
const NO_HEAD: HeadRow = { style: 'default', template_id: null, upload_id: null };

async function headRow(
  trx: Kysely<DB>,
  actor: Actor,
  playerId: string,
  head: NonNullable<ReturnType<typeof headFrom>>,
  look: LookRow,
): Promise<HeadRow> {
  if (head === DRAWN) return NO_HEAD;
  if (head === OWN) {
    const approved = (await queries.uploadsOf(trx, playerId)).find(({ state }) => state === 'approved');
    if (!approved) throw new AppError('not-available', 'there is no picture of theirs that was approved');
    return { style: 'custom', template_id: null, upload_id: approved.id };
  }
  const template = await queries.template(trx, head.template);
  // Taken off the list it stays with who wears it.
  if (!template || (!template.is_listed && look.template_id !== template.id)) throw new AppError('not-found');
  if (template.is_premium && !(actor.kind === 'player' && actor.premium)) throw new AppError('premium-required');
  return { style: 'template', template_id: template.id, upload_id: null };
}

/**
 * Takes a picture that the actor brings: re-encoded, and waiting for somebody of the team before anybody else sees it. One that
 * waited until now makes room. @param type what the browser says it is. @returns what is wrong with it, or null
 * @throws Refusal 'sign-in-required', 'premium-required', 'too-many-requests', 'unavailable'
 */
export async function uploadPicture(ctx: AppContext, actor: Actor, bytes: Uint8Array, type: string): Promise<AvatarFault | null> {
  authorize(actor, 'avatar:write');
  const playerId = requirePlayerId(actor);
  const fault = uploadFault(bytes, type);
  if (fault !== null) return fault;
  await ctx.rateLimiter.consume(UPLOADS_A_DAY, playerId);
  const picture = await ctx.pictures.normalizeUpload(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), HEAD_SIZE).catch(faultOf);
  if (typeof picture === 'string') return picture;
  const id = ctx.newId();
  const file = uploadPath(playerId, id);
  // Whatever happens from here on, nothing lies in the store that nobody knows of.
  await ctx.jobs.enqueue(TIDY, { upload: id, file } satisfies Tidy);
  await ctx.files.put(file, picture);
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await lookOf(trx, playerId, true))) throw new AppError('sign-in-required');
    const before = await queries.moveUploads(trx, { playerId }, ['waiting', 'refused'], 'deleted', ctx.now());
    await queries.addUpload(trx, { id, playerId, picture: file, at: ctx.now() });
    const files = before.map((one) => one.picture);
    if (files.length > 0) await ctx.jobs.enqueue(DISCARD, { files } satisfies Discard, trx as never);
  });
  return null;
}

function faultOf(error: unknown): AvatarFault {
  if (error instanceof AppError && error.code === 'bad-input') return 'broken';
  if (error instanceof AppError && error.code === 'too-large') return 'too-many-pixels';
  throw error;
}

/**
 * Takes the actor's own pictures away, for everybody and at once. Who wears one is shown by the picture from their id again.
 * @throws Refusal 'sign-in-required', 'not-available' (there is none)
 */
export async function deletePicture(ctx: AppContext, actor: Actor): Promise<void> {
  authorize(actor, 'avatar:delete');
  const playerId = requirePlayerId(actor);
  await ctx.db.transaction().execute(async (trx) => {
    const look = await lookOf(trx, playerId, true);
    const seen = await queries.moveUploads(trx, { playerId }, ['approved'], 'deleted', ctx.now());
    const unseen = await queries.moveUploads(trx, { playerId }, ['waiting', 'refused'], 'deleted', ctx.now());
    if (!look || seen.length + unseen.length === 0) throw new AppError('not-available', 'there is no picture of theirs');
    const files = [...seen, ...unseen].map((one) => one.picture);
    if (seen.length > 0) await takeFromSight(ctx, trx, playerId, look, files);
    else await ctx.jobs.enqueue(DISCARD, { files } satisfies Discard, trx as never);
  });
  // Their own pages show it at once.
  ctx.bus.publish({ kind: 'rights', playerId });
}

/** A picture as its owner brought it, for them and for the team. @throws Refusal 'sign-in-required', 'not-found' */
export async function readPicture(ctx: AppContext, actor: Actor, id: string): Promise<Buffer> {
  authorize(actor, 'avatar:read');
  const upload = isId(id) ? await queries.upload(ctx.db, id) : undefined;
  const isTheirs = upload?.player_id === requirePlayerId(actor) || can(actor, 'picture:decide');
  const isKept = upload?.state === 'waiting' || upload?.state === 'approved';
  const bytes = upload && isTheirs && isKept ? await ctx.files.get(upload.picture) : null;
  if (bytes === null) throw new AppError('not-found');
  return bytes;
}

/** Where its owner and the team see an uploaded picture. */
function pictureAddress(id: string): string {
  return `/avatars/pictures/${id}`;
}

function presentPicture(row: queries.UploadRow | undefined): OwnPicture | null {
  if (!row || row.state === 'deleted') return null;
  return { id: row.id, state: row.state, address: row.state === 'refused' ? null : pictureAddress(row.id) };
}

function chosenOf(look: LookRow): string {
  if (look.style === 'template') return look.template_id ?? DRAWN;
  return look.style === 'custom' ? OWN : DRAWN;
}
