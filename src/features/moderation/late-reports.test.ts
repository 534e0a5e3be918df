import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import { reportGame } from '../reports/service.server.ts';
import { moderateGame, getGameCase } from './service.server.ts';

test('a report that came after the page was made waits on: nobody has read it', async () => {
  const world = await createWorld();
  await world.addGame({ id: 'taxi-rush', title: 'Taxi Rush' });
  const [amina, brian, mod] = [await world.addPlayer(), await world.addPlayer(), await world.addPlayer({ role: 'moderator' })];
  await reportGame(world.ctx, amina, 'taxi-rush', { reason: 'spam' });
  const seen = (await getGameCase(world.ctx, mod, 'taxi-rush')).reports[0]?.createdAt ?? '';
  world.advanceClock(1);
  await reportGame(world.ctx, brian, 'taxi-rush', { reason: 'spam' });
  await moderateGame(world.ctx, mod, 'taxi-rush', { action: 'dismiss', note: 'fine', seen });
  const states = await world.ctx.db.selectFrom('reports').select('state').orderBy('created_at').execute();
  expect(states.map((row) => row.state)).toEqual(['dismissed', 'new']);
});
