import type { GroupMember, GroupRole } from './schema.ts';

/** What can be done with a member of a group. */
export type MemberAction = 'make-helper' | 'make-member' | 'hand-over' | 'remove';

/** What somebody with this role can do with a member, in the order of the menu. The server decides again. */
export function listMemberActions(own: GroupRole, { role, isSelf }: Pick<GroupMember, 'role' | 'isSelf'>): MemberAction[] {
  if (isSelf || own === 'member') return [];
  if (own === 'helper') return role === 'member' ? ['remove'] : [];
  return [role === 'helper' ? 'make-member' : 'make-helper', 'hand-over', 'remove'];
}
