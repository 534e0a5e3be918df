import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createPaymentsWorld } from '../../../../tests/fake-payments.ts';
import {
  addInactive,
  CLOSED,
  DAY,
  LONG_AGO,
  NOTHING,
  readLastVisit as read,
  sendWarnings,
  setClock,
  setSeenOn,
  spendNight,
  visit,
} from '../../../../tests/inactivity-world.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { signIn } from '../../accounts/service.server.ts';
import { authenticate } from '../../accounts/sessions/service.server.ts';
import { reportPlayer } from '../../chat/reports/service.server.ts';
import { mailEraser } from '../../mail/erasure.service.server.ts';
import { requestAccountDeletion } from '../account-deletion/service.server.ts';
import { eraseDueAccounts } from '../erasure/service.server.ts';
import { closeInactiveAccounts, sendInactivityWarningJob, warnInactivePlayers } from './service.server.ts';

const listUsernames = async ({ ctx }: World) =>
  (await ctx.db.selectFrom('players').select('username').orderBy('username').execute()).map(({ username }) => username);
/** Tries to sign in. @returns the code of the failure and its text, or that it worked */
async function trySignIn(world: World, password = 'secret1') {
  const outcome = await signIn(world.ctx, VISITOR, { identifier: 'amina', password }, visit);
  if (outcome.kind === 'signed-in') return ['signed-in'];
  return outcome.kind === 'result' && !outcome.answer.ok ? [outcome.answer.code, outcome.answer.toast?.text] : [outcome.kind];
}

type Change = (world: World, id: string) => Promise<unknown>;
const set =
  (values: Parameters<World['addPlayer']>[0] & object): Change =>
  (world, id) =>
    world.ctx.db.updateTable('players').set(values).where('id', '=', id).execute();
const sanction =
  (kind: 'mute' | 'ban', days: number | null): Change =>
  ({ ctx }, id) => {
    const until = days === null ? null : new Date(ctx.now().getTime() + days * DAY * 1000);
    return ctx.db.insertInto('sanctions').values({ id: ctx.newId(), player_id: id, kind, why: 'x', until }).execute();
  };

test('after 24 months without a visit a player is warned once, and 30 days later the account is gone', async () => {
  const world = await createWorld();
  const amina = await addInactive(world, { username: 'amina' });
  await world.addPlayer({ username: 'brian' });
  await world.ctx.db.insertInto('wallets').values({ player_id: amina.id, balance: 1250 }).execute();
  expect(await spendNight(world)).toEqual({ closed: 0, erased: 0, warned: 1 });
  const [mail, ...others] = await world.mails();
  expect([mail?.to, mail?.subject, others]).toEqual([amina.email, 'Your Kiddo account will be deleted. Do you want to keep it?', []]);
  for (const words of ['Nobody has used @amina for 24 months', '1,250 kiddocash', 'Log in by ', '/login'])
    expect(mail?.text).toContain(words);
  world.advanceClock(29 * DAY);
  expect(await spendNight(world)).toEqual(NOTHING);
  world.advanceClock(1 * DAY);
  expect(await spendNight(world)).toEqual(CLOSED);
  expect(await listUsernames(world)).toEqual(['brian']);
  expect(await world.mails()).toHaveLength(0);
  const events = world.securityEvents.map(({ event }) => event);
  expect(events).toEqual([`user_archived:system,${amina.id}`, `user_deleted:system,${amina.id}`]);
});

test('the months are those of the calendar', async () => {
  const world = await createWorld();
  setClock(world, '2032-02-29T12:00:00Z');
  const amina = await world.addPlayer({ username: 'amina' });
  await setSeenOn(world, amina.id, '2030-03-01');
  expect(await warnInactivePlayers(world.ctx, SYSTEM)).toBe(0);
  await setSeenOn(world, amina.id, '2030-02-28');
  expect(await warnInactivePlayers(world.ctx, SYSTEM)).toBe(1);
});

test('the mail names a day that is over in Nairobi before the account is closed, also if it was taken late in the evening', async () => {
  const world = await createWorld();
  await addInactive(world, { username: 'amina' });
  setClock(world, '2031-01-01T23:30:00Z');
  await warnInactivePlayers(world.ctx, SYSTEM);
  await sendWarnings(world);
  const [mail] = await world.mails();
  expect(mail?.text).toContain('Log in by January 31, 2031.');
  // The night of that day, and its last minute in Nairobi.
  for (const time of ['2031-01-31T00:30:00Z', '2031-01-31T20:59:00Z']) {
    setClock(world, time);
    expect(await closeInactiveAccounts(world.ctx, SYSTEM)).toBe(0);
  }
  setClock(world, '2031-02-01T00:30:00Z');
  expect(await closeInactiveAccounts(world.ctx, SYSTEM)).toBe(1);
});

