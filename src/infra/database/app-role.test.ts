import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { moderate } from '../../../tests/moderate.ts';
import { createAppRole } from '../../../tests/app-role.ts';
import { MIGRATIONS } from '../../../tests/old-database.ts';
import { createWorld } from '../../../tests/world.ts';
import { readConfig, type Config } from '../../config.server.ts';
import { createAppContext, type AppContext } from '../../context.server.ts';
import { verifyAuditLog } from '../../features/audit-log/chain/service.server.ts';
import { enqueueEmail, sendEmailJob } from '../../features/mail/service.server.ts';
import { getPlayerCase } from '../../features/moderation/players/service.server.ts';
import { retentionJobs } from '../../features/moderation/retention/jobs.server.ts';
import { requestDeletionForParent } from '../../features/settings/account-deletion/service.server.ts';
import { eraseDueAccounts } from '../../features/settings/erasure/service.server.ts';
import { SYSTEM } from '../../shared/permissions.ts';
import { startWorker } from '../jobs/worker.ts';
import { StartError } from '../start-error.ts';

const DAY = 86_400;

/** A world, and a context that connects to its database as a role that owns nothing. */
async function createUnprivileged() {
  const world = await createWorld();
  const { role, url } = await createAppRole(world);
  let skew = 0;
  const config = readConfig({
    DATABASE_URL: url,
    DATABASE_OWNER_URL: world.ctx.databaseUrl,
    DATA_DIR: world.ctx.config.dataDir,
    DATABASE_POOL: '4',
    DATABASE_TIMEOUT: '60',
  });
  const open = (settings: Config, asOwner = false) =>
    createAppContext(settings, { migrations: MIGRATIONS, now: () => new Date(Date.now() + skew), log: world.ctx.log, asOwner });
  // As when two machines start at once.
  const [ctx, other] = await Promise.all([open(config), open(config)]);
  await other.close();
  onTestFinished(() => ctx.close());
  return {
    world,
    ctx,
    role,
    config,
    open,
    advanceClock: (seconds: number) => {
      skew += seconds * 1000;
      world.advanceClock(seconds);
    },
  };
}

const addEntry = ({ db }: AppContext, note: string) =>
  sql`insert into audit_log (id, actor_name, action, subject_kind, subject_id, note) values (${randomUUID()}, 'ops', 'test', 'test', '', ${note})`.execute(
    db,
  );

/** Tries statements. @returns each with what became of it */
async function tryAll({ db }: AppContext, attempts: string[]): Promise<[string, string][]> {
  const all: [string, string][] = [];
  for (const attempt of attempts) {
    const done = sql.raw(attempt).execute(db);
    all.push([
      attempt,
      await done.then(
        () => 'done',
        (error: Error) => error.message,
      ),
    ]);
  }
  return all;
}

const refusals = (attempts: string[], reason: RegExp) => attempts.map((attempt) => [attempt, expect.stringMatching(reason)]);

/** Lets the trigger function of the audit log run on a table of the role, with a cast that does what only the owner may. */
async function borrowOwner(trx: AppContext['db'], role: string): Promise<void> {
  for (const statement of [
    `create temp table t (like audit_log)`,
    `create function pg_temp.to_log(t) returns audit_log language plpgsql as $$
      begin execute 'comment on table public.audit_log is ''${role}'''; return null; end $$`,
    `create cast (t as audit_log) with function pg_temp.to_log(t) as implicit`,
    `create trigger t after insert on t for each row execute function append_audit_link()`,
    `insert into t (id, at, actor_name, action, subject_kind, subject_id, note, details, salt)
      values (gen_random_uuid(), now(), '', '', '', '', '', '{}', gen_random_uuid())`,
  ])
    await sql.raw(statement).execute(trx);
}

