import { expect, test } from 'vitest';
import { createApprovalWorld } from '../../../../tests/approval-world.ts';
import { codeOf, type Player } from '../../../../tests/friendship-world.ts';
import { MailRefusedError } from '../../../infra/mail/mailer.ts';
import { getConversation, sendMessage } from '../../chat/service.server.ts';
import * as friends from '../../friends/service.server.ts';
import { listNotifications } from '../../notifications/service.server.ts';
import { queueGuardianMail } from '../emails/service.server.ts';
import { saveRequest } from '../queries.server.ts';

// What becomes of a friendship, a request and a message when a grown-up is approved no more.

async function createFriends() {
  const all = await createApprovalWorld();
  await all.approve('aunt_w');
  await all.befriend(all.aunt);
  const { ctx, amina, aunt } = all;
  const write = (from: Player, to: Player) =>
    codeOf(
      sendMessage(ctx, from, to.id, { text: 'Habari yako?', clientId: ctx.newId() }).then((result) => {
        if (!result.ok) throw Object.assign(new Error('refused'), { code: result.code });
      }),
    );
  const stored = async () => (await ctx.db.selectFrom('messages').select('body').execute()).length;
  return { ...all, amina, aunt, write, stored };
}

/** Each way in which an approval ends. */
const ENDS: Record<string, (all: Awaited<ReturnType<typeof createFriends>>) => Promise<unknown>> = {
  'taken out': ({ remove }) => remove('aunt_w'),
  withdrawn: ({ answer, link }) => answer(link, { do: 'withdraw' }),
  'no more mails': ({ answer, link }) => answer(link, { do: 'never' }),
  'the second mail came back': async ({ ctx, db, link, mails, refuseMails }) => {
    await mails();
    // What was approved did not count then: nothing of it is left either.
    await db.updateTable('guardianships').set({ confirmation_taken_at: null }).execute();
    refuseMails(new MailRefusedError('no such mailbox', { cause: new Error('550') }));
    await ctx.db.transaction().execute((trx) => queueGuardianMail(ctx, trx, link.guardianshipId, 'confirmation'));
    await mails();
  },
};

test.each(Object.entries(ENDS))('%s: the friendship is paused at once, the chat closes, nobody is seen online', async (_, end) => {
  const all = await createFriends();
  const { ctx, amina, aunt, friendship, inReach, names, published, write } = all;
  expect(await write(aunt, amina)).toBe('ok');
  await published();
  await end(all);
  const heard = await published();
  expect(heard).toContainEqual({ kind: 'rights', playerId: amina.id });
  expect(heard).toContainEqual({ kind: 'chat', playerIds: [amina.id, aunt.id], between: [amina.id, aunt.id] });
  expect(heard).toContainEqual({ kind: 'presence', who: amina.id, online: false, playerIds: [aunt.id], isHidden: true });
  expect(heard).toContainEqual({ kind: 'presence', who: aunt.id, online: false, playerIds: [amina.id], isHidden: true });
  expect([await friendship(aunt), await inReach(aunt), await names()]).toMatchObject([{ state: 'paused' }, false, []]);
  expect([await write(aunt, amina), await write(amina, aunt)]).toEqual(['not-found', 'not-found']);
  expect(await codeOf(getConversation(ctx, aunt, amina.id))).toBe('not-found');
  // What leads nowhere is gone from the bell.
  for (const player of [amina, aunt])
    expect((await listNotifications(ctx, player, null)).items.filter(({ type }) => type !== 'general')).toEqual([]);
  const { pausedFriends } = await friends.getFriendsView(ctx, amina, { tab: 'friends', term: '', after: null });
  expect(pausedFriends?.items).toMatchObject([{ username: 'aunt_w' }]);
});

test('one person who was approved under two names is out of reach when one of them is taken out', async () => {
  const { db, amina, aunt, approve, remove, friendship, inReach, names, records, answerAdult, addChild, ask, answer, agrees, confirm } =
    await createFriends();
  await db.updateTable('players').set({ username: 'auntie' }).where('id', '=', aunt.id).execute();
  await approve('auntie');
  // Another child's guardian is not concerned.
  const other = await addChild();
  const theirs = await ask(other, 'father@example.com');
  await answer(theirs, agrees);
  await confirm();
  await answerAdult(theirs, { do: 'approve-adult', username: 'auntie' });
  await remove('auntie');
  expect([await inReach(aunt), await friendship(aunt), await names()]).toMatchObject([false, { state: 'paused' }, ['auntie']]);
  // Both names are gone, and recorded.
  const last = (await records(amina.id)).slice(-2);
  expect(new Set(last.map(({ adult_username: name }) => name))).toEqual(new Set(['aunt_w', 'auntie']));
  for (const one of last) expect(one).toMatchObject({ adult_change: 'removed', adult_id: aunt.id });
  expect(await db.selectFrom('approved_adults').select('username').where('guardianship_id', '<>', theirs.guardianshipId).execute()).toEqual(
    [],
  );
  expect(await inReach(aunt, other)).toBe(true);
});

