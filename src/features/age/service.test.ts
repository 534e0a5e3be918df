import { expect, test } from 'vitest';
import { createPaymentsWorld } from '../../../tests/fake-payments.ts';
import { openCheckout } from '../../../tests/payment-records.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { befriend, createSignedInPlayer } from '../../../tests/test-players.ts';
import { getCurrentMonth } from '../../shared/age.ts';
import { SYSTEM, VISITOR, type Actor } from '../../shared/permissions.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { signIn } from '../accounts/service.server.ts';
import { authenticate } from '../accounts/sessions/service.server.ts';
import { getFriendsView, searchPlayers } from '../friends/service.server.ts';
import { cancelAccountDeletion } from '../settings/account-deletion/service.server.ts';
import { eraseDueAccounts } from '../settings/erasure/service.server.ts';
import {
  answerAge,
  changePlayerAge,
  getAgeQuestion,
  getPlayerAge,
  moveBands,
  redirectForUnknownAge,
  type AgeOutcome,
} from './service.server.ts';

const UNKNOWN = { birth_month: null, age_band: null };
const OLD = { created_at: new Date('2026-01-01T09:00:00Z') };
const visit = (cookies: string[] = []): ClientInfo => ({
  address: '10.0.0.1',
  userAgent: 'test',
  cookies: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
});
/** A world at noon of a day in the middle of a month. */
async function createAgeWorld(at = '2026-11-15T09:00:00Z'): Promise<World> {
  const world = await createWorld();
  world.advanceClock(Math.round((Date.parse(at) - Date.now()) / 1000));
  return world;
}
async function addAsked(world: World, player: Parameters<World['addPlayer']>[0] = {}) {
  const { id, username, email } = await world.addPlayer({ created_at: world.ctx.now(), ...UNKNOWN, ...player });
  const actor: Actor = { kind: 'age-unknown', id };
  return { id, username, email, actor };
}
const ageOf = (world: World, id: string) =>
  world.ctx.db.selectFrom('players').select(['birth_month', 'age_band', 'closed_as', 'deletes_at']).where('id', '=', id).executeTakeFirst();
const cookiesOf = (outcome: AgeOutcome) => (outcome.kind === 'result' ? [] : outcome.cookies);
const errorsOf = (outcome: AgeOutcome) => (outcome.kind === 'result' && !outcome.answer.ok ? outcome.answer.fieldErrors : null);
const codeOf = (work: Promise<unknown>) => work.then(() => 'done').catch((error: { code: string }) => error.code);

