import { expect, test } from 'vitest';
import { PRODUCTION_SETTINGS } from '../../../../tests/production-settings.ts';
import { ADULT } from '../../../../tests/test-players.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { StartError } from '../../../infra/start-error.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { getAvatarSeed } from '../../../shared/avatar-url.ts';
import type { BusMessage } from '../../../shared/live-events.ts';
import { checkResetToken, resetPassword } from '../password-reset.service.server.ts';
import { signIn } from '../service.server.ts';
import { authenticate } from '../sessions/service.server.ts';
import { assertNoDemoAccounts, changeRole, createDemoAccounts, createOperator, ensureDemoAccounts } from './service.server.ts';

const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };
const enter = async (world: World, identifier: string, password: string) => {
  const inside = await signIn(world.ctx, VISITOR, { identifier, password }, visit);
  if (inside.kind !== 'signed-in') return null;
  return authenticate(world.ctx, inside.cookies.map((cookie) => cookie.split(';')[0]).join('; '));
};
const players = (world: World) =>
  world.ctx.db.selectFrom('players').select(['username', 'role', 'email_confirmed', 'is_demo']).orderBy('username').execute();

test('demo accounts are made once, however often and from wherever it starts, and can sign in', async () => {
  const world = await createWorld();
  const demoAccounts = { usernames: ['amina', 'brian', 'chao', 'mod', 'ops'], password: 'kiddo-demo' };
  expect(await Promise.all([1, 2].map(() => ensureDemoAccounts(world.ctx, SYSTEM)))).toEqual([demoAccounts, demoAccounts]);
  const roles = { amina: 'player', brian: 'player', chao: 'player', mod: 'moderator', ops: 'operator' };
  const expected = Object.entries(roles).map(([username, role]) => ({ username, role, email_confirmed: true, is_demo: true }));
  expect(await players(world)).toEqual(expected);
  for (const [username, role] of Object.entries(roles))
    expect((await enter(world, username, 'kiddo-demo'))?.viewer).toMatchObject({ username, role });
  await world.ctx.db.updateTable('players').set({ display_name: 'Changed' }).where('username', '=', 'amina').execute();
  await world.ctx.db.deleteFrom('players').where('username', '=', 'brian').execute();
  expect(await ensureDemoAccounts(world.ctx, SYSTEM)).toEqual(demoAccounts);
  expect(await players(world)).toEqual(expected);
  expect((await enter(world, 'amina', 'kiddo-demo'))?.viewer.displayName).toBe('Changed');
  expect(await world.mails()).toEqual([]);
});

test('production makes none, and does not start on a database that holds some', async () => {
  const world = await createWorld(PRODUCTION_SETTINGS);
  await expect(ensureDemoAccounts(world.ctx, SYSTEM)).rejects.toMatchObject({ code: 'not-allowed' });
  expect(await players(world)).toEqual([]);
  await world.addPlayer({ username: 'real' });
  await assertNoDemoAccounts(world.ctx);
  await world.addPlayer({ username: 'amina', is_demo: true });
  await world.addPlayer({ username: 'brian', is_demo: true });
  const refused = await assertNoDemoAccounts(world.ctx).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartError);
  expect((refused as Error).message).toContain('(amina, brian)');
  expect((refused as Error).message).toContain('npm run accounts -- remove-demo');
});

test('a demo player has the same picture wherever Kiddo is tried out, and joined when it was said', async () => {
  const worlds = [await createWorld(), await createWorld()];
  const account = { username: 'zuri', displayName: 'Zuri', age: 14, role: 'player' as const, createdAt: new Date('2026-03-01T14:00:00Z') };
  const rows = [];
  for (const [index, { ctx }] of worlds.entries()) {
    await createDemoAccounts(ctx, SYSTEM, [{ ...account, createdAt: new Date(account.createdAt.getTime() + index * 86_400_000) }]);
    rows.push(await ctx.db.selectFrom('players').select(['id', 'created_at']).executeTakeFirstOrThrow());
  }
  const [one, other] = rows;
  expect(one?.created_at).toEqual(account.createdAt);
  expect(one?.id).not.toBe(other?.id);
  expect(getAvatarSeed(one?.id ?? '')).toBe(getAvatarSeed(other?.id ?? ''));
});

test('an operator is made with a link that sets the password, once', async () => {
  const world = await createWorld(PRODUCTION_SETTINGS);
  const link = await createOperator(world.ctx, SYSTEM, { email: 'Head@Kiddo.example', username: 'Head_1', displayName: ' Head ' });
  const token = /^https:\/\/kiddo\.example\/reset-password\?token=([\w.-]+)$/.exec(link)?.[1] ?? '';
  expect(await players(world)).toEqual([{ username: 'head_1', role: 'operator', email_confirmed: true, is_demo: false }]);
  expect(await checkResetToken(world.ctx, VISITOR, token)).toBe(true);
  const choose = (password: string) => resetPassword(world.ctx, VISITOR, token, { password, confirm: password }, visit);
  expect(await choose('a-good-one')).toMatchObject({ kind: 'flash', flashMessage: 'password-updated' });
  expect(await choose('another-one')).toMatchObject({ kind: 'result', answer: { ok: false } });
  expect((await enter(world, 'head@kiddo.example', 'a-good-one'))?.actor).toMatchObject({ kind: 'age-unknown' });
  await world.ctx.db.updateTable('players').set(ADULT).execute();
  expect((await enter(world, 'head@kiddo.example', 'a-good-one'))?.actor).toMatchObject({ role: 'player', withheldRole: 'operator' });
});