test('an account that is closed and cannot be erased yet says so to the right password; the erasure of the night tries again', async () => {
  const world = await createWorld();
  const amina = await addInactive(world, { username: 'amina' });
  await addInactive(world, { username: 'brian' });
  await spendNight(world);
  world.advanceClock(30 * DAY);
  const { eraseOutside } = mailEraser;
  const erase = vi
    .spyOn(mailEraser, 'eraseOutside')
    .mockImplementation(async (ctx, who) =>
      who.id === amina.id ? Promise.reject(new Error('the disk is away')) : eraseOutside?.(ctx, who),
    );
  expect(await closeInactiveAccounts(world.ctx, SYSTEM)).toBe(2);
  erase.mockRestore();
  expect(world.logged.map(({ err }) => err?.message)).toEqual(['the disk is away']);
  expect(await listUsernames(world)).toEqual(['amina']);
  const over = ['deletion-due', expect.stringContaining('This account is being deleted, and nobody can sign in to it any more.')];
  expect(await trySignIn(world)).toEqual(over);
  expect(await world.ctx.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  const wrong = ['wrong-password', expect.stringContaining('is not right')];
  expect(await trySignIn(world, 'wrong1')).toEqual(wrong);
  await world.ctx.db.updateTable('players').set({ two_factor: true }).where('id', '=', amina.id).execute();
  expect(await trySignIn(world)).toEqual(over);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
  expect(await trySignIn(world)).toEqual(wrong);
});

test('whoever signs in within the 30 days keeps the account, and is asked nothing', async () => {
  const world = await createWorld();
  const amina = await addInactive(world, { username: 'amina' });
  await spendNight(world);
  expect(await read(world, amina.id)).toEqual({ seen_on: LONG_AGO, is_queued: true, is_warned: true });
  const inside = await signIn(world.ctx, VISITOR, { identifier: 'amina', password: 'secret1' }, visit);
  expect(inside.kind).toBe('signed-in');
  const cookies = inside.cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  expect((await authenticate(world.ctx, cookies))?.actor).toMatchObject({ kind: 'player', id: amina.id });
  expect(await read(world, amina.id)).toMatchObject({ is_queued: false, is_warned: false });
  world.advanceClock(31 * DAY);
  expect(await spendNight(world)).toEqual(NOTHING);
  expect(await listUsernames(world)).toEqual(['amina']);
});

test('a session that is used on another day is a visit; a wrong password is none', async () => {
  const world = await createWorld();
  const amina = await addInactive(world, { username: 'amina' });
  await signIn(world.ctx, VISITOR, { identifier: 'amina', password: 'wrong1' }, visit);
  expect(await read(world, amina.id)).toMatchObject({ seen_on: LONG_AGO });
  const inside = await signIn(world.ctx, VISITOR, { identifier: 'amina', password: 'secret1', remember: 'on' }, visit);
  const cookies = inside.cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  await setSeenOn(world, amina.id, LONG_AGO);
  world.advanceClock(2 * DAY);
  await authenticate(world.ctx, cookies);
  expect((await read(world, amina.id))?.seen_on).toBe(world.ctx.now().toISOString().slice(0, 10));
});

test.each<[string, Change, string]>([
  ['of a banned account', (world, id) => sanction('ban', null)(world, id), 'banned'],
  ['without the code of two-step sign-in', (world, id) => set({ two_factor: true })(world, id), 'code'],
])('the right password %s keeps the account, although it opens nothing', async (_what, change, answer) => {
  const world = await createWorld();
  const amina = await addInactive(world, { username: 'amina' });
  await change(world, amina.id);
  await spendNight(world);
  expect((await world.mails())[0]?.text).toMatch(/right password .*keep/);
  const outcome = await signIn(world.ctx, VISITOR, { identifier: 'amina', password: 'secret1' }, visit);
  expect(outcome).toMatchObject({ kind: 'result', answer: answer === 'code' ? { view: 'code' } : { code: answer } });
  world.advanceClock(31 * DAY);
  expect(await spendNight(world)).toEqual(NOTHING);
  expect(await listUsernames(world)).toEqual(['amina']);
});

test('whoever signs in while the mail still waits is not written to, and not marked', async () => {
  const world = await createWorld();
  const amina = await addInactive(world, { username: 'amina' });
  expect(await warnInactivePlayers(world.ctx, SYSTEM)).toBe(1);
  await signIn(world.ctx, VISITOR, { identifier: 'amina', password: 'secret1' }, visit);
  await sendWarnings(world);
  expect(await world.mails()).toEqual([]);
  expect(await read(world, amina.id)).toMatchObject({ is_queued: false, is_warned: false });
});

test('whoever signs in while the mail is being sent is not marked, and the job does not fail', async () => {
  const world = await createWorld();
  const amina = await addInactive(world, { username: 'amina' });
  await warnInactivePlayers(world.ctx, SYSTEM);
  vi.spyOn(world.ctx.mailer, 'send').mockImplementation(async () => {
    await signIn(world.ctx, VISITOR, { identifier: 'amina', password: 'secret1' }, visit);
  });
  await sendInactivityWarningJob.run(world.ctx, { playerId: amina.id }, 'job');
  expect(await read(world, amina.id)).toMatchObject({ is_queued: false, is_warned: false });
});

test('while no mail server takes mails nobody is erased, however long that is; the days run from the mail on', async () => {
  const world = await createWorld();
  await addInactive(world, { username: 'amina' });
  const send = vi.spyOn(world.ctx.mailer, 'send').mockRejectedValue(new Error('the mail server is away'));
  expect(await spendNight(world)).toEqual({ closed: 0, erased: 0, warned: 1 });
  expect(send).toHaveBeenCalled();
  world.advanceClock(29 * DAY);
  expect(await spendNight(world)).toEqual(NOTHING);
  // Its job has given up: it is queued again.
  await sql`delete from pgboss.job`.execute(world.ctx.db);
  world.advanceClock(2 * DAY);
  expect(await spendNight(world)).toEqual({ closed: 0, erased: 0, warned: 1 });
  await sql`delete from pgboss.job`.execute(world.ctx.db);
  send.mockRestore();
  world.advanceClock(31 * DAY);
  expect(await spendNight(world)).toEqual({ closed: 0, erased: 0, warned: 1 });
  expect(await world.mails()).toHaveLength(1);
  world.advanceClock(29 * DAY);
  expect(await spendNight(world)).toEqual(NOTHING);
  world.advanceClock(1 * DAY);
  expect(await spendNight(world)).toEqual(CLOSED);
});

test.each<[string, Change]>([
  ['is a moderator', set({ role: 'moderator' })],
  ['is an operator', set({ role: 'operator' })],
  ['is a demo account', set({ is_demo: true })],
  ['did not confirm the address', set({ email_confirmed: false })],
  ['was closed by the team', set({ closed_as: 'under-13', deletes_at: new Date('2090-01-01') })],
  ['is muted for longer', sanction('mute', 90)],
  ['is banned for longer', sanction('ban', 90)],
  ['has a case for the police', ({ ctx }, id) => ctx.db.insertInto('case_holds').values({ player_id: id, held_at: ctx.now() }).execute()],
  [
    'was reported, and nobody decided',
    async (world, id) => reportPlayer(world.ctx, await world.addPlayer(), { playerId: id, reason: 'scary' }),
  ],
  [
    'asks for help',
    ({ ctx }, id) =>
      ctx.db.insertInto('help_requests').values({ id: ctx.newId(), player_id: id, kind: 'abuse', is_asked: true, words: 'x' }).execute(),
  ],
])('who %s is neither warned nor, if that came after the warning, erased', async (_what, change) => {
  const world = await createWorld();
  const amina = await addInactive(world, { username: 'amina' });
  await change(world, amina.id);
  expect(await spendNight(world)).toEqual(NOTHING);
  const brian = await addInactive(world, { username: 'brian' });
  expect(await spendNight(world)).toEqual({ closed: 0, erased: 0, warned: 1 });
  world.advanceClock(20 * DAY);
  await change(world, brian.id);
  world.advanceClock(20 * DAY);
  expect(await spendNight(world)).toEqual(NOTHING);
  expect(await listUsernames(world)).toEqual(expect.arrayContaining(['amina', 'brian']));
});

test('what held an account up is over: it is erased in the next night', async () => {
  const world = await createWorld();
  const amina = await addInactive(world, { username: 'amina' });
  await spendNight(world);
  await sanction('mute', 40)(world, amina.id);
  world.advanceClock(39 * DAY);
  expect(await spendNight(world)).toEqual(NOTHING);
  world.advanceClock(2 * DAY);
  expect(await spendNight(world)).toEqual(CLOSED);
});

test('who pays for a plan, or has paid days left, is not inactive', async () => {
  const { world, ctx, buy } = await createPaymentsWorld();
  const [amina, brian] = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'brian' })];
  await buy(amina, 'premium', 'card');
  await buy(brian, 'premium', 'mpesa');
  for (const one of [amina, brian]) await setSeenOn(world, one.id, LONG_AGO);
  expect(await warnInactivePlayers(ctx, SYSTEM)).toBe(0);
  // A card that renews, and paid days that are left: each alone is enough.
  const movePeriods = (years: number) =>
    sql`update paid_periods set begins_at = begins_at + make_interval(years => ${years}), ends_at = ends_at + make_interval(years => ${years})`.execute(
      ctx.db,
    );
  await movePeriods(-1);
  expect(await warnInactivePlayers(ctx, SYSTEM)).toBe(0);
  await movePeriods(1);
  await ctx.db.updateTable('subscriptions').set({ state: 'ended', ended_at: ctx.now() }).execute();
  expect(await warnInactivePlayers(ctx, SYSTEM)).toBe(0);
  await movePeriods(-1);
  expect(await warnInactivePlayers(ctx, SYSTEM)).toBe(2);
});

