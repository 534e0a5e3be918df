import { expect, test } from 'vitest';
import { waitForLocks } from '../../../../tests/lock-waits.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { formatLongDay } from '../../../shared/date-format.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import { hasReservedUsername } from '../../accounts/queries.server.ts';
import { signIn } from '../../accounts/service.server.ts';
import { accountSettingsJobs } from './jobs.server.ts';
import { EMAIL_CHANGE_LIMIT, EMAIL_LINK_HOURS, RENAME_DAYS } from './rules.ts';
import { requestEmailChange, checkEmailChange, confirmEmailChange, saveProfile, getAccountView } from './service.server.ts';
import { texts } from './texts.ts';

const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };
const DAY = 86_400;

const rowOf = async (world: World, { id }: { id: string }) =>
  world.ctx.db
    .selectFrom('players')
    .select(['username', 'display_name', 'avatar_url', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const save = (world: World, actor: Actor, username: string, displayName: string, more: Record<string, string> = {}) =>
  saveProfile(world.ctx, actor, { username, displayName, ...more });
const ask = (world: World, actor: Actor, email: string, password = 'secret1') =>
  requestEmailChange(world.ctx, actor, { email, password }, visit);
/** The token in the newest email to this address that contains one. */
async function tokenFor(world: World, email: string): Promise<string> {
  const mail = (await world.mails()).find(({ to, text }) => to === email && text.includes('/settings/email/'));
  return /\/settings\/email\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

test('names are trimmed and saved, and other tabs of the player hear of it', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina', display_name: 'Amina' });
  const heard: unknown[] = [];
  world.ctx.bus.subscribe((message) => void heard.push(message));
  const answer = await save(world, amina, '  Amina_W ', '  Amina W  ');
  expect(answer).toMatchObject({
    ok: true,
    toast: { title: 'Profile updated', text: 'Your profile has been successfully updated.', kind: 'good' },
  });
  expect(await rowOf(world, amina)).toMatchObject({ username: 'amina_w', display_name: 'Amina W' });
  await new Promise(setImmediate);
  expect(heard).toEqual([{ kind: 'rights', playerId: amina.id }]);
  expect(await getAccountView(world.ctx, amina)).toMatchObject({
    username: 'amina_w',
    displayName: 'Amina W',
    renamesLeft: 1,
    renameAllowedAt: null,
  });
});

test('what sign-up refuses is refused here too, by its field, and nothing is saved', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina', display_name: 'Amina' });
  await world.addPlayer({ username: 'brian' });
  await world.addPlayer({ username: 'waiting', email_confirmed: false });
  let words = '';
  const faults = async (username: string, displayName: string) => {
    const answer = await save(world, amina, username, displayName);
    expect([answer.ok, answer.toast?.title, answer.toast?.kind]).toEqual([false, 'Update failed', 'bad']);
    if (answer.ok) throw new Error('expected a failure');
    words = Object.values(answer.fieldErrors).join(' ');
    return Object.keys(answer.fieldErrors);
  };
  expect(await faults('', 'Amina')).toEqual(['username']);
  expect(await faults('amina', '   ')).toEqual(['displayName']);
  expect(await faults('a b', 'Amina')).toEqual(['username']);
  expect(await faults('a'.repeat(31), 'Amina')).toEqual(['username']);
  expect(await faults('amina', 'x'.repeat(51))).toEqual(['displayName']);
  expect(await faults('brian', 'Amina')).toEqual(['username']);
  // This name is reserved by somebody's sign-up.
  expect(await faults('waiting', 'Amina')).toEqual(['username']);
  expect(await faults('kiddo_team', 'Amina')).toEqual(['username']);
  expect(await faults('amina', 'Kiddo Moderator')).toEqual(['displayName']);
  expect(words).toMatch(/choose another/);
  expect(await faults('amina', 'Amina \u2705')).toEqual(['displayName']);
  expect(await faults('amina', 'Am\u0456na')).toEqual(['displayName']);
  expect(await faults('the_moderator', 'Staff Amina')).toEqual(['username', 'displayName']);
  expect(await faults('amina', 'fuck')).toEqual(['displayName']);
  expect(await faults('fuck', 'Amina')).toEqual(['username']);
  expect(words).toMatch(/could hurt or scare/);
  expect(await faults('amina', '0712 345 678')).toEqual(['displayName']);
  expect(words).toMatch(/tells strangers how to find you/);
  expect(await rowOf(world, amina)).toMatchObject({ username: 'amina', display_name: 'Amina' });
  expect(await save(world, amina, 'brian', 'Amina B')).toMatchObject({ ok: false, values: { username: 'brian', displayName: 'Amina B' } });
});

test('a name that was taken once stays, also where it would be refused today', async () => {
  const world = await createWorld();
  const signs = await world.addPlayer({ username: 'kiddo_helper', display_name: '\u2b50 \u0410mina \u2b50' });
  expect(await save(world, signs, 'kiddo_helper', '\u2b50 \u0410mina \u2b50')).toMatchObject({ ok: true });
  expect(await save(world, signs, 'amina', '\u2b50 \u0410mina \u2b50')).toMatchObject({ ok: true });
  expect(await save(world, signs, 'kiddo_helper', '\u2b50 \u0410mina \u2b50')).toMatchObject({ ok: false });
  const staff = await world.addPlayer({ username: 'moderator', display_name: 'Fuck', role: 'moderator' });
  expect(await save(world, staff, 'moderator', 'Fuck')).toMatchObject({ ok: true });
  expect(await save(world, staff, 'moderator', 'Juma')).toMatchObject({ ok: true });
  expect(await save(world, staff, 'moderator', 'Fuck')).toMatchObject({ ok: false, fieldErrors: { displayName: expect.any(String) } });
});

test('where the filter cannot run nothing is saved', async () => {
  const world = await createWorld();
  await world.ctx.db.deleteFrom('filter_lists').execute();
  const amina = await world.addPlayer({ username: 'amina', display_name: 'Amina' });
  expect(await save(world, amina, 'amina', 'Amina W')).toMatchObject({
    ok: false,
    fieldErrors: {},
    toast: { text: texts.fieldErrors.filter },
  });
  expect(await rowOf(world, amina)).toMatchObject({ display_name: 'Amina' });
});

test('a username changes twice in 30 days, and the display name may change after that', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina', display_name: 'Amina' });
  for (const username of ['amina1', 'amina2']) expect(await save(world, amina, username, 'Amina')).toMatchObject({ ok: true });
  expect(await save(world, amina, 'amina3', 'Amina')).toMatchObject({
    ok: false,
    fieldErrors: { username: expect.stringContaining('again on') },
  });
  expect(await save(world, amina, 'amina2', 'Amina W')).toMatchObject({ ok: true });
  expect(await getAccountView(world.ctx, amina)).toMatchObject({ renamesLeft: 0, renameAllowedAt: expect.any(String) });
  world.advanceClock(RENAME_DAYS * DAY - 60);
  expect(await save(world, amina, 'amina3', 'Amina')).toMatchObject({ ok: false });
  world.advanceClock(120);
  expect(await save(world, amina, 'amina3', 'Amina')).toMatchObject({ ok: true });
});

