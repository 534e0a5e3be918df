import type { AppContext } from '../src/context.server.ts';

/**
 * Rows of a player in every table of groups: a group of their own, with a member and an invitation, and one of that member's, to which the player
 * is invited.
 */
export async function addGroups(
  ctx: AppContext,
  { player, member, invited }: { player: string; member: string; invited: string },
): Promise<void> {
  const now = ctx.now();
  const badge = { badge_shape: 'shield', badge_color: 'teal', badge_cloth: 'circles', badge_sign: 'star' } as const;
  const [ownGroup, othersGroup] = [ctx.newId(), ctx.newId()];
  await ctx.db
    .insertInto('groups')
    .values([
      { id: ownGroup, name: 'Maze fans', motto: 'One more', ...badge, created_by: player, created_at: now },
      { id: othersGroup, name: 'Night Owls', motto: '', ...badge, created_by: member, created_at: now },
    ])
    .execute();
  await ctx.db
    .insertInto('group_members')
    .values([
      { group_id: ownGroup, player_id: player, role: 'owner', joined_at: now },
      { group_id: ownGroup, player_id: member, role: 'member', joined_at: now },
      { group_id: othersGroup, player_id: member, role: 'owner', joined_at: now },
    ])
    .execute();
  const invitation = { created_at: now, state: 'open', until: new Date(now.getTime() + 30 * 86_400_000) } as const;
  await ctx.db
    .insertInto('group_invitations')
    .values([
      { ...invitation, group_id: ownGroup, player_id: invited, invited_by: player },
      { ...invitation, group_id: othersGroup, player_id: player, invited_by: member },
    ])
    .execute();
  await ctx.db
    .insertInto('group_name_changes')
    .values({
      id: ctx.newId(),
      group_id: ownGroup,
      name: 'Maze fans',
      motto: 'One more',
      kind: 'made',
      changed_by: player,
      changed_at: now,
    })
    .execute();
}
