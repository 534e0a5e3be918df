import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseBefore, MIGRATIONS } from '../../../tests/old-database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

test('the last visit of players who exist is the newest thing that is known of each', async () => {
  const url = await createDatabaseBefore('0030');
  const { db, close } = openDatabase(url, { max: 2, timeout: 60 }, () => {});
  onTestFinished(close);
  const at = (day: string) => new Date(`${day}T23:30:00Z`);
  const add = async (username: string, known: { presence?: string; session?: string; updated?: string }) => {
    const player = randomUUID();
    await sql`insert into players (id, username, display_name, email, created_at, updated_at)
      values (${player}, ${username}, 'Amina', ${`${username}@example.com`}, ${at('2021-01-01')}, ${at(known.updated ?? '2021-01-01')})`.execute(
      db,
    );
    if (known.presence !== undefined)
      await sql`insert into presence (player_id, seen_at) values (${player}, ${at(known.presence)})`.execute(db);
    if (known.session !== undefined)
      await sql`insert into sessions (id, player_id, token_hash, remembered, created_at, updated_at, expires_at)
        values (${randomUUID()}, ${player}, ${username}, true, ${at('2021-01-02')}, ${at(known.session)}, ${at('2027-01-01')})`.execute(db);
  };
  await add('created', {});
  await add('updated', { updated: '2022-02-02' });
  await add('present', { updated: '2022-02-02', presence: '2023-03-03' });
  await add('signed_in', { presence: '2023-03-03', session: '2024-04-04' });
  await migrate(url, MIGRATIONS);
  await add('new', {});
  const { rows } = await sql<{ username: string; day: string; is_warned: boolean }>`
    select username, seen_on::text as day, warning_queued_at is not null as is_warned
    from last_visits join players on id = player_id order by seen_on, username`.execute(db);
  expect(rows).toEqual(
    [
      ['created', '2021-01-01'],
      ['new', '2021-01-01'],
      ['updated', '2022-02-02'],
      ['present', '2023-03-03'],
      ['signed_in', '2024-04-04'],
    ].map(([username, day]) => ({ username, day, is_warned: false })),
  );
});
