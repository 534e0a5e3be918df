import { afterEach, expect, test, vi } from 'vitest';
import { getTotpCode } from '../../../../tests/totp.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import type { BusMessage } from '../../../shared/live-events.ts';
import type { ClientInfo } from '../../../infra/auth/auth.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { verifyTwoFactorCode } from '../../accounts/two-factor.service.server.ts';
import { resetPassword } from '../../accounts/password-reset.service.server.ts';
import { signIn, type Outcome, type SignedIn } from '../../accounts/service.server.ts';
import { authenticate } from '../../accounts/sessions/service.server.ts';
import { handleSettingsForm } from '../service.server.ts';
import { SECURITY_FORMS, type SecurityResult } from './schema.ts';
import { viewSecurity } from './service.server.ts';

afterEach(() => void vi.useRealTimers());

const CHROME = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const headerOf = (cookies: string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ');
const visit = (cookies: string[] = [], device = CHROME, address = '41.90.64.7'): ClientInfo => ({
  address,
  userAgent: device,
  cookies: headerOf(cookies),
});
const enter = (world: World, fields: Record<string, string>, from = visit()) =>
  signIn(world.ctx, VISITOR, { password: 'secret1', ...fields }, from);
const said = (outcome: Outcome | SignedIn) =>
  outcome.kind === 'result' ? (outcome.answer.toast?.text ?? outcome.answer.view) : outcome.kind;
const who = async (world: World, cookies: string[]) => (await authenticate(world.ctx, headerOf(cookies)))?.viewer.username ?? null;

const codesOf = (answer: SecurityResult) => (answer.ok ? answer.codes : undefined);
const requireFailure = (answer: SecurityResult) => {
  if (answer.ok) throw new Error(`expected a failure, got ${JSON.stringify(answer)}`);
  return answer;
};

/** A signed-in player. */
async function someone(world: World, username = 'amina') {
  const player = await world.addPlayer({ username });
  const { cookies } = await enter(world, { identifier: username });
  return { player, here: visit(cookies), cookies };
}

/** Turns on two-factor authentication. @returns the app's key and the backup codes */
async function withSecond(world: World, player: Actor, here: ClientInfo) {
  const begun = await handleSettingsForm(world.ctx, player, { do: 'second-begin', current: 'secret1' }, here);
  const key = begun.answer.setUp?.key ?? '';
  const on = await handleSettingsForm(world.ctx, player, { do: 'second-confirm', key, code: getTotpCode(key) }, here);
  return { key, codes: codesOf(on.answer) ?? [], on, here: visit(on.cookies) };
}

test('another password: the old one is asked for, all other sessions end at once, and the player is written to', async () => {
  const world = await createWorld();
  const { player, here } = await someone(world);
  const other = await enter(world, { identifier: 'amina' }, visit([], 'Firefox/1', '2a02:c1:2:3::'));
  const heard: BusMessage[] = [];
  world.ctx.bus.subscribe((message) => heard.push(message));
  const ask = (fields: Record<string, string>) => handleSettingsForm(world.ctx, player, { do: 'password', ...fields }, here);
  const form = { current: 'secret1', password: 'secret2', confirm: 'secret2' };
  const alerts = [
    { ...form, confirm: 'secret3' },
    { ...form, password: 'short', confirm: 'short' },
    { ...form, current: '' },
    { ...form, current: 'guess1' },
    { ...form, password: 'a\0bcdef', confirm: 'a\0bcdef' },
    { ...form, password: 'x'.repeat(2000), confirm: 'x'.repeat(2000) },
  ];
  const texts = [];
  for (const one of alerts) texts.push((await ask(one)).answer.toast?.text);
  expect(texts).toEqual([
    'New passwords do not match',
    'Password must be at least 6 characters long',
    'Please fill this in.',
    'This is not your password. Try again.',
    'Some of these characters cannot be used.',
    'This password is too long.',
  ]);
  expect([await who(world, other.cookies), heard]).toEqual(['amina', []]);
  const token = await world.ctx.auth.createResetToken(player.email);
  expect((await ask(form)).answer).toMatchObject({ ok: true, toast: { kind: 'good' } });
  expect([(await authenticate(world.ctx, here.cookies))?.viewer.username, await who(world, other.cookies)]).toEqual(['amina', null]);
  expect(heard.map(({ kind }) => kind)).toEqual(['signed-out']);
  expect([await world.ctx.auth.findResetPlayerId(token ?? '')]).toEqual([null]);
  expect([
    said(await enter(world, { identifier: 'amina' })),
    said(await enter(world, { identifier: 'amina', password: 'secret2' })),
  ]).toEqual(['The email, username or password is not right. Check what you typed and try again.', 'signed-in']);
  const mails = await world.mails();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[player.email, 'Your Kiddo password was changed']]);
  expect(mails[0]?.text).toContain('all other phones and computers');
});

