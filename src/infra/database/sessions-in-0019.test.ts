import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseBefore, MIGRATIONS } from '../../../tests/old-database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

test('sessions that were extended by use end 24 hours after they began, and remembered ones when it was said', async () => {
  const url = await createDatabaseBefore('0019');
  const { db, close } = openDatabase(url, { max: 2, timeout: 60 }, () => {});
  onTestFinished(close);
  const player = randomUUID();
  await sql`insert into players (id, username, display_name, email) values (${player}, 'amina', 'Amina', 'amina@example.com')`.execute(db);
  const began = new Date('2026-03-01T08:00:00Z');
  const hours = (count: number) => new Date(began.getTime() + count * 3_600_000);
  const add = (hash: string, remembered: boolean, end: Date) =>
    sql`insert into sessions (id, player_id, token_hash, remembered, created_at, expires_at)
      values (${randomUUID()}, ${player}, ${hash}, ${remembered}, ${began}, ${end})`.execute(db);
  await add('extended', false, hours(70));
  await add('short', false, hours(24));
  await add('long', true, hours(720));
  await migrate(url, MIGRATIONS);
  const { rows } = await sql<{ token_hash: string; expires_at: Date }>`
    select token_hash, expires_at from sessions order by token_hash`.execute(db);
  expect(rows).toEqual([
    { token_hash: 'extended', expires_at: hours(24) },
    { token_hash: 'long', expires_at: hours(720) },
    { token_hash: 'short', expires_at: hours(24) },
  ]);
});
