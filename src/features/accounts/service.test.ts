import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { tokenHash } from '../../infra/auth/hashed-sessions.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { actionFailure } from '../../shared/action-result.ts';
import { VISITOR } from '../../shared/permissions.ts';
import { confirmEmail, resendConfirmation } from './confirmation.service.server.ts';
import { signIn, signOut, type Outcome, type SignedIn } from './service.server.ts';
import { authenticate } from './sessions/service.server.ts';

afterEach(() => void vi.useRealTimers());

const headerOf = (cookies: string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ');
const visit = (cookies: string[] = [], address = '10.0.0.1'): ClientInfo => ({ address, userAgent: 'test', cookies: headerOf(cookies) });
const enter = (world: World, fields: Record<string, string>, cookies: string[] = []) =>
  signIn(world.ctx, VISITOR, { password: 'secret1', ...fields }, visit(cookies));
const answerOf = (outcome: Outcome | SignedIn) => {
  if (outcome.kind !== 'result') throw new Error(`expected an answer, got ${JSON.stringify(outcome)}`);
  if (outcome.answer.ok) throw new Error(`expected a failure, got ${JSON.stringify(outcome)}`);
  return outcome.answer;
};
const sessionCookie = (cookies: string[]) => cookies.find((cookie) => cookie.startsWith('kiddo_session=')) ?? '';
const tokenOf = (cookies: string[]) => decodeURIComponent(sessionCookie(cookies).split(/[=;]/)[1] ?? '').split('.')[0] ?? '';
const who = async (world: World, cookies: string[]) => (await authenticate(world.ctx, headerOf(cookies)))?.viewer.username ?? null;
const sessions = (world: World) => world.ctx.db.selectFrom('sessions').selectAll().execute();

/** Every row of every table as text. */
async function everything(world: World): Promise<string> {
  const tables = await sql<{ name: string }>`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(world.ctx.db);
  const texts: string[] = [];
  for (const { name } of tables.rows)
    texts.push(
      ...(await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(world.ctx.db)).rows.map(({ row }) => row),
    );
  return texts.join('\n');
}

test('signs in by e-mail and by username, in any case', async () => {
  const world = await createWorld();
  const player = await world.addPlayer({ username: 'amina', email: 'amina@example.com' });
  for (const identifier of ['amina', 'AMINA', ' Amina ', 'amina@example.com', 'Amina@Example.COM']) {
    const inside = await enter(world, { identifier });
    expect([identifier, inside.kind, await who(world, inside.cookies)]).toEqual([identifier, 'signed-in', 'amina']);
  }
  expect(await authenticate(world.ctx, headerOf((await enter(world, { identifier: player.email })).cookies))).toMatchObject({
    actor: { kind: 'player', id: player.id, role: 'player' },
  });
  expect(await enter(world, { identifier: 'amina', link: 'google' })).toMatchObject({ kind: 'signed-in', link: true });
  expect(await enter(world, { identifier: 'amina', link: 'other' })).toMatchObject({ kind: 'signed-in', link: false });
  expect(world.logged).toEqual([]);
});

test('a wrong password and an unknown name get the very same answer', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina', email: 'amina@example.com' });
  await world.addPlayer({ username: 'waiting', email_confirmed: false });
  const wrong = [];
  for (const [identifier, password] of [
    ['amina', 'secret2'],
    ['amina', 'SECRET1'],
    ['amina@example.com', ' secret1'],
    ['nobody', 'secret1'],
    ['nobody@example.com', 'secret1'],
    ['nobody@kiddo.invalid', 'secret1'],
    ['waiting', 'secret2'],
    ['@', 'secret1'],
    ["' or 1=1 --", 'secret1'],
    ['amina@', 'secret1'],
  ] as const) {
    const { values: typed, ...rest } = answerOf(await enter(world, { identifier, password }));
    expect(typed).toEqual({ identifier });
    wrong.push(rest);
  }
  const toast = {
    title: 'Sign in failed',
    text: 'The email, username or password is not right. Check what you typed and try again.',
    kind: 'bad',
  };
  for (const rest of wrong)
    expect(rest).toEqual({ action: 'sign-in', ok: false, code: 'wrong-password', error: null, fieldErrors: {}, requestId: '', toast });
  expect(await sessions(world)).toEqual([]);
});

test('an empty form gets an error for each field', async () => {
  const world = await createWorld();
  const empty = 'Please fill this in.';
  expect(answerOf(await signIn(world.ctx, VISITOR, {}, visit())).fieldErrors).toEqual({ identifier: empty, password: empty });
  expect(answerOf(await enter(world, { identifier: 'a', password: '' })).fieldErrors).toEqual({ password: empty });
  const wrong: Record<string, string>[] = [
    { identifier: 'a\0b' },
    { identifier: 'a', password: 'x'.repeat(129) },
    { identifier: 'a', remember: 'yes' },
  ];
  for (const fields of wrong) expect(Object.keys(answerOf(await enter(world, fields)).fieldErrors)).toHaveLength(1);
  await expect(signIn(world.ctx, { kind: 'system' }, { identifier: 'a', password: 'b' }, visit())).rejects.toMatchObject({
    code: 'not-allowed',
  });
});

test('who has not confirmed yet gets the view for it, with the address filled in', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'waiting', email: 'waiting@example.com', email_confirmed: false });
  for (const identifier of ['waiting', 'Waiting@example.com']) {
    const outcome = await enter(world, { identifier });
    expect(outcome.cookies).toEqual([]);
    expect(answerOf(outcome)).toEqual({
      ...actionFailure('email-not-confirmed'),
      action: 'sign-in',
      view: 'confirm',
      values: { email: 'waiting@example.com' },
      toast: {
        title: 'Email not confirmed',
        text: 'Please check your email and click the confirmation link before signing in.',
        kind: 'bad',
      },
    });
  }
  expect(await sessions(world)).toEqual([]);
});

test('remembered for 30 days, or until the browser closes', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  const days = async () => {
    const [row] = await sessions(world);
    await world.ctx.db.deleteFrom('sessions').execute();
    return [row?.remembered, Math.round(((row?.expires_at.getTime() ?? 0) - (row?.created_at.getTime() ?? 0)) / 86_400_000)];
  };
  const on = await enter(world, { identifier: 'amina', remember: 'on' });
  expect(sessionCookie(on.cookies)).toMatch(/^kiddo_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(await days()).toEqual([true, 30]);
  const off = await enter(world, { identifier: 'amina' });
  expect(sessionCookie(off.cookies)).toMatch(/^kiddo_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(await days()).toEqual([false, 1]);
  for (const cookies of [on.cookies, off.cookies])
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['kiddo_session', 'kiddo_device']);
});

test('signing in makes a new session and ends the one before; a planted one is not taken', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  await world.addPlayer({ username: 'brian' });
  const planted = ['kiddo_session=plantedplantedplantedplanted1234'];
  const first = await enter(world, { identifier: 'amina' }, planted);
  expect(tokenOf(first.cookies)).not.toBe(tokenOf(planted));
  const second = await enter(world, { identifier: 'brian' }, first.cookies);
  expect(tokenOf(second.cookies)).not.toBe(tokenOf(first.cookies));
  expect([await who(world, planted), await who(world, first.cookies), await who(world, second.cookies)]).toEqual([null, null, 'brian']);
  expect(await sessions(world)).toHaveLength(1);
  const elsewhere = await enter(world, { identifier: 'brian' });
  expect([await who(world, second.cookies), await who(world, elsewhere.cookies)]).toEqual(['brian', 'brian']);
});

test('who reads the database finds no token and no password there', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  const { cookies } = await enter(world, { identifier: 'amina', remember: 'on' });
  const token = tokenOf(cookies);
  expect(token).toMatch(/^[\w-]{16,128}$/);
  const all = await everything(world);
  expect(all).toContain(tokenHash(token));
  for (const secret of [token, decodeURIComponent(sessionCookie(cookies).split(/[=;]/)[1] ?? ''), 'secret1'])
    expect(all).not.toContain(secret);
  expect(await who(world, [`kiddo_session=${tokenHash(token)}`])).toBeNull();
});

test('a name that only holds the place is mended at sign-in', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'one', display_name: 'New User', email: 'amina.w-otieno@example.com' });
  await world.addPlayer({ username: 'two', display_name: '', email: 'brian_k@example.com' });
  await world.addPlayer({ username: 'three', display_name: 'My own' });
  const names = [];
  for (const identifier of ['one', 'two', 'three'])
    names.push((await authenticate(world.ctx, headerOf((await enter(world, { identifier })).cookies)))?.viewer.displayName);
  expect(names).toEqual(['Amina W Otieno', 'Brian K', 'My own']);
});

test('the link of the confirmation mail signs in once; after that it only says that all is well', async () => {
  const world = await createWorld();
  const brian = await world.addPlayer({ username: 'brian' });
  const { cookies } = await enter(world, { identifier: brian.email });
  await world.addPlayer({ username: 'amina', email: 'amina@example.com', email_confirmed: false });
  const token = (await world.ctx.auth.createConfirmationToken('amina@example.com')) ?? '';
  const once = await confirmEmail(world.ctx, VISITOR, { token, password: 'secret1' }, visit(cookies));
  expect(once).toMatchObject({ kind: 'flash', flashMessage: 'confirmed' });
  expect([await who(world, once.cookies), await who(world, cookies)]).toEqual(['amina', null]);
  expect(tokenOf(once.cookies)).not.toBe(tokenOf(cookies));
  expect(once.cookies.map((cookie) => cookie.split('=')[0])).toEqual(['kiddo_session', 'kiddo_device']);
  for (let time = 0; time < 2; time++)
    expect(await confirmEmail(world.ctx, VISITOR, { token, password: 'secret1' }, visit())).toEqual({
      kind: 'flash',
      flashMessage: 'already-confirmed',
      cookies: [],
    });
  expect(await sessions(world)).toHaveLength(1);
  expect(await world.ctx.auth.createConfirmationToken('amina@example.com')).toBeNull();
});

test('no other token confirms an address', async () => {
  const [world, other] = await Promise.all([createWorld(), createWorld()]);
  for (const each of [world, other]) await each.addPlayer({ username: 'amina', email: 'amina@example.com', email_confirmed: false });
  const good = (await world.ctx.auth.createConfirmationToken('amina@example.com')) ?? '';
  const [head = '', body = '', signature = ''] = good.split('.');
  const encode = (what: object) => Buffer.from(JSON.stringify(what)).toString('base64url');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
  const unsigned = `${encode({ alg: 'none' })}.${body}.`;
  const guessed = `${head}.${body}.${createHmac('sha256', 'secret').update(`${head}.${body}`).digest('base64url')}`;
  const forged = [
    '',
    'garbage',
    good.slice(0, -2),
    `${head}.${body}`,
    `${head}.${encode({ ...claims, email: 'brian@example.com' })}.${signature}`,
    `${head}.${encode({ ...claims, exp: 9_999_999_999 })}.${signature}`,
    unsigned,
    guessed,
    `${good}\0`,
    'a'.repeat(5_000),
    (await other.ctx.auth.createConfirmationToken('amina@example.com')) ?? '',
    (await world.ctx.auth.createResetToken('amina@example.com')) ?? '',
  ];
  for (const token of forged) {
    const outcome = await confirmEmail(world.ctx, VISITOR, { token, password: 'secret1' }, visit());
    expect([token.slice(0, 80), outcome]).toEqual([
      token.slice(0, 80),
      { kind: 'result', cookies: [], answer: { ...actionFailure('invalid-link'), action: 'confirm' } },
    ]);
  }
  expect(answerOf(await confirmEmail(world.ctx, VISITOR, {}, visit())).action).toBe('confirm');
  expect(await sessions(world)).toEqual([]);
  expect(await world.ctx.db.selectFrom('players').select('email_confirmed').execute()).toEqual([{ email_confirmed: false }]);
});

test('the link to confirm works for 24 hours', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina', email: 'amina@example.com', email_confirmed: false });
  const token = (await world.ctx.auth.createConfirmationToken('amina@example.com')) ?? '';
  const start = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: start + 24 * 3_600_000 + 60_000 });
  expect(answerOf(await confirmEmail(world.ctx, VISITOR, { token, password: 'secret1' }, visit())).action).toBe('confirm');
  vi.setSystemTime(start + 24 * 3_600_000 - 60_000);
  expect(await confirmEmail(world.ctx, VISITOR, { token, password: 'secret1' }, visit())).toMatchObject({ flashMessage: 'confirmed' });
});

test('resend: unknown, confirmed and waiting get the very same answer, and only who waits gets a mail', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina', email: 'amina@example.com' });
  await world.addPlayer({ username: 'waiting', email: 'waiting@example.com', email_confirmed: false });
  const asked = await Promise.all(
    ['nobody@example.com', 'amina@example.com', 'Waiting@Example.com'].map((email) =>
      resendConfirmation(world.ctx, VISITOR, { email }, visit()),
    ),
  );
  for (const outcome of asked)
    expect(outcome).toEqual({
      kind: 'result',
      cookies: [],
      answer: {
        action: 'resend',
        ok: true,
        view: 'sign-in',
        toast: { title: 'Confirmation email sent', text: 'Check your email for the confirmation link', kind: 'good' },
      },
    });
  const mails = await world.mails();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([['waiting@example.com', 'Confirm your email for Kiddo']]);
  const token = /confirm-email\?token=(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
  expect(await confirmEmail(world.ctx, VISITOR, { token, password: 'secret1' }, visit())).toMatchObject({ flashMessage: 'confirmed' });
  const form = 'This does not look like an email. It needs an @, like name@example.com.';
  expect(answerOf(await resendConfirmation(world.ctx, VISITOR, { email: 'amina' }, visit()))).toMatchObject({
    ok: false,
    view: 'confirm',
    fieldErrors: { email: form },
    values: { email: 'amina' },
    toast: { title: 'Error', text: form },
  });
});

test('signing out ends this session, and no other, and clears the cookie', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  const [here, there] = [await enter(world, { identifier: 'amina' }), await enter(world, { identifier: 'amina' })];
  const present = await authenticate(world.ctx, headerOf(here.cookies));
  const out = await signOut(world.ctx, present?.actor ?? VISITOR, visit(here.cookies));
  expect(out).toMatchObject({ kind: 'flash', flashMessage: 'signed-out' });
  expect(sessionCookie(out.cookies)).toMatch(/^kiddo_session=; Max-Age=0; Path=\/;/);
  expect([await who(world, here.cookies), await who(world, there.cookies)]).toEqual([null, 'amina']);
  expect(await sessions(world)).toHaveLength(1);
  // A second tab of the same browser, and a visitor who was never signed in.
  for (const cookies of [here.cookies, []])
    expect(await signOut(world.ctx, VISITOR, visit(cookies))).toMatchObject({ flashMessage: 'signed-out' });
  expect(await sessions(world)).toHaveLength(1);
});

test('a cookie with a good token and a bad signature is signed out all the same', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  const { cookies } = await enter(world, { identifier: 'amina' });
  await signOut(world.ctx, VISITOR, visit([`kiddo_session=${tokenOf(cookies)}.forged`]));
  expect(await who(world, cookies)).toBeNull();
});