test('guesses at the password of a player who left a phone unlocked are counted', async () => {
  const world = await createWorld();
  const { player, here } = await someone(world);
  const guess = () =>
    handleSettingsForm(world.ctx, player, { do: 'password', current: 'guess1', password: 'secret2', confirm: 'secret2' }, here);
  const texts = [];
  for (let time = 0; time < 16; time++) texts.push((await guess()).answer.toast?.text);
  expect(texts.filter((text) => text === 'This is not your password. Try again.').length).toBeLessThan(16);
  expect(texts.at(-1)).toMatch(/^Too many tries/);
  for (const form of ['second-begin', 'second-off', 'second-codes'])
    expect((await handleSettingsForm(world.ctx, player, { do: form, current: 'secret1' }, here)).answer.toast?.text).toMatch(
      /^Too many tries/,
    );
});

test('who came by Google chooses the first password by a mailed link', async () => {
  const world = await createWorld();
  const { player, here } = await someone(world);
  await world.ctx.db.deleteFrom('identities').where('player_id', '=', player.id).execute();
  await world.ctx.db
    .insertInto('identities')
    .values({ id: world.ctx.newId(), player_id: player.id, provider: 'google', subject: 'g1' })
    .execute();
  expect(await viewSecurity(world.ctx, player, here)).toMatchObject({ hasPassword: false, twoFactor: null });
  expect(
    requireFailure((await handleSettingsForm(world.ctx, player, { do: 'second-begin', current: 'x' }, here)).answer).fieldErrors,
  ).toEqual({
    current: 'Choose a password first: the code is asked for after it.',
  });
  expect((await handleSettingsForm(world.ctx, player, { do: 'password-link' }, here)).answer.ok).toBe(true);
  const [mail] = await world.mails();
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? null;
  const fields = { password: 'secret9', confirm: 'secret9' };
  expect(await resetPassword(world.ctx, VISITOR, token, fields, visit())).toMatchObject({ kind: 'flash' });
  expect(said(await enter(world, { identifier: 'amina', password: 'secret9' }))).toBe('signed-in');
  await expect(handleSettingsForm(world.ctx, player, { do: 'password-link' }, here)).rejects.toMatchObject({ code: 'bad-input' });
});

