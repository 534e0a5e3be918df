import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import { RECEIVED_REQUESTS_MAX } from './rules.ts';
import { applyFriendAction, getFriendsView } from './service.server.ts';

test('the request that a notification names comes first, however many are newer', async () => {
  const world = await createWorld();
  const [amina, brian, kip] = [await world.addPlayer(), await world.addPlayer(), await world.addPlayer()];
  await applyFriendAction(world.ctx, brian, { do: 'ask', id: amina.id });
  await sql`
    with crowd as (
      insert into players (id, username, display_name, email, email_confirmed)
      select gen_random_uuid(), 'many_' || i, 'Crowd', 'many_' || i || '@example.com', true
      from generate_series(1, ${RECEIVED_REQUESTS_MAX}::int) i returning id)
    insert into friendships (low_id, high_id, state, requested_by, requested_at)
    select least(id, ${amina.id}::uuid), greatest(id, ${amina.id}::uuid), 'pending', id, now() + interval '1 day' from crowd`.execute(
    world.ctx.db,
  );
  const open = async (from: string | null) => {
    const { requests } = await getFriendsView(world.ctx, amina, { tab: 'requests', term: '', after: null, from });
    const received = requests?.received.map(({ id }) => id) ?? [];
    return [requests?.from, received.indexOf(brian.id), received.length];
  };
  expect(await open(null)).toEqual([null, -1, RECEIVED_REQUESTS_MAX]);
  expect(await open(brian.id)).toEqual([brian.id, 0, RECEIVED_REQUESTS_MAX]);
  // One who did not ask, and what is no id at all.
  expect(await open(kip.id)).toEqual([kip.id, -1, RECEIVED_REQUESTS_MAX]);
  expect(await open("' or true")).toEqual([null, -1, RECEIVED_REQUESTS_MAX]);
});