test('an operator is not made from what is not right, nor over somebody', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina', email: 'amina@example.com' });
  const good = { email: 'head@example.com', username: 'head', displayName: 'Head' };
  for (const [wrong, why] of [
    [{ email: 'head' }, /'head' is not an e-mail address/],
    [{ username: 'the head' }, /'the head' is not a username/],
    [{ username: 'a'.repeat(31) }, /is not a username/],
    [{ displayName: '' }, /is not a display name/],
    [{ username: 'AMINA' }, /has an account already/],
    [{ email: 'AMINA@example.com' }, /has an account already/],
  ] as const) {
    const refused = createOperator(world.ctx, SYSTEM, { ...good, ...wrong });
    await expect(refused).rejects.toMatchObject({ code: 'bad-input', message: expect.stringMatching(why) });
  }
  expect(await players(world)).toEqual([{ username: 'amina', role: 'player', email_confirmed: true, is_demo: false }]);
  expect(await world.ctx.db.selectFrom('identities').select('id').execute()).toHaveLength(1);
});

test('a role is given and taken', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  await world.addPlayer({ username: 'brian' });
  for (const role of ['moderator', 'operator', 'player']) {
    await changeRole(world.ctx, SYSTEM, 'Amina', role);
    expect((await players(world)).map((each) => each.role)).toEqual([role, 'player']);
  }
  for (const role of ['admin', '', 'Operator', 'toString'])
    await expect(changeRole(world.ctx, SYSTEM, 'amina', role)).rejects.toMatchObject({ code: 'bad-input' });
  await expect(changeRole(world.ctx, SYSTEM, 'nobody', 'operator')).rejects.toMatchObject({ code: 'not-found' });
  expect((await players(world)).map((each) => each.role)).toEqual(['player', 'player']);
});

test('another role signs the player out everywhere; the same one does not', async () => {
  const world = await createWorld();
  const { id } = await world.addPlayer({ username: 'amina' });
  await world.addPlayer({ username: 'brian' });
  const heard: BusMessage[] = [];
  world.ctx.bus.subscribe((message) => heard.push(message));
  for (const role of ['operator', 'moderator', 'player']) {
    for (const username of ['amina', 'amina', 'brian']) await enter(world, username, 'secret1');
    const signedIn = () => world.ctx.db.selectFrom('sessions').select('id').where('player_id', '=', id).execute();
    expect((await signedIn()).length).toBe(2);
    heard.length = 0;
    world.securityEvents.length = 0;
    await changeRole(world.ctx, SYSTEM, 'amina', role);
    expect([await signedIn(), heard]).toEqual([[], [{ kind: 'player-out', playerId: id }]]);
    expect(world.securityEvents.map(({ event }) => event).at(-1)).toBe(`session_expired:${id},revoked`);
    await enter(world, 'amina', 'secret1');
    await changeRole(world.ctx, SYSTEM, 'amina', role);
    expect((await signedIn()).length).toBe(1);
    await world.ctx.db.deleteFrom('sessions').where('player_id', '=', id).execute();
  }
  expect((await world.ctx.db.selectFrom('sessions').select('id').execute()).length).toBe(3);
});

test('the team is 18 or older', async () => {
  const world = await createWorld();
  for (const [username, age_band] of [
    ['amina', 13],
    ['brian', 16],
  ] as const) {
    await world.addPlayer({ username, birth_month: '2011-01', age_band });
    await expect(changeRole(world.ctx, SYSTEM, username, 'moderator')).rejects.toMatchObject({
      code: 'bad-input',
      message: `'${username}' is under 18: the team is 18 or older`,
    });
  }
  // Who has not answered is asked before the rights open.
  await world.addPlayer({ username: 'chao', birth_month: null, age_band: null });
  await changeRole(world.ctx, SYSTEM, 'chao', 'moderator');
  expect((await players(world)).map(({ role }) => role)).toEqual(['player', 'player', 'moderator']);
  expect(await world.ctx.db.selectFrom('audit_log').select('action').execute()).toEqual([{ action: 'set-role' }]);
});

test('nobody does this from a browser, whatever their role, but operators, who give roles to others', async () => {
  const world = await createWorld();
  const { id } = await world.addPlayer({ username: 'amina', is_demo: true });
  const actors: Actor[] = [
    VISITOR,
    ...(['player', 'moderator', 'operator'] as const).map((role): Actor => ({ kind: 'player', id, role, premium: true })),
  ];
  for (const actor of actors) {
    const code = actor.kind === 'visitor' ? 'sign-in-required' : 'not-allowed';
    for (const refused of [
      ensureDemoAccounts(world.ctx, actor),
      createDemoAccounts(world.ctx, actor, []),
      createOperator(world.ctx, actor, { email: 'x@example.com', username: 'x', displayName: 'X' }),
    ])
      await expect(refused).rejects.toMatchObject({ code });
    if (actor.kind === 'player' && actor.role === 'operator') continue;
    for (const refused of [changeRole(world.ctx, actor, 'amina', 'operator'), changeRole(world.ctx, actor, 'nobody', 'nothing')])
      await expect(refused).rejects.toMatchObject({ code });
  }
  expect(await players(world)).toEqual([{ username: 'amina', role: 'player', email_confirmed: true, is_demo: true }]);
});