test('a display name changes three times in 30 days; then the form says when it can again, and keeps what was typed', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina', display_name: 'Amina' });
  expect(await getAccountView(world.ctx, amina)).toMatchObject({ displayNameChangesLeft: 3, displayNameChangeAllowedAt: null });
  for (const name of ['Amina A', 'Amina B', 'Amina C']) expect(await save(world, amina, 'amina', name)).toMatchObject({ ok: true });
  const next = formatLongDay(new Date(world.ctx.now().getTime() + RENAME_DAYS * DAY * 1000).toISOString());
  expect(await save(world, amina, 'amina', 'Amina D')).toMatchObject({
    ok: false,
    fieldErrors: { displayName: `You can change your display name again on ${next}.` },
    values: { username: 'amina', displayName: 'Amina D' },
  });
  expect(await rowOf(world, amina)).toMatchObject({ display_name: 'Amina C' });
  expect(await getAccountView(world.ctx, amina)).toMatchObject({
    displayNameChangesLeft: 0,
    displayNameChangeAllowedAt: expect.any(String),
  });
  // What stays as it is is no change, and the username has a count of its own: with both used up, each field says so.
  expect(await save(world, amina, 'amina', 'Amina C')).toMatchObject({ ok: true });
  for (const username of ['amina1', 'amina2']) expect(await save(world, amina, username, 'Amina C')).toMatchObject({ ok: true });
  const both = await save(world, amina, 'amina3', 'Amina D');
  expect(both.ok ? [] : Object.keys(both.fieldErrors)).toEqual(['username', 'displayName']);
  world.advanceClock(RENAME_DAYS * DAY - 60);
  expect(await save(world, amina, 'amina2', 'Amina D')).toMatchObject({ ok: false });
  world.advanceClock(120);
  expect(await save(world, amina, 'amina2', 'Amina D')).toMatchObject({ ok: true });
  // Changes that no longer count are forgotten.
  expect(await world.ctx.db.selectFrom('display_name_changes').select('player_id').execute()).toEqual([{ player_id: amina.id }]);
});

