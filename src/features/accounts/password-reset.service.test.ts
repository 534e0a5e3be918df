import { afterEach, expect, test, vi } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { VISITOR } from '../../shared/permissions.ts';
import { sendEmailJob } from '../mail/service.server.ts';
import { signIn, type Outcome, type SignedIn } from './service.server.ts';
import { authenticate } from './sessions/service.server.ts';
import { checkResetToken, requestPasswordReset, resetPassword } from './password-reset.service.server.ts';

afterEach(() => void vi.useRealTimers());

const headerOf = (cookies: string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ');
const visit = (cookies: string[] = []): ClientInfo => ({ address: '10.0.0.1', userAgent: 'test', cookies: headerOf(cookies) });
const answerOf = (outcome: Outcome | SignedIn) => {
  if (outcome.kind !== 'result') throw new Error(`expected an answer, got ${JSON.stringify(outcome)}`);
  return outcome.answer;
};
const enter = (world: World, identifier: string, password: string) => signIn(world.ctx, VISITOR, { identifier, password }, visit());
const ask = (world: World, email: string) => requestPasswordReset(world.ctx, VISITOR, { email }, visit());
const choose = (world: World, token: string | null, password: string, confirm = password) =>
  resetPassword(world.ctx, VISITOR, token, { password, confirm }, visit());
const linkIn = (text: string | undefined) => /reset-password\?token=(\S+)/.exec(text ?? '')?.[1] ?? '';
const INVALID = { title: 'Invalid reset link', text: 'This password reset link is invalid or has expired.', kind: 'bad' };

test('known, unknown and waiting get the very same answer; only who has an account gets a mail', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina', email: 'amina@example.com' });
  await world.addPlayer({ username: 'waiting', email: 'waiting@example.com', email_confirmed: false });
  const asked = await Promise.all(['Amina@Example.com', 'nobody@example.com', 'waiting@example.com'].map((email) => ask(world, email)));
  for (const outcome of asked)
    expect(outcome).toEqual({
      kind: 'result',
      cookies: [],
      answer: {
        action: 'ask-reset',
        ok: true,
        view: 'sign-in',
        toast: { title: 'Password reset email sent', text: 'Check your email for password reset instructions.', kind: 'good' },
      },
    });
  const mails = (await world.mails()).toSorted((a, b) => (a.to < b.to ? -1 : 1));
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['amina@example.com', 'Choose a new Kiddo password'],
    ['waiting@example.com', 'Choose a new Kiddo password'],
  ]);
  expect(mails[0]?.text).toContain(`${world.ctx.config.origin}/reset-password?token=`);
  expect(mails[0]?.html).toContain(linkIn(mails[0]?.text));
  expect(answerOf(await ask(world, 'no address'))).toMatchObject({ ok: false, view: 'reset', values: { email: 'no address' } });

  // The reset link arrived by email, so using it also confirms the address.
  expect(await choose(world, linkIn(mails[1]?.text), 'secret2')).toMatchObject({ flashMessage: 'password-updated' });
  expect((await enter(world, 'waiting', 'secret2')).kind).toBe('signed-in');
});

test('the link works once, ends every session, and the owner is told', async () => {
  const world = await createWorld();
  const { email } = await world.addPlayer({ username: 'amina' });
  const other = await world.addPlayer({ username: 'brian' });
  const cookies = [];
  for (const identifier of ['amina', 'amina', other.email]) cookies.push(headerOf((await enter(world, identifier, 'secret1')).cookies));
  await ask(world, email);
  const earlier = (await world.ctx.auth.createResetToken(email)) ?? '';
  const token = linkIn((await world.mails())[0]?.text);
  expect([await checkResetToken(world.ctx, VISITOR, token), await checkResetToken(world.ctx, VISITOR, token)]).toEqual([true, true]);

  const done = await choose(world, token, 'sécret2');
  expect(done).toEqual({
    kind: 'flash',
    flashMessage: 'password-updated',
    cookies: [expect.stringMatching(/^kiddo_device=[\w.-]+; Max-Age=\d+; Path=\/; /)],
  });
  expect(await Promise.all(cookies.map(async (each) => (await authenticate(world.ctx, each))?.viewer.username ?? null))).toEqual([
    null,
    null,
    'brian',
  ]);
  expect(answerOf(await enter(world, 'amina', 'secret1')).toast?.title).toBe('Sign in failed');
  expect((await enter(world, 'amina', 'sécret2')).kind).toBe('signed-in');

  expect(await checkResetToken(world.ctx, VISITOR, token)).toBe(false);
  for (const used of [token, earlier]) expect(answerOf(await choose(world, used, 'secret3')).toast).toEqual(INVALID);
  expect((await enter(world, 'amina', 'sécret2')).kind).toBe('signed-in');

  const [mail, ...more] = (await world.mails()).filter(({ subject }) => subject === 'Your Kiddo password was changed');
  expect(more).toEqual([]);
  expect(mail?.to).toBe(email);
  expect(mail?.text).toContain('@amina');
  expect(mail?.text).toContain(`${world.ctx.config.origin}/login?view=reset`);
  expect(mail?.text).not.toContain('token=');
  expect(world.logged).toEqual([]);
});

