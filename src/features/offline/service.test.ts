import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import { VISITOR } from '../../shared/permissions.ts';
import { getOfflineGameSource } from './service.server.ts';

test('who may play a game learns where its files are, and nothing is counted', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const id = await world.addGame({ title: 'Free' });
  expect(await getOfflineGameSource(ctx, VISITOR, id)).toEqual({
    id,
    title: 'Free',
    src: `http://localhost:3001/games/${id}/0/index.html`,
    isPremium: false,
    isForEverybody: true,
  });
  expect(await ctx.db.selectFrom('plays').selectAll().execute()).toEqual([]);
});

test('a premium game is kept with a ticket by who has premium, and by nobody else', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const id = await world.addGame({ is_premium: true });
  const amina = await world.addPlayer();
  const { src } = await getOfflineGameSource(ctx, { ...amina, premium: true }, id);
  expect(src).toMatch(new RegExp(`^http://localhost:3001/t/${id}\\.[^/]+/games/${id}/0/index\\.html$`));
  await expect(getOfflineGameSource(ctx, VISITOR, id)).rejects.toMatchObject({ code: 'sign-in-required' });
  await expect(getOfflineGameSource(ctx, amina, id)).rejects.toMatchObject({ code: 'premium-required' });
  await expect(getOfflineGameSource(ctx, amina, 'nothing')).rejects.toMatchObject({ code: 'not-found' });
});
