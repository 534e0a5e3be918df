import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import { actionFailure } from '../../shared/action-result.ts';
import { applyFriendAction } from '../friends/service.server.ts';
import { sendMessage } from './service.server.ts';

test('a refused message is a sign for the team also while its figure cannot be counted', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  await applyFriendAction(ctx, amina, { do: 'ask', id: brian.id });
  await applyFriendAction(ctx, brian, { do: 'accept', id: amina.id });
  await sql`alter table refused_messages rename to refused_elsewhere`.execute(ctx.db);
  const answer = await sendMessage(ctx, amina, brian.id, { text: 'call me on 0712345678', clientId: randomUUID() });
  expect(answer).toEqual({ ...actionFailure('refused'), category: 'phone' });
  const signals = await ctx.db.selectFrom('risk_signals').select(['player_id', 'kind']).execute();
  expect(signals).toContainEqual({ player_id: amina.id, kind: 'phone' });
  expect(world.logged.map(({ msg }) => msg)).toContain('a refused message is missing in the figures');
});