test('the role of the application may add to the audit log, and nothing else; it owns nothing, and makes nothing', async () => {
  const { world, ctx, role } = await createUnprivileged();
  expect([ctx.ownsTables, world.ctx.ownsTables]).toEqual([false, true]);
  await addEntry(ctx, 'As it was');
  const attempts = [
    `update audit_log set note = 'other'`,
    `update audit_log set note = note where false`,
    `delete from audit_log`,
    `truncate audit_log`,
    `insert into audit_log select * from audit_log on conflict (id) do update set note = 'other'`,
    `insert into audit_chain select * from audit_chain`,
    `update audit_chain set position = position`,
    `delete from audit_chain`,
    `delete from migrations`,
    `alter table audit_log disable trigger all`,
    `alter table ledger disable trigger all`,
    `alter table audit_log no force row level security`,
    `drop trigger audit_log_append_only on audit_log`,
    `create or replace function reject_audit_log_change() returns trigger language plpgsql as 'begin return new; end'`,
    `create function other() returns int language sql as 'select 1'`,
    `create table other (id int)`,
    `create schema other`,
    `set session_replication_role = replica`,
    `drop table audit_log`,
    `alter role ${role} superuser`,
    `set role kiddo`,
  ];
  expect(await tryAll(ctx, attempts)).toEqual(refusals(attempts, /permission denied|must be owner|must be superuser|only roles with/i));
  // The owner's rights are not lent to a table of its own: an implicit cast of its rows to entries would run as the owner.
  const borrowed = ctx.db.transaction().execute((trx) => borrowOwner(trx, role));
  await expect(borrowed).rejects.toThrow('permission denied for function append_audit_link');
  // A table of its own that has the name of the chain changes nothing.
  await ctx.db.transaction().execute(async (trx) => {
    await sql`create temp table audit_chain (like public.audit_chain) on commit drop`.execute(trx);
    await sql`insert into audit_log (id, actor_name, action, subject_kind, subject_id) values (${randomUUID()}, 'ops', 'test', 'test', '')`.execute(
      trx,
    );
  });
  expect(await verifyAuditLog(world.ctx, SYSTEM)).toMatchObject({ entries: 2, head: { position: 2 }, faults: [] });
});

test('what runs with the rights of the owner is for the role of the application alone, and finds only its own names', async () => {
  const { ctx, role } = await createUnprivileged();
  const { rows } = await sql<{ name: string; path: string; users: string[] }>`
    select p.oid::regprocedure::text as name, array_to_string(p.proconfig, '; ') as path,
      array(select grantee::regrole::text from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner)))
        where grantee <> p.proowner order by 1) as users
    from pg_proc p where p.prosecdef and p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    order by 1`.execute(ctx.db);
  const path = 'search_path=pg_catalog, public, pg_temp';
  expect(rows).toEqual([
    { name: 'append_audit_link()', path, users: [] },
    { name: 'check_audit_erasure()', path, users: [] },
    { name: 'erase_from_audit_log(uuid)', path, users: [role] },
  ]);
});

test('what a restore without rights, or an old database, gives to everybody is taken away at the next start', async () => {
  const { world, config, ctx, open } = await createUnprivileged();
  for (const statement of [
    'grant execute on function append_audit_link() to public',
    'grant execute on all functions in schema public to public',
    'grant create on schema public to public',
  ])
    await sql.raw(statement).execute(world.ctx.db);
  const again = await open(config);
  await again.close();
  const { rows } = await sql<{ open: string }>`
    select p.oid::regprocedure::text as open from pg_proc p where p.prosecdef and has_function_privilege('public', p.oid, 'execute')
      and p.pronamespace = 'public'::regnamespace
    union all select 'schema' where has_schema_privilege('public', 'public', 'create')`.execute(ctx.db);
  expect(rows).toEqual([]);
});

