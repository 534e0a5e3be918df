import type { GroupMember, GroupRole } from './schema.ts';

/** Days whose plays a group's page counts. */
export const PLAYED_DAYS = 7;
/**
 * Players whose plays are counted together, at least, the viewer with them: of two, the viewer would know what the other one played. It is shown
 * nowhere else what somebody played.
 */
export const PLAYERS_COUNTED_MIN = 3;
/** Faces of others on the card of a group. */
export const FACES_MAX = 3;
/** Invitations in a player's list. */
export const INVITATIONS_SHOWN_MAX = 50;

const RANKS: Record<GroupRole, number> = { owner: 0, helper: 1, member: 2 };

/** The members of a group in the order of its page: the owner, helpers, then by name. */
export function sortMembers(members: readonly GroupMember[]): GroupMember[] {
  return members.toSorted(
    (a, b) =>
      RANKS[a.role] - RANKS[b.role] || a.displayName.toLowerCase().localeCompare(b.displayName.toLowerCase()) || (a.id < b.id ? -1 : 1),
  );
}
