import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { moderate } from '../../../../tests/moderate.ts';
import { findOccurrences } from '../../../../tests/player-with-everything.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { signIn } from '../../accounts/service.server.ts';
import { authenticate } from '../../accounts/sessions/service.server.ts';
import { reportPlayer } from '../../chat/reports/service.server.ts';
import { sendMessage } from '../../chat/service.server.ts';
import { applyFriendAction, getProfile } from '../../friends/service.server.ts';
import { requestAccountDeletion, requestDeletionForParent } from '../../settings/account-deletion/service.server.ts';
import { eraseDueAccounts } from '../../settings/erasure/service.server.ts';
import { holdCase } from '../cases/service.server.ts';
import { getPlayerCase } from '../players/service.server.ts';
import type { PlayerAction } from '../players/schema.ts';
import { retentionJobs } from './jobs.server.ts';

type Player = Awaited<ReturnType<World['addPlayer']>>;

const DAY = 86_400;
const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };

const decide = ({ ctx }: World, actor: Actor, about: { id: string }, action: PlayerAction) =>
  moderate(ctx, actor, about.id, { action, note: `because of ${about.id}`, why: 'You were mean.' });
const leave = ({ ctx }: World, player: Player) => requestAccountDeletion(ctx, player, { current: 'secret1' }, visit);
const runJobs = async ({ ctx }: World) => {
  for (const job of retentionJobs) await job.run(ctx);
};
const names = async ({ ctx }: World) =>
  (await ctx.db.selectFrom('players').select('username').where('role', '=', 'player').orderBy('username').execute()).map(
    (row) => row.username,
  );
const reports = ({ ctx }: World) => ctx.db.selectFrom('retained_reports').selectAll().orderBy('created_at').execute();
const cases = ({ ctx }: World) => ctx.db.selectFrom('retained_cases').selectAll().execute();

/** Amina and Brian are friends; Amina reported what Brian wrote. */
async function cast() {
  const world = await createWorld();
  const { ctx } = world;
  const [amina, brian] = [
    await world.addPlayer({ username: 'amina', display_name: 'Amina W' }),
    await world.addPlayer({ username: 'brian', display_name: 'Brian O' }),
  ];
  const [mod, boss] = [await world.addPlayer({ role: 'moderator' }), await world.addPlayer({ role: 'operator' })];
  await applyFriendAction(ctx, amina, { do: 'ask', id: brian.id });
  await applyFriendAction(ctx, brian, { do: 'accept', id: amina.id });
  const send = async (from: Player, to: Player, text: string) => {
    const sent = await sendMessage(ctx, from, to.id, { text, clientId: randomUUID() });
    if (!sent.ok) throw new Error(JSON.stringify(sent));
    return sent.message.id;
  };
  await send(amina, brian, 'leave me alone');
  const messageId = await send(brian, amina, 'your game is boring');
  const report = (actor: Actor = amina, about: Player = brian, more: Record<string, string> = {}) =>
    reportPlayer(ctx, actor, { playerId: about.id, reason: 'bullying', description: `${about.username} is mean`, ...more });
  return { world, amina, brian, mod, boss, report, messageId };
}

test.each<[string, (all: Awaited<ReturnType<typeof cast>>) => Promise<unknown>, PlayerAction | null]>([
  ['a report about the player', ({ report }) => report(), 'dismiss'],
  ['a report about a message', ({ report, messageId, amina, brian }) => report(amina, brian, { messageId }), 'warn'],
  [
    'a report that somebody looks at',
    async ({ world, report }) => {
      await report();
      await world.ctx.db.updateTable('player_reports').set({ state: 'reviewing' }).execute();
    },
    'dismiss',
  ],
])('%s holds up the deletion until it is decided', async (_what, begin, decision) => {
  const all = await cast();
  const { world, brian, mod } = all;
  await leave(world, brian);
  await begin(all);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(0);
  world.advanceClock(30 * DAY);
  expect([await eraseDueAccounts(world.ctx, SYSTEM), await names(world), await cases(world)]).toEqual([0, ['amina', 'brian'], []]);
  if (decision) await decide(world, mod, brian, decision);
  expect([await eraseDueAccounts(world.ctx, SYSTEM), await names(world)]).toEqual([1, ['amina']]);
});

