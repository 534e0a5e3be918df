import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseBefore, MIGRATIONS } from '../../../tests/old-database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

test('sessions of the team that exist end 12 hours after they began, and passed no second step; those of players stay', async () => {
  const url = await createDatabaseBefore('0021');
  const { db, close } = openDatabase(url, { max: 2, timeout: 60 }, () => {});
  onTestFinished(close);
  const began = new Date('2026-03-01T08:00:00Z');
  const hours = (count: number) => new Date(began.getTime() + count * 3_600_000);
  for (const role of ['moderator', 'operator', 'player']) {
    const player = randomUUID();
    await sql`insert into players (id, username, display_name, email, role, two_factor)
      values (${player}, ${role}, 'Amina', ${`${role}@example.com`}, ${role}, true)`.execute(db);
    await sql`insert into sessions (id, player_id, token_hash, remembered, created_at, expires_at)
      values (${randomUUID()}, ${player}, ${role}, true, ${began}, ${hours(720)})`.execute(db);
  }
  await migrate(url, MIGRATIONS);
  const { rows } = await sql`select token_hash as role, expires_at, second_step from sessions order by token_hash`.execute(db);
  expect(rows).toEqual([
    { role: 'moderator', expires_at: hours(12), second_step: false },
    { role: 'operator', expires_at: hours(12), second_step: false },
    { role: 'player', expires_at: hours(720), second_step: false },
  ]);
});
