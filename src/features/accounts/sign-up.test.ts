import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { PRODUCTION_SETTINGS } from '../../../tests/production-settings.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { VISITOR } from '../../shared/permissions.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { checkConfirmationToken, confirmEmail } from './confirmation.service.server.ts';
import { signIn, signUp, type Outcome, type SignedIn } from './service.server.ts';
import { authenticate } from './sessions/service.server.ts';

// Every response about an address takes 0.6 s, so independent requests run concurrently.

const visit = (cookies: string[] = [], address = '10.0.0.1'): ClientInfo => ({
  address,
  userAgent: 'test',
  cookies: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
});
const AMINA = { username: 'Amina_W', displayName: ' Amina W ', email: 'Amina@Example.COM', password: 'sauti-77', confirm: 'sauti-77' };
const join = (world: World, fields: Partial<typeof AMINA> = {}, cookies: string[] = []) =>
  signUp(world.ctx, VISITOR, { ...AMINA, ...fields }, visit(cookies));
const answerOf = (outcome: Outcome | SignedIn) => {
  if (outcome.kind !== 'result') throw new Error(`expected an answer, got ${JSON.stringify(outcome)}`);
  if (outcome.answer.ok) throw new Error(`expected a failure, got ${JSON.stringify(outcome)}`);
  return outcome.answer;
};
const players = (world: World) =>
  world.ctx.db.selectFrom('players').select(['username', 'email', 'email_confirmed']).orderBy('username').execute();
const tokenIn = (text: string | undefined) => /token=([\w.-]+)/.exec(text ?? '')?.[1] ?? '';
const CHECK_EMAIL = { kind: 'flash', flashMessage: 'check-email' };
const TAKEN = { username: 'This username is taken. Try another, or add a number.' };

test('a sign-up keeps the account, and its mail leads in', async () => {
  const world = await createWorld();
  const up = await join(world);
  expect(up).toEqual({
    ...CHECK_EMAIL,
    cookies: [expect.stringMatching(/^kiddo_claim=[\w-]{20,40}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)],
  });
  expect(await world.ctx.db.selectFrom('players').selectAll().execute()).toEqual([
    expect.objectContaining({
      username: 'amina_w',
      display_name: 'Amina W',
      email: 'amina@example.com',
      email_confirmed: false,
      avatar_url: null,
      role: 'player',
      is_demo: true,
    }),
  ]);
  expect(await world.ctx.db.selectFrom('identities').select(['provider', 'password_hash']).execute()).toEqual([
    { provider: 'credential', password_hash: expect.stringMatching(/^argon2id\$19456\$2\$/) },
  ]);
  expect(await world.ctx.db.selectFrom('sessions').selectAll().execute()).toEqual([]);

  const mails = await world.mails();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([['amina@example.com', 'Confirm your email for Kiddo']]);
  const link = `${world.ctx.config.origin}/confirm-email?token=${tokenIn(mails[0]?.text)}`;
  expect(mails[0]?.text).toContain(`\n${link}\n`);
  expect(mails[0]?.html).toContain(`href="${link}"`);
  expect(mails[0]?.text).toContain('@amina_w');

  const inside = await confirmEmail(world.ctx, VISITOR, { token: tokenIn(mails[0]?.text) }, visit(up.cookies));
  expect(inside).toMatchObject({ kind: 'flash', flashMessage: 'confirmed' });
  expect(await authenticate(world.ctx, visit(inside.cookies).cookies)).toMatchObject({
    viewer: { username: 'amina_w', displayName: 'Amina W', role: 'player' },
  });
  const { id } = await world.ctx.db.selectFrom('players').select('id').executeTakeFirstOrThrow();
  expect(world.securityEvents.map(({ event, method }) => [event, method])).toEqual([
    [`user_created:${id},${id},player`, 'password'],
    [`authn_login_success:${id}`, 'email-link'],
  ]);
  expect(world.logged).toEqual([]);
});

