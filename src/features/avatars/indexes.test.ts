import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';

test('every key of looks and of what is owned has an index: who deletes a player reads no table through', async () => {
  const { ctx } = await createWorld();
  const { rows } = await sql<{ key: string }>`
    select c.conname as key from pg_constraint c
    where c.contype = 'f' and c.conrelid::regclass::text in ('avatars', 'avatar_uploads', 'inventory')
      and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = any (c.conkey)
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) like '%IS NOT NULL%'))`.execute(ctx.db);
  expect(rows).toEqual([]);
});

test.each([
  ['avatar_uploads_of_player', `select id from avatar_uploads where player_id = $1 and state <> 'deleted' order by id desc limit 10`],
  ['avatar_uploads_approved', `select id from avatar_uploads where state = 'approved' order by created_at desc, id desc limit 20`],
  ['inventory_wearers', `select player_id from inventory where item_id = 'cap' and is_worn order by player_id limit 500`],
  ['avatars_of_template', `select player_id from avatars where template_id = 'one' order by player_id limit 500`],
])('%s answers without sorting', async (index, query) => {
  const { ctx } = await createWorld();
  const plan = await ctx.db.transaction().execute(async (trx) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx);
    const asked = query.replace('$1', `'${ctx.newId()}'`);
    const { rows } = await sql<Record<string, string>>`explain ${sql.raw(asked)}`.execute(trx);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  });
  expect(plan).toContain(index);
  expect(plan).not.toContain('Sort');
});