test('the month of birth is stored once, with its band', async () => {
  const world = await createAgeWorld();
  const amina = await addAsked(world);
  const outcome = await answerAge(world.ctx, amina.actor, { month: '3', year: '2012', returnUrl: '/games?genre=Racing' }, visit());
  expect(outcome).toEqual({
    kind: 'known',
    returnPath: '/games?genre=Racing',
    flashMessage: null,
    cookies: [expect.stringMatching(/^kiddo_birth=2012-03\.\d{10}\.[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/)],
  });
  expect(await ageOf(world, amina.id)).toEqual({ birth_month: '2012-03', age_band: 13, closed_as: null, deletes_at: null });
  // Once more, as from a second tab: the first answer stays.
  expect(await answerAge(world.ctx, amina.actor, { month: '1', year: '1990' }, visit())).toMatchObject({ kind: 'known', returnPath: '/' });
  expect(await ageOf(world, amina.id)).toMatchObject({ birth_month: '2012-03', age_band: 13 });
});

test('the bands are those of the month after the birthday', async () => {
  const world = await createAgeWorld();
  const bandOf = async (month: string, year: string) => {
    const player = await addAsked(world);
    await answerAge(world.ctx, player.actor, { month, year }, visit());
    return (await ageOf(world, player.id))?.age_band;
  };
  expect(await bandOf('10', '2013')).toBe(13);
  expect(await bandOf('11', '2010')).toBe(13);
  expect(await bandOf('10', '2010')).toBe(16);
  expect(await bandOf('11', '2008')).toBe(16);
  expect(await bandOf('10', '2008')).toBe(18);
  expect(await bandOf('1', '1900')).toBe(18);
});

test('what cannot be is refused by field, and nothing is written', async () => {
  const world = await createAgeWorld();
  const amina = await addAsked(world);
  const ask = async (fields: Record<string, string>) => errorsOf(await answerAge(world.ctx, amina.actor, fields, visit()));
  expect(await ask({})).toEqual({ month: 'Choose a month.', year: 'Choose a year.' });
  expect(await ask({ month: '', year: '2012' })).toEqual({ month: 'Choose a month.' });
  expect(await ask({ month: '13', year: '2012' })).toEqual({ month: 'Choose a month from the list.' });
  expect(await ask({ month: '0', year: '2012' })).toEqual({ month: 'Choose a month from the list.' });
  expect(await ask({ month: '-1', year: '2012' })).toEqual({ month: 'Choose a month from the list.' });
  expect(await ask({ month: '1e0', year: '2012' })).toEqual({ month: 'Choose a month from the list.' });
  expect(await ask({ month: '1'.repeat(100_000), year: '2012' })).toEqual({ month: 'Choose a month from the list.' });
  expect(await ask({ month: '3', year: '1899' })).toEqual({ year: 'Choose a year from 1900 on.' });
  expect(await ask({ month: '3', year: '2012\0' })).toEqual({ year: 'Choose a year from 1900 on.' });
  expect(await ask({ month: '12', year: '2026' })).toEqual({ month: 'This month has not come yet.' });
  expect(await ask({ month: '1', year: '2027' })).toEqual({ year: 'This year has not come yet.' });
  expect(await answerAge(world.ctx, amina.actor, { month: '12', year: '2026' }, visit())).toMatchObject({
    answer: { values: { month: '12', year: '2026' } },
  });
  expect(await ageOf(world, amina.id)).toEqual({ ...UNKNOWN, closed_as: null, deletes_at: null });
});

test('under 13 a new account is erased at once, the address too, and without a mail', async () => {
  const world = await createAgeWorld();
  const amina = await addAsked(world, { email: 'amina@example.com' });
  const outcome = await answerAge(world.ctx, amina.actor, { month: '11', year: '2013' }, visit(['kiddo_session=abcdefghijklmnopqrst.x']));
  expect(outcome).toMatchObject({ kind: 'under-13', outcome: 'erased', isFirstAnswer: false });
  expect(cookiesOf(outcome).map((cookie) => cookie.split('=')[0])).toContain('kiddo_session');
  expect(await world.ctx.db.selectFrom('players').selectAll().execute()).toEqual([]);
  expect(await world.mails()).toEqual([]);
  expect(await world.ctx.db.selectFrom('identities').selectAll().execute()).toEqual([]);
});

test('under 13 an older account is closed, gets a mail, and is erased a week later', async () => {
  const world = await createAgeWorld();
  const amina = await addAsked(world, OLD);
  const outcome = await answerAge(world.ctx, amina.actor, { month: '1', year: '2015' }, visit());
  expect(outcome).toMatchObject({ kind: 'under-13', outcome: 'closed' });
  const row = await ageOf(world, amina.id);
  expect(row).toMatchObject({ ...UNKNOWN, closed_as: 'under-13' });
  expect(row?.deletes_at?.toISOString().slice(0, 10)).toBe('2026-11-22');
  const [mail] = await world.mails();
  expect(mail).toMatchObject({ to: amina.email, subject: 'Your Kiddo account is closed' });
  expect(mail?.text).toContain('November 22, 2026');
  // The right password opens nothing, and says why.
  const refused = await signIn(world.ctx, VISITOR, { identifier: amina.username, password: 'secret1' }, visit());
  expect(refused).toMatchObject({ kind: 'result', answer: { code: 'under-13', toast: { text: expect.stringContaining('under 13') } } });
  expect(await world.ctx.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  world.advanceClock(6 * 86_400);
  await eraseDueAccounts(world.ctx, SYSTEM);
  expect(await ageOf(world, amina.id)).toBeDefined();
  world.advanceClock(86_400 + 60);
  await eraseDueAccounts(world.ctx, SYSTEM);
  expect(await ageOf(world, amina.id)).toBeUndefined();
});

test('a new account that has paid is closed and not erased at once', async () => {
  const payments = await createPaymentsWorld();
  const { player } = await openCheckout(payments);
  const { world } = payments;
  await world.ctx.db.updateTable('players').set(UNKNOWN).where('id', '=', player.id).execute();
  const actor: Actor = { kind: 'age-unknown', id: player.id };
  const year = String(world.ctx.now().getFullYear() - 3);
  expect(await answerAge(world.ctx, actor, { month: '1', year }, visit())).toMatchObject({ outcome: 'closed' });
  expect((await world.mails()).map(({ subject }) => subject)).toContain('Your Kiddo account is closed');
});

test('evidence keeps an account that is closed until a person has decided', async () => {
  const world = await createAgeWorld();
  const amina = await addAsked(world);
  await world.ctx.db
    .insertInto('player_reports')
    .values({
      id: world.ctx.newId(),
      reported_player_id: amina.id,
      reported_username: amina.username,
      reported_display_name: 'Amina',
      reason: 'bullying',
      description: 'x',
    })
    .execute();
  // No mail is promised: the page says 'as soon as we can'.
  expect(await answerAge(world.ctx, amina.actor, { month: '1', year: '2015' }, visit())).toMatchObject({ outcome: 'due' });
  expect(await world.mails()).toEqual([]);
  expect(await ageOf(world, amina.id)).toMatchObject({ closed_as: 'under-13' });
  await eraseDueAccounts(world.ctx, SYSTEM);
  expect(await ageOf(world, amina.id)).toBeDefined();
  await world.ctx.db.updateTable('player_reports').set({ state: 'dismissed', decided_at: world.ctx.now() }).execute();
  await eraseDueAccounts(world.ctx, SYSTEM);
  expect(await ageOf(world, amina.id)).toBeUndefined();
});

test('another answer from the same device on the same day counts as the first one', async () => {
  const world = await createAgeWorld();
  const [first, second, third] = [await addAsked(world), await addAsked(world), await addAsked(world)];
  const young = await answerAge(world.ctx, first.actor, { month: '11', year: '2014' }, visit());
  const device = cookiesOf(young);
  const again = await answerAge(world.ctx, second.actor, { month: '1', year: '2010' }, visit(device));
  expect(again).toMatchObject({ kind: 'under-13', outcome: 'erased', isFirstAnswer: true });
  expect(await ageOf(world, second.id)).toBeUndefined();
  // The day does not begin anew, and is over after 24 hours.
  expect(cookiesOf(again).some((cookie) => cookie.startsWith('kiddo_birth='))).toBe(false);
  world.advanceClock(24 * 3600 + 1);
  expect(await answerAge(world.ctx, third.actor, { month: '1', year: '2010' }, visit(device))).toMatchObject({ kind: 'known' });
  expect(await ageOf(world, third.id)).toMatchObject({ birth_month: '2010-01' });
});

test('who is older gets the first answer too, and learns of it; the same answer says nothing', async () => {
  const world = await createAgeWorld();
  const [first, second, third] = [await addAsked(world), await addAsked(world), await addAsked(world)];
  const device = cookiesOf(await answerAge(world.ctx, first.actor, { month: '1', year: '2012' }, visit()));
  const older = await answerAge(world.ctx, second.actor, { month: '1', year: '1990' }, visit(device));
  expect(older).toMatchObject({ flashMessage: 'first-answer', cookies: [] });
  expect(await ageOf(world, second.id)).toMatchObject({ birth_month: '2012-01', age_band: 13 });
  const same = await answerAge(world.ctx, third.actor, { month: '1', year: '2012' }, visit(device));
  expect(same).toMatchObject({ flashMessage: null, cookies: [] });
});

test('a younger answer counts, also after a grown-up’s, and is the first one from then on', async () => {
  const world = await createAgeWorld();
  const [mother, teen, again, child] = [await addAsked(world), await addAsked(world), await addAsked(world), await addAsked(world)];
  const grownUp = cookiesOf(await answerAge(world.ctx, mother.actor, { month: '1', year: '1985' }, visit()));
  const younger = await answerAge(world.ctx, teen.actor, { month: '5', year: '2011' }, visit(grownUp));
  expect(younger).toMatchObject({ kind: 'known', flashMessage: null });
  expect(await ageOf(world, teen.id)).toMatchObject({ birth_month: '2011-05', age_band: 13 });
  expect(await answerAge(world.ctx, again.actor, { month: '1', year: '1985' }, visit(cookiesOf(younger)))).toMatchObject({
    flashMessage: 'first-answer',
  });
  expect(await ageOf(world, again.id)).toMatchObject({ birth_month: '2011-05' });
  expect(await answerAge(world.ctx, child.actor, { month: '1', year: '2017' }, visit(grownUp))).toMatchObject({ outcome: 'erased' });
});

test('somebody else’s answer on the same device closes no account with a history, and counts for nobody of the team', async () => {
  const world = await createAgeWorld();
  const [child, classmate, mod] = [await addAsked(world), await addAsked(world, OLD), await addAsked(world, { role: 'moderator' })];
  const device = cookiesOf(await answerAge(world.ctx, child.actor, { month: '1', year: '2017' }, visit()));
  const kept = await answerAge(world.ctx, classmate.actor, { month: '1', year: '2010' }, visit(device));
  expect(kept).toMatchObject({ kind: 'under-13', outcome: 'kept', isFirstAnswer: true });
  expect(cookiesOf(kept).map((cookie) => cookie.split('=')[0])).toContain('kiddo_session');
  expect(await ageOf(world, classmate.id)).toEqual({ ...UNKNOWN, closed_as: null, deletes_at: null });
  expect(await world.mails()).toEqual([]);
  await answerAge(world.ctx, mod.actor, { month: '1', year: '1990' }, visit(device));
  expect(await ageOf(world, mod.id)).toMatchObject({ birth_month: '1990-01' });
  // The next day they say it again, and it counts.
  world.advanceClock(24 * 3600 + 1);
  expect(await answerAge(world.ctx, classmate.actor, { month: '1', year: '2010' }, visit(device))).toMatchObject({ kind: 'known' });
});

test('an answer that is on its way opens nothing that was closed meanwhile, and two tabs do not contradict each other', async () => {
  const world = await createAgeWorld();
  const mod = await world.addPlayer({ role: 'moderator' });
  const amina = await addAsked(world, OLD);
  await changePlayerAge(world.ctx, mod, amina.id, { do: 'close', note: 'The mother wrote' });
  expect(await codeOf(answerAge(world.ctx, amina.actor, { month: '1', year: '1990' }, visit()))).toBe('sign-in-required');
  expect(await ageOf(world, amina.id)).toMatchObject({ ...UNKNOWN, closed_as: 'under-13' });
  const brian = await addAsked(world, OLD);
  const tabs = await Promise.allSettled(['2015', '1990'].map((year) => answerAge(world.ctx, brian.actor, { month: '1', year }, visit())));
  const after = await ageOf(world, brian.id);
  const isClosed = tabs[0]?.status === 'fulfilled' && tabs[0].value.kind === 'under-13';
  expect(after).toMatchObject(isClosed ? { closed_as: 'under-13', age_band: null } : { closed_as: null, age_band: 18 });
});

test('a closed account is out of sight: nobody finds it, and friends are friends again when it is open', async () => {
  const world = await createAgeWorld(new Date().toISOString());
  const [ops, child, friend] = [
    await world.addPlayer({ role: 'operator' }),
    await world.addPlayer({ username: 'tausi_9', birth_month: '2011-01', age_band: 13 }),
    await world.addPlayer({ birth_month: '2011-01', age_band: 13 }),
  ];
  await befriend((text, values) => world.ctx.queryPrepared({ name: text.slice(0, 40), text }, values), child.id, friend.id);
  const stateNow = async () => (await world.ctx.db.selectFrom('friendships').select('state').executeTakeFirst())?.state;
  const findable = async () => (await searchPlayers(world.ctx, friend, 'tausi_9')).map(({ relation }) => relation);
  expect([await stateNow(), await findable()]).toEqual(['accepted', ['friends']]);
  const lastVisit = () =>
    world.ctx.db.selectFrom('last_visits').select(['warning_queued_at', 'warned_at']).where('player_id', '=', child.id).execute();
  await world.ctx.db.updateTable('last_visits').set({ warning_queued_at: world.ctx.now(), warned_at: world.ctx.now() }).execute();
  await changePlayerAge(world.ctx, ops, child.id, { do: 'close', note: 'The mother wrote' });
  expect([await stateNow(), await findable()]).toEqual(['paused', []]);
  expect((await getFriendsView(world.ctx, friend, { tab: 'friends', term: '', after: null })).pausedFriends).toEqual([]);
  const year = String(Number(getCurrentMonth(world.ctx.now()).slice(0, 4)) - 15);
  await changePlayerAge(world.ctx, ops, child.id, { do: 'change', note: 'A letter of the school', month: '1', year });
  expect([await stateNow(), await findable()]).toEqual(['accepted', ['friends']]);
  // Nobody could visit the account: no warning of before counts.
  expect(await lastVisit()).toEqual([{ warning_queued_at: null, warned_at: null }]);
});

test('friends whose ages may not be in touch are paused by an answer and by a birthday, and are friends again when both are adults', async () => {
  const world = await createAgeWorld('2026-11-30T20:50:00Z');
  const [teen, friend] = [
    await world.addPlayer({ birth_month: '2008-11', age_band: 16 }),
    await world.addPlayer({ birth_month: '2009-11', age_band: 16 }),
  ];
  const adult = await addAsked(world, OLD);
  const ask = (text: string, values: unknown[]) => world.ctx.queryPrepared({ name: text.slice(0, 40), text }, values);
  await befriend(ask, teen.id, friend.id);
  await befriend(ask, teen.id, adult.id);
  const stateOf = async (one: string, other: string) => {
    const pair = [one, other].toSorted();
    return (
      await world.ctx.db
        .selectFrom('friendships')
        .select('state')
        .where('low_id', '=', pair[0] ?? '')
        .where('high_id', '=', pair[1] ?? '')
        .executeTakeFirst()
    )?.state;
  };
  const states = async () => [await stateOf(teen.id, friend.id), await stateOf(teen.id, adult.id)];
  expect(await states()).toEqual(['accepted', 'accepted']);
  await answerAge(world.ctx, adult.actor, { month: '1', year: '1990' }, visit());
  expect(await states()).toEqual(['accepted', 'paused']);
  // The teen is 18 from December on: the adult is in touch again, the younger friend is not.
  world.advanceClock(20 * 60);
  await moveBands(world.ctx, SYSTEM);
  expect(await states()).toEqual(['paused', 'accepted']);
  world.advanceClock(366 * 86_400);
  await moveBands(world.ctx, SYSTEM);
  expect(await states()).toEqual(['accepted', 'accepted']);
});

test('a forged or broken cookie is no first answer', async () => {
  const world = await createAgeWorld();
  const [first, other] = [await addAsked(world), await createAgeWorld()];
  const [given = ''] = cookiesOf(await answerAge(world.ctx, first.actor, { month: '1', year: '2012' }, visit()));
  const elsewhere = await addAsked(other);
  const [foreign = ''] = cookiesOf(await answerAge(other.ctx, elsewhere.actor, { month: '1', year: '1990' }, visit()));
  const forged = [given.replace('2012-01', '1990-01'), foreign, 'kiddo_birth=1990-01', 'kiddo_birth=', `kiddo_birth=${'x'.repeat(5000)}`];
  for (const cookie of forged) {
    const player = await addAsked(world);
    await answerAge(world.ctx, player.actor, { month: '2', year: '2012' }, visit([cookie]));
    expect(await ageOf(world, player.id)).toMatchObject({ birth_month: '2012-02' });
  }
});

test('somebody of the team is an adult, and an answer that says no closes nothing', async () => {
  const world = await createAgeWorld();
  const mod = await addAsked(world, { role: 'moderator' });
  for (const year of ['2015', '2010'])
    expect(await answerAge(world.ctx, mod.actor, { month: '1', year }, visit())).toMatchObject({ answer: { code: 'team' } });
  expect(await ageOf(world, mod.id)).toMatchObject({ ...UNKNOWN, closed_as: null });
  await answerAge(world.ctx, mod.actor, { month: '1', year: '1990' }, visit());
  expect(await ageOf(world, mod.id)).toMatchObject({ age_band: 18 });
});

test('a session of somebody who has not answered opens the question and what helps', async () => {
  const world = await createAgeWorld(new Date().toISOString());
  const run = (text: string, values: unknown[]) => world.ctx.queryPrepared({ name: text.slice(0, 40), text }, values);
  const { known, cookie } = await createSignedInPlayer(run);
  const actorNow = async () => (await authenticate(world.ctx, `${cookie.name}=${cookie.value}`))?.actor;
  expect(await actorNow()).toMatchObject({ kind: 'player' });
  await world.ctx.db.updateTable('players').set(UNKNOWN).where('id', '=', known.id).execute();
  const actor = await actorNow();
  expect(actor).toEqual({ kind: 'age-unknown', id: known.id });
  if (!actor) return;
  const to = (pathname: string, search = '') => redirectForUnknownAge(actor, { pathname, search });
  expect(to('/')).toBe('/age');
  expect(to('/games', '?genre=Racing&q=a b')).toBe('/age?returnUrl=%2Fgames%3Fgenre%3DRacing%26q%3Da%20b');
  expect(to('//evil.example')).toBe('/age');
  const open = [
    '/age',
    '/get-help',
    '/contact',
    '/privacy',
    '/cookies',
    '/terms',
    '/parents',
    '/mails/stop/key',
    '/newsletter/leave/token',
  ];
  for (const path of open) expect([path, to(path)]).toEqual([path, null]);
  expect(to('/mails')).toBe('/age?returnUrl=%2Fmails');
  expect(redirectForUnknownAge(VISITOR, { pathname: '/games', search: '' })).toBeNull();
  expect(getAgeQuestion(world.ctx, actor, '//evil.example').returnPath).toBeNull();
  const { years, returnPath } = getAgeQuestion(world.ctx, actor, '/games');
  expect([years[0], years.at(-1), returnPath]).toEqual([Number(getCurrentMonth(world.ctx.now()).slice(0, 4)), 1900, '/games']);
  // An account that is to be deleted is that first.
  await world.ctx.db
    .updateTable('players')
    .set({ deletes_at: new Date(Date.now() + 86_400_000) })
    .where('id', '=', known.id)
    .execute();
  expect(await actorNow()).toEqual({ kind: 'leaving', id: known.id });
  await world.ctx.db.updateTable('players').set({ closed_as: 'under-13' }).where('id', '=', known.id).execute();
  expect(await actorNow()).toBeUndefined();
});

test('only who has not answered may answer', async () => {
  const world = await createAgeWorld();
  const player = await world.addPlayer();
  const fields = { month: '1', year: '2012' };
  expect(await codeOf(answerAge(world.ctx, player, fields, visit()))).toBe('not-allowed');
  expect(await codeOf(answerAge(world.ctx, VISITOR, fields, visit()))).toBe('sign-in-required');
  expect(await codeOf(answerAge(world.ctx, SYSTEM, fields, visit()))).toBe('not-allowed');
  expect(await codeOf(moveBands(world.ctx, player))).toBe('not-allowed');
});

test('the calendar moves players to the next band, once, in two processes at once too', async () => {
  const world = await createAgeWorld('2026-11-30T20:50:00Z');
  const born = async (birth_month: string, age_band: number) => (await world.addPlayer({ birth_month, age_band })).id;
  const becomes16 = await born('2010-11', 13);
  const becomes18 = await born('2008-11', 16);
  const longAway = await born('2000-01', 13);
  const stays = await born('2010-12', 13);
  const bands = async () => Promise.all([becomes16, becomes18, longAway, stays].map(async (id) => (await ageOf(world, id))?.age_band));
  expect(await moveBands(world.ctx, SYSTEM)).toBe(1);
  expect(await bands()).toEqual([13, 16, 18, 13]);
  world.advanceClock(20 * 60);
  const moved = await Promise.all([moveBands(world.ctx, SYSTEM), moveBands(world.ctx, SYSTEM)]);
  expect(moved[0] + moved[1]).toBe(2);
  expect(await bands()).toEqual([16, 18, 18, 13]);
  expect(await moveBands(world.ctx, SYSTEM)).toBe(0);
});

test('moderators close the account of a player under 13, with a reason and a mail; operators open it again', async () => {
  const world = await createAgeWorld();
  const [mod, ops] = [await world.addPlayer({ role: 'moderator' }), await world.addPlayer({ role: 'operator' })];
  const child = await world.addPlayer({ birth_month: '2012-03', age_band: 13 });
  expect(await getPlayerAge(world.ctx, mod, child.id)).toMatchObject({
    band: 13,
    birthMonth: null,
    erasedAt: null,
    can: { close: true, change: false },
  });
  expect(await changePlayerAge(world.ctx, mod, child.id, { do: 'close', note: ' ' })).toMatchObject({
    ok: false,
    fieldErrors: { note: 'Write a short reason first.' },
    values: { do: 'close' },
  });
  expect(await codeOf(changePlayerAge(world.ctx, mod, child.id, { do: 'change', note: 'a letter', month: '1', year: '2010' }))).toBe(
    'not-allowed',
  );
  expect(await changePlayerAge(world.ctx, mod, child.id, { do: 'close', note: 'The mother wrote' })).toEqual({
    ok: true,
    do: 'close',
    isClosed: true,
  });
  expect(await ageOf(world, child.id)).toMatchObject({ ...UNKNOWN, closed_as: 'under-13' });
  expect((await world.mails()).map(({ to }) => to)).toEqual([child.email]);
  expect(await codeOf(changePlayerAge(world.ctx, mod, child.id, { do: 'close', note: 'again' }))).toBe('not-available');
  expect(await getPlayerAge(world.ctx, ops, child.id)).toMatchObject({
    band: null,
    erasedAt: expect.any(String),
    can: { close: false, change: true },
  });
  const open = { do: 'change', note: 'A letter of the school', month: '2', year: '2012' };
  expect(await changePlayerAge(world.ctx, ops, child.id, open)).toMatchObject({ ok: true, isClosed: false });
  expect(await ageOf(world, child.id)).toEqual({ birth_month: '2012-02', age_band: 13, closed_as: null, deletes_at: null });
  expect((await world.mails())[0]).toMatchObject({ to: child.email, subject: 'Your Kiddo account is open again' });
  expect(world.securityEvents.map(({ event }) => event)).toContain(`user_archived:${mod.id},${child.id}`);
  const log = await world.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'subject_id', 'note', 'details'])
    .where('subject_kind', '=', 'player')
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    { action: 'close-under-13', actor_id: mod.id, subject_id: child.id, note: 'The mother wrote', details: { from: 13, to: null } },
    { action: 'reopen-account', actor_id: ops.id, subject_id: child.id, note: 'A letter of the school', details: { from: null, to: 13 } },
  ]);
});

