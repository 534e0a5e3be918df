import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import type { DB } from '../../../infra/database/tables.ts';
import type { ErasureSubject } from '../../../infra/erasure.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { RENAMES_MAX } from '../../settings/account/rules.ts';
import { getUsernameClaim } from '../../settings/account/service.server.ts';
import { verifyAuditLog } from '../chain/service.server.ts';
import { auditLogEraser } from './service.server.ts';

/** Reserves a username for a player, as renaming does, until some days from now. */
const reserve = (player: { id: string }, username: string, days: number) =>
  sql`insert into username_reservations (username, claim_hash, expires_at)
    values (${username}, ${getUsernameClaim(player.id)}, now() + make_interval(days => ${days}))`;

/** Amina, whose account is to be deleted, Brian, and a log that is about both. */
async function cast() {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina', display_name: 'Amina W', deletes_at: new Date() });
  const brian = await world.addPlayer({ username: 'brian', display_name: 'Brian' });
  await world.ctx.db
    .insertInto('email_changes')
    .values({ player_id: amina.id, email: 'next@example.com', token_hash: 'x', password_fingerprint: 'x', expires_at: new Date() })
    .execute();
  for (const [subjectId, note] of [
    [amina.id, 'Amina W was mean to brian@example.com'],
    [brian.id, 'Brian took money, says @amina'],
  ])
    await sql`insert into audit_log (id, actor_name, action, subject_kind, subject_id, note)
      values (${randomUUID()}, 'mod', 'warn', 'player', ${subjectId}, ${note})`.execute(world.ctx.db);
  const who: ErasureSubject = {
    id: amina.id,
    replacementId: `left-${'0a'.repeat(9)}`,
    email: amina.email,
    emails: [amina.email, 'next@example.com'],
    usernames: ['amina'],
    displayNames: ['Amina W'],
    mentions: ['@amina'],
  };
  return { world, amina, brian, who };
}

const setSubject = (trx: Transaction<DB>, who: object) =>
  sql`select set_config('kiddo.erasure_subject', ${JSON.stringify(who)}, true)`.execute(trx);
const deleteAccount = (trx: Transaction<DB>, { id }: { id: string }) => trx.deleteFrom('players').where('id', '=', id).execute();

/** Takes a player out of the log, with more work before and after in the same transaction. */
function erase(
  { ctx }: World,
  who: ErasureSubject,
  work: { before?(trx: Transaction<DB>): Promise<unknown>; after?(trx: Transaction<DB>): Promise<unknown> } = {},
): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    await work.before?.(trx);
    await setSubject(trx, who);
    await auditLogEraser.eraseRows?.(ctx, trx, who);
    await work.after?.(trx);
  });
}

const readNotes = async ({ ctx }: World) =>
  (await ctx.db.selectFrom('audit_log').select(['subject_id', 'note']).orderBy('note').execute()).map((row) => Object.values(row));

test('whose account is deleted is taken out of the log, with former names', async () => {
  const { world, amina, brian, who } = await cast();
  // Former names, as many as renaming allows.
  const names = Array.from({ length: RENAMES_MAX }, (_, i) => `amina_${i}`);
  for (const [i, name] of names.entries()) await reserve(amina, name, i).execute(world.ctx.db);
  await sql`insert into audit_log (id, actor_name, action, subject_kind, subject_id, note)
    values (${randomUUID()}, 'mod', 'add', 'word', 'x', ${`Ask ${names.join(' or ')}`})`.execute(world.ctx.db);
  const former = { ...who, usernames: ['amina', ...names], mentions: ['@amina', ...names] };
  await erase(world, former, { after: (trx) => deleteAccount(trx, amina) });
  expect(await readNotes(world)).toEqual([
    ['x', `Ask ${names.map(() => 'a player who left').join(' or ')}`],
    [brian.id, 'Brian took money, says a player who left'],
    [who.replacementId, 'a player who left was mean to brian@example.com'],
  ]);
  expect(await verifyAuditLog(world.ctx, SYSTEM)).toMatchObject({ entries: 3, redactions: [{ from: 4, to: 6 }], faults: [] });
  expect(await world.ctx.db.selectFrom('audit_erasures').selectAll().execute()).toEqual([]);
});

const NO_ERASURE = 'only a player whose account is deleted';
const NOT_THEIRS = 'not what identifies the player';
const TAKEN = 'has this replacement of an id already';
type Attempt = { change?: Partial<ErasureSubject>; before?: ReturnType<typeof sql>; after?: 'delete' | 'pretend' };
type Cast = Awaited<ReturnType<typeof cast>>;

