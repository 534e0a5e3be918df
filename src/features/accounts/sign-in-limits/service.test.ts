import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { requestPasswordReset, resetPassword } from '../password-reset.service.server.ts';
import { confirmEmail, resendConfirmation } from '../confirmation.service.server.ts';
import { signIn, signUp, type Outcome, type SignedIn } from '../service.server.ts';
import {
  IDENTIFIER_LIMIT,
  IP_LIMIT,
  EMAIL_REQUEST_LIMIT,
  CONFIRMATION_EMAIL_IP_LIMIT,
  CONFIRMATION_EMAIL_LIMIT,
  DEVICE_LIMIT,
  ACCOUNT_EXISTS_EMAIL_LIMIT,
  IDENTIFIER_AND_IP_LIMIT,
  RESET_EMAIL_IP_LIMIT,
  RESET_EMAIL_LIMIT,
  SIGN_UP_LIMIT,
} from './rules.ts';
import { createDeviceCookie, registerSignInAttempt } from './service.server.ts';

const visit = (address = '10.0.0.1', cookies: string[] = []): ClientInfo => ({
  address,
  userAgent: 'test',
  cookies: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
});
const enter = (world: World, identifier: string, password: string, from: ClientInfo = visit()) =>
  signIn(world.ctx, VISITOR, { identifier, password }, from);
const said = (outcome: Outcome | SignedIn) => (outcome.kind === 'result' ? (outcome.answer.toast?.text ?? '') : outcome.kind);
const WRONG = 'The email, username or password is not right. Check what you typed and try again.';
const WAIT = 'Too many tries. Wait 15 minutes, or use "Forgot your password?".';
const OFTEN = 'You did this many times in a short time. Wait a while, then try again.';
const tally = (texts: string[]) => ({
  wrong: texts.filter((text) => text === WRONG).length,
  wait: texts.filter((text) => text === WAIT).length,
  other: texts.filter((text) => text !== WRONG && text !== WAIT),
});

/** Sets the counters of one limit, as if that many attempts had happened. */
const setCounts = (world: World, limit: { name: string }, points: number) =>
  sql`update rate_limit_counters set points = ${points} where key like ${`${limit.name}:%`}`.execute(world.ctx.db);
const counts = async (world: World) =>
  (
    await sql<{ name: string; points: number }>`select split_part(key, ':', 1) as name, sum(points)::int as points
    from rate_limit_counters group by 1 order by 1`.execute(world.ctx.db)
  ).rows;

test('twenty guesses at once from one address count as twenty; other addresses and other accounts go on', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  await world.addPlayer({ username: 'brian' });
  const texts = (await Promise.all(Array.from({ length: 20 }, () => enter(world, 'amina', 'guess')))).map(said);
  expect(tally(texts)).toEqual({ wrong: 8, wait: 12, other: [] });
  expect(said(await enter(world, 'amina', 'secret1'))).toBe(WAIT);
  expect(said(await enter(world, 'AMINA', 'guess'))).toBe(WAIT);
  expect(said(await enter(world, 'brian', 'secret1'))).toBe('signed-in');
  // Reset this counter: another test covers the delay for strangers.
  await setCounts(world, IDENTIFIER_LIMIT, 0);
  expect(said(await enter(world, 'amina', 'secret1', visit('10.0.0.2')))).toBe('signed-in');
  expect(await world.ctx.db.selectFrom('sessions').selectAll().execute()).toHaveLength(2);
});

test('after a quarter of an hour it works again', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  expect(said(await enter(world, 'amina', 'guess'))).toBe(WRONG);
  await setCounts(world, IDENTIFIER_AND_IP_LIMIT, IDENTIFIER_AND_IP_LIMIT.points);
  expect(said(await enter(world, 'amina', 'secret1'))).toBe(WAIT);
  expect(IDENTIFIER_AND_IP_LIMIT.seconds).toBe(900);
  await sql`update rate_limit_counters set expire = ${Date.now() + 90_000}`.execute(world.ctx.db);
  expect(said(await enter(world, 'amina', 'secret1'))).toBe(WAIT.replace('15', '2'));
  await sql`update rate_limit_counters set expire = ${Date.now() - 1}`.execute(world.ctx.db);
  expect(said(await enter(world, 'amina', 'secret1'))).toBe('signed-in');
});

