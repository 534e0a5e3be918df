import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseBefore, MIGRATIONS } from '../../../tests/old-database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

test('former reports get the names of their copies, or those that their players have now', async () => {
  const url = await createDatabaseBefore('0020');
  const { db, close } = openDatabase(url, { max: 2, timeout: 60 }, () => {});
  onTestFinished(close);
  const [brian, report, copied] = [randomUUID(), randomUUID(), randomUUID()];
  await sql`insert into players (id, username, display_name, email) values (${brian}, 'brian', 'Brian B', 'brian@example.com')`.execute(db);
  for (const id of [report, copied])
    await sql`insert into player_reports (id, reported_player_id, reason, description) values (${id}, ${brian}, 'other', 'x')`.execute(db);
  // Its reporter was erased, when the player was called something else.
  await sql`insert into retained_reports (id, reported_player_id, reported_username, reported_display_name, evidence, reason, description,
    state, created_at) values (${copied}, ${brian}, 'kiddo_help', 'Kiddo Help', '[]', 'other', 'x', 'new', now())`.execute(db);

  await migrate(url, MIGRATIONS);
  await sql`update players set username = 'bri', display_name = 'Bri' where id = ${brian}`.execute(db);
  const { rows } = await sql`select reported_username, reported_display_name from player_reports order by reported_username`.execute(db);
  expect(rows).toEqual([
    { reported_username: 'brian', reported_display_name: 'Brian B' },
    { reported_username: 'kiddo_help', reported_display_name: 'Kiddo Help' },
  ]);
});