test('sessions say which phone, roughly where, and which is this; each can be signed out, only by its player', async () => {
  const world = await createWorld();
  const { player, here } = await someone(world);
  const brian = await someone(world, 'brian');
  const other = await enter(world, { identifier: 'amina' }, visit([], 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0', '2a02:c1:2:3::'));
  await enter(world, { identifier: 'amina' }, visit([], 'curl', '10.1.2.3'));
  const view = await viewSecurity(world.ctx, player, here);
  expect(view).toMatchObject({ hasPassword: true, hasMore: false, twoFactor: null });
  expect(view.sessions.map(({ device, ipRange: place, isCurrent: isThis }) => [device, place, isThis])).toEqual([
    ['Chrome on Android', '41.90.x.x', true],
    ['Unknown device', '10.1.x.x', false],
    ['Firefox on Windows', '2a02:c1:…', false],
  ]);
  expect(JSON.stringify(view)).not.toMatch(/token|64\.7|1\.2\.3|curl/);
  const heard: BusMessage[] = [];
  world.ctx.bus.subscribe((message) => heard.push(message));
  const id = view.sessions[2]?.id ?? '';
  for (const session of [id, 'nonsense', ''])
    expect((await handleSettingsForm(world.ctx, brian.player, { do: 'session-out', session }, brian.here)).answer.ok).toBe(false);
  expect([await who(world, other.cookies), heard]).toEqual(['amina', []]);
  expect((await handleSettingsForm(world.ctx, player, { do: 'session-out', session: id }, here)).answer.ok).toBe(true);
  expect([await who(world, other.cookies), heard.map(({ kind }) => kind)]).toEqual([null, ['signed-out']]);
  expect((await handleSettingsForm(world.ctx, player, { do: 'others-out' }, here)).answer.ok).toBe(true);
  expect((await viewSecurity(world.ctx, player, here)).sessions).toHaveLength(1);
  expect((await viewSecurity(world.ctx, brian.player, brian.here)).sessions).toHaveLength(1);
});

test('a second step: set up with an app, asked for after the password, by any clock that is half a minute off', async () => {
  const world = await createWorld();
  const { player, here } = await someone(world);
  expect(
    requireFailure((await handleSettingsForm(world.ctx, player, { do: 'second-begin', current: 'wrong1' }, here)).answer).fieldErrors,
  ).toEqual({
    current: 'This is not your password. Try again.',
  });
  const begun = await handleSettingsForm(world.ctx, player, { do: 'second-begin', current: 'secret1' }, here);
  const key = begun.answer.setUp?.key ?? '';
  expect(key).toMatch(/^[A-Z2-7]{32,}$/);
  expect(begun.answer.setUp?.qrCode.path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/);
  // Not active yet: no code has proved that the app has the key.
  expect(said(await enter(world, { identifier: 'amina' }))).toBe('signed-in');
  const slip = await handleSettingsForm(world.ctx, player, { do: 'second-confirm', key, code: '000000' }, here);
  expect([slip.answer.ok, slip.answer.setUp?.key]).toEqual([false, key]);
  const on = await handleSettingsForm(world.ctx, player, { do: 'second-confirm', key, code: getTotpCode(key) }, here);
  expect(new Set(codesOf(on.answer))).toHaveProperty('size', 10);
  const now = visit(on.cookies);
  expect((await authenticate(world.ctx, now.cookies))?.viewer.username).toBe('amina');
  expect(await viewSecurity(world.ctx, player, now)).toMatchObject({ twoFactor: { codesLeft: 10 } });
  const stored = await world.ctx.db.selectFrom('two_factors').selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${key}|${codesOf(on.answer)?.[0]}`));

  for (const skew of [-1, 0, 1]) {
    const first = await enter(world, { identifier: 'amina', remember: 'on' });
    expect([said(first), await who(world, first.cookies)]).toEqual(['code', null]);
    const inside = await verifyTwoFactorCode(world.ctx, VISITOR, { code: ` ${getTotpCode(key, skew)} ` }, visit(first.cookies));
    expect([skew, said(inside), await who(world, inside.cookies)]).toEqual([skew, 'signed-in', 'amina']);
  }
  const first = await enter(world, { identifier: 'amina' });
  expect(said(await verifyTwoFactorCode(world.ctx, VISITOR, { code: getTotpCode(key, 3) }, visit(first.cookies)))).toMatch(
    /^This code is not right/,
  );
  expect((await world.mails()).map(({ subject }) => subject)).toEqual(['Two-step sign-in is on']);
});

test('whether to be remembered, and that Google is to be connected, is kept over the second step', async () => {
  const world = await createWorld();
  const { player, here } = await someone(world);
  const { key } = await withSecond(world, player, here);
  for (const remember of [true, false]) {
    const first = await enter(world, { identifier: 'amina', ...(remember ? { remember: 'on' } : {}) });
    const inside = await verifyTwoFactorCode(
      world.ctx,
      VISITOR,
      { code: getTotpCode(key, remember ? 0 : 1), link: 'google' },
      visit(first.cookies),
    );
    expect(inside).toMatchObject({ kind: 'signed-in', link: true });
    const session = inside.cookies.find((cookie) => cookie.startsWith('kiddo_session='));
    expect([remember, session?.includes('Max-Age')]).toEqual([remember, remember]);
    const [row] = await world.ctx.db.selectFrom('sessions').select('remembered').orderBy('created_at', 'desc').limit(1).execute();
    expect(row?.remembered).toBe(remember);
    expect(inside.cookies.filter((cookie) => /^kiddo\.\w+=;/.test(cookie))).not.toEqual([]);
  }
});

test('each backup code works once, however it is typed; new ones end the old', async () => {
  const world = await createWorld();
  const { player, here: before } = await someone(world);
  const { codes, here } = await withSecond(world, player, before);
  const use = async (code: string) => {
    const first = await enter(world, { identifier: 'amina' });
    return said(await verifyTwoFactorCode(world.ctx, VISITOR, { code }, visit(first.cookies)));
  };
  const [one = '', two = '', three = ''] = codes;
  expect([await use(one), await use(one.toUpperCase().replace('-', ' ')), await use(two.toUpperCase().replace('-', ''))]).toEqual([
    'signed-in',
    'This code is not right. Type the newest one of your app, or a backup code that you have not used yet.',
    'signed-in',
  ]);
  const both = await Promise.all([use(three), use(three)]);
  expect(both.filter((answer) => answer === 'signed-in')).toHaveLength(1);
  expect((await viewSecurity(world.ctx, player, here)).twoFactor).toEqual({ codesLeft: 7 });
  const made = await handleSettingsForm(world.ctx, player, { do: 'second-codes', current: 'secret1', code: codes[3] ?? '' }, here);
  expect(codesOf(made.answer)).toHaveLength(10);
  expect([await use(codes[4] ?? ''), await use(codesOf(made.answer)?.[4] ?? '')]).toEqual([
    'This code is not right. Type the newest one of your app, or a backup code that you have not used yet.',
    'signed-in',
  ]);
});

test('wrong codes: five for a password, ten in a row for an account; then it waits, also with the right one', async () => {
  const world = await createWorld();
  const { player, here } = await someone(world);
  const { key } = await withSecond(world, player, here);
  const texts: unknown[] = [];
  for (let round = 0; round < 2; round++) {
    const first = await enter(world, { identifier: 'amina' });
    for (let time = 0; time < 6; time++)
      texts.push(said(await verifyTwoFactorCode(world.ctx, VISITOR, { code: '000000' }, visit(first.cookies))));
  }
  const wrong = 'This code is not right. Type the newest one of your app, or a backup code that you have not used yet.';
  const expired = 'That took too long, or there were too many wrong codes. Please sign in again.';
  const locked = 'There were too many wrong codes. Wait 15 minutes, then sign in again.';
  expect(texts).toEqual([wrong, wrong, wrong, wrong, wrong, expired, wrong, wrong, wrong, wrong, wrong, locked]);
  const first = await enter(world, { identifier: 'amina' });
  expect(said(await verifyTwoFactorCode(world.ctx, VISITOR, { code: getTotpCode(key) }, visit(first.cookies)))).toBe(locked);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 901_000 });
  const later = await enter(world, { identifier: 'amina' });
  expect(said(await verifyTwoFactorCode(world.ctx, VISITOR, { code: getTotpCode(key) }, visit(later.cookies)))).toBe('signed-in');
});

test('the second step waits ten minutes, works once, and dies with the password', async () => {
  const world = await createWorld();
  const { player, here } = await someone(world);
  const { key } = await withSecond(world, player, here);
  const expired = 'That took too long, or there were too many wrong codes. Please sign in again.';
  const first = await enter(world, { identifier: 'amina' });
  expect(said(await verifyTwoFactorCode(world.ctx, VISITOR, { code: getTotpCode(key) }, visit(first.cookies)))).toBe('signed-in');
  expect(said(await verifyTwoFactorCode(world.ctx, VISITOR, { code: getTotpCode(key) }, visit(first.cookies)))).toBe(expired);
  expect(said(await verifyTwoFactorCode(world.ctx, VISITOR, { code: getTotpCode(key) }, visit()))).toBe(expired);

  const second = await enter(world, { identifier: 'amina' });
  const token = await world.ctx.auth.createResetToken(player.email);
  await resetPassword(world.ctx, VISITOR, token, { password: 'secret2', confirm: 'secret2' }, visit());
  expect(said(await verifyTwoFactorCode(world.ctx, VISITOR, { code: getTotpCode(key) }, visit(second.cookies)))).toBe(expired);

  const third = await enter(world, { identifier: 'amina', password: 'secret2' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
  expect(said(await verifyTwoFactorCode(world.ctx, VISITOR, { code: getTotpCode(key) }, visit(third.cookies)))).toBe(expired);
});

test('a code of the app opens one door only', async () => {
  const world = await createWorld();
  const { player, here } = await someone(world);
  const { key } = await withSecond(world, player, here);
  const halves = [await enter(world, { identifier: 'amina' }), await enter(world, { identifier: 'amina' })];
  const code = getTotpCode(key, 1);
  const both = await Promise.all(halves.map(({ cookies }) => verifyTwoFactorCode(world.ctx, VISITOR, { code }, visit(cookies))));
  expect(new Set(both.map(said))).toEqual(new Set(['This code was used already. Sign in again, and type the next one.', 'signed-in']));
  expect(both.find(({ kind }) => kind === 'result')?.cookies).toEqual([]);
  expect((await viewSecurity(world.ctx, player, here)).sessions).toHaveLength(2);
});

test('a session that is still there is no second step', async () => {
  const world = await createWorld();
  const { player, here } = await someone(world);
  const { key } = await withSecond(world, player, here);
  const brian = await someone(world, 'brian');
  const first = await enter(world, { identifier: 'amina' }, brian.here);
  const both = visit([...brian.cookies, ...first.cookies]);
  expect(said(await verifyTwoFactorCode(world.ctx, VISITOR, { code: '000000' }, both))).toMatch(/^This code is not right/);
  const inside = await verifyTwoFactorCode(world.ctx, VISITOR, { code: getTotpCode(key) }, both);
  expect(await who(world, inside.cookies)).toBe('amina');
  // The browser's previous session is ended, as with a password alone.
  expect(await who(world, brian.cookies)).toBe(null);
});

test('a ban holds at the second step too', async () => {
  const world = await createWorld();
  const { player, here } = await someone(world);
  const { key } = await withSecond(world, player, here);
  await world.ctx.db.insertInto('sanctions').values({ id: world.ctx.newId(), player_id: player.id, kind: 'ban', why: 'unkind' }).execute();
  const first = await enter(world, { identifier: 'amina' });
  const outcome = await verifyTwoFactorCode(world.ctx, VISITOR, { code: getTotpCode(key) }, visit(first.cookies));
  expect(outcome).toMatchObject({ kind: 'result', answer: { ban: { why: 'unkind' } }, cookies: [] });
});

test('the second step is turned off with the password and a code, and a mail says so', async () => {
  const world = await createWorld();
  const { player, here: before } = await someone(world);
  const { here, key } = await withSecond(world, player, before);
  const code = getTotpCode(key);
  expect((await handleSettingsForm(world.ctx, player, { do: 'second-off', current: 'wrong1', code }, here)).answer.ok).toBe(false);
  const off = await handleSettingsForm(world.ctx, player, { do: 'second-off', current: 'secret1', code }, here);
  expect(off.answer.ok).toBe(true);
  expect((await authenticate(world.ctx, headerOf(off.cookies)))?.viewer.username).toBe('amina');
  expect(said(await enter(world, { identifier: 'amina' }))).toBe('signed-in');
  expect(await world.ctx.db.selectFrom('two_factors').selectAll().execute()).toEqual([]);
  expect((await world.mails()).map(({ subject }) => subject)).toContain('Two-step sign-in is off');
});

test('a session that ended meanwhile changes nothing, and the answer says what to do', async () => {
  const world = await createWorld();
  const { player, here: before } = await someone(world);
  await withSecond(world, player, before);
  const again = { ok: false, code: 'not-available' };
  for (const form of ['second-begin', 'second-off', 'second-codes'])
    expect((await handleSettingsForm(world.ctx, player, { do: form, current: 'secret1' }, visit())).answer).toMatchObject(again);
  expect(await world.ctx.db.selectFrom('two_factors').select('player_id').execute()).toEqual([{ player_id: player.id }]);
});

test('only players have this tab', async () => {
  const world = await createWorld();
  const leaving: Actor = { kind: 'leaving', id: world.ctx.newId() };
  for (const [actor, code] of [
    [VISITOR, 'sign-in-required'],
    [leaving, 'not-allowed'],
    [SYSTEM, 'not-allowed'],
  ] as const) {
    await expect(viewSecurity(world.ctx, actor, visit())).rejects.toMatchObject({ code });
    for (const form of SECURITY_FORMS)
      await expect(handleSettingsForm(world.ctx, actor, { do: form }, visit())).rejects.toMatchObject({ code });
  }
  const { player, here } = await someone(world);
  for (const form of ['', 'toString', 'constructor'])
    await expect(handleSettingsForm(world.ctx, player, { do: form }, here)).rejects.toMatchObject({ code: 'bad-input' });
});

test('a password that is replaced while it is looked at leads to no code, nor does one of an account whose time has come', async () => {
  const world = await createWorld();
  const { player, here } = await someone(world);
  const { key } = await withSecond(world, player, here);
  const wrong = said(await enter(world, { identifier: 'amina', password: 'wrong1' }));
  const other = await world.ctx.passwordHasher.hash('secret2');
  const { signIn: checked } = world.ctx.auth;
  vi.spyOn(world.ctx.auth, 'signIn').mockImplementationOnce(async (input, from) => {
    const done = await checked(input, from);
    await world.ctx.db.updateTable('identities').set({ password_hash: other }).where('player_id', '=', player.id).execute();
    return done;
  });
  const late = await enter(world, { identifier: 'amina' });
  expect([said(late), late.cookies]).toEqual([wrong, []]);
  const first = await enter(world, { identifier: 'amina', password: 'secret2' });
  expect(said(await verifyTwoFactorCode(world.ctx, VISITOR, { code: getTotpCode(key) }, visit(first.cookies)))).toBe('signed-in');
  await world.ctx.db
    .updateTable('players')
    .set({ deletes_at: new Date(Date.now() - 1000) })
    .execute();
  expect(said(await enter(world, { identifier: 'amina', password: 'secret2' }))).toContain('This account is being deleted');
});

test('a password is changed as a whole or not at all: with the mail, the links and the other sessions', async () => {
  const world = await createWorld();
  const { player, here, cookies } = await someone(world);
  const other = await enter(world, { identifier: 'amina' });
  const form = { do: 'password', current: 'secret1', password: 'secret2', confirm: 'secret2' };
  vi.spyOn(world.ctx.jobs, 'enqueue').mockRejectedValueOnce(new Error('the queue is away'));
  await expect(handleSettingsForm(world.ctx, player, form, here)).rejects.toThrow('the queue is away');
  expect([said(await enter(world, { identifier: 'amina' })), await who(world, other.cookies)]).toEqual(['signed-in', 'amina']);
  expect((await handleSettingsForm(world.ctx, player, form, here)).answer.ok).toBe(true);
  expect([await who(world, cookies), await who(world, other.cookies)]).toEqual(['amina', null]);
  expect(await world.mails()).toHaveLength(1);
});
