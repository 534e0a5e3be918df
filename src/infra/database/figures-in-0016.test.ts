import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseBefore, MIGRATIONS } from '../../../tests/old-database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

test('former avatars, uploads and what is worn are still there; everybody has an avatar that waits to begin', async () => {
  const url = await createDatabaseBefore('0016');
  const { db, close } = openDatabase(url, { max: 2, timeout: 60 }, () => {});
  onTestFinished(close);
  const [chose, template, never, later] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const addPlayer = (id: string) =>
    sql`insert into players (id, username, display_name, email) values (${id}, ${`p${id.slice(0, 8)}`}, 'P', ${`${id}@example.com`})`.execute(
      db,
    );
  for (const id of [chose, template, never]) await addPlayer(id);
  await sql`insert into avatar_templates (id, name, style, picture, position) values ('cat', 'Cat', 'animals', 'templates/cat/1.webp', 1)`.execute(
    db,
  );
  await sql`insert into avatars (player_id, style, skin, render_id) values (${chose}, 'default', '#a9693f', 'one')`.execute(db);
  await sql`insert into avatars (player_id, style, template_id, skin) values (${template}, 'template', 'cat', '#502e1e')`.execute(db);
  await sql`insert into items (id, name, category, price, picture, thumb, position) values ('cap', 'Cap', 'hats', 5, 'p', 't', 1)`.execute(
    db,
  );
  await sql`insert into inventory (player_id, item_id, category, price, is_worn) values (${never}, 'cap', 'hats', 5, true)`.execute(db);

  await migrate(url, MIGRATIONS);
  await addPlayer(later);
  const { rows } = await sql<{ player_id: string }>`
    select player_id, style, template_id, skin, render_id, look, first_look from avatars`.execute(db);
  const of = (id: string) => rows.find((row) => row.player_id === id);
  const waiting = { look: null, first_look: null };
  expect(rows).toHaveLength(4);
  expect(of(chose)).toMatchObject({ style: 'cartoon_1', skin: '#a9693f', render_id: 'one', ...waiting });
  expect(of(template)).toMatchObject({ style: 'template', template_id: 'cat', skin: '#502e1e', ...waiting });
  for (const id of [never, later]) expect(of(id)).toMatchObject({ style: 'cartoon_1', skin: null, ...waiting });
  expect((await sql`select player_id, is_worn from inventory`.execute(db)).rows).toEqual([{ player_id: never, is_worn: true }]);
  // Nobody begins with the look of somebody else, whatever the application does.
  const begin = (id: string) =>
    sql`update avatars set look = '{"skin":"leaf"}', first_look = '{"skin":"leaf"}' where player_id = ${id}`.execute(db);
  await begin(chose);
  await expect(begin(never)).rejects.toThrow('avatars_first_look');
});
