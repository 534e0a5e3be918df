import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { waitForLocks } from '../../../../tests/lock-waits.ts';
import { ageOf, codeOf, createPlayers, type Player } from '../../../../tests/friendship-world.ts';
import type { World } from '../../../../tests/world.ts';
import type { BusMessage } from '../../../shared/live-events.ts';
import type { AgeBand } from '../../../shared/permissions.ts';
import { reportPlayer } from '../../chat/reports/service.server.ts';
import { getConversation, publishTyping, sendMessage } from '../../chat/service.server.ts';
import { listNotifications } from '../../notifications/service.server.ts';
import { PAUSED_FRIENDS_PAGE_SIZE } from '../rules.ts';
import * as friends from '../service.server.ts';
import { applyAgeBand } from './service.server.ts';

test('a birthday pauses what the ages do not allow any more, and deletes requests; the rest stays', async () => {
  const { moveTo, relate, standing } = await createPlayers({ amina: 16, brian: 16, chao: 13, zuri: 18, kip: null, neema: 16, otieno: 18 });
  await relate('amina', 'brian', 'accepted');
  await relate('chao', 'amina', 'accepted');
  await relate('amina', 'kip', 'accepted');
  await relate('brian', 'chao', 'accepted');
  await relate('neema', 'amina', 'pending');
  // From before the two had told their ages.
  await relate('zuri', 'amina', 'paused');
  await relate('otieno', 'amina', 'pending');
  await moveTo('amina', 18);
  expect(await standing()).toEqual([
    'amina accepted kip',
    'amina paused brian',
    'amina paused chao',
    'amina pending otieno',
    'amina pending zuri',
    'brian accepted chao',
  ]);
  // Whoever follows asks anew, and an age that is not known changes nothing.
  await moveTo('brian', 18);
  await moveTo('chao', null);
  expect(await standing()).toEqual([
    'amina accepted kip',
    'amina paused chao',
    'amina pending brian',
    'amina pending otieno',
    'amina pending zuri',
    'brian paused chao',
  ]);
  await moveTo('kip', 13);
  await moveTo('chao', 18);
  expect(await standing()).toEqual([
    'amina paused kip',
    'amina pending brian',
    'amina pending chao',
    'amina pending otieno',
    'amina pending zuri',
    'brian pending chao',
  ]);
});

test('open chats close, nobody is seen online, and notifications that lead nowhere are gone', async () => {
  const { ctx, players, act, moveTo, listen, allowChat } = await createPlayers({ amina: 16, brian: 16, chao: 16, zuri: 16 });
  await allowChat('amina', 'brian');
  await act('amina', 'ask', 'brian');
  await act('brian', 'accept', 'amina');
  await sendMessage(ctx, players.amina, players.brian.id, { text: 'hi', clientId: ctx.newId() });
  await act('chao', 'ask', 'amina');
  await act('zuri', 'ask', 'brian');
  const bell = async (player: Player) => (await listNotifications(ctx, player, null)).items.map(({ message }) => message);
  expect([await bell(players.amina), (await bell(players.brian)).length]).toEqual([
    ['chao (@chao) wants to be your friend', 'brian (@brian) is your friend now'],
    2,
  ]);
  const heard = listen();
  await moveTo('amina', 18);
  const [first, ...rest] = (await heard()).toSorted((one, other) => one.localeCompare(other));
  expect(first).toBe('{"kind":"chat","playerIds":["amina","brian"],"between":["amina","brian"]}');
  expect(rest.slice(1)).toEqual([
    '{"kind":"presence","who":"amina","online":false,"playerIds":["brian"],"isHidden":true}',
    '{"kind":"presence","who":"brian","online":false,"playerIds":["amina"],"isHidden":true}',
  ]);
  expect(rest[0]).toMatch(/"notification"/);
  for (const name of ['amina', 'brian', 'chao']) expect(rest[0]).toContain(`"${name}"`);
  expect(rest[0]).not.toContain('zuri');
  expect([await bell(players.amina), await bell(players.brian), await bell(players.chao)]).toEqual([
    [],
    ['zuri (@zuri) wants to be your friend'],
    [],
  ]);
  // Without any change nobody is told anything.
  await moveTo('amina', 16);
  expect(await heard()).toEqual(['{"kind":"notification","playerIds":["amina","brian"]}']);
  await moveTo('amina', 16);
  expect(await heard()).toEqual([]);
});

