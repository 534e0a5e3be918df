import { randomUUID } from 'node:crypto';
import type { World } from './world.ts';

type Invited = { id: string; state?: 'open' | 'declined' | 'removed'; until?: Date };

type NewGroup = {
  ownerId: string;
  memberIds?: string[];
  invited?: Invited[];
  name?: string;
  motto?: string;
};

/** Makes a group as it is in the database, whatever the ages and friendships of its players. @returns its id */
export async function addGroup(world: World, { ownerId, memberIds = [], invited = [], name = 'Kite Club', motto = '' }: NewGroup) {
  const { db } = world.ctx;
  const at = world.ctx.now();
  const id = randomUUID();
  const badge = { badge_shape: 'drum', badge_color: 'teal', badge_cloth: 'zigzag', badge_sign: 'kite' } as const;
  await db
    .insertInto('groups')
    .values({ id, name, motto, ...badge, created_by: ownerId, created_at: at })
    .execute();
  await db
    .insertInto('group_name_changes')
    .values({ id: world.ctx.newId(), group_id: id, name, motto, kind: 'made', changed_by: ownerId, changed_at: at })
    .execute();
  await db
    .insertInto('group_members')
    .values([
      { group_id: id, player_id: ownerId, role: 'owner', joined_at: at },
      ...memberIds.map((playerId) => ({ group_id: id, player_id: playerId, role: 'member' as const, joined_at: at })),
    ])
    .execute();
  for (const { id: playerId, state = 'open', until = new Date(at.getTime() + 86_400_000) } of invited)
    await db
      .insertInto('group_invitations')
      .values({ group_id: id, player_id: playerId, invited_by: ownerId, created_at: at, state, until })
      .execute();
  return id;
}

/** Changes the name of a group as its owner does. */
export async function renameGroup(world: World, groupId: string, name: string, by: string): Promise<void> {
  const { db } = world.ctx;
  await db.updateTable('groups').set({ name }).where('id', '=', groupId).execute();
  const row = { id: world.ctx.newId(), group_id: groupId, name, motto: '', kind: 'changed' as const, changed_by: by };
  await db
    .insertInto('group_name_changes')
    .values({ ...row, changed_at: world.ctx.now() })
    .execute();
}
