import { urlForAvatar } from '../../../shared/avatar-url.ts';
import { isTeamRole, type Role } from '../../../shared/permissions.ts';
import type { PlayerSummary, Relation } from '../schema.ts';

/**
 * Who may see, find and ask a player who never saved their privacy settings; the table's columns have the same defaults. The profile is for
 * friends: a child's first day here must not depend on finding a setting.
 */
export const DEFAULT_PRIVACY = { profile: 'friends', finding: 'everyone', asking: 'everyone', online: true } as const;

/** A player as lists of players name them. */
export type PlayerRecord = { id: string; username: string; display_name: string; avatar_url: string | null; role: Role };

/** A player as others see them in lists. */
export function toPlayerSummary(row: PlayerRecord): PlayerSummary {
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    avatar: urlForAvatar(row.id, row.avatar_url),
    isTeam: isTeamRole(row.role),
  };
}

/** The relation between two players, from the first one's point of view. */
export function toRelation(row: { relation: Exclude<Relation, 'blocked'>; blocked: boolean }): Relation {
  return row.blocked ? 'blocked' : row.relation;
}

/** Whether the first player may see the second one's names and picture: on a page, in a search or list, or because they blocked them. */
export function isKnown(row: { may_visit: boolean; may_find: boolean; blocked: boolean }): boolean {
  return row.may_visit || row.may_find || row.blocked;
}