const FAULTS: [string, Partial<typeof AMINA>, string, string][] = [
  ['no username', { username: '' }, 'username', 'Please fill this in.'],
  ['no display name', { displayName: '   ' }, 'displayName', 'Please fill this in.'],
  ['no e-mail', { email: '' }, 'email', 'Please fill this in.'],
  ['a username with a space', { username: 'amina w' }, 'username', 'Use only the letters a to z, digits and _ (no spaces).'],
  ['a username of another script', { username: 'ам\u0456на' }, 'username', 'Use only the letters a to z, digits and _ (no spaces).'],
  ['a username with a null byte', { username: 'amina\0' }, 'username', 'Use only the letters a to z, digits and _ (no spaces).'],
  ['a username of 31', { username: 'a'.repeat(31) }, 'username', 'A username has at most 30 characters.'],
  ['a huge username', { username: 'a'.repeat(100_000) }, 'username', 'A username has at most 30 characters.'],
  ['a kept username', { username: 'Admin' }, 'username', 'This username is kept for the Kiddo team. Try another.'],
  ['a display name of 51', { displayName: 'a'.repeat(51) }, 'displayName', 'A display name has at most 50 characters.'],
  [
    'a display name that turns the line',
    { displayName: '\u202eanimA' },
    'displayName',
    'Use letters and digits. Some signs cannot be used here.',
  ],
  ['an e-mail without @', { email: 'amina' }, 'email', 'This does not look like an email. It needs an @, like name@example.com.'],
  ['an e-mail with a line end', { email: 'a@example.com\r\nbcc: b@example.com' }, 'email', 'This does not look like an email.'],
  ['an e-mail that is too long', { email: `${'a'.repeat(250)}@example.com` }, 'email', 'This is too long.'],
  ['a short password', { password: 'secre', confirm: 'secre' }, 'password', 'A password needs at least 6 characters.'],
  ['a long password', { password: 'x'.repeat(129), confirm: 'x'.repeat(129) }, 'password', 'A password has at most 128 characters.'],
  ['a password with a null byte', { password: 'secret\0', confirm: 'secret\0' }, 'password', 'Some of these characters cannot be used.'],
  ['passwords that differ', { confirm: 'secret2' }, 'confirm', 'Passwords do not match'],
];

test('what cannot be is refused by field, and nothing is written', async () => {
  const world = await createWorld();
  for (const [what, fields, field, words] of FAULTS) {
    const outcome = await join(world, fields);
    const { fieldErrors: faults, values: typed, toast, ok } = answerOf(outcome);
    expect([what, faults, ok, toast?.title, toast?.kind]).toEqual([what, { [field]: words }, false, 'Sign up failed', 'bad']);
    expect(typed).toEqual({ username: AMINA.username, displayName: AMINA.displayName, email: AMINA.email, ...pick(fields) });
  }
  const nothing = answerOf(await signUp(world.ctx, VISITOR, {}, visit()));
  expect(nothing.fieldErrors).toEqual(Object.fromEntries(Object.keys(AMINA).map((field) => [field, 'Please fill this in.'])));
  expect([await players(world), await world.ctx.db.selectFrom('username_reservations').selectAll().execute(), await world.mails()]).toEqual(
    [[], [], []],
  );
});

const pick = ({ username, displayName, email }: Partial<typeof AMINA>) => ({
  ...(username === undefined ? {} : { username }),
  ...(displayName === undefined ? {} : { displayName }),
  ...(email === undefined ? {} : { email }),
});

test('a taken username gets an error, whatever the case, and whether its account is confirmed or not', async () => {
  const world = await createWorld();
  const confirmed = await world.addPlayer({ username: 'amina_w' });
  await world.addPlayer({ username: 'brian', email_confirmed: false });
  const [same, upper, other] = await Promise.all([
    join(world, { username: 'amina_w' }),
    join(world, { username: ' AMINA_W ', email: confirmed.email }),
    join(world, { username: 'Brian' }),
  ]);
  for (const outcome of [same, upper, other]) expect(answerOf(outcome).fieldErrors).toEqual(TAKEN);
  expect(await players(world)).toHaveLength(2);
  expect(await world.mails()).toEqual([]);
});

test('a taken e-mail gets the usual answer, and its owner a letter, once', async () => {
  const world = await createWorld();
  const owner = await world.addPlayer({ username: 'owner', email: 'owner@example.com' });
  const before = await world.ctx.db.selectFrom('identities').selectAll().execute();
  const [fresh, known] = await Promise.all([
    join(world, { username: 'one', email: 'fresh@example.com' }),
    join(world, { username: 'two', email: 'OWNER@example.com', password: 'stranger-x', confirm: 'stranger-x' }),
  ]);
  const cookies = [expect.stringMatching(/^kiddo_claim=/)];
  for (const outcome of [fresh, known]) expect(outcome).toEqual({ ...CHECK_EMAIL, cookies });
  expect((await players(world)).map(({ username }) => username)).toEqual(['one', 'owner']);
  expect(await world.ctx.db.selectFrom('identities').selectAll().where('player_id', '=', owner.id).execute()).toEqual(before);
  const mails = (await world.mails()).toSorted((a, b) => (a.to < b.to ? -1 : 1));
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['fresh@example.com', 'Confirm your email for Kiddo'],
    [owner.email, 'You already have a Kiddo account'],
  ]);
  expect(mails[1]?.text).toContain('@owner');
  expect(mails[1]?.text).not.toMatch(/@two|token=/);
  // Nothing the stranger can do next reveals which of the two addresses was known.
  const enter = (identifier: string, password: string) =>
    signIn(world.ctx, VISITOR, { identifier, password }, visit([], `10.1.0.${password.length}`));
  for (const [identifier, password, email] of [
    ['one', 'sauti-77', 'fresh@example.com'],
    ['two', 'stranger-x', 'owner@example.com'],
    ['owner@example.com', 'stranger-x', 'owner@example.com'],
  ] as const) {
    const outcome = await enter(identifier, password);
    expect([outcome.cookies, answerOf(outcome)]).toMatchObject([
      [],
      { view: 'confirm', values: { email }, toast: { title: 'Email not confirmed' } },
    ]);
  }
  for (const identifier of ['one', 'two']) expect(answerOf(await enter(identifier, 'guess')).toast?.title).toBe('Sign in failed');
  const again = await Promise.all(['one', 'two'].map((username) => join(world, { username, email: 'else@example.com' })));
  for (const outcome of again) expect(answerOf(outcome).fieldErrors).toEqual(TAKEN);
  expect((await enter('owner', 'secret1')).kind).toBe('signed-in');
});