test.each(Object.keys(ENDS))('%s: an open request is gone', async (how) => {
  const all = await createApprovalWorld();
  const { ctx, amina, aunt, approve, friendship } = all;
  await approve('aunt_w');
  await friends.applyFriendAction(ctx, aunt, { do: 'ask', id: amina.id });
  await ENDS[how]?.({ ...all, write: async () => '', stored: async () => 0 });
  expect(await friendship(aunt)).toBeUndefined();
  expect((await listNotifications(ctx, amina, null)).items.filter(({ type }) => type === 'friend_request')).toEqual([]);
});

test('approved again, the two are asked anew: nobody is in touch before the child says yes', async () => {
  const { ctx, amina, aunt, approve, remove, friendship, write } = await createFriends();
  await remove('aunt_w');
  await approve('aunt_w');
  expect(await friendship(aunt)).toMatchObject({ state: 'pending', requested_by: aunt.id, is_renewal: true });
  expect((await listNotifications(ctx, amina, null)).items.map(({ type }) => type)).toContain('friend_request');
  expect(await write(aunt, amina)).toBe('not-found');
  await friends.applyFriendAction(ctx, amina, { do: 'accept', id: aunt.id });
  expect(await write(aunt, amina)).toBe('ok');
});

test('the next request to the same guardian begins without names, whoever ended the consent before it and how', async () => {
  const { ctx, db, amina, link, approve, names } = await createApprovalWorld();
  await approve('aunt_w');
  // As an operator may have done it in the database.
  const nothing = { relation: null, chat: null, buying: null, monthly_limit_minor: null };
  await db
    .updateTable('guardianships')
    .set({ ...nothing, state: 'withdrawn' })
    .execute();
  const { guardian_id: guardianId } = await db.selectFrom('guardianships').select('guardian_id').executeTakeFirstOrThrow();
  const request = { id: ctx.newId(), playerId: amina.id, guardianId, email: 'mother@example.com', isByTeam: false, at: ctx.now() };
  expect(await db.transaction().execute((trx) => saveRequest(trx, request))).toBe(link.guardianshipId);
  expect(await names()).toEqual([]);
});

test('other friendships of the child stay as they are', async () => {
  const { young, remove, befriend, friendship, answer, link } = await createFriends();
  await befriend(young);
  await remove('aunt_w');
  expect(await friendship(young)).toMatchObject({ state: 'accepted' });
  await answer(link, { do: 'withdraw' });
  expect(await friendship(young)).toMatchObject({ state: 'accepted' });
});

test.each(['amina', 'aunt'] as const)(
  'a message on its way waits for what is being taken out, and is not stored: of %s',
  async (sender) => {
    const { amina, aunt, remove, write, stored, holdPlayer, waitForLocks } = await createFriends();
    const release = await holdPlayer(amina.id);
    const removal = remove('aunt_w');
    await waitForLocks(1);
    const sending = sender === 'aunt' ? write(aunt, amina) : write(amina, aunt);
    await waitForLocks(2).finally(() => void release());
    expect([await removal, await sending]).toMatchObject([{ ok: true }, 'not-found']);
    expect(await stored()).toBe(0);
  },
);

test('a request and an answer to it wait for it too', async () => {
  const { ctx, amina, aunt, remove, approve, friendship, holdPlayer, waitForLocks } = await createApprovalWorld();
  await approve('aunt_w');
  const whileTakenOut = async (from: Player, what: 'ask' | 'accept', to: Player) => {
    const release = await holdPlayer(amina.id);
    const removal = remove('aunt_w');
    await waitForLocks(1);
    const acting = codeOf(friends.applyFriendAction(ctx, from, { do: what, id: to.id }));
    await waitForLocks(2).finally(() => void release());
    expect(await removal).toMatchObject({ ok: true });
    return acting;
  };
  expect(await whileTakenOut(aunt, 'ask', amina)).toBe('not-found');
  await approve('aunt_w');
  await friends.applyFriendAction(ctx, aunt, { do: 'ask', id: amina.id });
  expect(await whileTakenOut(amina, 'accept', aunt)).toBe('not-available');
  expect(await friendship(aunt)).toBeUndefined();
});

test('guardians, the grown-up who leaves and the two who write at the same moment do not wait for each other in a ring', async () => {
  const {
    ctx,
    amina,
    aunt,
    world,
    ask,
    answer,
    answerAdult,
    agrees,
    remove,
    approve,
    write,
    befriend,
    addChild,
    eraseNow,
    link,
    names,
    confirm,
  } = await createFriends();
  const other = await addChild();
  const theirs = await ask(other);
  await answer(theirs, agrees);
  await confirm();
  await answerAdult(theirs, { do: 'approve-adult', username: 'aunt_w' });
  await befriend(aunt, other);
  const uncle = await world.addPlayer({ username: 'uncle' });
  await approve('uncle');
  await befriend(uncle);
  const results = await Promise.allSettled([
    ...Array.from({ length: 4 }, (_, nth) => (nth % 2 === 0 ? write(amina, aunt) : write(aunt, amina))),
    remove('uncle'),
    approve('uncle_2'),
    eraseNow(uncle.id),
    answerAdult(theirs, { do: 'remove-adult', adult: 'aunt_w' }),
    answer(link, { do: 'never' }),
  ]);
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await names()).toEqual([]);
  expect((await ctx.db.selectFrom('friendships').select('state').execute()).map(({ state }) => state)).toEqual(['paused', 'paused']);
  expect(world.logged.filter(({ level }) => level >= 50)).toEqual([]);
});