test('nobody is told to wait longer than a quarter of an hour, although a request whose clock was ahead began it', async () => {
  const world = await createWorld();
  world.advanceClock(5);
  expect(said(await enter(world, 'amina', 'guess'))).toBe(WRONG);
  await setCounts(world, IDENTIFIER_AND_IP_LIMIT, IDENTIFIER_AND_IP_LIMIT.points);
  world.advanceClock(-5);
  expect(said(await enter(world, 'amina', 'guess'))).toBe(WAIT);
});

test('names that nobody has are counted like those of accounts, by e-mail and username alike', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina', email: 'amina@example.com' });
  const guess = async (identifiers: string[], address: string) => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, n) => enter(world, identifiers[n % identifiers.length] ?? '', 'guess', visit(address))),
    );
    return tally(outcomes.map(said));
  };
  const [known, unknown, email] = await Promise.all([
    guess(['amina', ' Amina', 'AMINA'], '10.0.0.1'),
    guess(['nobody', 'NOBODY', ' nobody '], '10.0.0.2'),
    guess(['nobody@example.com'], '10.0.0.3'),
  ]);
  for (const each of [known, unknown, email]) expect(each).toEqual({ wrong: 8, wait: 4, other: [] });
  expect(
    (await sql<{ key: string }>`select key from rate_limit_counters`.execute(world.ctx.db)).rows.filter(({ key }) =>
      /nobody|amina|10\.0/.test(key),
    ),
  ).toEqual([]);
});

test('success gives the tries back', async () => {
  const world = await createWorld();
  const { id } = await world.addPlayer({ username: 'amina' });
  for (let time = 0; time < 12; time++) {
    const attempt = await registerSignInAttempt(world.ctx, { identifier: 'amina', playerId: id }, visit());
    expect(attempt.wait).toBe(0);
    if ('undo' in attempt) await attempt.undo();
  }
  expect(said(await enter(world, 'amina', 'secret1'))).toBe('signed-in');
  expect(await counts(world)).toEqual([]);
  await enter(world, 'amina', 'guess');
  expect((await counts(world)).map(({ points }) => points)).toEqual([1, 1, 1]);
});

test('who is turned away uses up only the count that was full', async () => {
  const world = await createWorld();
  const { id } = await world.addPlayer();
  const attempt = () => registerSignInAttempt(world.ctx, { identifier: 'x', playerId: id }, visit());
  await attempt();
  for (const limit of [IDENTIFIER_LIMIT, IDENTIFIER_AND_IP_LIMIT, IP_LIMIT]) {
    await setCounts(world, limit, limit.points);
    expect((await attempt()).wait).toBeGreaterThan(0);
    expect((await counts(world)).map(({ points }) => points).toSorted((a, b) => a - b)).toEqual([1, 1, limit.points + 1]);
    await setCounts(world, limit, 1);
  }
});

test('three hundred tries from one address are enough, whatever they try', async () => {
  const world = await createWorld();
  expect(said(await enter(world, 'one', 'guess'))).toBe(WRONG);
  await setCounts(world, IP_LIMIT, IP_LIMIT.points);
  expect(said(await enter(world, 'two', 'guess'))).toBe(WAIT);
  expect(said(await enter(world, 'two', 'guess', visit('10.0.0.2')))).toBe(WRONG);
});

