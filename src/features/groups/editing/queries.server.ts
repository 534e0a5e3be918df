import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../../../infra/database/tables.ts';
import { isId } from '../../../shared/ids.ts';
import type { GroupBadge } from '../badge/schema.ts';
import type { NameChange } from './rules.ts';

const badgeColumns = ({ shape, color, cloth, sign }: GroupBadge) => ({
  badge_shape: shape,
  badge_color: color,
  badge_cloth: cloth,
  badge_sign: sign,
});

/** A name and motto as they were written. `by`: null for our team. */
type WrittenName = { id: string; groupId: string; name: string; motto: string; kind: NameChange['kind']; by: string | null; at: Date };

/** Adds a group, without members and without the record of its name. */
export async function insertGroup(
  trx: Transaction<DB>,
  group: { id: string; name: string; motto: string; badge: GroupBadge; createdBy: string; at: Date },
): Promise<void> {
  const { id, name, motto, badge, createdBy, at } = group;
  await trx
    .insertInto('groups')
    .values({ id, name, motto, ...badgeColumns(badge), created_by: createdBy, created_at: at })
    .execute();
}

/** Changes what a group looks like. */
export async function saveBadge(trx: Transaction<DB>, groupId: string, badge: GroupBadge): Promise<void> {
  await trx.updateTable('groups').set(badgeColumns(badge)).where('id', '=', groupId).execute();
}

/** Records a name as it was written. */
export async function recordGroupName(trx: Transaction<DB>, { id, groupId, name, motto, kind, by, at }: WrittenName): Promise<void> {
  await trx.insertInto('group_name_changes').values({ id, group_id: groupId, name, motto, kind, changed_by: by, changed_at: at }).execute();
}

/** Changes what a group is called, and records that. The transaction has locked the group. */
export async function saveGroupName(trx: Transaction<DB>, written: WrittenName): Promise<void> {
  await trx.updateTable('groups').set({ name: written.name, motto: written.motto }).where('id', '=', written.groupId).execute();
  await recordGroupName(trx, written);
}

/** How the name of a group changed since a time. */
export async function listNameChanges(db: Kysely<DB>, groupId: string, since: Date): Promise<NameChange[]> {
  return db
    .selectFrom('group_name_changes')
    .select(['kind', 'changed_at'])
    .where('group_id', '=', groupId)
    .where('changed_at', '>', since)
    .execute();
}

/** A group for its form, with the role of a member there; undefined for who is no member. */
export async function findGroupForEditing(db: Kysely<DB>, groupId: string, playerId: string) {
  if (!isId(groupId)) return undefined;
  return db
    .selectFrom('groups as g')
    .innerJoin('group_members as m', 'm.group_id', 'g.id')
    .select(['g.id', 'g.name', 'g.motto', 'g.badge_shape', 'g.badge_color', 'g.badge_cloth', 'g.badge_sign', 'm.role'])
    .where('g.id', '=', groupId)
    .where('g.closed_at', 'is', null)
    .where('m.player_id', '=', playerId)
    .executeTakeFirst();
}
