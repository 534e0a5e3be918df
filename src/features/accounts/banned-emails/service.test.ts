import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { waitForLocks } from '../../../../tests/lock-waits.ts';
import { moderate } from '../../../../tests/moderate.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { confirmEmailChange, getAccountView, requestEmailChange } from '../../settings/account/service.server.ts';
import { requestDeletionForParent } from '../../settings/account-deletion/service.server.ts';
import { eraseDueAccounts } from '../../settings/erasure/service.server.ts';
import { confirmEmail } from '../confirmation.service.server.ts';
import { resetPassword } from '../password-reset.service.server.ts';
import { signIn, signUp } from '../service.server.ts';
import { isBannedEmailError } from './rules.ts';
import { hashEmail, isEmailBanned } from './service.server.ts';

const DAY = 86_400;
const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };
const BANNED = 'brian.o@gmail.com';

const join = (world: World, username: string, email: string) =>
  signUp(world.ctx, VISITOR, { username, displayName: 'Somebody', email, password: 'sauti-77', confirm: 'sauti-77' }, visit);
const act = ({ ctx }: World, actor: Actor, id: string, action: 'ban' | 'lift') =>
  moderate(ctx, actor, id, { action, note: 'a good reason', why: 'You hurt others.' });
const usernames = async ({ ctx }: World) =>
  (await ctx.db.selectFrom('players').select('username').where('role', '=', 'player').orderBy('username').execute()).map(
    (row) => row.username,
  );
const tokenIn = (text: string | undefined) => /token=([\w.-]+)/.exec(text ?? '')?.[1] ?? '';

/** Brian, who is banned for good. `erase` deletes the account. */
async function cast() {
  const world = await createWorld();
  const brian = await world.addPlayer({ username: 'brian', email: BANNED });
  const boss = await world.addPlayer({ username: 'boss', role: 'operator' });
  await act(world, boss, brian.id, 'ban');
  const erase = async () => {
    await requestDeletionForParent(world.ctx, SYSTEM, 'brian');
    world.advanceClock(15 * DAY);
    expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
    await world.mails();
  };
  return { world, brian, boss, erase };
}

test('a banned address cannot sign up again, however it is written, and the browser is told what it is told for any address', async () => {
  const { world, erase } = await cast();
  await erase();
  const mailsBefore = (await world.mails()).length;
  const free = await join(world, 'free', 'free@example.com');
  for (const [n, email] of [BANNED, 'Brian.O@gmail.com', 'briano+again@googlemail.com'].entries())
    expect(await join(world, `again${n}`, email)).toEqual({ ...free, cookies: [expect.stringMatching(/^kiddo_claim=/)] });
  expect(await usernames(world)).toEqual(['free']);
  const mails = (await world.mails()).slice(0, -mailsBefore || undefined).toSorted((a, b) => (a.to < b.to ? -1 : 1));
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [BANNED, 'This email cannot be used on Kiddo'],
    [BANNED, 'This email cannot be used on Kiddo'],
    ['briano+again@googlemail.com', 'This email cannot be used on Kiddo'],
    ['free@example.com', 'Confirm your email for Kiddo'],
  ]);
  for (const { text } of mails.slice(0, 3)) expect(text).not.toMatch(/token=|brian\b|banned|again0/);
  // Nothing that can be tried next tells them apart either.
  const enter = (identifier: string) => signIn(world.ctx, VISITOR, { identifier, password: 'sauti-77' }, visit);
  const said = await enter('free');
  expect(said).toMatchObject({ answer: { view: 'confirm', values: { email: 'free@example.com' } } });
  expect(await enter('again0')).toEqual({ ...said, answer: { ...(said.kind === 'result' && said.answer), values: { email: BANNED } } });
  expect(await join(world, 'again0', 'else@example.com')).toMatchObject({
    answer: { ok: false, fieldErrors: { username: expect.stringContaining('taken') } },
  });
  expect(world.logged).toEqual([]);
});

test('while the account exists, its own address leads to it, and other ways to write it are refused', async () => {
  const { world } = await cast();
  await join(world, 'one', BANNED);
  await join(world, 'two', 'briano@gmail.com');
  expect(await usernames(world)).toEqual(['brian']);
  expect(Object.fromEntries((await world.mails()).map(({ to, subject }) => [to, subject]))).toEqual({
    [BANNED]: 'You already have a Kiddo account',
    'briano@gmail.com': 'This email cannot be used on Kiddo',
  });
});