test('while strangers guess from many addresses, a browser that was signed in before gets in', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  const brian = await world.addPlayer({ username: 'brian' });
  const before = await enter(world, 'amina', 'secret1');
  const device = before.cookies.filter((cookie) => cookie.startsWith('kiddo_device='));
  expect(device).toEqual([expect.stringMatching(/^kiddo_device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)]);
  await enter(world, 'amina', 'guess', visit('10.9.0.1'));
  await setCounts(world, IDENTIFIER_LIMIT, IDENTIFIER_LIMIT.points);
  expect(said(await enter(world, 'amina', 'secret1', visit('10.9.0.2')))).toBe(WAIT);
  expect(said(await enter(world, 'amina', 'secret1', visit('10.0.0.1')))).toBe(WAIT);
  const [proof = ''] = /[\w-]+\.[\w-]+/.exec(device[0] ?? '') ?? [];
  const [id = ''] = proof.split('.');
  for (const forged of [
    `${id}.${'A'.repeat(32)}`,
    `otherdevice.${proof.split('.')[1]}`,
    createDeviceCookie(world.ctx, brian.id, visit()).replace('kiddo_device=', '').split(';')[0] ?? '',
  ])
    expect([forged, said(await enter(world, 'amina', 'secret1', visit('10.0.0.3', [`kiddo_device=${forged}`])))]).toEqual([forged, WAIT]);
  const inside = await enter(world, 'amina', 'secret1', visit('10.0.0.1', device));
  expect(said(inside)).toBe('signed-in');
  expect(inside.cookies.find((cookie) => cookie.startsWith('kiddo_device='))?.split(';')[0]).toBe(device[0]?.split(';')[0]);

  // The device's own limit applies too, so the cookie is not a way around the limits.
  const own = visit('10.0.0.1', device);
  const waits = [];
  for (let time = 0; time <= DEVICE_LIMIT.points; time++)
    waits.push((await registerSignInAttempt(world.ctx, { identifier: 'amina', playerId: amina.id }, own)).wait);
  expect(waits.filter((wait) => wait > 0)).toHaveLength(1);
});

test('two accounts of one browser are both known again', async () => {
  const world = await createWorld();
  const players = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'brian' })];
  let cookies: string[] = [];
  for (const { username } of players)
    cookies = (await enter(world, username, 'secret1', visit('10.0.0.1', cookies))).cookies.filter((cookie) =>
      cookie.startsWith('kiddo_device='),
    );
  for (const { username } of players) await enter(world, username, 'guess', visit('10.9.0.1'));
  await setCounts(world, IDENTIFIER_LIMIT, IDENTIFIER_LIMIT.points);
  for (const { username } of players) expect(said(await enter(world, username, 'secret1', visit('10.0.0.1', cookies)))).toBe('signed-in');
});

test('a browser that came in by a mail is known again too', async () => {
  const world = await createWorld();
  const { email } = await world.addPlayer({ email: 'new@example.com', email_confirmed: false });
  const confirmed = await confirmEmail(
    world.ctx,
    VISITOR,
    { token: (await world.ctx.auth.createConfirmationToken(email)) ?? '', password: 'secret1' },
    visit(),
  );
  const fields = { password: 'secret2', confirm: 'secret2' };
  const reset = await resetPassword(world.ctx, VISITOR, await world.ctx.auth.createResetToken(email), fields, visit());
  expect([reset, confirmed].map(({ cookies }) => cookies.some((cookie) => cookie.startsWith('kiddo_device=')))).toEqual([true, true]);
});

test('a try that was none, or succeeded, counts for nothing at all', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'waiting', email_confirmed: false });
  await enter(world, 'waiting', 'secret1');
  expect(await counts(world)).toEqual([]);
});

