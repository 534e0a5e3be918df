import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { expect, test } from 'vitest';
import { waitForLocks } from '../../../../tests/lock-waits.ts';
import { moderate } from '../../../../tests/moderate.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { hashEmail } from '../../accounts/banned-emails/service.server.ts';
import { reportPlayer } from '../../chat/reports/service.server.ts';
import { holdCase } from '../../moderation/cases/service.server.ts';
import { requestAccountDeletion } from '../account-deletion/service.server.ts';
import { eraseDueAccounts } from './service.server.ts';

// A report or a decision about a player whose account is being erased in the same moment.

const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };

/** Brian, whose day has come. */
async function cast() {
  const world = await createWorld({ DATABASE_POOL: '6' });
  const [amina, brian] = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'brian' })];
  const boss = await world.addPlayer({ username: 'boss', role: 'operator' });
  await requestAccountDeletion(world.ctx, brian, { current: 'secret1' }, visit);
  world.advanceClock(15 * 86_400);
  return { world, db: world.ctx.db, amina, brian, boss };
}

type Write = (trx: Transaction<DB>, of: { world: World; aminaId: string; brianId: string }) => Promise<unknown>;
const sanction =
  (kind: 'mute' | 'ban', hours: number | null): Write =>
  (trx, { world, brianId }) => {
    const until = hours === null ? null : new Date(world.ctx.now().getTime() + hours * 3_600_000);
    return trx.insertInto('sanctions').values({ id: randomUUID(), player_id: brianId, kind, why: 'x', until }).execute();
  };

test.each<[string, Write, number]>([
  ['a mute', sanction('mute', 1), 0],
  ['a ban with an end', sanction('ban', 1), 0],
  [
    'a report',
    (trx, { aminaId, brianId }) =>
      trx
        .insertInto('player_reports')
        .values({ id: randomUUID(), reporter_id: aminaId, reported_player_id: brianId, reason: 'scary', description: '' })
        .execute(),
    0,
  ],
  ['a ban without an end', sanction('ban', null), 1],
])('%s that was being written when the night job came is seen', async (_what, write, erasedCount) => {
  const { world, db, amina, brian } = await cast();
  let erasing: Promise<number> = Promise.resolve(-1);
  await db.transaction().execute(async (trx) => {
    await write(trx, { world, aminaId: amina.id, brianId: brian.id });
    erasing = eraseDueAccounts(world.ctx, SYSTEM);
    await waitForLocks(db, 1);
  });
  expect(await erasing).toBe(erasedCount);
  expect(await db.selectFrom('players').select('id').where('id', '=', brian.id).execute()).toHaveLength(1 - erasedCount);
  // With the account goes the ban, but for the address.
  const banned = erasedCount === 0 ? [] : [{ email_hash: hashEmail(world.ctx, brian.email) }];
  expect(await db.selectFrom('banned_emails').select('email_hash').execute()).toEqual(banned);
});

test('whoever comes while the account is being erased is told that there is no such player, and nothing is half done', async () => {
  const { world, db, amina, brian, boss } = await cast();
  let all: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
  await db.transaction().execute(async (trx) => {
    // Only the erasure uses this table: it waits here, and holds the account.
    await sql`lock table contact_answers in access exclusive mode`.execute(trx);
    const erasing = eraseDueAccounts(world.ctx, SYSTEM);
    await waitForLocks(db, 1);
    const others = [
      moderate(world.ctx, boss, brian.id, { action: 'ban', note: 'a good reason', why: 'You hurt others.' }),
      reportPlayer(world.ctx, amina, { playerId: brian.id, reason: 'scary' }),
    ];
    all = Promise.allSettled([erasing, ...others]);
    await waitForLocks(db, 3);
  });
  const [erased, ...others] = await all;
  expect(erased).toEqual({ status: 'fulfilled', value: 1 });
  for (const other of others) expect(other).toMatchObject({ status: 'rejected', reason: { code: 'not-found' } });
  for (const table of ['sanctions', 'banned_emails', 'player_reports', 'audit_log'] as const)
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  expect(world.logged).toEqual([]);
});

test('a case that is marked for the police while the account is being erased is found as it is kept, and logged without the id', async () => {
  const { world, db, brian, boss } = await cast();
  await moderate(world.ctx, boss, brian.id, { action: 'warn', note: 'a good reason', why: 'Be kind.' });
  let all: Promise<[number, unknown]> = Promise.resolve([0, null]);
  await db.transaction().execute(async (trx) => {
    await sql`lock table contact_answers in access exclusive mode`.execute(trx);
    const erasing = eraseDueAccounts(world.ctx, SYSTEM);
    await waitForLocks(db, 1);
    all = Promise.all([erasing, holdCase(world.ctx, boss, brian.id, { do: 'hold', reason: 'OB 12/2027' })]);
    await waitForLocks(db, 2);
  });
  expect(await all).toEqual([1, { ok: true, do: 'hold' }]);
  expect(await db.selectFrom('case_holds').select('player_id').execute()).toEqual([{ player_id: brian.id }]);
  const subjects = await db.selectFrom('audit_log').select('subject_id').execute();
  expect(new Set(subjects.map((row) => row.subject_id))).toEqual(new Set([expect.stringMatching(/^left-/)]));
});
