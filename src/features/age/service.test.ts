import { expect, test } from 'vitest';
import {
  addUnaskedPlayer,
  codeOf,
  cookiesOf,
  createAgeWorld,
  findAge,
  OLD_ACCOUNT,
  UNKNOWN_AGE,
  visitWith,
} from '../../../tests/age-world.ts';
import { createPaymentsWorld } from '../../../tests/fake-payments.ts';
import { openCheckout } from '../../../tests/payment-records.ts';
import { createSignedInPlayer } from '../../../tests/test-players.ts';
import { getCurrentMonth } from '../../shared/age.ts';
import { SYSTEM, VISITOR, type Actor } from '../../shared/permissions.ts';
import { signIn } from '../accounts/service.server.ts';
import { authenticate } from '../accounts/sessions/service.server.ts';
import { eraseDueAccounts } from '../settings/erasure/service.server.ts';
import { answerAge, getAgeQuestion, moveBands, redirectForUnknownAge, type AgeOutcome } from './service.server.ts';

const errorsOf = (outcome: AgeOutcome) => (outcome.kind === 'result' && !outcome.answer.ok ? outcome.answer.fieldErrors : null);

test('the month of birth is stored once, with its band', async () => {
  const world = await createAgeWorld();
  const amina = await addUnaskedPlayer(world);
  const outcome = await answerAge(world.ctx, amina.actor, { month: '3', year: '2012', returnUrl: '/games?genre=Racing' }, visitWith());
  expect(outcome).toEqual({
    kind: 'known',
    band: 13,
    returnPath: '/games?genre=Racing',
    flashMessage: null,
    cookies: [expect.stringMatching(/^kiddo_birth=2012-03\.\d{10}\.[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/)],
  });
  expect(await findAge(world, amina.id)).toEqual({ birth_month: '2012-03', age_band: 13, closed_as: null, deletes_at: null });
  // Once more, as from a second tab: the first answer stays.
  expect(await answerAge(world.ctx, amina.actor, { month: '1', year: '1990' }, visitWith())).toMatchObject({
    kind: 'known',
    returnPath: '/',
  });
  expect(await findAge(world, amina.id)).toMatchObject({ birth_month: '2012-03', age_band: 13 });
});

test('the bands are those of the month after the birthday', async () => {
  const world = await createAgeWorld();
  const bandOf = async (month: string, year: string) => {
    const player = await addUnaskedPlayer(world);
    await answerAge(world.ctx, player.actor, { month, year }, visitWith());
    return (await findAge(world, player.id))?.age_band;
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
  const amina = await addUnaskedPlayer(world);
  const ask = async (fields: Record<string, string>) => errorsOf(await answerAge(world.ctx, amina.actor, fields, visitWith()));
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
  expect(await answerAge(world.ctx, amina.actor, { month: '12', year: '2026' }, visitWith())).toMatchObject({
    answer: { values: { month: '12', year: '2026' } },
  });
  expect(await findAge(world, amina.id)).toEqual({ ...UNKNOWN_AGE, closed_as: null, deletes_at: null });
});

test('under 13 a new account is erased at once, the address too, and without a mail', async () => {
  const world = await createAgeWorld();
  const amina = await addUnaskedPlayer(world, { email: 'amina@example.com' });
  const outcome = await answerAge(
    world.ctx,
    amina.actor,
    { month: '11', year: '2013' },
    visitWith(['kiddo_session=abcdefghijklmnopqrst.x']),
  );
  expect(outcome).toMatchObject({ kind: 'under-13', outcome: 'erased', isFirstAnswer: false });
  expect(cookiesOf(outcome).map((cookie) => cookie.split('=')[0])).toContain('kiddo_session');
  expect(await world.ctx.db.selectFrom('players').selectAll().execute()).toEqual([]);
  expect(await world.mails()).toEqual([]);
  expect(await world.ctx.db.selectFrom('identities').selectAll().execute()).toEqual([]);
});

test('under 13 an older account is closed, gets a mail, and is erased a week later', async () => {
  const world = await createAgeWorld();
  const amina = await addUnaskedPlayer(world, OLD_ACCOUNT);
  const outcome = await answerAge(world.ctx, amina.actor, { month: '1', year: '2015' }, visitWith());
  expect(outcome).toMatchObject({ kind: 'under-13', outcome: 'closed' });
  const row = await findAge(world, amina.id);
  expect(row).toMatchObject({ ...UNKNOWN_AGE, closed_as: 'under-13' });
  expect(row?.deletes_at?.toISOString().slice(0, 10)).toBe('2026-11-22');
  const [mail] = await world.mails();
  expect(mail).toMatchObject({ to: amina.email, subject: 'Your Kiddo account is closed' });
  expect(mail?.text).toContain('November 22, 2026');
  // The right password opens nothing, and says why.
  const refused = await signIn(world.ctx, VISITOR, { identifier: amina.username, password: 'secret1' }, visitWith());
  expect(refused).toMatchObject({ kind: 'result', answer: { code: 'under-13', toast: { text: expect.stringContaining('under 13') } } });
  expect(await world.ctx.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  world.advanceClock(6 * 86_400);
  await eraseDueAccounts(world.ctx, SYSTEM);
  expect(await findAge(world, amina.id)).toBeDefined();
  world.advanceClock(86_400 + 60);
  await eraseDueAccounts(world.ctx, SYSTEM);
  expect(await findAge(world, amina.id)).toBeUndefined();
});

test('a new account that has paid is closed and not erased at once', async () => {
  const payments = await createPaymentsWorld();
  const { player } = await openCheckout(payments);
  const { world } = payments;
  await world.ctx.db.updateTable('players').set(UNKNOWN_AGE).where('id', '=', player.id).execute();
  const actor: Actor = { kind: 'age-unknown', id: player.id };
  const year = String(world.ctx.now().getFullYear() - 3);
  expect(await answerAge(world.ctx, actor, { month: '1', year }, visitWith())).toMatchObject({ outcome: 'closed' });
  expect((await world.mails()).map(({ subject }) => subject)).toContain('Your Kiddo account is closed');
});

test('evidence keeps an account that is closed until a person has decided', async () => {
  const world = await createAgeWorld();
  const amina = await addUnaskedPlayer(world);
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
  expect(await answerAge(world.ctx, amina.actor, { month: '1', year: '2015' }, visitWith())).toMatchObject({ outcome: 'due' });
  expect(await world.mails()).toEqual([]);
  expect(await findAge(world, amina.id)).toMatchObject({ closed_as: 'under-13' });
  await eraseDueAccounts(world.ctx, SYSTEM);
  expect(await findAge(world, amina.id)).toBeDefined();
  await world.ctx.db.updateTable('player_reports').set({ state: 'dismissed', decided_at: world.ctx.now() }).execute();
  await eraseDueAccounts(world.ctx, SYSTEM);
  expect(await findAge(world, amina.id)).toBeUndefined();
});

test('somebody of the team is an adult, and an answer that says no closes nothing', async () => {
  const world = await createAgeWorld();
  const mod = await addUnaskedPlayer(world, { role: 'moderator' });
  for (const year of ['2015', '2010'])
    expect(await answerAge(world.ctx, mod.actor, { month: '1', year }, visitWith())).toMatchObject({ answer: { code: 'team' } });
  expect(await findAge(world, mod.id)).toMatchObject({ ...UNKNOWN_AGE, closed_as: null });
  await answerAge(world.ctx, mod.actor, { month: '1', year: '1990' }, visitWith());
  expect(await findAge(world, mod.id)).toMatchObject({ age_band: 18 });
});

test('a session of somebody who has not answered opens the question and what helps', async () => {
  const world = await createAgeWorld(new Date().toISOString());
  const run = (text: string, values: unknown[]) => world.ctx.queryPrepared({ name: text.slice(0, 40), text }, values);
  const { known, cookie } = await createSignedInPlayer(run);
  const actorNow = async () => (await authenticate(world.ctx, `${cookie.name}=${cookie.value}`))?.actor;
  expect(await actorNow()).toMatchObject({ kind: 'player' });
  await world.ctx.db.updateTable('players').set(UNKNOWN_AGE).where('id', '=', known.id).execute();
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
  expect(await codeOf(answerAge(world.ctx, player, fields, visitWith()))).toBe('not-allowed');
  expect(await codeOf(answerAge(world.ctx, VISITOR, fields, visitWith()))).toBe('sign-in-required');
  expect(await codeOf(answerAge(world.ctx, SYSTEM, fields, visitWith()))).toBe('not-allowed');
  expect(await codeOf(moveBands(world.ctx, player))).toBe('not-allowed');
});
