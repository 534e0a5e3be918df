import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseBefore, MIGRATIONS } from '../../../tests/old-database.ts';
import { addDays, toNairobi } from '../../features/statistics/rules.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

async function createOldDatabase() {
  const url = await createDatabaseBefore('0044');
  const { db, close } = openDatabase(url, { max: 2, timeout: 60 }, () => {});
  onTestFinished(close);
  const findStarts = async () => (await sql<{ day: string }>`select distinct day::text from figure_starts`.execute(db)).rows[0]?.day;
  return { url, db, findStarts };
}

test('players who exist have the last day on which they are known to have been here; the day of the update is no whole day', async () => {
  const { url, db, findStarts } = await createOldDatabase();
  const now = new Date();
  const { day: today, hour } = toNairobi(now);
  const back = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const add = async (username: string, visits: { sessions?: Date[]; seen?: string }) => {
    const id = randomUUID();
    await sql`insert into players (id, username, display_name, email, created_at)
      values (${id}, ${username}, 'Amina', ${`${username}@example.com`}, ${back(100)})`.execute(db);
    for (const used of visits.sessions ?? [])
      await sql`insert into sessions (id, player_id, token_hash, remembered, created_at, updated_at, expires_at)
        values (${randomUUID()}, ${id}, ${randomUUID()}, true, ${used}, ${used}, ${back(-10)})`.execute(db);
    // Signing in recorded it, and so did the sign-up.
    await sql`update last_visits set seen_on = ${visits.seen ?? '2020-01-01'} where player_id = ${id}`.execute(db);
    return id;
  };
  const here = await add('here_today', { sessions: [now, back(3)] });
  const signedOut = await add('signed_out', { seen: addDays(today, -5) });
  await add('long_ago', { sessions: [back(70)], seen: addDays(today, -70) });
  await migrate(url, MIGRATIONS);
  const { rows } = await sql`select player_id, day::text, hour from player_days order by day desc`.execute(db);
  expect(rows).toEqual([
    { player_id: here, day: today, hour },
    { player_id: signedOut, day: addDays(today, -5), hour: 3 },
  ]);
  expect(await findStarts()).toBe(addDays(toNairobi(new Date()).day, 1));
});

test('a site without players counts from its first day', async () => {
  const { url, findStarts } = await createOldDatabase();
  await migrate(url, MIGRATIONS);
  expect(await findStarts()).toBe(toNairobi(new Date()).day);
});
