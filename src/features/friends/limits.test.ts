import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import { FRIEND_REQUESTS_PER_DAY } from './rules.ts';
import { SEARCHES_PER_MINUTE } from './search/rules.ts';
import type { FriendAction } from './schema.ts';
import { applyFriendAction, searchPlayers } from './service.server.ts';

test('who asks or searches without end is told to wait', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  const brian = await world.addPlayer({ username: 'brian' });
  const applyAction = (actor: typeof amina, what: FriendAction, other: { id: string }) =>
    applyFriendAction(world.ctx, actor, { do: what, id: other.id });
  const found = async (term: string) => (await searchPlayers(world.ctx, amina, term)).map((row) => row.username);
  for (let time = 0; time < FRIEND_REQUESTS_PER_DAY.points / 2; time++) {
    await applyAction(amina, 'ask', brian);
    await applyAction(amina, 'withdraw', brian);
    await applyAction(brian, 'ask', amina);
    await applyAction(brian, 'withdraw', amina);
  }
  world.advanceClock(FRIEND_REQUESTS_PER_DAY.seconds / 2);
  for (let time = 0; time < FRIEND_REQUESTS_PER_DAY.points / 2; time++) {
    await applyAction(amina, 'ask', brian);
    await applyAction(amina, 'withdraw', brian);
  }
  await expect(applyAction(amina, 'ask', brian)).rejects.toMatchObject({ code: 'too-many-requests' });
  for (let time = 0; time < SEARCHES_PER_MINUTE.points; time++) await found('br');
  await expect(found('br')).rejects.toMatchObject({ code: 'too-many-requests' });
  world.advanceClock(FRIEND_REQUESTS_PER_DAY.seconds / 2);
  expect([await found('brian'), await applyAction(amina, 'ask', brian)]).toEqual([['brian'], { relation: 'sent' }]);
});
