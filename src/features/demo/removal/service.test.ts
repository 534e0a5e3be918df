import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { moderate } from '../../../../tests/moderate.ts';
import { countRows, createFirstStart, makeDemoWorld } from '../../../../tests/demo-world.ts';
import { askOf, giveConsent } from '../../../../tests/guardian-world.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { createClosedJobQueue } from '../../../infra/jobs/queue.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { CLEAN_UP_UPLOAD } from '../../avatars/rerender.schema.ts';
import { assertNoDemoAccounts } from '../../accounts/staff/service.server.ts';
import { sendMessage } from '../../chat/service.server.ts';
import { sendMessage as sendContactMessage } from '../../contact/service.server.ts';
import { applyFriendAction, getFriendsView } from '../../friends/service.server.ts';
import { eraseDueAccounts } from '../../settings/erasure/service.server.ts';
import { requestDeletionForParent } from '../../settings/account-deletion/service.server.ts';
import { holdCase } from '../../moderation/cases/service.server.ts';
import { recordOfflinePlay } from '../../games/plays/service.server.ts';
import { rateGame } from '../../library/service.server.ts';
import { subscribe } from '../../subscriptions/checkout/service.server.ts';
import { lockCounting } from '../../statistics/counting/queries.server.ts';
import { countFigures } from '../../statistics/counting/service.server.ts';
import { addDays, toNairobi } from '../../statistics/rules.ts';
import { removeDemo } from './service.server.ts';

/** Files of players and purchases, without those of games and pictures that are shipped. */
async function listFiles({ ctx }: World): Promise<string[]> {
  const { dataDir } = ctx.config;
  const entries = await fs.readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith(`files${path.sep}games`))
    .toSorted();
}

const figures = ({ ctx }: World) =>
  ctx.db.selectFrom('games').select(['id', 'plays_30d', 'growth_7d', 'rating_count', 'rating_sum']).orderBy('id').execute();

test('everything is taken away again: rows, files and figures', { timeout: 120_000 }, async () => {
  const world = await createFirstStart();
  // As at a start: the queues of jobs are there.
  await world.ctx.jobs.prepare([CLEAN_UP_UPLOAD]);
  const before = { rows: await countRows(world.ctx), files: await listFiles(world), figures: await figures(world) };
  await makeDemoWorld(world.ctx);
  await countFigures(world.ctx, SYSTEM);
  const rows = await countRows(world.ctx);
  const filled =
    'players identities plays play_history play_times play_seconds player_days daily_figures counted_days game_days ratings favorites friendships conversations messages reports player_reports notifications payments subscriptions paid_periods ledger wallets avatar_uploads contact_messages presence guardians guardianships consent_records groups group_members group_invitations';
  for (const table of filled.split(' '))
    expect([table, (rows[`public.${table}`] ?? 0) > (before.rows[`public.${table}`] ?? 0)]).toEqual([table, true]);
  const files = await listFiles(world);
  expect(files.some((file) => file.includes('uploads'))).toBe(true);
  expect(files.some((file) => file.startsWith('till'))).toBe(true);

  expect(await removeDemo(world.ctx, SYSTEM)).toBe(rows['public.players']);
  // The log has that it was done.
  expect(await countRows(world.ctx)).toEqual({ ...before.rows, 'public.audit_log': 1, 'public.audit_chain': 1 });
  expect({ files: await listFiles(world), figures: await figures(world) }).toEqual({ files: before.files, figures: before.figures });
  expect(await removeDemo(world.ctx, SYSTEM)).toBe(0);
});

test(
  'a player who signed up in demo mode lives on beside the demo players, and goes with them; others stay',
  { timeout: 120_000 },
  async () => {
    const world = await createFirstStart();
    const { ctx } = world;
    await makeDemoWorld(ctx);
    const person = await world.addPlayer({ username: 'person', is_demo: true, birth_month: '2009-01', age_band: 16 });
    await giveConsent(askOf(ctx), person.id);
    const real = await world.addPlayer({ username: 'real' });
    const { id } = await ctx.db.selectFrom('players').select('id').where('username', '=', 'amina').executeTakeFirstOrThrow();
    const amina: Actor = { kind: 'player', id, role: 'player', premium: false };
    const code = (await getFriendsView(ctx, amina, { tab: 'search', term: '', after: null })).search?.code ?? '';
    await applyFriendAction(ctx, person, { do: 'ask', id, code });
    await applyFriendAction(ctx, amina, { do: 'accept', id: person.id });
    expect(await sendMessage(ctx, person, id, { text: 'Habari!' })).toMatchObject({ ok: true });
    const play = async (actor: Actor) =>
      recordOfflinePlay(ctx, actor, 'matatu-rush', { late: crypto.randomUUID(), at: String(ctx.now().getTime()) });
    for (const actor of [person, real, VISITOR]) await play(actor);
    await subscribe(ctx, person, { plan: 'premium', channel: 'mpesa' });
    await ctx.db
      .insertInto('play_times')
      .values({ player_id: real.id, game_id: 'matatu-rush', seconds: 90, counted_to: ctx.now() })
      .execute();
    await rateGame(ctx, real, 'matatu-rush', { stars: '4' });
    const form = { name: 'A parent', email: 'parent@example.com', subject: 'A question', message: 'How do I stop paying?' };
    await sendContactMessage(ctx, VISITOR, form, '10.0.0.1');

    await removeDemo(ctx, SYSTEM);
    expect(await ctx.db.selectFrom('players').select('username').execute()).toEqual([{ username: 'real' }]);
    // The plays of the real player and of the visitor.
    expect(await ctx.db.selectFrom('game_days').select('plays').execute()).toEqual([{ plays: 2 }]);
    expect((await ctx.db.selectFrom('games').select('plays_30d').where('id', '=', 'matatu-rush').executeTakeFirst())?.plays_30d).toBe(2);
    const rated = await ctx.db.selectFrom('games').select(['id', 'rating_count', 'rating_sum']).where('rating_count', '>', 0).execute();
    expect(rated).toEqual([{ id: 'matatu-rush', rating_count: 1, rating_sum: 4 }]);
    expect(await ctx.db.selectFrom('contact_messages').select('name').execute()).toEqual([{ name: 'A parent' }]);
    expect(await ctx.db.selectFrom('payments').select('reference').execute()).toEqual([]);
    await assertNoDemoAccounts(ctx);
  },
);

