import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { askOf, giveConsent, setGuardianship } from '../../../tests/guardian-world.ts';
import { getTotpCode } from '../../../tests/totp.ts';
import { createWorld } from '../../../tests/world.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { VISITOR } from '../../shared/permissions.ts';
import { signIn, toCookieHeader } from '../accounts/service.server.ts';
import { handleSettingsForm } from '../settings/service.server.ts';
import { changeAccount, exportAccount, getAccount } from './service.server.ts';
import { texts } from './texts.ts';

const visit = (cookies: string[] = []): ClientInfo => ({ address: '41.90.64.7', userAgent: 'test', cookies: toCookieHeader(cookies) });

/** An operator with the second step on, and a player. `code(n)` is a code that was not used. */
async function createOperator() {
  const world = await createWorld();
  const { ctx } = world;
  const operator = await world.addPlayer({ username: 'otieno', role: 'operator' });
  const player = await world.addPlayer({ username: 'amina', display_name: 'Amina', email: 'amina@example.com' });
  const before = visit((await signIn(ctx, VISITOR, { identifier: 'otieno', password: 'secret1' }, visit())).cookies);
  const begun = await handleSettingsForm(ctx, operator, { do: 'second-begin', current: 'secret1' }, before);
  const key = begun.answer.setUp?.key ?? '';
  const on = await handleSettingsForm(ctx, operator, { do: 'second-confirm', key, code: getTotpCode(key) }, before);
  const codes = ('codes' in on.answer && on.answer.codes) || [];
  const here = visit(on.cookies);
  const change = (fields: Record<string, string>, id = player.id) => changeAccount(ctx, operator, id, fields, here);
  const log = () =>
    ctx.db
      .selectFrom('audit_log')
      .select(['actor_name', 'action', 'subject_id', 'note'])
      .where('subject_kind', '=', 'account')
      .orderBy('id')
      .execute();
  return { world, ctx, operator, player, here, codes, change, log };
}

/** What the form shows of the player of createOperator. */
const shown = { shownUsername: 'amina', shownDisplayName: 'Amina' };
const reason = { note: 'Asked by the mother.' };

test('an operator renames an account, signs it out and shows its address; each is in the log with its reason', async () => {
  const { ctx, operator, player, change, log } = await createOperator();
  await signIn(ctx, VISITOR, { identifier: 'amina', password: 'secret1' }, visit());
  expect(await change({ do: 'show-address' })).toEqual({ ok: true, do: 'show-address', address: 'amina@example.com' });
  expect(await change({ do: 'rename', username: 'amina_w', displayName: 'Amina W', ...shown, ...reason })).toEqual({
    ok: true,
    do: 'rename',
  });
  expect(await change({ do: 'sign-out', ...reason })).toEqual({ ok: true, do: 'sign-out' });
  expect(await ctx.db.selectFrom('sessions').select('id').where('player_id', '=', player.id).execute()).toEqual([]);
  expect(await log()).toEqual([
    { actor_name: 'otieno', action: 'rename-account', subject_id: player.id, note: reason.note },
    { actor_name: 'otieno', action: 'sign-out-account', subject_id: player.id, note: reason.note },
  ]);
  expect(await getAccount(ctx, operator, player.id)).toMatchObject({
    username: 'amina_w',
    displayName: 'Amina W',
    proof: 'code',
    isSelf: false,
    hasConsent: false,
    log: [{ action: 'sign-out-account' }, { action: 'rename-account', actor: 'otieno', note: reason.note }],
  });
  const reads = await ctx.db.selectFrom('audit_log').select(['action', 'subject_id']).where('subject_kind', '=', 'private-data').execute();
  expect(reads).toEqual([{ action: 'read-address', subject_id: player.id }]);
});

test('a name that cannot be is refused with the reason, and what was typed stays', async () => {
  const { world, change, log } = await createOperator();
  await world.addPlayer({ username: 'brian' });
  expect(await change({ do: 'rename', username: 'brian', displayName: 'Amina', ...shown, ...reason })).toMatchObject({
    ok: false,
    error: expect.stringMatching(/taken/i),
    values: { do: 'rename', username: 'brian', note: reason.note },
  });
  expect(await change({ do: 'sign-out', note: ' ' })).toMatchObject({ ok: false, fieldErrors: { note: expect.any(String) } });
  expect(await log()).toEqual([]);
});

