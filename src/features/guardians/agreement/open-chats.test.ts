import { expect, test } from 'vitest';
import { AGREES, createAgreementWorld, type Link } from '../../../../tests/agreement-world.ts';
import { ageOf, queryIn } from '../../../../tests/friendship-world.ts';

// What open chats of a player's friends are told after a decision for the player.

async function cast() {
  const all = await createAgreementWorld();
  const { world, addChild, ask, answer, published } = all;
  const [amina, brian, chao, zuri, kip] = [
    await addChild(16),
    await addChild(),
    await addChild(16),
    await addChild(16),
    await addChild(16),
  ];
  const relate = async (one: { id: string }, other: { id: string }, state: 'accepted' | 'pending' | 'paused') => {
    const [low, high] = [one.id, other.id].toSorted();
    await queryIn(world)(
      `insert into friendships (low_id, high_id, state, requested_by, accepted_at)
        values ($1, $2, $3, $4, case when $3 <> 'pending' then now() end)`,
      [low, high, state, other.id],
    );
  };
  await relate(amina, brian, 'accepted');
  await relate(amina, chao, 'accepted');
  await relate(amina, zuri, 'pending');
  await relate(amina, kip, 'paused');
  await relate(brian, zuri, 'accepted');
  const link = await ask(amina);
  /** Whose open chats with whom are told after an answer; a player's own pages are told by 'rights'. */
  const told = async (fields: Record<string, string>, by: Link = link) => {
    await published();
    expect(await answer(by, fields)).toMatchObject({ ok: true });
    const messages = await published();
    const rights = messages.flatMap((message) => (message.kind === 'rights' ? [message.playerId] : []));
    return { rights, chats: messages.filter(({ kind }) => kind === 'chat') };
  };
  const chatOf = (player: { id: string }, friend: { id: string }) => ({
    kind: 'chat',
    playerIds: [friend.id],
    between: [player.id, friend.id],
  });
  return { ...all, amina, brian, chao, zuri, link, told, chatOf, relate };
}

test('all friends are told of each decision about chat, and nobody else', async () => {
  const { amina, brian, chao, told, chatOf } = await cast();
  const friends = [chatOf(amina, brian), chatOf(amina, chao)];
  const expected = { rights: [amina.id], chats: expect.toSatisfy((chats: unknown[]) => chats.length === friends.length) };
  for (const fields of [
    { do: 'refuse' },
    AGREES,
    { ...AGREES, chat: 'phrases' },
    { ...AGREES, chat: 'off' },
    { ...AGREES, chat: 'friends' },
    { do: 'withdraw' },
  ]) {
    const found = await told(fields);
    expect(found, fields.do).toEqual(expected);
    expect(found.chats, fields.do).toEqual(expect.arrayContaining(friends));
  }
  // Once more is no decision.
  expect(await told({ do: 'withdraw' })).toEqual({ rights: [], chats: [] });
});

test('who changes only what may be bought, or who they are, tells no friend', async () => {
  const { amina, told } = await cast();
  await told(AGREES);
  for (const change of [{ buying: 'none' }, { sum: '700' }, { relation: 'grandparent' }])
    expect(await told({ ...AGREES, ...change })).toEqual({ rights: [amina.id], chats: [] });
});

test('who wants no more mails tells the friends of every child', async () => {
  const { amina, brian, chao, zuri, ask, told, chatOf } = await cast();
  const other = await ask(brian);
  await told(AGREES, other);
  const { rights, chats } = await told({ do: 'never' });
  expect(new Set(rights)).toEqual(new Set([amina.id, brian.id]));
  expect(chats).toHaveLength(4);
  expect(chats).toEqual(expect.arrayContaining([chatOf(amina, brian), chatOf(amina, chao), chatOf(brian, amina), chatOf(brian, zuri)]));
});

test('a friend whom the ages keep apart is told nothing, also where the friendship should have been paused', async () => {
  const { db, amina, brian, chao, told, chatOf } = await cast();
  await db.updateTable('players').set(ageOf(18)).where('id', '=', chao.id).execute();
  expect(await told(AGREES)).toEqual({ rights: [amina.id], chats: [chatOf(amina, brian)] });
});

test('a decision counts and is answered also when the friends cannot be read', async () => {
  const { db, world, told, stateOf, link } = await cast();
  await db.schema.alterTable('friendships').renameTo('friendships_away').execute();
  expect((await told(AGREES)).chats).toEqual([]);
  await db.schema.alterTable('friendships_away').renameTo('friendships').execute();
  expect(await stateOf(link)).toBe('given');
  expect(world.logged).toMatchObject([{ msg: 'friends were not told that what they can write to a player has changed' }]);
});
