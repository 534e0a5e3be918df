import { sql } from 'kysely';
import { getConstructionPlans } from 'pg-boss';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { executeOnDatabase } from '../../../tests/database-server.ts';
import { createDatabaseBefore, MIGRATIONS } from '../../../tests/old-database.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

test('jobs that wait under an old name run under the new one, and what was stored is still there', async () => {
  const url = await createDatabaseBefore('0012');
  const { db, close } = openDatabase(url, { max: 4, timeout: 60 }, () => {});
  await executeOnDatabase(url, getConstructionPlans());
  const jobs = createJobQueue(db, pino({ level: 'silent' }));
  onTestFinished(async () => {
    await jobs.close();
    await close();
  });
  const retry = { limit: 3, seconds: 60, secondsMax: 600 };
  const oldJob = { name: 'avatars.redraw', retry };
  await jobs.enqueue(oldJob, { playerId: 'now' });
  await jobs.enqueue({ ...oldJob, delaySeconds: 3600 }, { playerId: 'later' });
  await jobs.prepare([{ name: 'payments.sweep', retry }]);
  await sql`insert into pgboss.schedule (name, cron) values ('payments.sweep', '*/5 * * * *')`.execute(db);
  await sql`insert into switches (name, is_on) values ('chat', false) on conflict (name) do update set is_on = false`.execute(db);
  const readJobs = async () =>
    (await sql`select data, start_after, retry_limit, state from pgboss.job where data ? 'playerId' order by start_after`.execute(db)).rows;
  const before = await readJobs();
  expect(before).toHaveLength(2);

  expect(await migrate(url, MIGRATIONS)).toEqual(expect.arrayContaining(['0012_names.sql']));

  expect(await readJobs()).toEqual(before);
  const queues = await sql<{ name: string }>`select name from pgboss.queue union select name from pgboss.schedule`.execute(db);
  expect(queues.rows.map(({ name }) => name).filter((name) => /redraw|sweep/.test(name))).toEqual([]);
  const ran: unknown[] = [];
  const run = async (_: unknown, data: object) => ran.push(data);
  expect(await jobs.drain({}, { name: 'avatars.rerender', retry, run }, 10)).toBe(1);
  expect(ran).toEqual([{ playerId: 'now' }]);
  expect((await sql`select is_enabled from feature_flags where name = 'chat'`.execute(db)).rows).toEqual([{ is_enabled: false }]);
});

test('no constraint or index keeps a name of a renamed table', async () => {
  const url = await createDatabaseBefore('0012');
  await migrate(url, MIGRATIONS);
  const { db, close } = openDatabase(url, { max: 1, timeout: 60 }, () => {});
  onTestFinished(close);
  const OLD = '^(shelf|picks|viewers|sign_ins|proofs|guard_|username_holds|mail_wishes|newsletter_letters|declines|switches)';
  const { rows } = await sql`
    select conname as name from pg_constraint where connamespace = 'public'::regnamespace and conname ~ ${OLD}
    union select indexname from pg_indexes where schemaname = 'public' and indexname ~ ${OLD}
    union select proname from pg_proc where pronamespace = 'public'::regnamespace
      and prosrc ~ '\\m(shelf_games|shelf_totals|shelve_games|unshelve_games|resort_games|search_normal|the_forgotten|without_player|as_told|is_about)\\M'`.execute(
    db,
  );
  expect(rows).toEqual([]);
});