test('deletion and roles ask for the second step again, for a code that was not used', async () => {
  const { ctx, player, codes, change, log } = await createOperator();
  const [first = '', second = ''] = codes;
  const state = () => ctx.db.selectFrom('players').select(['role', 'deletes_at']).where('id', '=', player.id).executeTakeFirstOrThrow();
  for (const code of [undefined, '', '000000']) {
    const fields = code === undefined ? reason : { ...reason, code };
    for (const form of [{ do: 'delete' }, { do: 'set-role', role: 'operator' }] as Record<string, string>[])
      expect(await change({ ...form, ...fields })).toMatchObject({
        ok: false,
        fieldErrors: { code: expect.any(String) },
        values: { note: reason.note },
      });
  }
  // The password does not do instead.
  expect(await change({ do: 'delete', ...reason, password: 'secret1' })).toMatchObject({
    ok: false,
    fieldErrors: { code: expect.any(String) },
  });
  expect(await state()).toEqual({ role: 'player', deletes_at: null });
  expect(await change({ do: 'set-role', role: 'moderator', ...reason, code: first })).toEqual({ ok: true, do: 'set-role' });
  expect((await state()).role).toBe('moderator');
  expect(await change({ do: 'delete', ...reason, code: first })).toMatchObject({ ok: false });
  // Who is on the team gets another role first.
  expect(await change({ do: 'delete', ...reason, code: second })).toMatchObject({
    ok: false,
    error: expect.stringContaining('on the team'),
  });
  expect(await change({ do: 'set-role', role: 'player', ...reason, code: codes[2] ?? '' })).toMatchObject({ ok: true });
  expect(await change({ do: 'delete', ...reason, code: codes[3] ?? '' })).toMatchObject({ ok: true, do: 'delete', isPaused: false });
  expect((await state()).deletes_at).not.toBeNull();
  expect((await log()).map(({ action, note }) => [action, note])).toEqual([
    ['set-role', reason.note],
    ['set-role', reason.note],
    ['delete-account', reason.note],
  ]);
});

test('a guardian’s new address takes a reason, an address and a code; the page offers it only where somebody has agreed', async () => {
  const { world, ctx, operator, codes, change, log } = await createOperator();
  const child = await world.addPlayer({ username: 'child', age_band: 13, birth_month: '2012-01' });
  // Somebody else was asked before.
  await setGuardianship(askOf(ctx), child.id, 'refused');
  expect(await getAccount(ctx, operator, child.id)).toMatchObject({ hasConsent: false });
  await giveConsent(askOf(ctx), child.id);
  expect(await getAccount(ctx, operator, child.id)).toMatchObject({ hasConsent: true });
  const replace = (fields: Record<string, string>) =>
    change({ do: 'replace-guardian', ...reason, emailAgain: fields['email'] ?? '', ...fields }, child.id);
  const email = 'new@example.com';
  expect(await replace({ email: 'new', code: codes[0] ?? '' })).toMatchObject({ ok: false, fieldErrors: { email: expect.any(String) } });
  expect(await replace({ email, note: '', code: codes[0] ?? '' })).toMatchObject({ fieldErrors: { note: expect.any(String) } });
  for (const code of ['', '000000'])
    expect(await replace({ email, code })).toMatchObject({ fieldErrors: { code: expect.any(String) }, values: { email } });
  expect(await replace({ email, emailAgain: 'nwe@example.com', code: codes[0] ?? '' })).toMatchObject({
    fieldErrors: { emailAgain: texts.emailsDiffer },
    values: { email, emailAgain: 'nwe@example.com' },
  });
  expect(await getAccount(ctx, operator, child.id)).toMatchObject({ hasConsent: true, canReplaceGuardian: true });
  expect(await replace({ email, code: codes[0] ?? '' })).toEqual({ ok: true, do: 'replace-guardian' });
  // It can still be put right.
  expect(await getAccount(ctx, operator, child.id)).toMatchObject({ hasConsent: false, canReplaceGuardian: true });
  expect(await replace({ email, code: codes[1] ?? '' })).toMatchObject({ code: 'bad-input', error: expect.any(String), values: { email } });
  await ctx.db.updateTable('guardianships').set({ is_asked_by_team: false }).execute();
  expect(await getAccount(ctx, operator, child.id)).toMatchObject({ canReplaceGuardian: false });
  expect(await replace({ email, code: codes[2] ?? '' })).toMatchObject({ code: 'not-available' });
  expect((await log()).map(({ action, note }) => [action, note])).toEqual([['replace-guardian', reason.note]]);
});