test('a deletion that the player or a parent asked for goes its own way, also in the middle of a warning', async () => {
  const world = await createWorld();
  const amina = await addInactive(world, { username: 'amina' });
  expect(await warnInactivePlayers(world.ctx, SYSTEM)).toBe(1);
  await requestAccountDeletion(world.ctx, amina, { current: 'secret1' }, visit);
  await sendWarnings(world);
  expect((await world.mails()).map(({ subject }) => subject)).toEqual(['Your Kiddo account is going to be deleted']);
  const inside = await signIn(world.ctx, VISITOR, { identifier: 'amina', password: 'secret1' }, visit);
  const cookies = inside.cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  expect((await authenticate(world.ctx, cookies))?.actor.kind).toBe('leaving');
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
});

test('who is banned without an end is told to write to us, and is erased like everybody', async () => {
  const world = await createWorld();
  const amina = await addInactive(world, { username: 'amina' });
  await world.ctx.db.insertInto('sanctions').values({ id: world.ctx.newId(), player_id: amina.id, kind: 'ban', why: 'x' }).execute();
  await spendNight(world);
  const [mail] = await world.mails();
  expect([mail?.text.includes('/contact'), mail?.text.includes('/login')]).toEqual([true, false]);
  world.advanceClock(30 * DAY);
  expect(await spendNight(world)).toEqual(CLOSED);
});