test.each<[string, (cast: Cast) => Attempt, string]>([
  ['an account that stays', () => ({}), NO_ERASURE],
  ['an account that stays, with another subject at the commit', () => ({ after: 'pretend' }), NO_ERASURE],
  [
    'an account that nobody wants to delete',
    ({ brian }) => ({ change: { id: brian.id, usernames: [], emails: [], displayNames: [], mentions: [] } }),
    NO_ERASURE,
  ],
  ['nobody', () => ({ change: { id: randomUUID() } }), NO_ERASURE],
  ['a pattern for a username', () => ({ change: { usernames: ['.*'] }, after: 'delete' }), NOT_THEIRS],
  ['a word for a display name', () => ({ change: { displayNames: ['mean'] }, after: 'delete' }), NOT_THEIRS],
  ['the address of another player', () => ({ change: { emails: ['brian@example.com'] }, after: 'delete' }), NOT_THEIRS],
  [
    'the address of another player, which they asked for',
    ({ amina }) => ({
      before: sql`update email_changes set email = 'brian@example.com' where player_id = ${amina.id}`,
      change: { emails: ['brian@example.com'] },
      after: 'delete',
    }),
    NOT_THEIRS,
  ],
  [
    'a sentence as a former username',
    ({ amina }) => ({
      before: reserve(amina, 'took money, says', 0),
      change: { usernames: ['took money, says'] },
      after: 'delete',
    }),
    NOT_THEIRS,
  ],
  [
    'the name of another player as a former username',
    ({ amina }) => ({ before: reserve(amina, 'brian', 0), change: { usernames: ['brian'] }, after: 'delete' }),
    NOT_THEIRS,
  ],
  [
    'more former usernames than renaming allows',
    ({ amina }) => ({
      before: sql`insert into username_reservations (username, claim_hash, expires_at)
        select 'word_' || i, ${getUsernameClaim(amina.id)}, now() + make_interval(days => i) from generate_series(0, ${RENAMES_MAX}::int) as i`,
      change: { usernames: ['word_0'] },
      after: 'delete',
    }),
    NOT_THEIRS,
  ],
  ['a word as a mention', () => ({ change: { mentions: ['money'] }, after: 'delete' }), NOT_THEIRS],
  ['names that are no list', () => ({ change: { usernames: 'amina' as never }, after: 'delete' }), 'cannot extract elements'],
  ['another player’s id as the replacement', ({ brian }) => ({ change: { replacementId: brian.id }, after: 'delete' }), NOT_THEIRS],
  [
    'somebody else’s replacement',
    ({ who }) => ({
      before: sql`insert into audit_log (id, actor_name, action, subject_kind, subject_id) values (${randomUUID()}, 'mod', 'warn', 'player', ${who.replacementId})`,
      after: 'delete',
    }),
    TAKEN,
  ],
  [
    'a sentence as the address',
    ({ amina }) => ({
      before: sql`update players set email = 'took money, says' where id = ${amina.id}`,
      change: { emails: ['took money, says'] },
      after: 'delete',
    }),
    NOT_THEIRS,
  ],
])('the log keeps everything from %s', async (_, attempt, reason) => {
  const all = await cast();
  const { world, amina, who } = all;
  const before = await readNotes(world);
  const { change, before: first, after } = attempt(all);
  const given = { ...who, ...change };
  const erased = erase(world, given, {
    before: async (trx) => first?.execute(trx),
    after: async (trx) => {
      if (after === 'delete') await deleteAccount(trx, amina);
      if (after === 'pretend') await setSubject(trx, { ...who, id: randomUUID() });
    },
  });
  await expect(erased).rejects.toThrow(reason);
  expect(await readNotes(world)).toEqual(before);
  expect(await verifyAuditLog(world.ctx, SYSTEM)).toMatchObject({ entries: 2, redactions: [], faults: [] });
});

test('the subject of the transaction is the player who is erased', async () => {
  const { world, amina, brian, who } = await cast();
  const erased = erase(world, { ...who, id: brian.id }, { after: (trx) => deleteAccount(trx, amina) });
  await expect(erased).rejects.toThrow(NO_ERASURE);
  const other = world.ctx.db.transaction().execute(async (trx) => {
    await setSubject(trx, { ...who, id: brian.id });
    await auditLogEraser.eraseRows?.(world.ctx, trx, who);
    await deleteAccount(trx, amina);
  });
  await expect(other).rejects.toThrow(NOT_THEIRS);
});

test('one transaction takes a player out once, under one replacement', async () => {
  const { world, amina, who } = await cast();
  const again = erase(world, who, {
    after: async (trx) => {
      await setSubject(trx, { ...who, replacementId: `left-${'0b'.repeat(9)}` });
      await auditLogEraser.eraseRows?.(world.ctx, trx, who);
      await deleteAccount(trx, amina);
    },
  });
  await expect(again).rejects.toThrow('audit_erasures_pkey');
  expect(await verifyAuditLog(world.ctx, SYSTEM)).toMatchObject({ entries: 2, redactions: [], faults: [] });
});

test('a name is no pattern', async () => {
  const { world, who } = await cast();
  const { rows } = await sql<{ text: string }>`
    select redact_player('Say what you like, a.b', ${JSON.stringify({ ...who, usernames: ['.*', 'a.b'], displayNames: [] })}::jsonb) as text`.execute(
    world.ctx.db,
  );
  expect(rows).toEqual([{ text: 'Say what you like, a player who left' }]);
});