test.each<[string, { kind: 'mute' | 'ban'; days: number }]>([
  ['a mute', { kind: 'mute', days: 20 }],
  ['a ban with an end', { kind: 'ban', days: 20 }],
])('%s that runs holds up the deletion until it is over or lifted', async (_what, { kind, days }) => {
  const { world, amina, brian, mod } = await cast();
  const until = new Date(world.ctx.now().getTime() + days * DAY * 1000);
  for (const player of [amina, brian]) {
    await leave(world, player);
    await world.ctx.db.insertInto('sanctions').values({ id: randomUUID(), player_id: player.id, kind, why: 'x', until }).execute();
  }
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(0);
  await decide(world, mod, amina, 'lift');
  expect([await eraseDueAccounts(world.ctx, SYSTEM), await names(world)]).toEqual([1, ['brian']]);
  world.advanceClock(6 * DAY);
  expect([await eraseDueAccounts(world.ctx, SYSTEM), await names(world)]).toEqual([1, []]);
  // A ban that ended frees the address.
  expect(await world.ctx.db.selectFrom('banned_emails').selectAll().execute()).toEqual([]);
});

test('an account that waits stays closed: nobody gets in, and others see nothing of it', async () => {
  const { world, amina, brian, report } = await cast();
  await leave(world, brian);
  await report();
  const { cookies } = await signIn(world.ctx, VISITOR, { identifier: 'brian', password: 'secret1' }, visit);
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
  expect((await authenticate(world.ctx, cookie))?.actor).toEqual({ kind: 'leaving', id: brian.id });
  world.advanceClock(15 * DAY);
  // The profile is read by the database's own clock.
  await world.ctx.db
    .updateTable('players')
    .set({ deletes_at: new Date(Date.now() - 1000) })
    .where('id', '=', brian.id)
    .execute();
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(0);
  expect(await authenticate(world.ctx, cookie)).toBe(null);
  expect(await signIn(world.ctx, VISITOR, { identifier: 'brian', password: 'secret1' }, visit)).toMatchObject({ kind: 'result' });
  await expect(getProfile(world.ctx, amina, brian.id)).rejects.toMatchObject({ code: 'not-found' });
});

test('a parent’s request follows the same rule, and says that it has to wait', async () => {
  const { world, brian, mod, report } = await cast();
  await report();
  expect(await requestDeletionForParent(world.ctx, SYSTEM, 'brian')).toMatchObject({ isPaused: true });
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(0);
  await decide(world, mod, brian, 'mute-7d');
  expect(await requestDeletionForParent(world.ctx, SYSTEM, 'brian')).toMatchObject({ isPaused: true, wasAsked: true });
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(0);
  world.advanceClock(8 * DAY);
  expect(await requestDeletionForParent(world.ctx, SYSTEM, 'brian')).toMatchObject({ isPaused: false });
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
});

test('what others reported about the player is copied with names and decisions, and nothing refers to the account', async () => {
  const { world, amina, brian, mod, boss, report, messageId } = await cast();
  await report(amina, brian, { messageId });
  await decide(world, mod, brian, 'mute-1h');
  await leave(world, brian);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
  expect(await world.ctx.db.selectFrom('player_reports').select('id').execute()).toEqual([]);
  expect(await reports(world)).toMatchObject([
    {
      reported_player_id: brian.id,
      reported_username: 'brian',
      reported_display_name: 'Brian O',
      reporter_id: amina.id,
      reporter_username: 'amina',
      reporter_display_name: 'Amina W',
      reason: 'bullying',
      description: 'brian is mean',
      state: 'resolved',
      evidence: [
        { senderId: amina.id, text: 'leave me alone' },
        { senderId: brian.id, text: 'your game is boring' },
      ],
    },
  ]);
  expect(await cases(world)).toMatchObject([{ player_id: brian.id, username: 'brian', display_name: 'Brian O' }]);
  expect(await getPlayerCase(world.ctx, boss, brian.id)).toMatchObject({
    player: { username: 'brian', displayName: 'Brian O' },
    reports: [
      {
        reporter: 'amina',
        isReporterErased: false,
        state: 'resolved',
        evidence: [{ isFromSubject: false }, { isFromSubject: true, isReported: true }],
      },
    ],
    sanctions: [{ kind: 'mute', why: 'You were mean.' }],
    log: [{ actor: mod.username, action: 'mute-1h', note: `because of ${brian.id}` }],
    erased: { at: expect.any(String), keptUntil: expect.any(String) },
  });
  await expect(getPlayerCase(world.ctx, mod, brian.id)).rejects.toMatchObject({ code: 'not-found' });
  const { rows: references } = await sql`
    select conrelid::regclass::text as table from pg_constraint where confrelid = 'players'::regclass
      and conrelid::regclass::text ~ '^(retained_|case_holds|banned_emails)'`.execute(world.ctx.db);
  expect(references).toEqual([]);
  // Outside of what is kept of the case, nothing names the player.
  expect((await findOccurrences(world, [brian.id, brian.email])).filter((found) => !found.startsWith('public.retained_'))).toEqual([]);
  expect((await findOccurrences(world, [brian.email])).length).toBe(0);
});