test('a few mails of each kind go to one mailbox, then none, and nobody is told', async () => {
  const world = await createWorld();
  const waiting = await world.addPlayer({ username: 'waiting', email: 'waiting@example.com', email_confirmed: false });
  const amina = await world.addPlayer({ username: 'amina' });
  const ask = (what: typeof requestPasswordReset, email: string, times: number, address: (n: number) => string) =>
    Promise.all(Array.from({ length: times }, (_, n) => what(world.ctx, VISITOR, { email }, visit(address(n)))));
  const join = (username: string) =>
    signUp(
      world.ctx,
      VISITOR,
      { username, displayName: 'X', email: amina.email, password: 'secret2', confirm: 'secret2' },
      visit('10.3.0.1'),
    );
  const [resent, reset, unknown, joined] = await Promise.all([
    ask(resendConfirmation, waiting.email, CONFIRMATION_EMAIL_IP_LIMIT.points + 2, () => '10.1.0.1'),
    ask(requestPasswordReset, amina.email, RESET_EMAIL_IP_LIMIT.points + 2, () => '10.2.0.1'),
    ask(requestPasswordReset, 'nobody@example.com', RESET_EMAIL_IP_LIMIT.points + 2, () => '10.2.0.2'),
    Promise.all(Array.from({ length: ACCOUNT_EXISTS_EMAIL_LIMIT.points + 2 }, (_, n) => join(`other${n}`))),
  ]);
  for (const outcomes of [resent, reset]) for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
  expect(unknown).toEqual(reset);
  expect(resent[0]).toMatchObject({ answer: { ok: true } });
  for (const outcome of joined) expect(outcome).toMatchObject({ kind: 'flash', flashMessage: 'check-email' });
  const sent = async () => (await world.mails()).map(({ to, subject }) => `${subject}: ${to}`).toSorted();
  const times = (count: number, line: string) => Array.from({ length: count }, () => line);
  const all = [
    ...times(CONFIRMATION_EMAIL_IP_LIMIT.points, `Confirm your email for Kiddo: ${waiting.email}`),
    ...times(ACCOUNT_EXISTS_EMAIL_LIMIT.points, `You already have a Kiddo account: ${amina.email}`),
    ...times(RESET_EMAIL_IP_LIMIT.points, `Choose a new Kiddo password: ${amina.email}`),
  ];
  expect(await sent()).toEqual(all.toSorted());
  // A stranger cannot use up the owner's limit from another IP address, but there is also a limit for all IP addresses together.
  await ask(requestPasswordReset, amina.email, 1, () => '10.2.0.9');
  expect(await sent()).toHaveLength(all.length + 1);
  await ask(resendConfirmation, waiting.email, 1, () => '10.1.0.9');
  expect(await sent()).toHaveLength(all.length + 2);
  await setCounts(world, RESET_EMAIL_LIMIT, RESET_EMAIL_LIMIT.points);
  await setCounts(world, CONFIRMATION_EMAIL_LIMIT, CONFIRMATION_EMAIL_LIMIT.points);
  await ask(resendConfirmation, waiting.email, 1, () => '10.1.0.10');
  await ask(requestPasswordReset, amina.email, 1, () => '10.2.0.10');
  expect(await sent()).toHaveLength(all.length + 2);
});

test('who asks for very many things from one address is told to wait, others are not', async () => {
  const world = await createWorld();
  const form = { username: 'first', displayName: 'X', email: 'first@example.com', password: 'sauti-77', confirm: 'sauti-77' };
  const ask = (address: string) => requestPasswordReset(world.ctx, VISITOR, { email: 'nobody@example.com' }, visit(address));
  await Promise.all([signUp(world.ctx, VISITOR, form, visit('10.0.1.1')), ask('10.0.1.1')]);
  await setCounts(world, SIGN_UP_LIMIT, SIGN_UP_LIMIT.points);
  await setCounts(world, EMAIL_REQUEST_LIMIT, EMAIL_REQUEST_LIMIT.points);
  const again = (n: number, address: string) =>
    signUp(world.ctx, VISITOR, { ...form, username: `next${n}`, email: `next${n}@example.com` }, visit(address));
  const [late, other, asked, otherAsked] = await Promise.all([
    again(1, '10.0.1.1'),
    again(2, '10.0.1.2'),
    ask('10.0.1.1'),
    ask('10.0.1.2'),
  ]);
  expect([said(late), said(other), said(asked)]).toEqual([OFTEN, 'flash', OFTEN]);
  expect(otherAsked).toMatchObject({ answer: { ok: true } });
});
