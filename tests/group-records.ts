import { reportGroup } from '../src/features/groups/reports/service.server.ts';
import type { World } from './world.ts';

type Player = Awaited<ReturnType<World['addPlayer']>>;

/**
 * Groups of a player with everything: the player's own, with a member and an invitation, and one to which the player is invited. The player
 * reports that one, and a member of it does too, with the name and the address that the player has there.
 */
export async function addGroupRecords({ ctx }: World, { player, brian, chao }: Record<'player' | 'brian' | 'chao', Player>): Promise<void> {
  const { db } = ctx;
  const now = ctx.now();
  const badge = { badge_shape: 'shield', badge_color: 'teal', badge_cloth: 'circles', badge_sign: 'star' } as const;
  const [ownGroup, othersGroup] = [ctx.newId(), ctx.newId()];
  await db
    .insertInto('groups')
    .values([
      { id: ownGroup, name: 'Maze fans', motto: 'One more', ...badge, created_by: player.id, created_at: now },
      { id: othersGroup, name: 'Night Owls', motto: '', ...badge, created_by: brian.id, created_at: now },
    ])
    .execute();
  await db
    .insertInto('group_members')
    .values([
      { group_id: ownGroup, player_id: player.id, role: 'owner', joined_at: now },
      { group_id: ownGroup, player_id: brian.id, role: 'member', joined_at: now },
      { group_id: othersGroup, player_id: brian.id, role: 'owner', joined_at: now },
      { group_id: othersGroup, player_id: chao.id, role: 'member', joined_at: now },
    ])
    .execute();
  const invitation = { created_at: now, state: 'open', until: new Date(now.getTime() + 30 * 86_400_000) } as const;
  await db
    .insertInto('group_invitations')
    .values([
      { ...invitation, group_id: ownGroup, player_id: chao.id, invited_by: player.id },
      { ...invitation, group_id: othersGroup, player_id: player.id, invited_by: brian.id },
    ])
    .execute();
  await db
    .insertInto('group_name_changes')
    .values({
      id: ctx.newId(),
      group_id: ownGroup,
      name: 'Maze fans',
      motto: 'One more',
      kind: 'made',
      changed_by: player.id,
      changed_at: now,
    })
    .execute();
  await reportGroup(ctx, player, othersGroup, { reason: 'bullying', description: 'They laugh at Zawadi (the 1st)' });
  await reportGroup(ctx, chao, othersGroup, { reason: 'other', description: `They laugh at zawadi_first, ${player.email}` });
  // While they are open, they hold up the deletion of whoever made the group.
  await db.updateTable('group_reports').set({ state: 'dismissed', decided_at: now }).execute();
}