test('a ban that was lifted frees the address, before the account is erased and after', async () => {
  const { world, brian, boss, erase } = await cast();
  await act(world, boss, brian.id, 'lift');
  expect(await isEmailBanned(world.ctx, BANNED)).toBe(false);
  await act(world, boss, brian.id, 'ban');
  await erase();
  expect(await isEmailBanned(world.ctx, BANNED)).toBe(true);
  expect(await act(world, boss, brian.id, 'lift')).toMatchObject({ ok: true });
  expect(await isEmailBanned(world.ctx, BANNED)).toBe(false);
  await join(world, 'welcome', BANNED);
  expect(await usernames(world)).toEqual(['welcome']);
  const entries = await world.ctx.db.selectFrom('audit_log').select(['action', 'subject_id']).orderBy('id').execute();
  // Also what happened after the erasure is logged without the player's id, and belongs to what was before.
  expect(entries.map(({ action }) => action)).toEqual(['ban', 'lift', 'ban', 'delete-account', 'lift']);
  expect([...new Set(entries.map((entry) => entry.subject_id))]).toEqual([expect.stringMatching(/^left-[0-9a-f]{18}$/)]);
  await expect(act(world, boss, brian.id, 'lift')).rejects.toMatchObject({ code: 'not-available' });
});

test('only a ban without an end holds the address of an erased account', async () => {
  const world = await createWorld();
  const boss = await world.addPlayer({ role: 'operator' });
  const [lifted, ended, muted] = [await world.addPlayer(), await world.addPlayer(), await world.addPlayer()];
  await act(world, boss, lifted.id, 'ban');
  await act(world, boss, lifted.id, 'lift');
  const until = new Date(world.ctx.now().getTime() + DAY * 1000);
  await world.ctx.db
    .insertInto('sanctions')
    .values([
      { id: randomUUID(), player_id: ended.id, kind: 'ban', why: 'x', until },
      { id: randomUUID(), player_id: muted.id, kind: 'mute', why: 'x', until: null },
    ])
    .execute();
  for (const { username } of [lifted, ended, muted]) await requestDeletionForParent(world.ctx, SYSTEM, username);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(3);
  for (const { email } of [lifted, ended, muted]) expect([email, await isEmailBanned(world.ctx, email)]).toEqual([email, false]);
});

test('a ban that is older than the hashes holds the address from the erasure on', async () => {
  const { world, erase } = await cast();
  await world.ctx.db.deleteFrom('banned_emails').execute();
  expect(await isEmailBanned(world.ctx, BANNED)).toBe(false);
  await erase();
  expect(await isEmailBanned(world.ctx, 'briano@gmail.com')).toBe(true);
});

test('nobody can look an address up in the table: the hash needs the key', async () => {
  const { world, erase } = await cast();
  await erase();
  const { email_hash: hash } = await world.ctx.db.selectFrom('banned_emails').select('email_hash').executeTakeFirstOrThrow();
  expect(hash).toBe(hashEmail(world.ctx, BANNED));
  expect(hashEmail({ ...world.ctx, secret: 'another secret, as long as it has to be' }, BANNED)).not.toBe(hash);
});

test('an account does not change to a banned address: the answer is the same, and the mail has no link', async () => {
  const { world, erase } = await cast();
  await erase();
  const amina = await world.addPlayer({ username: 'amina' });
  const ask = (email: string) => requestEmailChange(world.ctx, amina, { email, password: 'secret1' }, visit);
  const [free, banned] = [await ask('free@example.com'), await ask('briano@gmail.com')];
  expect(banned).toEqual(free);
  expect(await getAccountView(world.ctx, amina)).toMatchObject({ newEmail: 'briano@gmail.com' });
  const [mail, ...more] = (await world.mails()).filter(({ to }) => to === 'briano@gmail.com');
  expect([mail?.subject, more]).toEqual(['This email cannot be used on Kiddo', []]);
  expect(mail?.text).not.toMatch(/settings\/email|amina|brian\b/);
});