test('before a guardian’s new address is asked, the operator sees whose account has it and what is open about the child', async () => {
  const { world, ctx, operator, codes, change } = await createOperator();
  const child = await world.addPlayer({ username: 'child', age_band: 13, birth_month: '2012-01' });
  await world.addPlayer({ username: 'other_child', email: 'other@example.com', age_band: 13, birth_month: '2012-01' });
  await giveConsent(askOf(ctx), child.id);
  const open = async () => (await getAccount(ctx, operator, child.id)).openCases;
  expect(await open()).toEqual({ report: false, help: false });
  await ctx.db
    .insertInto('help_requests')
    .values({ id: randomUUID(), player_id: child.id, kind: 'distress', is_asked: true, words: 'please' })
    .execute();
  expect(await open()).toEqual({ report: false, help: true });
  const replace = (email: string, fields: Record<string, string> = {}) =>
    change({ do: 'replace-guardian', ...reason, email, emailAgain: email, code: codes[0] ?? '', ...fields }, child.id);
  expect(await replace('other@example.com')).toMatchObject({ fieldErrors: { email: texts.ownerIsChild('other_child') } });
  // The code is not used up by what is asked first.
  expect(await replace('amina@example.com')).toMatchObject({
    fieldErrors: { owners: texts.ownerUnknown },
    values: { email: 'amina@example.com', owners: 'amina' },
  });
  expect(await replace('amina@example.com', { owners: 'amina' })).toEqual({ ok: true, do: 'replace-guardian' });
});

test('nobody under 18 gets a role of the team', async () => {
  const { world, codes, change } = await createOperator();
  const child = await world.addPlayer({ username: 'child', age_band: 13, birth_month: '2012-01' });
  expect(await change({ do: 'set-role', role: 'moderator', ...reason, code: codes[0] ?? '' }, child.id)).toMatchObject({
    ok: false,
    error: expect.stringContaining('under 18'),
  });
});

test('nobody does anything to their own account here', async () => {
  const { operator, codes, change, log } = await createOperator();
  for (const form of [{ do: 'set-role', role: 'player', code: codes[0] ?? '' }, { do: 'sign-out' }, { do: 'delete', code: codes[1] ?? '' }])
    await expect(change({ ...form, ...reason } as Record<string, string>, operator.id)).rejects.toMatchObject({ code: 'not-available' });
  expect(await log()).toEqual([]);
});

test('the file for a parent takes a reason and a code, and is without what the child wrote to our team', async () => {
  const { ctx, operator, player, here, codes, log } = await createOperator();
  const ask = (fields: Record<string, string>) => exportAccount(ctx, operator, player.id, fields, here);
  expect([await ask({ code: codes[0] ?? '' }), await ask(reason), await ask({ ...reason, code: '000000' })]).toEqual([
    'no-reason',
    'wrong',
    'wrong',
  ]);
  const done = await ask({ ...reason, code: codes[0] ?? '' });
  if (typeof done === 'string') throw new Error(`there is no file: ${done}`);
  const file = (await new Response(done.file).json()) as Record<string, unknown>;
  expect(file).toMatchObject({ account: { username: 'amina' } });
  expect(file).not.toHaveProperty('askedForHelp');
  expect((await log()).map(({ action }) => action)).toEqual(['export-account']);
});

test('where the second step is waived, the password is asked for', async () => {
  const world = await createWorld();
  const operator = await world.addPlayer({ username: 'ops', role: 'operator', is_demo: true });
  const player = await world.addPlayer();
  const change = (password: string) => changeAccount(world.ctx, operator, player.id, { do: 'delete', ...reason, password }, visit());
  expect((await getAccount(world.ctx, operator, player.id)).proof).toBe('password');
  for (const wrong of ['', 'guess1'])
    expect(await change(wrong)).toMatchObject({ ok: false, fieldErrors: { password: expect.any(String) } });
  expect(await change('secret1')).toMatchObject({ ok: true });
});