test('an address that was never confirmed belongs to who signs up last, and the first letter dies', async () => {
  const world = await createWorld();
  const first = await join(world, { username: 'stranger', password: 'stranger-x', confirm: 'stranger-x' });
  const old = tokenIn((await world.mails())[0]?.text);
  const second = await join(world);
  expect(second).toMatchObject(CHECK_EMAIL);
  expect(await players(world)).toEqual([{ username: 'amina_w', email: 'amina@example.com', email_confirmed: false }]);
  for (const cookies of [first.cookies, second.cookies]) {
    expect(await checkConfirmationToken(world.ctx, VISITOR, old, visit(cookies))).toBe('invalid');
    expect(answerOf(await confirmEmail(world.ctx, VISITOR, { token: old, password: 'stranger-x' }, visit(cookies))).action).toBe('confirm');
  }
  expect((await signIn(world.ctx, VISITOR, { identifier: AMINA.email, password: 'stranger-x' }, visit())).kind).toBe('result');
});

test('the link signs in at once where the sign-up was, and elsewhere only with its password', async () => {
  const world = await createWorld();
  const up = await join(world);
  const token = tokenIn((await world.mails())[0]?.text);
  const state = (cookies: string[]) => checkConfirmationToken(world.ctx, VISITOR, token, visit(cookies));
  const claims = [up.cookies, [], ['kiddo_claim=AAAAAAAAAAAAAAAAAAAAAAAA']];
  expect(await Promise.all(claims.map(state))).toEqual(['same-browser', 'other-browser', 'other-browser']);
  for (const cookies of claims.slice(1))
    for (const password of [undefined, '', 'guess', 'Sauti-77']) {
      const outcome = await confirmEmail(world.ctx, VISITOR, { token, ...(password === undefined ? {} : { password }) }, visit(cookies));
      expect([outcome.cookies, Object.keys(answerOf(outcome).fieldErrors)]).toEqual([[], ['password']]);
    }
  expect((await players(world))[0]?.email_confirmed).toBe(false);
  expect(await confirmEmail(world.ctx, VISITOR, { token, password: 'sauti-77' }, visit())).toMatchObject({ flashMessage: 'confirmed' });
  expect(await Promise.all(claims.map(state))).toEqual(['already', 'already', 'already']);
  expect(await confirmEmail(world.ctx, VISITOR, { token }, visit(up.cookies))).toEqual({
    kind: 'flash',
    flashMessage: 'already-confirmed',
    cookies: [],
  });
  for (const bad of [null, '', 'garbage-garbage', `${token}x`])
    expect(await checkConfirmationToken(world.ctx, VISITOR, bad, visit(up.cookies))).toBe('invalid');
});

test('of sign-ups that race for one username one gets it', async () => {
  const world = await createWorld();
  const outcomes = await Promise.all([1, 2, 3, 4, 5].map((n) => join(world, { email: `racer${n}@example.com` })));
  expect(outcomes.filter(({ kind }) => kind === 'flash')).toHaveLength(1);
  for (const outcome of outcomes.filter(({ kind }) => kind === 'result')) expect(answerOf(outcome).fieldErrors).toEqual(TAKEN);
  expect(await players(world)).toHaveLength(1);
  expect(await world.mails()).toHaveLength(1);
});