test('an address that is banned after the link was sent is not taken', async () => {
  const { world, brian, boss } = await cast();
  await act(world, boss, brian.id, 'lift');
  const amina = await world.addPlayer({ username: 'amina' });
  await requestEmailChange(world.ctx, amina, { email: 'briano@gmail.com', password: 'secret1' }, visit);
  const token = /\/settings\/email\/([\w-]+)/.exec((await world.mails()).find(({ to }) => to === 'briano@gmail.com')?.text ?? '')?.[1];
  await act(world, boss, brian.id, 'ban');
  expect(await confirmEmailChange(world.ctx, amina, token ?? '')).toEqual({ state: 'invalid' });
  await act(world, boss, brian.id, 'lift');
  expect(await confirmEmailChange(world.ctx, amina, token ?? '')).toEqual({ state: 'done' });
});

test('an account that was never confirmed is not confirmed any more once its address is banned', async () => {
  const { world, brian, boss } = await cast();
  await act(world, boss, brian.id, 'lift');
  const up = await join(world, 'second', 'briano@gmail.com');
  const token = tokenIn((await world.mails()).find(({ to }) => to === 'briano@gmail.com')?.text);
  await act(world, boss, brian.id, 'ban');
  const here = { ...visit, cookies: up.cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
  expect(await confirmEmail(world.ctx, VISITOR, { token }, here)).toMatchObject({ answer: { ok: false, code: 'invalid-link' } });
  const reset = (await world.ctx.auth.createResetToken('briano@gmail.com')) ?? '';
  expect(await resetPassword(world.ctx, VISITOR, reset, { password: 'a-good-one', confirm: 'a-good-one' }, visit)).toMatchObject({
    answer: { ok: false, code: 'invalid-link' },
  });
  const isConfirmed = async () =>
    (await world.ctx.db.selectFrom('players').select('email_confirmed').where('username', '=', 'second').executeTakeFirstOrThrow())
      .email_confirmed;
  expect(await isConfirmed()).toBe(false);
  await act(world, boss, brian.id, 'lift');
  expect(await confirmEmail(world.ctx, VISITOR, { token }, here)).toMatchObject({ flashMessage: 'confirmed' });
});

test('an address that is banned between the look-up and the sign-up is refused by the database, with the same answer', async () => {
  const world = await createWorld();
  const emailHash = hashEmail(world.ctx, BANNED);
  const { auth } = world.ctx;
  const late: World['ctx'] = {
    ...world.ctx,
    auth: {
      ...auth,
      async signUp(...given) {
        await world.ctx.db
          .insertInto('banned_emails')
          .values({ id: randomUUID(), email_hash: emailHash, created_at: new Date() })
          .execute();
        return auth.signUp(...given);
      },
    },
  };
  expect(await join({ ...world, ctx: late }, 'again', BANNED)).toMatchObject({ kind: 'flash', flashMessage: 'check-email' });
  expect(await usernames(world)).toEqual([]);
  expect((await world.mails()).map(({ subject }) => subject)).toEqual(['This email cannot be used on Kiddo']);
});

test.each([
  ['the address itself, which the erased account still has', BANNED],
  ['another way to write it', 'briano@gmail.com'],
])('a sign-up that runs while the ban is written waits for it: %s', async (_what, email) => {
  const { world, brian } = await cast();
  const { db } = world.ctx;
  await db.deleteFrom('banned_emails').execute();
  const emailHash = hashEmail(world.ctx, email);
  let signingUp: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('banned_emails')
      .values({ id: randomUUID(), player_id: brian.id, email_hash: emailHash, created_at: new Date() })
      .execute();
    await trx.deleteFrom('players').where('id', '=', brian.id).execute();
    signingUp = db
      .insertInto('players')
      .values({ id: randomUUID(), username: 'again', display_name: 'x', email, email_hash: emailHash })
      .execute()
      .catch((error: unknown) => error);
    await waitForLocks(db, 1);
  });
  expect(isBannedEmailError(await signingUp)).toBe(true);
});

test('a ban that is written while a sign-up runs waits for it, and the account cannot be confirmed', async () => {
  const { world, brian, boss } = await cast();
  const { db } = world.ctx;
  await act(world, boss, brian.id, 'lift');
  const id = randomUUID();
  let banning: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    const email = 'briano@gmail.com';
    await trx
      .insertInto('players')
      .values({ id, username: 'again', display_name: 'x', email, email_hash: hashEmail(world.ctx, email) })
      .execute();
    banning = act(world, boss, brian.id, 'ban');
    await waitForLocks(db, 1);
  });
  expect(await banning).toMatchObject({ ok: true });
  const confirm = db.updateTable('players').set({ email_confirmed: true }).where('id', '=', id).execute();
  expect(isBannedEmailError(await confirm.catch((error: unknown) => error))).toBe(true);
});
