import { expect, test } from 'vitest';
import { createPaymentsPages } from '../../../../tests/pages.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import * as search from './search.tsx';

test('the search for players is for the team: visitors are led to sign in, players are refused', async () => {
  const { world, get } = await createPaymentsPages();
  const player = await world.addPlayer({ username: 'amina' });
  const [moderator, operator] = [await world.addPlayer({ role: 'moderator' }), await world.addPlayer({ role: 'operator' })];
  const ask = (actor: Parameters<typeof get>[2]) => get(search, '/moderation/search?q=amin', actor);
  expect(await ask(VISITOR)).toMatchObject({ to: '/login?returnUrl=%2Fmoderation%2Fsearch' });
  expect(await ask(player)).toMatchObject({ status: 403 });
  for (const [actor, isOperator] of [
    [moderator, false],
    [operator, true],
  ] as const)
    expect(await ask(actor)).toMatchObject({
      status: 200,
      data: { typed: 'amin', isOperator, result: { items: [{ player: { username: 'amina' } }] } },
    });
});