test('nothing is published before the transaction is over', async () => {
  const { ctx, players, relate, listen } = await createPlayers({ amina: 16, brian: 16 });
  await relate('amina', 'brian', 'accepted');
  const heard = listen();
  await ctx.db.transaction().execute(async (trx) => {
    await trx.updateTable('players').set(ageOf(18)).where('id', '=', players.amina.id).execute();
    await applyAgeBand(ctx, trx, players.amina.id);
    expect(await heard()).toEqual([]);
  });
  expect(await heard()).toEqual([]);
});

test('while an age is not known a friend stays a friend, and who asked before is seen by name alone', async () => {
  const { ctx, players, relate, viewOf } = await createPlayers({ amina: 13, brian: null, chao: null });
  await relate('brian', 'amina', 'accepted');
  await relate('chao', 'amina', 'pending');
  for (const profile of ['friends', 'everyone'] as const) {
    await sql`insert into privacy (player_id, profile) select id, ${profile} from players on conflict (player_id) do update set profile = excluded.profile`.execute(
      ctx.db,
    );
    const profileOf = (id: string) => friends.getProfile(ctx, players.amina, id);
    expect(await profileOf(players.brian.id)).toMatchObject({ relation: 'friends', details: { favorites: [] } });
    expect(await profileOf(players.chao.id)).toMatchObject({ relation: 'received', details: null, presence: null });
  }
  await friends.setPresence(ctx, [players.brian.id], true);
  expect((await viewOf('amina')).friends?.items).toMatchObject([{ username: 'brian', presence: { online: true } }]);
  expect(await friends.getPlayerSummary(ctx, players.amina, players.brian.id)).toMatchObject({ presence: { online: true } });
  // Both are found by who knows them already, and by nobody else.
  for (const name of ['brian', 'chao']) expect(await friends.searchPlayers(ctx, players.amina, name)).toHaveLength(1);
  expect(await friends.searchPlayers(ctx, players.chao, 'brian')).toEqual([]);
});

test('pages go by the ages, also where a friendship or request should have been paused or deleted', async () => {
  const { ctx, players, relate } = await createPlayers({ amina: 16, brian: 18, chao: 18 });
  await relate('brian', 'amina', 'accepted');
  await relate('chao', 'amina', 'pending');
  for (const name of ['brian', 'chao'] as const) {
    expect(await codeOf(friends.getProfile(ctx, players.amina, players[name].id))).toBe('not-found');
    expect(await codeOf(friends.getPlayerSummary(ctx, players.amina, players[name].id))).toBe('not-found');
    expect(await friends.searchPlayers(ctx, players.amina, name)).toEqual([]);
  }
});

