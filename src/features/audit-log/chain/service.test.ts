import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseBefore, MIGRATIONS } from '../../../../tests/old-database.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { openDatabase } from '../../../infra/database/database.ts';
import { migrate } from '../../../infra/database/migrate.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import { requestDeletionForParent } from '../../settings/account-deletion/service.server.ts';
import { eraseDueAccounts } from '../../settings/erasure/service.server.ts';
import { auditLogJobs } from '../jobs.server.ts';
import { insertAuditEntry } from '../queries.server.ts';
import { verifyAuditLog } from './service.server.ts';

const DAY = 24 * 3600;

/** Adds entries, each in a transaction of its own. @returns their ids */
async function addEntries({ ctx }: World, count: number, subjectId = 'chat'): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth++) {
    const id = ctx.newId();
    const entry = {
      id,
      actorId: null,
      actorName: 'ops',
      action: 'test',
      subjectKind: 'test',
      subjectId,
      note: `Note ${nth}`,
      details: { nth },
    };
    await ctx.db.transaction().execute((trx) => insertAuditEntry(trx, entry));
    ids.push(id);
  }
  return ids;
}

/** What only somebody can do who owns the tables. */
async function tamper({ ctx }: World, ...statements: ReturnType<typeof sql>[]): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const statement of statements) await statement.execute(trx);
  });
}

const verify = ({ ctx }: World, hash: string | null = null) => verifyAuditLog(ctx, SYSTEM, hash);

