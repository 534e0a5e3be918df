import { describe, expect, it } from 'vitest';
import { createPaymentsPages } from '../../../tests/pages.ts';
import { VISITOR, type Actor } from '../../shared/permissions.ts';
import { hasPremium, findPremiumTimeLeft } from './service.server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('when premium may be over', () => {
  const asPremium = (player: Extract<Actor, { kind: 'player' }>): Actor => ({ ...player, premium: true });

  it('is never for who has none', async () => {
    const { ctx, player } = await createPaymentsPages();
    expect(await findPremiumTimeLeft(ctx, VISITOR)).toBeNull();
    expect(await findPremiumTimeLeft(ctx, player)).toBeNull();
    // The session was read just before the end, so it still says premium.
    expect(await findPremiumTimeLeft(ctx, asPremium(player))).toBeNull();
  });

  it('is the end of a pass, and premium is over then', async () => {
    const { ctx, world, player, buy } = await createPaymentsPages();
    await buy(player, 'premium', 'mpesa');
    const left = await findPremiumTimeLeft(ctx, asPremium(player));
    expect(left?.inMs).toBeGreaterThan(29.9 * DAY_MS);
    expect(left?.inMs).toBeLessThanOrEqual(30 * DAY_MS);
    world.advanceClock(30 * 24 * 60 * 60 - 60);
    expect((await findPremiumTimeLeft(ctx, asPremium(player)))?.inMs).toBeLessThanOrEqual(60_000);
    expect(await hasPremium(ctx, player.id)).toBe(true);
    world.advanceClock(61);
    expect(await hasPremium(ctx, player.id)).toBe(false);
    expect(await findPremiumTimeLeft(ctx, asPremium(player))).toBeNull();
  });

  it('is the earliest of several ends: of what is paid, then of the days of grace', async () => {
    const { ctx, world, player, buy } = await createPaymentsPages();
    await buy(player, 'premium', 'card');
    const paid = await findPremiumTimeLeft(ctx, asPremium(player));
    expect(paid?.inMs).toBeLessThanOrEqual(31 * DAY_MS);
    world.advanceClock(Math.ceil((paid?.inMs ?? 0) / 1000) + 1);
    const grace = await findPremiumTimeLeft(ctx, asPremium(player));
    expect(grace?.inMs).toBeGreaterThan(2.9 * DAY_MS);
    expect(grace?.inMs).toBeLessThanOrEqual(3 * DAY_MS);
  });
});
