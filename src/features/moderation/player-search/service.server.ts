import type { AppContext } from '../../../context.server.ts';
import { urlForAvatar } from '../../../shared/avatar-url.ts';
import { authorize, can, type Actor } from '../../../shared/permissions.ts';
import { recordDataAccess } from '../../audit-log/service.server.ts';
import { toPlayerSummary } from '../../friends/access/rules.ts';
import * as queries from './queries.server.ts';
import { FOUND_MAX, parseSearchText } from './rules.ts';
import type { FoundPlayer, PlayerSearchResult } from './schema.ts';

/**
 * Finds players for the team: by a part of a name that they have or had, or by their id; for operators also by a part of the address, by the
 * reference of a payment, and deleted accounts of which a case is kept.
 * @param typed what somebody typed; @ before a username is left out
 * @throws AppError 'sign-in-required', 'not-allowed'
 */
export async function findPlayers(ctx: AppContext, actor: Actor, typed: string): Promise<PlayerSearchResult> {
  authorize(actor, 'player:find');
  const text = parseSearchText(typed);
  if (text === null) return { items: [], hasMore: false };
  const isOperator = can(actor, 'payment:read-all');
  const [found, erased] = await Promise.all([
    queries.searchPlayers(ctx.db, text, { isOperator, reference: typed.trim(), now: ctx.now(), limit: FOUND_MAX + 1 }),
    can(actor, 'case:read-erased') ? queries.searchErasedPlayers(ctx.db, text, FOUND_MAX) : [],
  ]);
  const rows = found.slice(0, FOUND_MAX);
  // Whoever is found by an address has it: that is reading it.
  const byAddress = rows.filter((row) => row.found_by === 'address');
  await recordDataAccess(
    ctx,
    actor,
    'read-address',
    byAddress.map(({ id }) => ({ subjectId: id })),
  );
  return { items: [...rows.map((row) => toFoundPlayer(row, actor)), ...erased.map(toErasedPlayer)], hasMore: found.length > FOUND_MAX };
}

function toFoundPlayer(row: queries.FoundRow, viewer: Actor): FoundPlayer {
  const { former_username: username, former_display_name: displayName, former_until: until } = row;
  return {
    player: toPlayerSummary(row),
    foundBy: row.found_by,
    former: username !== null && displayName !== null && until ? { username, displayName, until: until.toISOString() } : null,
    ageBand: row.age_band,
    isBanned: row.is_banned,
    isMuted: row.is_muted,
    isLeaving: row.is_leaving,
    // Nobody learns what was reported about themselves.
    openReports: viewer.kind === 'player' && viewer.id === row.id ? 0 : row.open_reports,
    isErased: false,
  };
}

function toErasedPlayer({ player_id: id, username, display_name: displayName }: queries.ErasedRow): FoundPlayer {
  return {
    player: { id, username, displayName, avatar: urlForAvatar(id, null), isTeam: false },
    foundBy: 'erased',
    former: null,
    ageBand: null,
    isBanned: false,
    isMuted: false,
    isLeaving: false,
    openReports: 0,
    isErased: true,
  };
}
