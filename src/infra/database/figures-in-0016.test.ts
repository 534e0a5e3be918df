import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase, dropDatabase, urlForDatabase } from '../../../tests/database-server.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');

test('former avatars, uploads and what is worn are still there; everybody has an avatar that waits to begin', async () => {
  const server = inject('database');
  const name = `old_${randomBytes(6).toString('hex')}`;
  await copyDatabase(server, { from: 'template1', to: name });
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-migrations-'));
  onTestFinished(async () => {
    await dropDatabase(server, name);
    await fs.rm(folder, { recursive: true, force: true });
  });
  for (const file of await fs.readdir(MIGRATIONS))
    if (file < '0016') await fs.copyFile(path.join(MIGRATIONS, file), path.join(folder, file));
  const url = urlForDatabase(server, name);
  await migrate(url, folder);
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