test('ten display names saved at once are three', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina', display_name: 'Amina' });
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => save(world, amina, 'amina', `Amina ${i}`)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
});

test('a replaced placeholder is no change that counts', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina', display_name: 'New User' });
  await signIn(world.ctx, VISITOR, { identifier: 'amina', password: 'secret1' }, visit);
  expect(await rowOf(world, amina)).toMatchObject({ display_name: 'Amina' });
  expect(await getAccountView(world.ctx, amina)).toMatchObject({ displayNameChangesLeft: 3 });
});

test('ten saves at once change it twice, and two players who want one name do not both get it', async () => {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'brian' })];
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => save(world, amina, `amina_${i}`, 'Amina')));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(2);
  const both = await Promise.all([save(world, brian, 'wanted', 'Brian'), save(world, await world.addPlayer(), 'wanted', 'Zuri')]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
});

test('a name that was given up is nobody else’s for a while, and the player may go back', async () => {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'brian' })];
  await save(world, amina, 'amina_w', 'Amina');
  expect(await save(world, brian, 'amina', 'Brian')).toMatchObject({ ok: false, fieldErrors: { username: texts.fieldErrors.taken } });
  expect(await save(world, amina, 'amina', 'Amina')).toMatchObject({ ok: true });
  expect(await hasReservedUsername(world.ctx.db, 'amina', 'x')).toBe(false);
  world.advanceClock(RENAME_DAYS * DAY + 60);
  expect(await save(world, brian, 'amina_w', 'Brian')).toMatchObject({ ok: true });
});

test('an empty avatar is none; any other address than the own one is refused', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina', display_name: 'Amina' });
  const { db } = world.ctx;
  await db
    .insertInto('avatar_templates')
    .values({ id: 'lion', name: 'Lion', style: 'animals', picture: 'avatars/templates/lion.webp', position: 1 })
    .execute();
  const url = `/media/avatars/${amina.id}/${'a'.repeat(32)}/face.webp`;
  await db
    .updateTable('avatars')
    .set({ style: 'template', template_id: 'lion', render_id: 'a'.repeat(32) })
    .where('player_id', '=', amina.id)
    .execute();
  await db.updateTable('players').set({ avatar_url: url }).where('id', '=', amina.id).execute();
  expect(await getAccountView(world.ctx, amina)).toMatchObject({ avatar: url, hasAvatar: true });
  for (const avatar of ['https://evil.example/x.png', '/media/avatars/other.webp', 'javascript:alert(1)'])
    expect(await save(world, amina, 'amina', 'Amina', { avatar })).toMatchObject({
      ok: false,
      fieldErrors: { avatar: texts.fieldErrors.avatar },
    });
  expect(await save(world, amina, 'amina', 'Amina', { avatar: url })).toMatchObject({ ok: true });
  expect(await rowOf(world, amina)).toMatchObject({ avatar_url: url });
  expect(await save(world, amina, 'amina', 'Amina', { avatar: '  ' })).toMatchObject({ ok: true });
  expect(await rowOf(world, amina)).toMatchObject({ avatar_url: null });
  expect(await getAccountView(world.ctx, amina)).toMatchObject({ hasAvatar: false });
  // Removing it again changes nothing.
  expect(await save(world, amina, 'amina', 'Amina', { avatar: '' })).toMatchObject({ ok: true });
});

