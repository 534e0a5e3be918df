import { createElement } from 'react';
import { expect, test } from 'vitest';
import { createApprovalWorld } from '../../../../tests/approval-world.ts';
import { renderToHtml, textOf } from '../../../../tests/markup.ts';
import { ageOf } from '../../../../tests/friendship-world.ts';
import { PlayerCaseView } from './ui/player-case-view.tsx';
import { getPlayerCase } from './service.server.ts';

test('a case says whom a guardian approved, for whom and when, and whether it still counts', async () => {
  const { ctx, db, world, amina, aunt, young, approve, remove } = await createApprovalWorld();
  const moderator = await world.addPlayer({ username: 'modesty', role: 'moderator' });
  const caseOf = (id: string) => getPlayerCase(ctx, moderator, id);
  const approvals = async (id: string) => (await getPlayerCase(ctx, moderator, id)).approvals;
  expect(await approvals(aunt.id)).toEqual([]);
  await approve('aunt_w');
  await approve('nobody_has_it');
  // Not of age: the ages let them be in touch, and it counts once they are 18.
  await approve('young_one');
  const counting = { adult: 'aunt_w', child: 'amina', at: expect.stringMatching(/^20/), counts: true };
  expect([await approvals(aunt.id), await approvals(amina.id), await approvals(young.id)]).toEqual([
    [counting],
    [{ ...counting, adult: 'young_one', counts: false }, counting],
    [{ ...counting, adult: 'young_one', counts: false }],
  ]);
  await remove('aunt_w');
  expect(await approvals(aunt.id)).toEqual([{ ...counting, counts: false }]);
  await db
    .updateTable('players')
    .set({ ...ageOf(18), username: 'grown_up_now' })
    .where('id', '=', young.id)
    .execute();
  expect(await approvals(young.id)).toEqual([{ ...counting, adult: 'grown_up_now' }]);
  // Whatever they say of their age by now.
  await db.updateTable('players').set(ageOf(16)).where('id', '=', aunt.id).execute();
  expect(await caseOf(aunt.id)).toMatchObject({ approvals: [{ ...counting, counts: false }], approverCount: 1 });
});

test('it says by how many guardians: each once, also for children whose accounts are gone', async () => {
  const { ctx, world, amina, aunt, approve, remove, addChild, ask, answer, answerAdult, agrees, eraseNow } = await createApprovalWorld();
  const moderator = await world.addPlayer({ username: 'modesty', role: 'moderator' });
  const count = async () => (await getPlayerCase(ctx, moderator, aunt.id)).approverCount;
  const approveFor = async (mailbox: string) => {
    const child = await addChild();
    const link = await ask(child, mailbox);
    await answer(link, agrees);
    await answerAdult(link, { do: 'approve-adult', username: 'aunt_w' });
    return child;
  };
  expect(await count()).toBe(0);
  await approve('aunt_w');
  await approveFor('mother@example.com');
  expect(await count()).toBe(1);
  const other = await approveFor('father@example.com');
  expect(await count()).toBe(2);
  await remove('aunt_w');
  await eraseNow(other.id);
  await eraseNow(amina.id);
  expect(await count()).toBe(2);
  const view = await getPlayerCase(ctx, moderator, aunt.id);
  const html = renderToHtml(
    createElement(PlayerCaseView, {
      view,
      bar: null,
      helpRequests: null,
      groups: null,
      record: null,
      isOperator: false,
      answer: undefined,
    }),
    '/',
  );
  expect(textOf(html)).toContain('2 guardians have approved this player as a grown-up');
});
