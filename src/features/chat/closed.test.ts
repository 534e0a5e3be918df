import { expect, test } from 'vitest';
import { switchTo } from '../../../tests/switches.ts';
import { createWorld } from '../../../tests/world.ts';
import { applyFriendAction } from '../friends/service.server.ts';
import { sendMessage } from './service.server.ts';

test('while nobody can write, a child who asks for help in a message is heard all the same', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  await applyFriendAction(ctx, amina, { do: 'ask', id: brian.id });
  await applyFriendAction(ctx, brian, { do: 'accept', id: amina.id });
  const calls = async () => ctx.db.selectFrom('help_requests').select('player_id').execute();
  const send = (actor: typeof amina, to: typeof amina, text: string) => sendMessage(ctx, actor, to.id, { text, clientId: ctx.newId() });
  await switchTo(ctx, 'chat', 'off');
  const refused = await send(amina, brian, 'Shall we play kites?');
  expect([refused, refused.help]).toMatchObject([{ ok: false, code: 'switched-off' }, undefined]);
  expect(await send(amina, brian, 'my uncle touches me')).toMatchObject({
    ok: false,
    code: 'switched-off',
    help: { isTeamNotified: true },
  });
  expect(await calls()).toEqual([{ player_id: amina.id }]);
  // Both at once: what counts for the whole site is said.
  await switchTo(ctx, 'read-only', 'on');
  expect(await send(brian, amina, 'my uncle touches me')).toMatchObject({ ok: false, code: 'read-only', help: { isTeamNotified: true } });
  expect(await calls()).toHaveLength(2);
  expect(await ctx.db.selectFrom('messages').select('body').execute()).toEqual([]);
});