test('an empty log is in order, and one that was only added to', async () => {
  const world = await createWorld();
  expect(await verify(world)).toEqual({ entries: 0, redactions: [], head: null, faults: [], hasHash: false });
  await addEntries(world, 3);
  const first = await verify(world);
  expect(first).toMatchObject({
    entries: 3,
    redactions: [],
    head: { position: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    faults: [],
  });
  await addEntries(world, 1);
  const second = await verify(world, first.head?.hash);
  expect(second).toMatchObject({ entries: 4, head: { position: 4 }, faults: [], hasHash: true });
  expect(second.head?.hash).not.toBe(first.head?.hash);
  expect((await verify(world, 'f'.repeat(64))).hasHash).toBe(false);
});

test('entries that are added at the same time make one chain, and those of a transaction that failed none', async () => {
  const world = await createWorld();
  await Promise.all([1, 2, 3, 4].map(() => addEntries(world, 5)));
  const failing = world.ctx.db.transaction().execute(async (trx) => {
    const entry = { actorId: null, actorName: 'ops', action: 'test', subjectKind: 'test', subjectId: '', note: '', details: {} };
    await insertAuditEntry(trx, { id: world.ctx.newId(), ...entry });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await verify(world)).toMatchObject({ entries: 20, head: { position: 20 }, faults: [] });
});

test('whoever writes an entry waits for nobody until the commit', async () => {
  const world = await createWorld();
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const write = (before: Promise<void>, after: () => void) =>
    world.ctx.db.transaction().execute(async (trx) => {
      const entry = { actorId: null, actorName: 'ops', action: 'test', subjectKind: 'test', subjectId: '', note: '', details: {} };
      await insertAuditEntry(trx, { id: world.ctx.newId(), ...entry });
      after();
      await before;
    });
  // Each commits only after the other has written its entry.
  await Promise.all([write(one.promise, other.resolve), write(other.promise, one.resolve)]);
  expect(await verify(world)).toMatchObject({ entries: 2, faults: [] });
});

test.each<[string, (ids: string[]) => ReturnType<typeof sql>[], (ids: string[]) => object[]]>([
  [
    'a note that was changed',
    ([id]) => [sql`update audit_log set note = 'other' where id = ${id}`],
    ([id]) => [{ kind: 'changed', position: 1, entryId: id }],
  ],
  [
    'a time that was changed',
    ([, id]) => [sql`update audit_log set at = at + interval '1 second' where id = ${id}`],
    ([, id]) => [{ kind: 'changed', position: 2, entryId: id }],
  ],
  [
    'an actor who was changed',
    ([, , id]) => [sql`update audit_log set actor_name = 'somebody' where id = ${id}`],
    ([, , id]) => [{ kind: 'changed', position: 3, entryId: id }],
  ],
  [
    'an entry that was removed',
    ([, id]) => [sql`delete from audit_log where id = ${id}`],
    ([, id]) => [{ kind: 'removed', position: 2, entryId: id }],
  ],
  [
    'an entry that was removed with its link',
    ([, id]) => [sql`delete from audit_log where id = ${id}`, sql`delete from audit_chain where entry_id = ${id}`],
    () => [{ kind: 'broken', position: 3 }],
  ],
  [
    'a link that was removed',
    ([, id]) => [sql`delete from audit_chain where entry_id = ${id}`],
    ([, id]) => [
      { kind: 'broken', position: 3 },
      { kind: 'inserted', entryId: id },
    ],
  ],
  [
    'a change that was passed off as an erasure',
    ([id]) => [
      sql`update audit_log set note = 'other' where id = ${id}`,
      sql`insert into audit_chain select 4, a.id, 'redacted', audit_content_hash(a), audit_link_hash('', 4, a.id, 'redacted', audit_content_hash(a)) from audit_log a where id = ${id}`,
    ],
    () => [{ kind: 'broken', position: 4 }],
  ],
  [
    'a link that was made anew',
    ([id]) => [
      sql`update audit_log set note = 'other' where id = ${id}`,
      sql`update audit_chain c set content_hash = audit_content_hash(a), hash = audit_link_hash('', 1, a.id, 'added', audit_content_hash(a)) from audit_log a where a.id = ${id} and c.entry_id = a.id`,
    ],
    () => [{ kind: 'broken', position: 2 }],
  ],
])('%s is found', async (_, statements, faults) => {
  const world = await createWorld();
  const ids = await addEntries(world, 3);
  await tamper(world, ...statements(ids));
  expect((await verify(world)).faults).toEqual(faults(ids));
});

test('an entry that was inserted past the chain is found', async () => {
  const world = await createWorld();
  await addEntries(world, 2);
  const id = randomUUID();
  await tamper(
    world,
    sql`insert into audit_log (id, actor_name, action, subject_kind, subject_id) values (${id}, 'ops', 'test', 'test', '')`,
  );
  expect(await verify(world)).toMatchObject({ entries: 2, faults: [{ kind: 'inserted', entryId: id }] });
});

test('whoever makes the whole chain anew cannot give it the hash that was noted', async () => {
  const world = await createWorld();
  const ids = await addEntries(world, 3);
  for (const job of auditLogJobs) await job.run(world.ctx);
  const [, noted = ''] = /^sys_audit_head:3,([0-9a-f]{64})$/.exec(world.securityEvents.at(-1)?.event ?? '') ?? [];
  expect(await verify(world, noted)).toMatchObject({ faults: [], hasHash: true });
  await tamper(world, sql`delete from audit_log where id = ${ids.at(-1)}`, sql`delete from audit_chain where position = 3`);
  // Without the note nobody would see it.
  expect(await verify(world, noted)).toMatchObject({ entries: 2, faults: [], hasHash: false });
});

test('the erasure of an account leaves the chain in order, and nothing to try out what was erased', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  const [id = ''] = await addEntries(world, 2, amina.id);
  const before = await world.ctx.db
    .selectFrom('audit_log')
    .select(['id', 'salt', 'subject_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await requestDeletionForParent(world.ctx, SYSTEM, 'amina');
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
  const after = await world.ctx.db
    .selectFrom('audit_log')
    .select(['id', 'salt', 'subject_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect([after.salt === before.salt, after.subject_id]).toEqual([false, expect.stringMatching(/^left-/)]);
  expect(await verify(world)).toMatchObject({ entries: 3, redactions: [{ from: 4, to: 6 }], head: { position: 6 }, faults: [] });
  await tamper(world, sql`update audit_log set note = 'other' where id = ${id}`);
  expect((await verify(world)).faults).toMatchObject([{ kind: 'changed', entryId: id }]);
});

test('the chain is only ever added to, also by its owner', async () => {
  const world = await createWorld();
  await addEntries(world, 1);
  for (const attempt of [sql`update audit_chain set position = position`, sql`delete from audit_chain`, sql`truncate audit_chain`])
    await expect(attempt.execute(world.ctx.db)).rejects.toThrow('only ever added to');
});

test('entries of a former version are chained in their order', async () => {
  const url = await createDatabaseBefore('0024');
  const { db, close } = openDatabase(url, { max: 2, timeout: 60 }, () => {});
  onTestFinished(close);
  for (const id of ['00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000001'])
    await sql`insert into audit_log (id, actor_name, action, subject_kind, subject_id, details) values (${id}, 'ops', 'test', 'test', '', '{"b": 1, "a": "ä"}')`.execute(
      db,
    );
  await migrate(url, MIGRATIONS);
  const world = await createWorld();
  const report = await verifyAuditLog({ ...world.ctx, db }, SYSTEM);
  expect(report).toMatchObject({ entries: 2, head: { position: 2 }, faults: [] });
  const { rows } = await sql<{ entry_id: string }>`select entry_id from audit_chain order by position`.execute(db);
  expect(rows.map((row) => row.entry_id.at(-1))).toEqual(['1', '2']);
});

test('only the command line checks it', async () => {
  const world = await createWorld();
  for (const actor of [VISITOR, await world.addPlayer({ role: 'operator' })])
    await expect(verifyAuditLog(world.ctx, actor)).rejects.toMatchObject({ code: /sign-in-required|not-allowed/ });
});
