import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import { ASKS_A_DAY, SEARCHES_A_MINUTE } from './asking/rules.ts';
import type { FriendDeed } from './schema.ts';
import { doToFriend, findPlayers } from './service.server.ts';

test('who asks or searches without end is told to wait', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  const brian = await world.addPlayer({ username: 'brian' });
  const deed = (actor: typeof amina, what: FriendDeed, other: { id: string }) => doToFriend(world.ctx, actor, { do: what, id: other.id });
  const found = async (term: string) => (await findPlayers(world.ctx, amina, term)).map((row) => row.username);
  for (let time = 0; time < ASKS_A_DAY.points / 2; time++) {
    await deed(amina, 'ask', brian);
    await deed(amina, 'withdraw', brian);
    await deed(brian, 'ask', amina);
    await deed(brian, 'withdraw', amina);
  }
  world.advanceClock(ASKS_A_DAY.seconds / 2);
  for (let time = 0; time < ASKS_A_DAY.points / 2; time++) {
    await deed(amina, 'ask', brian);
    await deed(amina, 'withdraw', brian);
  }
  await expect(deed(amina, 'ask', brian)).rejects.toMatchObject({ code: 'too-many-requests' });
  for (let time = 0; time < SEARCHES_A_MINUTE.points; time++) await found('br');
  await expect(found('br')).rejects.toMatchObject({ code: 'too-many-requests' });
  world.advanceClock(ASKS_A_DAY.seconds / 2);
  expect([await found('brian'), await deed(amina, 'ask', brian)]).toEqual([['brian'], { relation: 'sent' }]);
});