test('operators correct a month of birth; under 13 closes; the team and oneself are left alone', async () => {
  const world = await createAgeWorld();
  const [ops, mod] = [await world.addPlayer({ role: 'operator' }), await world.addPlayer({ role: 'moderator' })];
  const child = await world.addPlayer({ birth_month: '1990-03', age_band: 18 });
  const change = (id: string, month: string, year: string, actor: Actor = ops) =>
    changePlayerAge(world.ctx, actor, id, { do: 'change', note: 'A letter', month, year });
  expect(await getPlayerAge(world.ctx, ops, child.id)).toMatchObject({ birthMonth: '1990-03', can: { close: true, change: true } });
  expect(await change(child.id, '3', '2010')).toMatchObject({ ok: true, isClosed: false });
  expect(await ageOf(world, child.id)).toMatchObject({ birth_month: '2010-03', age_band: 16 });
  expect(await change(child.id, '13', '2010')).toMatchObject({
    fieldErrors: { month: 'Choose a month from the list.' },
    values: { do: 'change' },
  });
  expect(await change(child.id, '12', '2026')).toMatchObject({
    fieldErrors: { month: 'This month has not come yet.' },
    values: { do: 'change', note: 'A letter' },
  });
  expect(await change(child.id, '3', '2015')).toMatchObject({ ok: true, isClosed: true });
  for (const id of [ops.id, mod.id]) expect(await codeOf(change(id, '1', '2000'))).toBe('not-available');
  expect(await codeOf(change(world.ctx.newId(), '1', '2000'))).toBe('not-found');
  expect(await codeOf(change('nobody', '1', '2000'))).toBe('not-found');
  const player = await world.addPlayer();
  expect(await codeOf(getPlayerAge(world.ctx, player, child.id))).toBe('not-allowed');
  expect(await codeOf(change(child.id, '1', '2000', player))).toBe('not-allowed');
  expect(await codeOf(change(child.id, '1', '2000', { kind: 'visitor' }))).toBe('sign-in-required');
  // Who looked is in the log.
  const reads = await world.ctx.db.selectFrom('audit_log').select('subject_id').where('action', '=', 'read-age').execute();
  expect(reads).toEqual([{ subject_id: child.id }]);
});

test('who keeps the account while the team closes it gets an answer, and it stays closed', async () => {
  const world = await createAgeWorld();
  const [mod, child] = [await world.addPlayer({ role: 'moderator' }), await world.addPlayer({ birth_month: '2012-03', age_band: 13 })];
  await world.ctx.db
    .updateTable('players')
    .set({ deletes_at: new Date(world.ctx.now().getTime() + 3 * 86_400_000) })
    .where('id', '=', child.id)
    .execute();
  await changePlayerAge(world.ctx, mod, child.id, { do: 'close', note: 'The mother wrote' });
  // The earlier day stays.
  expect((await ageOf(world, child.id))?.deletes_at?.toISOString().slice(0, 10)).toBe('2026-11-18');
  expect(await codeOf(cancelAccountDeletion(world.ctx, { kind: 'leaving', id: child.id }))).toBe('not-available');
  expect(await ageOf(world, child.id)).toMatchObject({ closed_as: 'under-13' });
});