test('what the player reported about others stays readable in their case, open or closed, when the reporter leaves', async () => {
  const { world, amina, brian, mod, report, messageId } = await cast();
  await report(amina, brian, { messageId, description: 'amina says: he is mean' });
  await leave(world, amina);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
  // The report itself has lost the reporter.
  expect(await world.ctx.db.selectFrom('player_reports').select(['reporter_id', 'description']).execute()).toEqual([
    { reporter_id: null, description: 'a player who left says: he is mean' },
  ]);
  const readCase = async () => (await getPlayerCase(world.ctx, mod, brian.id)).reports;
  expect(await readCase()).toMatchObject([
    {
      state: 'new',
      reporter: 'amina',
      isReporterErased: true,
      description: 'amina says: he is mean',
      evidence: [{ text: 'leave me alone' }, { text: 'your game is boring' }],
    },
  ]);
  // The case is open: its evidence stays however long that takes.
  world.advanceClock(800 * DAY);
  await runJobs(world);
  expect(await readCase()).toMatchObject([{ reporter: 'amina', state: 'new' }]);
  await decide(world, mod, brian, 'warn');
  world.advanceClock(364 * DAY);
  await runJobs(world);
  expect(await readCase()).toMatchObject([{ reporter: 'amina', state: 'resolved' }]);
  world.advanceClock(3 * DAY);
  await runJobs(world);
  expect(await readCase()).toMatchObject([
    { reporter: null, isReporterErased: true, description: 'a player who left says: he is mean', state: 'resolved' },
  ]);
  expect(await reports(world)).toEqual([]);
});