test('a paused friendship is none to everything that reads friendships, and both see it in a list of its own', async () => {
  const { ctx, players, moveTo, relate, viewOf, pausedOf } = await createPlayers({ amina: 16, brian: 16, chao: 16 });
  await relate('amina', 'brian', 'accepted');
  await relate('amina', 'chao', 'accepted');
  await friends.setPresence(ctx, [players.amina.id, players.brian.id], true);
  await moveTo('amina', 18);
  expect(await viewOf('brian')).toMatchObject({
    counts: { friends: 0, requests: 0 },
    friends: { items: [], next: null },
    pausedFriends: { items: [{ id: players.amina.id, displayName: 'amina', username: 'amina' }], after: null, next: null },
  });
  expect(await pausedOf('amina')).toEqual(['brian', 'chao']);
  for (const tab of ['requests', 'search'] as const) expect((await viewOf('amina', tab)).pausedFriends).toBeNull();
  const [me, other] = [players.brian, players.amina];
  expect(await friends.listOnlineFriends(ctx, me, 10)).toEqual([]);
  expect(await codeOf(getConversation(ctx, me, other.id))).toBe('not-found');
  expect(await codeOf(sendMessage(ctx, me, other.id, { text: 'hi', clientId: ctx.newId() }))).toBe('not-found');
  expect(await codeOf(publishTyping(ctx, me, other.id))).toBe('not-found');
  expect(await codeOf(friends.getProfile(ctx, me, other.id))).toBe('not-found');
  expect(await friends.searchPlayers(ctx, me, 'amina')).toEqual([]);
  const published: BusMessage[] = [];
  ctx.bus.subscribe((message) => void published.push(message));
  await friends.setPresence(ctx, [other.id], true);
  await new Promise(setImmediate);
  expect(published.flatMap((message) => (message.kind === 'presence' ? message.playerIds : []))).toEqual([]);
});

test('the list of paused friendships has pages', async () => {
  const { world, ctx, players, pausedOf } = await createPlayers({ amina: 16 });
  const names = Array.from({ length: PAUSED_FRIENDS_PAGE_SIZE * 2 + 1 }, (_, nth) => `friend_${String(nth).padStart(3, '0')}`);
  for (const username of names.toReversed()) {
    // Of two with the same name one is on each page.
    const { id } = await world.addPlayer({ username, display_name: 'Same Name' });
    const [low_id = '', high_id = ''] = [id, players.amina.id].toSorted();
    await ctx.db.insertInto('friendships').values({ low_id, high_id, state: 'paused', requested_by: id, accepted_at: ctx.now() }).execute();
  }
  const seen: string[] = [];
  const sizes: number[] = [];
  let paused: string | null = null;
  do {
    const view = await friends.getFriendsView(ctx, players.amina, { tab: 'friends', term: '', after: null, paused });
    expect(view.pausedFriends?.after).toBe(paused);
    seen.push(...(view.pausedFriends?.items.map(({ username }) => username) ?? []));
    sizes.push(view.pausedFriends?.items.length ?? 0);
    paused = view.pausedFriends?.next ?? null;
  } while (paused !== null);
  expect([sizes, seen.toSorted()]).toEqual([[PAUSED_FRIENDS_PAGE_SIZE, PAUSED_FRIENDS_PAGE_SIZE, 1], names]);
  // What is no cursor is the first page.
  for (const wrong of ['', 'x', 'WzEsMl0'])
    expect(
      (await friends.getFriendsView(ctx, players.amina, { tab: 'friends', term: '', after: null, paused: wrong })).pausedFriends,
    ).toMatchObject({ after: null, items: { length: PAUSED_FRIENDS_PAGE_SIZE } });
  expect(await pausedOf('amina')).toHaveLength(PAUSED_FRIENDS_PAGE_SIZE);
});

test('of many friends who are paused, one message says that the player is not seen any more', async () => {
  const { relate, moveTo, listen } = await createPlayers({ amina: 16, brian: 16, chao: 13 });
  for (const name of ['brian', 'chao'] as const) await relate('amina', name, 'accepted');
  const heard = listen();
  await moveTo('amina', 18);
  const own = (await heard()).filter((message) => message.includes('"who":"amina"'));
  expect(own).toEqual([expect.stringMatching(/"playerIds":\["(brian","chao|chao","brian)"\],"isHidden":true/)]);
});

