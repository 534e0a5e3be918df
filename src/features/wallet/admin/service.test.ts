import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import { listNotifications } from '../../notifications/service.server.ts';
import { getBalance, getStatement } from '../service.server.ts';
import { adjustWallet, getAdminWallet } from './service.server.ts';

const logged = async (world: World) =>
  world.ctx.db.selectFrom('audit_log').select(['actor_name', 'action', 'subject_kind', 'subject_id', 'note']).orderBy('id').execute();

test('an operator gives and takes with a reason: the player is told, and it stays in the log', async () => {
  const world = await createWorld();
  const [ops, amina] = [await world.addPlayer({ username: 'ops', role: 'operator' }), await world.addPlayer({ username: 'amina' })];
  const bus: unknown[] = [];
  world.ctx.bus.subscribe((message) => void bus.push(message));
  const before = await getAdminWallet(world.ctx, ops, amina.id, null);
  expect(before).toMatchObject({ player: { username: 'amina' }, statement: { balance: 0, items: [] }, log: [], canAdjust: true });
  const reason = 'The game stopped in the middle';
  expect(await adjustWallet(world.ctx, ops, amina.id, { do: 'grant', amount: '1500', reason: ` ${reason} `, key: before.key })).toEqual({
    ok: true,
    adjustment: 'grant',
    amount: 1500,
    balance: 1500,
    isNew: true,
  });
  const { key } = await getAdminWallet(world.ctx, ops, amina.id, null);
  expect(await adjustWallet(world.ctx, ops, amina.id, { do: 'take', amount: '500', reason: 'Too much', key })).toEqual({
    ok: true,
    adjustment: 'take',
    amount: 500,
    balance: 1000,
    isNew: true,
  });
  const after = await getAdminWallet(world.ctx, ops, amina.id, null);
  expect(after.statement).toEqual(await getStatement(world.ctx, amina, null));
  expect(after.statement).toMatchObject({
    balance: 1000,
    items: [
      { amount: -500, balance: 1000, what: 'From the Kiddo team', note: 'Too much' },
      { amount: 1500, balance: 1500, note: reason },
    ],
  });
  expect(after.log).toMatchObject([
    { actor: 'ops', action: 'take', amount: 500, reason: 'Too much' },
    { actor: 'ops', action: 'grant', amount: 1500, reason },
  ]);
  expect(await logged(world)).toEqual([
    { actor_name: 'ops', action: 'wallet-grant', subject_kind: 'wallet', subject_id: amina.id, note: reason },
    { actor_name: 'ops', action: 'wallet-take', subject_kind: 'wallet', subject_id: amina.id, note: 'Too much' },
  ]);
  expect((await listNotifications(world.ctx, amina, null)).items).toMatchObject([
    { type: 'general', title: 'The Kiddo team took back 500 kiddocash', message: 'Too much' },
    { type: 'general', title: 'The Kiddo team gave you 1,500 kiddocash', message: reason },
  ]);
  await new Promise(setImmediate);
  const notification = { kind: 'notification', playerIds: [amina.id] };
  expect(bus).toEqual([notification, notification]);
});

test('a form that is sent again and again, also at once, counts once', async () => {
  const world = await createWorld({ DATABASE_POOL: '10' });
  const [ops, amina, brian] = [await world.addPlayer({ role: 'operator' }), await world.addPlayer(), await world.addPlayer()];
  const { key } = await getAdminWallet(world.ctx, ops, amina.id, null);
  const fields = { do: 'grant', amount: '100', reason: 'Sorry for that', key };
  const done = await Promise.all(Array.from({ length: 10 }, () => adjustWallet(world.ctx, ops, amina.id, fields)));
  expect(done.filter((each) => each.ok && each.isNew)).toHaveLength(1);
  expect(done.map((each) => each.ok && each.balance)).toEqual(Array.from({ length: 10 }, () => 100));
  expect(await logged(world)).toHaveLength(1);
  expect((await listNotifications(world.ctx, amina, null)).items).toHaveLength(1);
  // The same key counts separately for each player.
  expect(await adjustWallet(world.ctx, ops, brian.id, fields)).toMatchObject({ ok: true, balance: 100, isNew: true });
});

test('what is not there cannot be taken; then nothing is written at all', async () => {
  const world = await createWorld();
  const [ops, amina] = [await world.addPlayer({ role: 'operator' }), await world.addPlayer()];
  const key = world.ctx.newId();
  const fields = { do: 'take', amount: '1', reason: 'Too much', key };
  await expect(adjustWallet(world.ctx, ops, amina.id, fields)).rejects.toMatchObject({ code: 'not-available' });
  expect([await logged(world), (await listNotifications(world.ctx, amina, null)).items]).toEqual([[], []]);
  expect((await sql`select 1 from ledger`.execute(world.ctx.db)).rows).toEqual([]);
  // A second attempt with the same page's key.
  expect(await adjustWallet(world.ctx, ops, amina.id, { ...fields, do: 'grant' })).toMatchObject({ ok: true, balance: 1, isNew: true });
});

test('only operators see and change a wallet, with a reason, an amount and a key, and never their own', async () => {
  const world = await createWorld();
  const [ops, mod, amina] = [
    await world.addPlayer({ role: 'operator' }),
    await world.addPlayer({ role: 'moderator' }),
    await world.addPlayer(),
  ];
  const fields = { do: 'grant', amount: '100', reason: 'Sorry for that', key: world.ctx.newId() };
  for (const [actor, code] of [
    [VISITOR, 'sign-in-required'],
    [SYSTEM, 'not-allowed'],
    [mod, 'not-allowed'],
    [amina, 'not-allowed'],
  ] as const) {
    await expect(getAdminWallet(world.ctx, actor, amina.id, null)).rejects.toMatchObject({ code });
    await expect(adjustWallet(world.ctx, actor, amina.id, fields)).rejects.toMatchObject({ code });
  }
  for (const [field, value] of [
    ['amount', '0'],
    ['amount', '-100'],
    ['amount', '100001'],
    ['reason', ' '],
    ['reason', 'x'.repeat(501)],
  ] as const)
    expect(await adjustWallet(world.ctx, ops, amina.id, { ...fields, [field]: value }), `${field} ${value}`).toEqual({
      ...actionFailure('bad-input', { values: { amount: '100', reason: 'Sorry for that', [field]: value } }),
      fieldErrors: { [field]: expect.any(String) },
    });
  for (const wrong of [{ do: 'give' }, { key: 'x' }])
    await expect(adjustWallet(world.ctx, ops, amina.id, { ...fields, ...wrong }), JSON.stringify(wrong)).rejects.toMatchObject({
      code: 'bad-input',
    });
  await expect(adjustWallet(world.ctx, ops, ops.id, fields)).rejects.toMatchObject({ code: 'not-available' });
  expect((await getAdminWallet(world.ctx, ops, ops.id, null)).canAdjust).toBe(false);
  for (const nobody of ['x', world.ctx.newId()]) {
    await expect(getAdminWallet(world.ctx, ops, nobody, null)).rejects.toMatchObject({ code: 'not-found' });
    await expect(adjustWallet(world.ctx, ops, nobody, fields)).rejects.toMatchObject({ code: 'not-found' });
  }
  expect([await getBalance(world.ctx, amina), await logged(world)]).toEqual([0, []]);
});