test('an older report of who left stays as long as the case that it belongs to', async () => {
  const { world, amina, brian, mod, report } = await cast();
  await report();
  await decide(world, mod, brian, 'dismiss');
  world.advanceClock(300 * DAY);
  await report(await world.addPlayer({ username: 'zuri' }));
  await leave(world, amina);
  world.advanceClock(100 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
  await runJobs(world);
  const reporters = async () => (await getPlayerCase(world.ctx, mod, brian.id)).reports.map((each) => each.reporter);
  expect(await reporters()).toEqual(['zuri', 'amina']);
  await decide(world, mod, brian, 'ban');
  world.advanceClock(364 * DAY);
  await runJobs(world);
  expect(await reporters()).toEqual(['zuri', 'amina']);
  // A ban without an end closes the case of an account with the decision: else it would keep the reporter for good.
  world.advanceClock(3 * DAY);
  await runJobs(world);
  expect(await reporters()).toEqual(['zuri', null]);
});

test('a reporter who left is still in the copy when the reported player leaves too', async () => {
  const { world, amina, brian, mod, boss, report, messageId } = await cast();
  await report(amina, brian, { messageId });
  await leave(world, amina);
  world.advanceClock(15 * DAY);
  await eraseDueAccounts(world.ctx, SYSTEM);
  await leave(world, brian);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(0);
  await decide(world, mod, brian, 'warn');
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
  expect((await getPlayerCase(world.ctx, boss, brian.id)).reports).toMatchObject([
    {
      reporter: 'amina',
      isReporterErased: true,
      state: 'resolved',
      evidence: [{ text: 'leave me alone' }, { text: 'your game is boring' }],
    },
  ]);
});

test('the case is deleted 12 months after it was closed, and then nothing anywhere names the player', async () => {
  const { world, brian, mod, boss, report } = await cast();
  await report();
  await decide(world, mod, brian, 'warn');
  // What comes later begins the months again.
  world.advanceClock(100 * DAY);
  await decide(world, mod, brian, 'mute-7d');
  await leave(world, brian);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
  world.advanceClock((7 - 15 + 364) * DAY);
  await runJobs(world);
  expect([(await cases(world)).length, (await reports(world)).length]).toEqual([1, 1]);
  world.advanceClock(3 * DAY);
  await runJobs(world);
  for (const table of ['retained_cases', 'retained_reports', 'retained_sanctions', 'retained_decisions'] as const)
    expect([table, await world.ctx.db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  await expect(getPlayerCase(world.ctx, boss, brian.id)).rejects.toMatchObject({ code: 'not-found' });
  expect(await findOccurrences(world, [brian.id, 'brian', 'Brian O'])).toEqual([]);
});

test('nothing is kept of who was never in a case, and of a case that was closed more than 12 months before', async () => {
  const { world, amina, brian, mod, report } = await cast();
  await report();
  await decide(world, mod, brian, 'warn');
  world.advanceClock(367 * DAY);
  for (const player of [amina, brian]) await leave(world, player);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(2);
  expect([await cases(world), await reports(world)]).toEqual([[], []]);
});

test('a case that is for the police is kept until it is released, also the evidence of a reporter who left', async () => {
  const { world, amina, brian, mod, boss, report, messageId } = await cast();
  await report(amina, brian, { messageId });
  await decide(world, mod, brian, 'warn');
  await holdCase(world.ctx, boss, brian.id, { do: 'hold', reason: 'OB 12/2027' });
  // Closed long ago when the reporter leaves.
  world.advanceClock(400 * DAY);
  await leave(world, amina);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
  await runJobs(world);
  expect(await reports(world)).toMatchObject([{ reporter_username: 'amina', evidence: [{ text: 'leave me alone' }, {}] }]);
  await leave(world, brian);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
  world.advanceClock(800 * DAY);
  await runJobs(world);
  expect(await getPlayerCase(world.ctx, boss, brian.id)).toMatchObject({
    heldSince: expect.any(String),
    reports: [{ reporter: 'amina' }],
    log: [{ action: 'hold-case', note: 'OB 12/2027' }, { action: 'warn' }],
  });
  await holdCase(world.ctx, boss, brian.id, { do: 'release', reason: 'The court has decided' });
  await runJobs(world);
  expect([await cases(world), await reports(world)]).toEqual([[], []]);
});

test('a ban without an end does not keep the account: it is erased once its reports are decided, with a copy and the hash of the address', async () => {
  const { world, brian, mod, boss, report } = await cast();
  await report();
  await decide(world, mod, brian, 'ban');
  await report(await world.addPlayer({ username: 'zuri' }));
  await requestDeletionForParent(world.ctx, SYSTEM, 'brian');
  // The ban was long ago: the case is closed with the account.
  world.advanceClock(500 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(0);
  await decide(world, mod, brian, 'dismiss');
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
  expect(await getPlayerCase(world.ctx, boss, brian.id)).toMatchObject({
    sanctions: [{ kind: 'ban', lifted: false, until: null }],
    reports: [{}, {}],
    can: { lift: true, ban: false, dismiss: false, warn: false },
  });
  expect(await world.ctx.db.selectFrom('banned_emails').select(['player_id', 'email_hash']).execute()).toEqual([
    { player_id: brian.id, email_hash: expect.stringMatching(/^[\w-]{43}$/) },
  ]);
  world.advanceClock(364 * DAY);
  await runJobs(world);
  expect((await cases(world)).length).toBe(1);
  world.advanceClock(3 * DAY);
  await runJobs(world);
  // The ban stays; nothing else does.
  expect([await cases(world), await world.ctx.db.selectFrom('banned_emails').select('player_id').execute()]).toEqual([
    [],
    [{ player_id: null }],
  ]);
  expect(await findOccurrences(world, [brian.id, 'brian', 'Brian O', brian.email])).toEqual([]);
});