test('a paused friend can be reported, removed and blocked, and not be asked, accepted or declined', async () => {
  const { ctx, players, act, relate, standing, listen, pausedOf } = await createPlayers({ amina: 16, brian: 18, chao: 18, zuri: 18 });
  for (const name of ['brian', 'chao', 'zuri'] as const) await relate('amina', name, 'paused');
  const heard = listen();
  for (const [from, to] of [
    ['amina', 'brian'],
    ['brian', 'amina'],
  ] as const) {
    expect(await codeOf(act(from, 'ask', to))).toBe('not-found');
    for (const what of ['accept', 'decline', 'withdraw'] as const) expect(await codeOf(act(from, what, to)), what).toBe('not-available');
    expect(await codeOf(reportPlayer(ctx, players[from], { playerId: players[to].id, reason: 'bullying' }))).toBe('ok');
  }
  // Who takes the other one out of their list gets out of nobody's reach for a report.
  for (const [from, to, what] of [
    ['brian', 'amina', 'remove'],
    ['chao', 'amina', 'block'],
  ] as const) {
    const report = (by: Player, about: Player) => codeOf(reportPlayer(ctx, by, { playerId: about.id, reason: 'scary' }));
    expect(await pausedOf(from)).toEqual(['amina']);
    expect(await act(from, what, to)).toEqual({ relation: what === 'block' ? 'blocked' : 'none' });
    expect([await pausedOf(from), await pausedOf(to)]).toEqual([[], expect.arrayContaining([from])]);
    expect([await report(players[from], players[to]), await report(players[to], players[from])]).toEqual(['not-found', 'ok']);
    expect(await codeOf(act(from, 'remove', to))).toBe('not-available');
    expect(await codeOf(friends.getPlayerSummary(ctx, players[to], players[from].id))).toBe('ok');
    expect(await codeOf(friends.getProfile(ctx, players[from], players[to].id))).toBe('not-found');
  }
  expect(await codeOf(act('brian', 'block', 'amina'))).toBe('not-found');
  // Nobody is told, and blocking again or ending the block brings nothing back.
  expect(await heard()).not.toContainEqual(expect.stringContaining('"chat"'));
  expect(await act('chao', 'block', 'amina')).toEqual({ relation: 'blocked' });
  expect(await act('chao', 'unblock', 'amina')).toEqual({ relation: 'none' });
  expect([await pausedOf('chao'), await standing()]).toEqual([[], ['amina paused brian', 'amina paused chao', 'amina paused zuri']]);
  // The row goes when the second one does the same, also if the first one blocked them.
  await act('amina', 'remove', 'brian');
  await act('zuri', 'block', 'amina');
  await act('amina', 'block', 'chao');
  await act('amina', 'block', 'zuri');
  expect([await pausedOf('amina'), await standing()]).toEqual([[], []]);
  // Tidying up is no sign of anything.
  expect((await ctx.db.selectFrom('risk_signals').select('kind').execute()).map(({ kind }) => kind)).toEqual([]);
});

