import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';

test('the team is found among many players by an index of its own', async () => {
  const { ctx, addPlayer } = await createWorld();
  await addPlayer({ role: 'moderator' });
  await sql`
    insert into players (id, username, display_name, email)
    select gen_random_uuid(), 'one_of_many_' || n, 'Many', 'many' || n || '@example.com' from generate_series(1, 3000) n`.execute(ctx.db);
  await sql`analyze players`.execute(ctx.db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id, username from players where role in (${'moderator'}, ${'operator'}) order by username limit 100`.execute(ctx.db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('players_of_team');
});
