import type { AppContext } from '../../context.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { listAuditEntries } from '../audit-log/queries.server.ts';
import { deleteCheckPicture } from '../game-checks/service.server.ts';
import { gameIdSchema } from '../games/catalogue/forms.server.ts';
import { DEFAULT_GENRES, toDisplayRating } from '../games/catalogue/rules.ts';
import type { GamePage } from '../games/catalogue/schema.ts';
import { urlForAsset } from '../games/catalogue/service.server.ts';
import { getExtension, GAME_FILE_TYPES } from '../games/folders/rules.ts';
import { getProofKind } from '../accounts/reauthentication/service.server.ts';
import { getPreviewUrl } from '../games/plays/service.server.ts';
import { formatFormBase, hashFields, mapFields } from './form-base.rules.ts';
import { getFilesVersion } from './files-version.rules.ts';
import { requireOperator } from './listing/log.service.server.ts';
import { toAdminGame, toCoverUrl } from './listing/service.server.ts';
import * as queries from './queries.server.ts';
import { COLUMN_OF_FIELD, GAME_LOG_MAX, toValues } from './rules.ts';
import { EDIT_FIELDS, type GameEditView } from './schema.ts';

/** One game with its form, preview and log. @throws AppError 'sign-in-required', 'not-allowed', 'not-found' */
export async function getGameForEdit(ctx: AppContext, actor: Actor, id: string): Promise<GameEditView> {
  const me = requireOperator(actor);
  const row = await findGame(ctx, id);
  const [entries, proof] = await Promise.all([listAuditEntries(ctx.db, 'game', row.id, GAME_LOG_MAX), getProofKind(ctx, me.id)]);
  const isRemoved = row.removed_at !== null;
  const values = toValues(row);
  const hashes = hashFields(values, row.genres);
  return {
    game: toAdminGame(row),
    base: formatFormBase(mapFields((field) => ({ shown: hashes[field], stored: hashes[field] }))),
    filesVersion: getFilesVersion(row),
    values,
    genres: row.genres,
    knownGenres: [...new Set([...DEFAULT_GENRES, 'Puzzle', ...row.genres])],
    keptFields: EDIT_FIELDS.filter((field) => row.edited_columns.includes(COLUMN_OF_FIELD[field])),
    files: { bytes: row.bytes, isElsewhere: row.game_url !== null && !row.game_url.startsWith('games/') },
    preview: isRemoved ? null : toPreview(ctx, row),
    tryUrl: isRemoved ? null : getPreviewUrl(ctx, actor, row.id, row.game_url),
    proof,
    log: entries.map(({ id: entryId, at, actor_name: name, action, note }) => ({
      id: entryId,
      at: at.toISOString(),
      actor: name,
      action,
      note,
    })),
  };
}

/** The cover of a game as it is stored, also of a hidden one. @throws AppError 'sign-in-required', 'not-allowed', 'not-found' */
export async function getCover(ctx: AppContext, actor: Actor, id: string): Promise<{ bytes: Buffer; type: string }> {
  authorize(actor, 'catalogue:edit');
  const { cover } = await findGame(ctx, id);
  const type = cover === null ? undefined : GAME_FILE_TYPES[getExtension(cover)];
  if (cover === null || type === undefined || !type.startsWith('image/') || !cover.startsWith('games/')) throw new AppError('not-found');
  const bytes = await ctx.files.get(cover);
  if (bytes === null) throw new AppError('not-found');
  return { bytes, type };
}

/** Deletes the files of a removed game. Running it twice does no harm. */
export async function deleteGameFiles(ctx: AppContext, actor: Actor, gameId: string): Promise<void> {
  authorize(actor, 'catalogue:run');
  if (!gameIdSchema.safeParse(gameId).success || !(await queries.isRemoved(ctx.queryPrepared, gameId))) return;
  await ctx.files.removeFolder(`games/${gameId}`);
  await deleteCheckPicture(ctx, gameId);
}

async function findGame(ctx: AppContext, id: string): Promise<queries.GameRow> {
  const row = gameIdSchema.safeParse(id).success ? await queries.findGame(ctx.db, id) : undefined;
  if (!row) throw new AppError('not-found');
  return row;
}

function toPreview(ctx: AppContext, row: queries.GameRow): GamePage {
  return {
    id: row.id,
    title: row.title,
    developer: row.developer ?? '',
    description: row.description,
    cover: toCoverUrl(row) ?? urlForAsset(ctx, row.cover, '/media'),
    players: 0,
    maxPlayers: row.max_players,
    plays: row.plays,
    tags: row.tags,
    isPremium: row.is_premium,
    bytes: row.bytes,
    ...(row.min_age !== 0 && { minAge: row.min_age }),
    can: { play: true },
    keyFeatures: row.key_features,
    instructions: row.instructions,
    genres: row.genres,
    createdAt: row.created_at?.toISOString() ?? null,
    picture: null,
    rating: toDisplayRating(row.rating_sum, row.rating_count),
    src: null,
    playable: row.game_url !== null,
  };
}