/** A transaction that has changed a player's band, and goes on when it is told to. */
async function holdBandChange({ ctx }: World, { id }: Player, band: AgeBand) {
  const [changed, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = ctx.db.transaction().execute(async (trx) => {
    await trx.updateTable('players').set(ageOf(band)).where('id', '=', id).execute();
    changed.resolve();
    await goesOn.promise;
    await applyAgeBand(ctx, trx, id);
  });
  await changed.promise;
  return async () => {
    goesOn.resolve();
    await done;
  };
}

test.each(['accept', 'ask'] as const)('%s in the middle of a change of band leaves no friendship and no request', async (what) => {
  for (const mover of ['amina', 'brian'] as const) {
    const { world, players, act, relate, standing } = await createPlayers({ amina: 16, brian: 16 });
    if (what === 'accept') await relate('amina', 'brian', 'pending');
    const finish = await holdBandChange(world, players[mover], 18);
    const answer = codeOf(act('brian', what, 'amina'));
    await waitForLocks(world.ctx.db, 1);
    await finish();
    expect([await answer, await standing()]).toEqual([what === 'accept' ? 'not-available' : 'not-found', []]);
  }
});

test('a change of band in the middle of accepting pauses what was accepted', async () => {
  const { world, ctx, players, relate, moveTo, standing } = await createPlayers({ amina: 16, brian: 16 });
  await relate('amina', 'brian', 'pending');
  const [accepted, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // What accepting does, held before its end.
  const accepting = ctx.db.transaction().execute(async (trx) => {
    await sql`select id from players where id in (${players.amina.id}, ${players.brian.id}) order by id for no key update`.execute(trx);
    await sql`update friendships set state = 'accepted', accepted_at = now()`.execute(trx);
    accepted.resolve();
    await goesOn.promise;
  });
  await accepted.promise;
  const moving = moveTo('amina', 18);
  await waitForLocks(world.ctx.db, 1);
  goesOn.resolve();
  await Promise.all([accepting, moving]);
  expect(await standing()).toEqual(['amina paused brian']);
});

test('of two friends who change bands at once the second sees the first', async () => {
  // The older one's age was wrong, while the younger one turns 18: whoever is second must not take the other for what they were.
  for (const [first, second] of [
    ['amina', 'brian'],
    ['brian', 'amina'],
  ] as const) {
    const bands = { amina: [16, 18], brian: [18, 16] } as const;
    const { world, players, relate, standing } = await createPlayers({ amina: 16, brian: 18 });
    await relate('amina', 'brian', 'paused');
    const finishes = { [first]: await holdBandChange(world, players[first], bands[first][1]) };
    finishes[second] = await holdBandChange(world, players[second], bands[second][1]);
    await Promise.all([finishes[first]?.(), finishes[second]?.()]);
    expect(await standing()).toEqual(['amina paused brian']);
  }
  // Both turn 18.
  const { world, players, relate, standing } = await createPlayers({ amina: 16, brian: 16 });
  await relate('amina', 'brian', 'accepted');
  const finishes = [await holdBandChange(world, players.amina, 18), await holdBandChange(world, players.brian, 18)];
  await Promise.all(finishes.map((finish) => finish()));
  expect(await standing()).toEqual(['amina pending brian']);
});

test('an account that is being erased is waited for, before anything of it is locked', async () => {
  const { world, ctx, players, act, moveTo, standing } = await createPlayers({ amina: 16, brian: 16 });
  await act('brian', 'ask', 'amina');
  await act('amina', 'accept', 'brian');
  const [locked, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const erasing = ctx.db.transaction().execute(async (trx) => {
    await sql`select 1 from players where id = ${players.brian.id} for update`.execute(trx);
    await trx.deleteFrom('notifications').where('player_id', '=', players.brian.id).execute();
    locked.resolve();
    await goesOn.promise;
    await trx.deleteFrom('players').where('id', '=', players.brian.id).execute();
  });
  await locked.promise;
  const moving = moveTo('amina', 18);
  await waitForLocks(world.ctx.db, 1);
  goesOn.resolve();
  await Promise.all([erasing, moving]);
  expect(await standing()).toEqual([]);
});

test('friends who act while bands change do not wait for each other until it fails', async () => {
  const { world, ctx, players, act, relate, moveTo, allowChat, standing } = await createPlayers({
    amina: 16,
    brian: 16,
    chao: 16,
    zuri: 16,
  });
  const names = ['amina', 'brian', 'chao', 'zuri'] as const;
  await allowChat(...names);
  for (const [place, one] of names.entries()) for (const other of names.slice(place + 1)) await relate(one, other, 'accepted');
  const send = (from: Player, to: Player) => codeOf(sendMessage(ctx, from, to.id, { text: `hi ${ctx.newId()}`, clientId: ctx.newId() }));
  for (const band of [18, 16, 18] as const) {
    const answers = await Promise.all([
      ...names.map((name) => moveTo(name, band).then(() => 'ok')),
      ...names.flatMap((from) => names.filter((to) => to !== from).map((to) => send(players[from], players[to]))),
      codeOf(act('amina', 'remove', 'zuri')),
    ]);
    expect(answers.filter((answer) => !['ok', 'not-found', 'not-available'].includes(answer))).toEqual([]);
  }
  // All are adults in the end.
  expect((await standing()).filter((line) => line.includes('paused'))).toEqual([]);
  expect(world.logged).toEqual([]);
});