test('another address counts once its mail was opened; the old one is told before and after', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina', email: 'old@example.com' });
  expect(await ask(world, amina, ' New@Example.com ')).toMatchObject({ ok: true, toast: texts.toasts.sent });
  expect(await rowOf(world, amina)).toMatchObject({ email: 'old@example.com' });
  expect(await getAccountView(world.ctx, amina)).toMatchObject({ email: 'old@example.com', newEmail: 'new@example.com' });
  const token = await tokenFor(world, 'new@example.com');
  expect((await world.mails()).filter(({ to }) => to === 'old@example.com').map(({ subject }) => subject)).toEqual([
    'Your Kiddo account is to get another email',
  ]);
  expect(await checkEmailChange(world.ctx, amina, token)).toEqual({ state: 'ready', email: 'new@example.com' });
  await world.ctx.auth.createResetToken('old@example.com');
  expect(await confirmEmailChange(world.ctx, amina, token)).toEqual({ state: 'done' });
  expect(await rowOf(world, amina)).toMatchObject({ email: 'new@example.com' });
  // Links that were emailed to the old address no longer work.
  expect(await world.ctx.db.selectFrom('verification_tokens').select('id').execute()).toEqual([]);
  expect((await world.mails())[0]).toMatchObject({ to: 'old@example.com', subject: 'The email of your Kiddo account was changed' });
  const toOld = (await world.mails()).filter(({ to }) => to === 'old@example.com');
  expect(toOld.filter(({ text, html }) => `${text}${html}`.includes('new@example.com'))).toEqual([]);
  const enter = async (identifier: string) => (await signIn(world.ctx, VISITOR, { identifier, password: 'secret1' }, visit)).kind;
  expect([await enter('old@example.com'), await enter('new@example.com')]).toEqual(['result', 'signed-in']);
  // The link works only once.
  expect(await confirmEmailChange(world.ctx, amina, token)).toEqual({ state: 'invalid' });
});

test('a link is for its player only, for a day, and not once the password was changed', async () => {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'brian' })];
  await ask(world, amina, 'new@example.com');
  const token = await tokenFor(world, 'new@example.com');
  expect(await checkEmailChange(world.ctx, VISITOR, token)).toEqual({ state: 'log-in' });
  await expect(confirmEmailChange(world.ctx, VISITOR, token)).rejects.toMatchObject({ code: 'sign-in-required' });
  for (const wrong of ['', 'x', `${token}x`, token.slice(1), "'; drop table players; --"])
    expect(await confirmEmailChange(world.ctx, amina, wrong)).toEqual({ state: 'invalid' });
  expect(await confirmEmailChange(world.ctx, brian, token)).toEqual({ state: 'invalid' });
  const before = await world.ctx.db
    .selectFrom('identities')
    .select('password_hash')
    .where('player_id', '=', amina.id)
    .executeTakeFirstOrThrow();
  await world.ctx.db
    .updateTable('identities')
    .set({ password_hash: await world.ctx.passwordHasher.hash('secret2') })
    .where('player_id', '=', amina.id)
    .execute();
  expect(await confirmEmailChange(world.ctx, amina, token)).toEqual({ state: 'invalid' });
  await world.ctx.db.updateTable('identities').set(before).where('player_id', '=', amina.id).execute();
  world.advanceClock(EMAIL_LINK_HOURS * 3600 - 60);
  expect(await checkEmailChange(world.ctx, amina, token)).toMatchObject({ state: 'ready' });
  world.advanceClock(120);
  expect(await confirmEmailChange(world.ctx, amina, token)).toEqual({ state: 'invalid' });
  for (const job of accountSettingsJobs) await job.run(world.ctx);
  expect(await world.ctx.db.selectFrom('email_changes').select('player_id').execute()).toEqual([]);
});

test('who asks again means the new one only', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  await ask(world, amina, 'one@example.com');
  const one = await tokenFor(world, 'one@example.com');
  await ask(world, amina, 'two@example.com');
  expect(await confirmEmailChange(world.ctx, amina, one)).toEqual({ state: 'invalid' });
  expect(await confirmEmailChange(world.ctx, amina, await tokenFor(world, 'two@example.com'))).toEqual({ state: 'done' });
});

test('an address that somebody has gets the same answer, its owner a mail without a link, and it stays theirs', async () => {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'brian' })];
  const [free, taken] = [await ask(world, amina, 'free@example.com'), await ask(world, amina, brian.email)];
  expect(taken).toEqual(free);
  expect(await getAccountView(world.ctx, amina)).toMatchObject({ newEmail: brian.email });
  const mails = (await world.mails()).filter(({ to }) => to === brian.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Somebody wanted to use your email']);
  expect(mails[0]?.text).not.toMatch(/amina|settings\/email/);
});