test('of sign-ups that race for one e-mail one becomes an account, and all hear the same', async () => {
  const world = await createWorld();
  const outcomes = await Promise.all([1, 2, 3, 4].map((n) => join(world, { username: `racer${n}` })));
  for (const outcome of outcomes) expect(outcome).toMatchObject(CHECK_EMAIL);
  const [only, ...more] = await players(world);
  expect(more).toEqual([]);
  const letters = (await world.mails()).filter(({ subject }) => subject === 'Confirm your email for Kiddo');
  const good = [];
  for (const { text } of letters)
    if ((await checkConfirmationToken(world.ctx, VISITOR, tokenIn(text), visit())) !== 'invalid') good.push(text);
  expect(good).toEqual([expect.stringContaining(`@${only?.username}`)]);
});

test('a slip: who began may take the same username up with another e-mail, until it is confirmed', async () => {
  const world = await createWorld();
  const first = await join(world, { email: 'amina@exmaple.com' });
  const old = tokenIn((await world.mails())[0]?.text);
  const stranger = await join(world, { email: 'stranger@example.com' }, ['kiddo_claim=AAAAAAAAAAAAAAAAAAAAAAAA']);
  expect(answerOf(stranger).fieldErrors).toEqual(TAKEN);
  const second = await join(world, {}, first.cookies);
  expect(second).toMatchObject({ ...CHECK_EMAIL, cookies: first.cookies });
  expect(await players(world)).toEqual([{ username: 'amina_w', email: 'amina@example.com', email_confirmed: false }]);
  expect(answerOf(await confirmEmail(world.ctx, VISITOR, { token: old }, visit())).action).toBe('confirm');

  const [mail] = (await world.mails()).filter(({ to }) => to === 'amina@example.com');
  expect(await confirmEmail(world.ctx, VISITOR, { token: tokenIn(mail?.text) }, visit(first.cookies))).toMatchObject({
    flashMessage: 'confirmed',
  });
  const third = await join(world, { email: 'other@example.com' }, first.cookies);
  expect(answerOf(third).fieldErrors).toEqual(TAKEN);
  expect(await players(world)).toEqual([{ username: 'amina_w', email: 'amina@example.com', email_confirmed: true }]);
});

test('the same form sent twice by one browser is one account, whose last letter works', async () => {
  const world = await createWorld();
  const first = await join(world);
  await join(world, { password: 'secret2', confirm: 'secret2' }, first.cookies);
  expect(await players(world)).toHaveLength(1);
  const letters = (await world.mails()).map(({ text }) => tokenIn(text));
  expect(letters).toHaveLength(2);
  const confirmed = await Promise.all(letters.map((token) => confirmEmail(world.ctx, VISITOR, { token }, visit(first.cookies))));
  expect(confirmed.filter(({ kind }) => kind === 'flash')).toHaveLength(1);
  const inside = await signIn(world.ctx, VISITOR, { identifier: 'amina_w', password: 'secret2' }, visit());
  expect(inside.kind).toBe('signed-in');
});

test('an account that was never confirmed, and its name, make way after seven days', async () => {
  const world = await createWorld();
  await join(world);
  const sweep = async () => {
    const { accountsJobs } = await import('./jobs.server.ts');
    for (const job of accountsJobs) await job.run(world.ctx);
  };
  world.advanceClock(6 * 86_400);
  await sweep();
  expect(await players(world)).toHaveLength(1);
  world.advanceClock(86_400 + 60);
  await sweep();
  expect(await players(world)).toEqual([]);
  expect(await join(world, { email: 'second@example.com' })).toMatchObject(CHECK_EMAIL);
});

test('in production a sign-up is a real account, and every cookie is only sent over https', async () => {
  const world = await createWorld(PRODUCTION_SETTINGS);
  await world.addPlayer({ username: 'brian' });
  const up = await join(world);
  const inside = await signIn(world.ctx, VISITOR, { identifier: 'brian', password: 'secret1', remember: 'on' }, visit());
  expect(await world.ctx.db.selectFrom('players').select('is_demo').where('username', '=', 'amina_w').execute()).toEqual([
    { is_demo: false },
  ]);
  const cookies = [...up.cookies, ...inside.cookies];
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-kiddo_claim', '__Host-kiddo_session', '__Host-kiddo_device']);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Secure(;|$)/);
    expect(cookie).toMatch(/; HttpOnly(;|$)/);
    expect(cookie).toMatch(/; SameSite=Lax(;|$)/);
  }
});

test('our own command line does not sign up', async () => {
  const { ctx } = await createWorld();
  await expect(signUp(ctx, { kind: 'system' }, AMINA, visit())).rejects.toMatchObject({ code: 'not-allowed' });
  expect((await sql<{ n: number }>`select count(*)::int as n from players`.execute(ctx.db)).rows).toEqual([{ n: 0 }]);
});
