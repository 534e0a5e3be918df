import { describe, expect, it } from 'vitest';
import { createPaymentsPages } from '../../../../tests/pages.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import * as find from './pages/player-lookup.tsx';
import { lookUpPlayerId } from './service.server.ts';

async function office() {
  const paid = await createPaymentsPages();
  const operator: Actor = await paid.world.addPlayer({ username: 'boss', role: 'operator' });
  return { ...paid, operator };
}

describe('an operator finds a player', () => {
  it('by username, by the address of receipts and by the number of a payment', async () => {
    const { ctx, operator, player, buy } = await office();
    const reference = await buy(player, 'premium', 'mpesa');
    for (const words of ['amani', ' @Amani ', player.email.toUpperCase(), reference])
      expect(await lookUpPlayerId(ctx, operator, words)).toBe(player.id);
  });

  it('and nobody by what is no name, or only a part of one', async () => {
    const { ctx, operator } = await office();
    for (const words of ['', '  ', 'aman', 'amani%', 'kd-', 'a\u0000b', '\ud800', 'x'.repeat(255)])
      expect(await lookUpPlayerId(ctx, operator, words)).toBeNull();
  });

  it('nobody else does', async () => {
    const { ctx, world, player } = await office();
    const moderator = await world.addPlayer({ role: 'moderator' });
    for (const actor of [player, moderator])
      await expect(lookUpPlayerId(ctx, actor, 'amani')).rejects.toMatchObject({ code: 'not-allowed' });
    await expect(lookUpPlayerId(ctx, VISITOR, 'amani')).rejects.toMatchObject({ code: 'sign-in-required' });
  });
});

describe('/operator/players', () => {
  it('leads to the money of who is found, and says whom it did not find', async () => {
    const { get, operator, player } = await office();
    expect((await get(find, '/operator/players?username=amani', operator)).to).toBe(`/operator/players/${player.id}`);
    expect(await get(find, '/operator/players?username=amina', operator)).toMatchObject({ to: null, data: { missed: 'amina' } });
    expect(await get(find, '/operator/players', operator)).toMatchObject({ to: null, data: {} });
  });

  it('is closed to players, and asks visitors to log in', async () => {
    const { get, player } = await office();
    expect(await get(find, '/operator/players?username=amani', player)).toMatchObject({ status: 403, to: null });
    expect((await get(find, '/operator/players?username=a%20b', VISITOR)).to).toBe(
      `/login?returnUrl=${encodeURIComponent('/operator/players?username=a%20b')}`,
    );
  });
});
