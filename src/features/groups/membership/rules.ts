import type { GroupRole } from '../schema.ts';

/** Days for which the rows of a closed group stay, for moderators. */
export const CLOSED_GROUP_DAYS = 30;
/** Days for which an invitation is open, and for which one who declined or was removed cannot be invited again. */
export const INVITATION_DAYS = 30;
/** Months for which our team can see a former name of a group: as long as those of players. */
export const FORMER_GROUP_NAME_MONTHS = 12;

/** A member as the rules see them. */
export type MemberRow = { player_id: string; role: GroupRole; joined_at: Date };

/** Who becomes the owner when the owner leaves: the oldest helper, else the oldest member; null if nobody is left. @param others without the owner */
export function chooseNextOwner(others: readonly MemberRow[]): string | null {
  const rank = ({ role }: MemberRow) => (role === 'helper' ? 0 : 1);
  const [next] = others.toSorted(
    (a, b) => rank(a) - rank(b) || a.joined_at.getTime() - b.joined_at.getTime() || (a.player_id < b.player_id ? -1 : 1),
  );
  return next?.player_id ?? null;
}

/** Whether a member can remove another one: the owner everybody else, a helper plain members. */
export function canRemove(role: GroupRole, other: GroupRole): boolean {
  return role === 'owner' ? other !== 'owner' : role === 'helper' && other === 'member';
}

/** Whether a member can invite friends. */
export function canInviteAs(role: GroupRole): boolean {
  return role !== 'member';
}

/** Whether a member can take back an open invitation. @param isOwn they sent it themselves */
export function canTakeBack(role: GroupRole, isOwn: boolean): boolean {
  return role === 'owner' || isOwn;
}