test('with the settings of production, what demo mode left in the data folder goes too', { timeout: 120_000 }, async () => {
  const world = await createFirstStart();
  await makeDemoWorld(world.ctx);
  const { db } = world.ctx;
  await world.ctx.mailer.send({ id: 'one', to: 'amina@kiddo.invalid', subject: 'x', text: 'x', html: 'x' });
  // The command connects as the owner, who works no job queue.
  const production = { ...world.ctx, outbox: null, sandboxProvider: null, jobs: createClosedJobQueue() };
  await expect(assertNoDemoAccounts(production)).rejects.toThrow('npm run accounts -- remove-demo');
  await removeDemo(production, SYSTEM);
  expect((await listFiles(world)).filter((file) => /^(till|outbox)/.test(file))).toEqual([]);
  await assertNoDemoAccounts(production);
  expect(await db.selectFrom('players').select('id').execute()).toEqual([]);
});

test('no case and no banned address is left of demo accounts, also of those that were deleted before', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const boss = await world.addPlayer({ role: 'operator', is_demo: true });
  const [gone, here] = [await world.addPlayer({ username: 'gone', is_demo: true }), await world.addPlayer({ is_demo: true })];
  for (const { id } of [gone, here]) {
    await moderate(ctx, boss, id, { action: 'ban', note: 'to try it out', why: 'To try it out.' });
    await holdCase(ctx, boss, id, { do: 'hold', reason: 'to try it out' });
  }
  await requestDeletionForParent(ctx, SYSTEM, 'gone');
  world.advanceClock(15 * 86_400);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
  expect(await removeDemo(ctx, SYSTEM)).toBe(2);
  for (const table of [
    'retained_cases',
    'retained_reports',
    'retained_sanctions',
    'retained_decisions',
    'case_holds',
    'banned_emails',
  ] as const)
    expect([table, await ctx.db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
});

test('a removal that is interrupted is in the audit log, and so is the one that goes on', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const [, second] = [await world.addPlayer({ is_demo: true }), await world.addPlayer({ is_demo: true })];
  const read = async () => [
    (await ctx.db.selectFrom('players').select('id').execute()).map(({ id }) => id),
    await ctx.db.selectFrom('audit_log').select(['action', 'details']).orderBy('id').execute(),
  ];
  await sql`create table obstacles (player_id uuid references players)`.execute(ctx.db);
  await sql`insert into obstacles values (${second.id})`.execute(ctx.db);
  await expect(removeDemo(ctx, SYSTEM)).rejects.toThrow('obstacles');
  expect(await read()).toEqual([[second.id], [{ action: 'remove-demo', details: { accounts: 2 } }]]);
  await sql`drop table obstacles`.execute(ctx.db);
  expect(await removeDemo(ctx, SYSTEM)).toBe(1);
  const entries = [2, 1].map((accounts) => ({ action: 'remove-demo', details: { accounts } }));
  expect(await read()).toEqual([[], entries]);
});

test('the figures go with the last account, or after it, and wait for a count that runs', async () => {
  const world = await createWorld();
  const { ctx } = world;
  await countFigures(ctx, SYSTEM);
  const isCounted = async () => (await ctx.db.selectFrom('counted_days').select('day').limit(1).execute()).length > 0;
  let removal: Promise<number> = Promise.resolve(0);
  await ctx.db.transaction().execute(async (trx) => {
    await lockCounting(trx);
    removal = removeDemo(ctx, SYSTEM);
    const waits = sql<{ n: number }>`select count(*)::int as n from pg_locks
      where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await waits.execute(ctx.db)).rows[0]?.n).toBe(1);
    expect(await isCounted()).toBe(true);
  });
  expect(await removal).toBe(0);
  expect(await isCounted()).toBe(false);
  // Nothing of today that was counted as it happened is left.
  const { rows } = await sql`select distinct day::text from figure_starts`.execute(ctx.db);
  expect(rows).toEqual([{ day: addDays(toNairobi(ctx.now()).day, 1) }]);
});

test('the ledger keeps every other entry, and nobody removes the demo from a browser', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const demo = await world.addPlayer({ is_demo: true });
  const real = await world.addPlayer();
  for (const { id } of [demo, real])
    await ctx.db
      .insertInto('ledger')
      .values({ id: ctx.newId(), player_id: id, amount: 10, balance: 10, source: 'pack', source_ref: id })
      .execute();
  const actors: Actor[] = [VISITOR, real, { ...real, role: 'operator' }];
  for (const actor of actors)
    await expect(removeDemo(ctx, actor)).rejects.toMatchObject({ code: actor.kind === 'visitor' ? 'sign-in-required' : 'not-allowed' });
  await removeDemo(ctx, SYSTEM);
  expect(await ctx.db.selectFrom('ledger').select('player_id').execute()).toEqual([{ player_id: real.id }]);
  await expect(ctx.db.deleteFrom('ledger').execute()).rejects.toThrow('only ever added to');
});
