import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseBefore, MIGRATIONS } from '../../../tests/old-database.ts';
import { DEFAULT_PRIVACY } from '../../features/friends/access/rules.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

test('who was here keeps what applied to them, also if they chose nothing; who comes later is private', async () => {
  const url = await createDatabaseBefore('0018');
  const { db, close } = openDatabase(url, { max: 2, timeout: 60 }, () => {});
  onTestFinished(close);
  const [never, hid, onlyOffline, later] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const addPlayer = (id: string) =>
    sql`insert into players (id, username, display_name, email) values (${id}, ${`p${id.slice(0, 8)}`}, 'P', ${`${id}@example.com`})`.execute(
      db,
    );
  for (const id of [never, hid, onlyOffline]) await addPlayer(id);
  await sql`insert into privacy (player_id, profile, finding, asking, online) values (${hid}, 'private', 'friends', 'private', false)`.execute(
    db,
  );
  await sql`insert into privacy (player_id, online) values (${onlyOffline}, false)`.execute(db);

  await migrate(url, MIGRATIONS);
  await addPlayer(later);
  const settingsOf = async (id: string) =>
    db.selectFrom('privacy').select(['profile', 'finding', 'asking', 'online']).where('player_id', '=', id).executeTakeFirst();
  const open = { profile: 'everyone', finding: 'everyone', asking: 'everyone', online: true };
  expect(await settingsOf(never)).toEqual(open);
  expect(await settingsOf(hid)).toEqual({ profile: 'private', finding: 'friends', asking: 'private', online: false });
  expect(await settingsOf(onlyOffline)).toEqual({ ...open, online: false });
  // No row means the defaults, which are those of the columns.
  expect(await settingsOf(later)).toBeUndefined();
  await sql`insert into privacy (player_id) values (${later})`.execute(db);
  expect(await settingsOf(later)).toEqual(DEFAULT_PRIVACY);
});