test('two runs at once warn everybody once and close everybody once; pages end with the last account', async () => {
  const world = await createWorld();
  const ids = await Promise.all(Array.from({ length: 120 }, () => world.addPlayer().then(({ id }) => id)));
  await world.ctx.db.updateTable('last_visits').set({ seen_on: LONG_AGO }).execute();
  const sum = (counts: number[]) => counts.reduce((all, one) => all + one, 0);
  expect(sum(await Promise.all([warnInactivePlayers(world.ctx, SYSTEM), warnInactivePlayers(world.ctx, SYSTEM)]))).toBe(120);
  const { rows } = await sql<{ jobs: number; players: number }>`
    select count(*)::int as jobs, count(distinct data ->> 'playerId')::int as players from pgboss.job
    where name = ${sendInactivityWarningJob.name}`.execute(world.ctx.db);
  expect(rows).toEqual([{ jobs: 120, players: 120 }]);
  await sendWarnings(world);
  world.advanceClock(30 * DAY);
  // Pages are the same here, and erasing takes longer than warning: most of them come back.
  const closing = ids.slice(0, 20);
  await world.ctx.db
    .updateTable('last_visits')
    .set({ seen_on: sql`now()` })
    .where('player_id', 'not in', closing)
    .execute();
  expect(sum(await Promise.all([closeInactiveAccounts(world.ctx, SYSTEM), closeInactiveAccounts(world.ctx, SYSTEM)]))).toBe(20);
  const gone = (event: string) => world.securityEvents.filter((line) => line.event.startsWith(event)).length;
  expect([gone('user_archived:system'), gone('user_deleted:system')]).toEqual([20, 20]);
  expect(await listUsernames(world)).toHaveLength(100);
});

test('somebody who is signing in while the job runs is passed over', async () => {
  const world = await createWorld();
  const amina = await addInactive(world, { username: 'amina' });
  await world.ctx.db.transaction().execute(async (trx) => {
    await sql`insert into sessions (id, player_id, token_hash, remembered, expires_at)
      values (${world.ctx.newId()}, ${amina.id}, 'x', true, now() + interval '1 day')`.execute(trx);
    expect(await warnInactivePlayers(world.ctx, SYSTEM)).toBe(0);
  });
  expect(await warnInactivePlayers(world.ctx, SYSTEM)).toBe(0);
});

test('of many accounts the inactive ones are found by an index', async () => {
  const { ctx } = await createWorld();
  const plan = await ctx.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql`set local enable_bitmapscan = off`.execute(trx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select player_id from last_visits
      where warned_at is null and seen_on <= '2020-01-01' order by seen_on, player_id limit 100`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('last_visits_to_warn');
  expect(plan).not.toContain('Sort');
});

test('only our own night job warns and closes', async () => {
  const world = await createWorld();
  const player = await world.addPlayer();
  for (const actor of [VISITOR, player, { ...player, role: 'operator' } as Actor])
    for (const work of [warnInactivePlayers, closeInactiveAccounts])
      await expect(work(world.ctx, actor)).rejects.toMatchObject({ code: actor === VISITOR ? 'sign-in-required' : 'not-allowed' });
});
