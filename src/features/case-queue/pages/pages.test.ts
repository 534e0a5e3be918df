import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPaymentsPages, type RouteResult } from '../../../../tests/pages.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import * as assignment from './assignment.tsx';
import * as waiting from './waiting.tsx';

const given = ({ status, to }: RouteResult) => to ?? status;

async function start() {
  const pages = await createPaymentsPages();
  const { world, ctx } = pages;
  const [mod, other, player] = [
    await world.addPlayer({ role: 'moderator' }),
    await world.addPlayer({ role: 'moderator' }),
    await world.addPlayer(),
  ];
  const game = await world.addGame();
  const report = { id: randomUUID(), game_id: game, player_id: player.id, reason: 'spam', description: '' } as const;
  await ctx.db.insertInto('reports').values(report).execute();
  return { ...pages, mod, other, player, game };
}

test('the list is for the team: visitors are led to sign in, players are refused', async () => {
  const { world, get, mod, player, game } = await start();
  const operator = await world.addPlayer({ role: 'operator' });
  const seenBy = async (actor: Actor) => given(await get(waiting, '/moderation', actor));
  expect([await seenBy(VISITOR), await seenBy(player), await seenBy(mod), await seenBy(operator)]).toEqual([
    '/login?returnUrl=%2Fmoderation',
    403,
    200,
    200,
  ]);
  expect((await get(waiting, '/moderation?after=nonsense', mod)).data).toMatchObject({ page: { items: [{ subjectId: game }] } });
});

test('cases are taken, handed on and left by forms, and open pages ask who has them', async () => {
  const { ctx, get, post, mod, other, player, game } = await start();
  const send = (fields: Record<string, string>, actor: Actor = mod) =>
    post(assignment, { kind: 'game', subjectId: game, returnUrl: '/moderation', ...fields }, actor);
  expect((await send({ do: 'take' }, VISITOR)).to).toBe('/login?returnUrl=%2Fmoderation');
  expect((await send({ do: 'take' }, player)).to).toBe('/moderation?news=not-done');
  expect((await send({ do: 'take' })).to).toBe('/moderation');
  expect((await send({ do: 'take' }, other)).to).toBe('/moderation?news=case-not-taken');
  expect((await send({ do: 'take-over' }, other)).to).toBe('/moderation');
  expect((await send({ do: 'hand-on', to: mod.id }, other)).to).toBe('/moderation?news=case-handed-on');
  expect((await send({ do: 'take', subjectId: 'nope' })).to).toBe('/moderation?news=case-not-taken');
  const ask = async (actor: Actor, query = `kind=game&subjectId=${game}`) =>
    (await get(assignment, `/moderation/assignment?${query}`, actor)).status;
  expect([await ask(VISITOR), await ask(player), await ask(mod), await ask(mod, 'kind=game&subjectId=%00')]).toEqual([204, 204, 200, 400]);
  // Asking renews nothing: an open page does it by itself.
  const end = async () => (await ctx.db.selectFrom('case_assignments').select('expires_at').executeTakeFirstOrThrow()).expires_at;
  await ctx.db
    .updateTable('case_assignments')
    .set({ expires_at: new Date(ctx.now().getTime() + 60_000) })
    .execute();
  const before = await end();
  expect([await ask(mod), await end()]).toEqual([200, before]);
  expect((await send({ do: 'leave' })).to).toBe('/moderation');
  expect(await ctx.db.selectFrom('case_assignments').select('kind').execute()).toEqual([]);
  // Scripts get the error.
  expect((await post(assignment, { kind: 'game', subjectId: 'nope', do: 'take' }, mod)).status).toBe(409);
});