test('an invalid password gets the message of the specification, and does not use up the link', async () => {
  const world = await createWorld();
  const { email } = await world.addPlayer();
  const token = (await world.ctx.auth.createResetToken(email)) ?? '';
  const said = async (password: string, confirm = password, by: string | null = token) =>
    answerOf(await choose(world, by, password, confirm)).toast;
  expect(await said('secret2', 'secret3')).toEqual({
    title: "Passwords don't match",
    text: 'Please make sure both passwords are identical.',
    kind: 'bad',
  });
  expect(await said('short', 'other')).toMatchObject({ title: "Passwords don't match" });
  for (const short of ['', 'secre'])
    expect(await said(short)).toEqual({ title: 'Password too short', text: 'Password must be at least 6 characters long.', kind: 'bad' });
  for (const long of ['x'.repeat(129), 'x'.repeat(5_000)])
    expect(await said(long)).toEqual({ title: 'Error updating password', text: 'A password has at most 128 characters.', kind: 'bad' });
  expect(await said('secret\0')).toMatchObject({ title: 'Error updating password' });
  for (const lost of [null, '', 'x', 'with space', 'a'.repeat(2_000)])
    expect(await said('secret2', 'secret2', lost)).toEqual({
      title: 'Session expired',
      text: 'Please reopen the password reset link from your email.',
      kind: 'bad',
    });
  expect(await checkResetToken(world.ctx, VISITOR, token)).toBe(true);
  expect(await choose(world, token, '      ')).toMatchObject({ flashMessage: 'password-updated' });
});

test('no other token opens the form or sets a password', async () => {
  const world = await createWorld();
  const { email, id } = await world.addPlayer();
  await world.addPlayer({ email: 'waiting@example.com', email_confirmed: false });
  await world.ctx.auth.createResetToken(email);
  const { identifier } = await world.ctx.db.selectFrom('verification_tokens').select('identifier').executeTakeFirstOrThrow();
  const confirm = (await world.ctx.auth.createConfirmationToken('waiting@example.com')) ?? '';
  expect(confirm).not.toBe('');
  for (const token of ['garbage-garbage-garbage', identifier, `reset-password:${identifier}`, id, confirm, '........']) {
    expect([token, await checkResetToken(world.ctx, VISITOR, token)]).toEqual([token, false]);
    expect(answerOf(await choose(world, token, 'secret2')).ok).toBe(false);
  }
  expect(await checkResetToken(world.ctx, VISITOR, null)).toBe(false);
  expect((await enter(world, email, 'secret1')).kind).toBe('signed-in');
});

test('who reads the database finds no reset link among the proofs', async () => {
  const world = await createWorld();
  const { email } = await world.addPlayer();
  const token = (await world.ctx.auth.createResetToken(email)) ?? '';
  const rows = JSON.stringify(await world.ctx.db.selectFrom('verification_tokens').selectAll().execute());
  expect([token.length >= 20, rows.includes(token)]).toEqual([true, false]);
});

test('the link works for one hour, and its letter is not sent after that', async () => {
  const world = await createWorld();
  const [early, late] = [await world.addPlayer(), await world.addPlayer()];
  const inTime = (await world.ctx.auth.createResetToken(early.email)) ?? '';
  const tooLate = (await world.ctx.auth.createResetToken(late.email)) ?? '';
  await ask(world, late.email);
  const start = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: start + 3_600_000 - 60_000 });
  expect(await checkResetToken(world.ctx, VISITOR, inTime)).toBe(true);
  expect(await checkResetToken(world.ctx, VISITOR, tooLate)).toBe(true);
  expect(await choose(world, inTime, 'secret2')).toMatchObject({ flashMessage: 'password-updated' });
  vi.setSystemTime(start + 3_600_000 + 60_000);
  expect(await checkResetToken(world.ctx, VISITOR, tooLate)).toBe(false);
  expect(answerOf(await choose(world, tooLate, 'secret2')).toast).toEqual(INVALID);
  expect(await world.ctx.jobs.drain(world.ctx, sendEmailJob, 50)).toBe(2);
  expect((await world.mails()).map(({ to, subject }) => [to, subject])).toEqual([[early.email, 'Your Kiddo password was changed']]);
});

test('of uses at the same time exactly one works', async () => {
  const world = await createWorld();
  const { email } = await world.addPlayer();
  const token = (await world.ctx.auth.createResetToken(email)) ?? '';
  const passwords = ['secret-a', 'secret-b', 'secret-c', 'secret-d'];
  const outcomes = await Promise.all(passwords.map((password) => choose(world, token, password)));
  const won = passwords.filter((_, n) => outcomes[n]?.kind === 'flash');
  expect(won).toHaveLength(1);
  for (const outcome of outcomes.filter(({ kind }) => kind !== 'flash')) expect(answerOf(outcome).toast).toEqual(INVALID);
  const worked = [];
  for (const password of passwords) if ((await enter(world, email, password)).kind === 'signed-in') worked.push(password);
  expect(worked).toEqual(won);
  expect((await world.mails()).map(({ subject }) => subject)).toEqual(['Your Kiddo password was changed']);
});

test('an account that only came from another site gets a password by its mail too', async () => {
  const world = await createWorld();
  const { id, email } = await world.addPlayer({ username: 'amina' });
  await world.ctx.db
    .updateTable('identities')
    .set({ provider: 'google', subject: 'g-1', password_hash: null })
    .where('player_id', '=', id)
    .execute();
  expect(answerOf(await enter(world, 'amina', 'secret1')).toast?.title).toBe('Sign in failed');
  const token = (await world.ctx.auth.createResetToken(email)) ?? '';
  expect(await choose(world, token, 'secret2')).toMatchObject({ flashMessage: 'password-updated' });
  expect((await enter(world, 'amina', 'secret2')).kind).toBe('signed-in');
  expect(await world.ctx.db.selectFrom('identities').select('provider').where('player_id', '=', id).orderBy('provider').execute()).toEqual([
    { provider: 'credential' },
    { provider: 'google' },
  ]);
});