test('two who prove one address: the first has it; who only waited to be confirmed makes way', async () => {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'brian' })];
  const waiting = await world.addPlayer({ email: 'new@example.com', email_confirmed: false });
  await ask(world, amina, 'new@example.com');
  const first = await tokenFor(world, 'new@example.com');
  await world.ctx.db
    .updateTable('email_changes')
    .set({ expires_at: new Date(Date.now() + 1000 * DAY) })
    .execute();
  world.advanceClock(1);
  await ask(world, brian, 'new@example.com');
  const second = await tokenFor(world, 'new@example.com');
  expect(first).not.toBe(second);
  expect(await confirmEmailChange(world.ctx, amina, first)).toEqual({ state: 'done' });
  expect(await confirmEmailChange(world.ctx, brian, second)).toEqual({ state: 'invalid' });
  expect(await rowOf(world, brian)).toMatchObject({ email: brian.email });
  expect(await world.ctx.db.selectFrom('players').select('id').where('id', '=', waiting.id).execute()).toEqual([]);
});

test('asking needs the password, which cannot be guessed here either, and there is an end to asking', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  expect(await ask(world, amina, 'no address')).toMatchObject({ ok: false, fieldErrors: { email: expect.any(String) } });
  expect(await ask(world, amina, amina.email)).toMatchObject({ ok: false, fieldErrors: { email: texts.fieldErrors.same } });
  expect(await ask(world, amina, 'new@example.com', '')).toMatchObject({ fieldErrors: { password: texts.fieldErrors.empty } });
  const wrong = await ask(world, amina, 'new@example.com', 'secret9');
  expect(wrong).toMatchObject({ fieldErrors: { password: texts.fieldErrors.wrong }, values: { email: 'new@example.com' } });
  expect(JSON.stringify(wrong)).not.toContain('secret9');
  expect(await world.mails()).toEqual([]);
  for (let time = 0; time < EMAIL_CHANGE_LIMIT.points; time++)
    expect(await ask(world, amina, `new${time}@example.com`)).toMatchObject({ ok: true });
  expect(await ask(world, amina, 'more@example.com')).toMatchObject({ ok: false, toast: { text: texts.fieldErrors.tooOften } });
  // The account has no password: it signs in with Google.
  await world.ctx.db.updateTable('identities').set({ provider: 'google', password_hash: null }).where('player_id', '=', amina.id).execute();
  expect(await getAccountView(world.ctx, amina)).toMatchObject({ hasPassword: false });
  expect(await ask(world, amina, 'new@example.com', 'x')).toMatchObject({ ok: false, toast: { text: texts.noPassword } });
});

test('a visitor has no settings', async () => {
  const world = await createWorld();
  for (const use of [
    getAccountView(world.ctx, VISITOR),
    saveProfile(world.ctx, VISITOR, {}),
    requestEmailChange(world.ctx, VISITOR, {}, visit),
  ])
    await expect(use).rejects.toMatchObject({ code: 'sign-in-required' });
});

test('a new password that is being chosen while the link is used ends the change of the address', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  await ask(world, amina, 'new@example.com');
  const token = await tokenFor(world, 'new@example.com');
  let confirmed: Promise<unknown> = Promise.resolve();
  await world.ctx.db.transaction().execute(async (trx) => {
    await trx.updateTable('identities').set({ password_hash: 'another' }).where('player_id', '=', amina.id).execute();
    confirmed = confirmEmailChange(world.ctx, amina, token);
    await waitForLocks(world.ctx.db, 1);
  });
  expect(await confirmed).toEqual({ state: 'invalid' });
  expect(await rowOf(world, amina)).toMatchObject({ email: amina.email });
});

test('a former name is kept for our team for a year', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina', display_name: 'Amina' });
  await saveProfile(world.ctx, amina, { username: 'amina', displayName: 'Zuri' });
  const job = accountSettingsJobs.find(({ name }) => name === 'settings.delete-former-names');
  const names = async () => {
    await job?.run(world.ctx);
    return (await world.ctx.db.selectFrom('former_names').select('display_name').execute()).map((row) => row.display_name);
  };
  world.advanceClock(364 * 86_400);
  expect(await names()).toEqual(['Amina']);
  world.advanceClock(2 * 86_400);
  expect(await names()).toEqual([]);
});