test('as this role games are added and searched, accounts are erased, and cases are kept and deleted', async () => {
  const { world, ctx, advanceClock } = await createUnprivileged();
  const [brian, mod] = [await world.addPlayer({ username: 'brian' }), await world.addPlayer({ role: 'moderator' })];
  await ctx.db.insertInto('games').values({ id: 'kite', title: 'Kite', game_url: 'games/kite/0/index.html' }).execute();
  await ctx.db.updateTable('games').set({ title: 'Kite Club' }).where('id', '=', 'kite').execute();
  await ctx.db
    .insertInto('player_reports')
    .values({ id: ctx.newId(), reported_player_id: brian.id, reason: 'other', description: '' })
    .execute();
  await getPlayerCase(ctx, mod, brian.id);
  expect(
    await moderate(ctx, mod, brian.id, { action: 'warn', why: 'You were mean.', note: `because of brian ${brian.id}`, seen: '' }),
  ).toMatchObject({ ok: true });
  await requestDeletionForParent(ctx, SYSTEM, 'brian');
  advanceClock(15 * DAY);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
  const { rows } = await sql<{ all: string }>`select string_agg(a::text, ' ') as all from audit_log a`.execute(ctx.db);
  expect(rows[0]?.all).toContain('a player who left');
  expect(rows[0]?.all).not.toContain(brian.id);
  expect(await ctx.db.selectFrom('retained_cases').select('username').execute()).toEqual([{ username: 'brian' }]);
  expect(await verifyAuditLog(ctx, SYSTEM)).toMatchObject({ entries: 3, redactions: [{ from: 4, to: 6 }], faults: [] });
  advanceClock(400 * DAY);
  for (const job of retentionJobs) await job.run(ctx);
  expect(await ctx.db.selectFrom('retained_cases').select('username').execute()).toEqual([]);
});

test('as this role jobs are queued and run, also by a worker', async () => {
  const { world, ctx } = await createUnprivileged();
  const mail = { to: 'amina@example.com', subject: 'Hello', heading: 'Hello', lines: ['Habari'] };
  await ctx.db.transaction().execute((trx) => enqueueEmail(ctx, mail as never, trx));
  expect(await ctx.jobs.drain(ctx, sendEmailJob, 10)).toBe(1);
  const ran = Promise.withResolvers<void>();
  const queued = { name: 'test.queued', retry: { limit: 1, seconds: 1, secondsMax: 1 }, run: async () => ran.resolve() };
  const scheduled = { name: 'test.scheduled', cron: '* * * * *', run: async () => {} };
  const stop = startWorker(ctx, { queued: [queued], scheduled: [scheduled] });
  await ctx.jobs.enqueue(queued, {});
  await ran.promise;
  await stop();
  expect(world.logged).toEqual([]);
});

test('the role of the application writes no statement into the job queue', async () => {
  const { ctx } = await createUnprivileged();
  const mail = { to: 'amina@example.com', subject: 'Hello', heading: 'Hello', lines: ['Habari'] };
  await enqueueEmail(ctx, mail as never);
  const statements = [
    `insert into pgboss.bam (name, version, table_name, command) values ('x', 1, 'job_common', 'drop table audit_log')`,
    `update pgboss.bam set command = 'drop table audit_log'`,
    `delete from pgboss.bam`,
  ];
  expect(await tryAll(ctx, statements)).toEqual(refusals(statements, /permission denied/));
  // The library of the queue puts these names into its statements as they are.
  const otherTables = [
    `update pgboss.queue set table_name = 'job_common cross join lateral (select pgboss.job_table_run(''drop table audit_log'')) as x'`,
    `update pgboss.queue set partition = true`,
    `insert into pgboss.queue select (jsonb_populate_record(q, '{"name": "x", "table_name": "job"}')).* from pgboss.queue q`,
  ];
  expect(await tryAll(ctx, otherTables)).toEqual(refusals(otherTables, /violates check constraint/));
});

test('whoever connects as the owner does not work the job queue', async () => {
  const { config, open } = await createUnprivileged();
  const owner = await open(config, true);
  onTestFinished(() => owner.close());
  const job = { name: 'test.owner', retry: { limit: 1, seconds: 1, secondsMax: 1 }, run: async () => {} };
  expect(owner.ownsTables).toBe(true);
  for (const use of [owner.jobs.prepare([job]), owner.jobs.enqueue(job, {}), owner.jobs.drain(owner, job, 1)])
    await expect(use).rejects.toThrow('The owner of the tables does not work the job queue');
});

test('a start says which connection does not work', async () => {
  const world = await createWorld();
  const url = new URL(world.ctx.databaseUrl);
  url.password = 'wrong';
  const config = readConfig({ DATABASE_URL: url.href, DATABASE_OWNER_URL: world.ctx.databaseUrl, DATA_DIR: world.ctx.config.dataDir });
  const refused = createAppContext(config, { migrations: null, log: world.ctx.log });
  await expect(refused).rejects.toThrow(StartError);
  await expect(refused).rejects.toThrow('as DATABASE_URL says');
});