test('moderators, players and visitors are refused; who is not there is not found', async () => {
  const { world, ctx, operator, player, here } = await createOperator();
  const moderator = await world.addPlayer({ role: 'moderator' });
  for (const [actor, code] of [
    [moderator, 'not-allowed'],
    [player, 'not-allowed'],
    [VISITOR, 'sign-in-required'],
  ] as const) {
    await expect(getAccount(ctx, actor, player.id)).rejects.toMatchObject({ code });
    await expect(changeAccount(ctx, actor, player.id, { do: 'show-address' }, here)).rejects.toMatchObject({ code });
    await expect(exportAccount(ctx, actor, player.id, reason, here)).rejects.toMatchObject({ code });
  }
  for (const id of [randomUUID(), 'nobody']) {
    await expect(getAccount(ctx, operator, id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(changeAccount(ctx, operator, id, { do: 'sign-out', ...reason }, here)).rejects.toMatchObject({ code: 'not-found' });
  }
  for (const fields of [{}, { do: 'ban', ...reason }, { do: 'set-role', role: 'king', ...reason }])
    await expect(changeAccount(ctx, operator, player.id, fields as Record<string, string>, here)).rejects.toMatchObject({
      code: 'bad-input',
    });
});

test('a name that was not touched stays what it is now, and nothing is written if neither was', async () => {
  const { ctx, player, change, log } = await createOperator();
  await ctx.db.updateTable('players').set({ username: 'her_own_choice' }).where('id', '=', player.id).execute();
  expect(await change({ do: 'rename', username: 'amina', displayName: 'Amina', ...shown, ...reason })).toMatchObject({ ok: false });
  expect(await log()).toEqual([]);
  expect(await change({ do: 'rename', username: 'amina', displayName: 'Amina W', ...shown, ...reason })).toMatchObject({ ok: true });
  const names = await ctx.db.selectFrom('players').select(['username', 'display_name']).where('id', '=', player.id).execute();
  expect(names).toEqual([{ username: 'her_own_choice', display_name: 'Amina W' }]);
});

test('of two operators who take each other’s role at the same moment one stays an operator', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const [one, other] = [
    await world.addPlayer({ username: 'one', role: 'operator' }),
    await world.addPlayer({ username: 'other', role: 'operator' }),
  ];
  const take = (from: typeof one, of: typeof one) =>
    changeAccount(ctx, from, of.id, { do: 'set-role', role: 'player', password: 'secret1', ...reason }, visit());
  const results = await Promise.allSettled([take(one, other), take(other, one)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await ctx.db.selectFrom('players').select('id').where('role', '=', 'operator').execute()).toHaveLength(1);
});

test('an account that is being deleted gets no role, and a role that somebody has is not given again', async () => {
  const { codes, change, ctx, player } = await createOperator();
  expect(await change({ do: 'set-role', role: 'player', ...reason, code: codes[0] ?? '' })).toMatchObject({
    ok: false,
    error: expect.stringContaining('already'),
  });
  expect(await change({ do: 'delete', ...reason, code: codes[1] ?? '' })).toMatchObject({ ok: true });
  expect(await change({ do: 'set-role', role: 'moderator', ...reason, code: codes[2] ?? '' })).toMatchObject({
    ok: false,
    error: expect.stringContaining('deleted'),
  });
  expect(await ctx.db.selectFrom('players').select('role').where('id', '=', player.id).execute()).toEqual([{ role: 'player' }]);
});

test('only wrong codes count against the limit', async () => {
  const { player, codes, change } = await createOperator();
  const setRole = (role: string, code: string) => change({ do: 'set-role', role, code, ...reason }, player.id);
  for (let time = 0; time < 9; time++) expect(await setRole('moderator', '000000')).toMatchObject({ ok: false });
  expect(await setRole('moderator', codes[0] ?? '')).toMatchObject({ ok: true });
  expect(await setRole('player', codes[1] ?? '')).toMatchObject({ ok: true });
  for (const error of [/not right/, /^Too many tries/])
    expect(await setRole('moderator', '000000')).toMatchObject({ fieldErrors: { code: expect.stringMatching(error) } });
});
