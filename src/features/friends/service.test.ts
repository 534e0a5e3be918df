import { sql, type Insertable } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import type { DB } from '../../infra/database/tables.ts';
import { VISITOR, type Actor } from '../../shared/permissions.ts';
import { sendMessage } from '../chat/service.server.ts';
import { listNotifications } from '../notifications/service.server.ts';
import { DECLINE_COOLDOWN_DAYS, FRIENDS_MAX, FRIENDS_PAGE_SIZE, OPEN_REQUESTS_MAX, RECEIVED_REQUESTS_MAX } from './rules.ts';
import type { FriendAction } from './schema.ts';
import { SEARCH_RESULTS_MAX } from './search/rules.ts';
import { applyFriendAction, searchPlayers, getFriendsView, getPlayerSummary, getProfile } from './service.server.ts';

type Player = Awaited<ReturnType<World['addPlayer']>>;
type Privacy = Omit<Insertable<DB['privacy']>, 'player_id'>;

const DAY = 86_400;

async function cast(...names: string[]): Promise<{ world: World; players: Player[] }> {
  const world = await createWorld();
  const players: Player[] = [];
  for (const name of names) players.push(await world.addPlayer({ username: name, display_name: name }));
  return { world, players };
}

async function two(): Promise<{ world: World; amina: Player; brian: Player }> {
  const { world, players } = await cast('amina', 'brian');
  const [amina, brian] = players as [Player, Player];
  return { world, amina, brian };
}

const applyAction = (world: World, actor: Actor, what: FriendAction, other: { id: string }) =>
  applyFriendAction(world.ctx, actor, { do: what, id: other.id });
const befriend = async (world: World, one: Player, other: Player) => {
  await applyAction(world, one, 'ask', other);
  await applyAction(world, other, 'accept', one);
};
const standing = (world: World) => world.ctx.db.selectFrom('friendships').select(['state', 'requested_by']).execute();
const friendsOf = async (world: World, actor: Actor, after: string | null = null) => {
  const view = await getFriendsView(world.ctx, actor, { tab: 'friends', term: '', after });
  return { names: view.friends?.items.map((item) => item.username) ?? [], next: view.friends?.next ?? null, counts: view.counts };
};
const requestsOf = async (world: World, actor: Actor) => {
  const { requests } = await getFriendsView(world.ctx, actor, { tab: 'requests', term: '', after: null });
  return [requests?.received.map((row) => row.username), requests?.sent.map((row) => row.username)];
};
const bell = async (world: World, actor: Actor) => (await listNotifications(world.ctx, actor, null)).items.map((item) => item.message);
const found = async (world: World, actor: Actor, term: string) => (await searchPlayers(world.ctx, actor, term)).map((row) => row.username);
const searchOf = async (world: World, actor: Actor) => {
  const { search } = await getFriendsView(world.ctx, actor, { tab: 'search', term: '', after: null });
  if (!search) throw new Error('there is no search');
  return search;
};
const setPrivacy = (world: World, { id }: Player, privacy: Privacy) =>
  world.ctx.db
    .insertInto('privacy')
    .values({ player_id: id, ...privacy })
    .execute();
const heard = () => new Promise(setImmediate);

/** Creates many confirmed players at once, without passwords. @returns their ids */
async function crowd(world: World, count: number, name: string, confirmed = true): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into players (id, username, display_name, email, email_confirmed, birth_month, age_band)
    select gen_random_uuid(), ${name}::text || i, 'Crowd', ${name}::text || i || '@example.com', ${confirmed}, '1990-01', 18
    from generate_series(1, ${count}::int) i returning id`.execute(world.ctx.db);
  return rows.map((row) => row.id);
}

/** Makes these players the player's friends, or creates open requests from or to them. */
const relate = (world: World, { id }: Player, others: string[], how: 'friends' | 'they asked' | 'asked them') =>
  sql`
  insert into friendships (low_id, high_id, state, requested_by, accepted_at)
  select least(${id}::uuid, other), greatest(${id}::uuid, other), ${how === 'friends' ? 'accepted' : 'pending'},
    case when ${how === 'they asked'} then other else ${id}::uuid end, case when ${how === 'friends'} then now() end
  from unnest(${others}::uuid[]) other`.execute(world.ctx.db);

/** Runs actions concurrently on connections that are already open. @returns how many succeeded, and why the others failed */
async function atOnce({ ctx }: World, actions: (() => Promise<unknown>)[]): Promise<{ done: number; refused: string[] }> {
  await Promise.all(Array.from({ length: ctx.config.database.pool }, () => sql`select pg_sleep(0.05)`.execute(ctx.db)));
  const settled = await Promise.allSettled(actions.map((act) => act()));
  const failed = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as { code?: string; message: string }] : []));
  return { done: settled.length - failed.length, refused: failed.map((reason) => `${reason.code ?? 'broken'}: ${reason.message}`) };
}

test('one asks, the other accepts: both have a friend, and each is told once', async () => {
  const { world, amina, brian } = await two();
  const bus: unknown[] = [];
  world.ctx.bus.subscribe((message) => void bus.push(message));
  expect(await applyAction(world, amina, 'ask', brian)).toEqual({ relation: 'sent' });
  expect(await requestsOf(world, amina)).toEqual([[], ['brian']]);
  expect(await requestsOf(world, brian)).toEqual([['amina'], []]);
  expect([(await friendsOf(world, amina)).counts, (await friendsOf(world, brian)).counts]).toEqual([
    { friends: 0, requests: 0 },
    { friends: 0, requests: 1 },
  ]);
  for (const actor of [amina, brian])
    await expect(applyAction(world, actor, 'ask', actor === amina ? brian : amina)).rejects.toMatchObject({
      code: 'not-available',
      message: 'Relationship already exists',
    });
  expect(await applyAction(world, brian, 'accept', amina)).toEqual({ relation: 'friends' });
  await expect(applyAction(world, brian, 'accept', amina)).rejects.toMatchObject({ code: 'not-available' });
  await expect(applyAction(world, amina, 'ask', brian)).rejects.toMatchObject({ message: 'Relationship already exists' });
  expect([await friendsOf(world, amina), await friendsOf(world, brian)]).toEqual([
    { names: ['brian'], next: null, counts: { friends: 1, requests: 0 } },
    { names: ['amina'], next: null, counts: { friends: 1, requests: 0 } },
  ]);
  expect(await requestsOf(world, brian)).toEqual([[], []]);
  await heard();
  expect(bus).toEqual([[brian], [brian, amina]].map((recipients) => ({ kind: 'notification', playerIds: recipients.map(({ id }) => id) })));
  // The request was answered, so its notification is gone.
  expect([await bell(world, brian), await bell(world, amina)]).toEqual([[], ['brian (@brian) is your friend now']]);
});

test('who was declined is not told, and cannot ask again for 30 days; who declined can ask', async () => {
  const { world, amina, brian } = await two();
  await applyAction(world, amina, 'ask', brian);
  expect(await applyAction(world, brian, 'decline', amina)).toEqual({ relation: 'none' });
  expect([await standing(world), await bell(world, amina)]).toEqual([[], []]);
  await expect(applyAction(world, amina, 'ask', brian)).rejects.toMatchObject({ code: 'not-allowed' });
  world.advanceClock(DECLINE_COOLDOWN_DAYS * DAY - 60);
  await expect(applyAction(world, amina, 'ask', brian)).rejects.toMatchObject({ code: 'not-allowed' });
  world.advanceClock(61);
  await applyAction(world, amina, 'ask', brian);
  await applyAction(world, brian, 'decline', amina);
  // A player who declined and then sends a request has changed their mind: now the other may send one as well.
  await applyAction(world, brian, 'ask', amina);
  await applyAction(world, brian, 'withdraw', amina);
  expect(await applyAction(world, amina, 'ask', brian)).toEqual({ relation: 'sent' });
});

test('withdrawing and removing leave nothing, say nothing, and are for those whose it is', async () => {
  const { world, amina, brian } = await two();
  await applyAction(world, amina, 'ask', brian);
  const wrong: [Player, FriendAction][] = [
    [amina, 'accept'],
    [amina, 'decline'],
    [brian, 'withdraw'],
    [amina, 'remove'],
    [brian, 'remove'],
  ];
  for (const [actor, what] of wrong)
    await expect(applyAction(world, actor, what, actor === amina ? brian : amina), what).rejects.toMatchObject({ code: 'not-available' });
  expect(await applyAction(world, amina, 'withdraw', brian)).toEqual({ relation: 'none' });
  await expect(applyAction(world, brian, 'accept', amina)).rejects.toMatchObject({ code: 'not-available' });
  expect(await standing(world)).toEqual([]);
  world.advanceClock(1);
  await befriend(world, brian, amina);
  for (const what of ['withdraw', 'accept', 'decline'] as const)
    await expect(applyAction(world, brian, what, amina), what).rejects.toMatchObject({ code: 'not-available' });
  expect(await applyAction(world, amina, 'remove', brian)).toEqual({ relation: 'none' });
  expect([await bell(world, amina), await bell(world, brian), await friendsOf(world, brian)]).toEqual([
    [],
    [],
    { names: [], next: null, counts: { friends: 0, requests: 0 } },
  ]);
});

test('asking and withdrawing again and again fills nobody’s bell', async () => {
  const { world, amina, brian } = await two();
  for (let time = 0; time < 5; time++) {
    await applyAction(world, amina, 'ask', brian);
    await applyAction(world, amina, 'withdraw', brian);
    world.advanceClock(1);
  }
  // A withdrawn request has no notification.
  expect(await bell(world, brian)).toEqual([]);
});

test('two who ask each other at once have one request, and one of them is told that there is one', async () => {
  const { world, amina, brian } = await two();
  const both = [() => applyAction(world, amina, 'ask', brian), () => applyAction(world, brian, 'ask', amina)];
  expect(await atOnce(world, both)).toEqual({ done: 1, refused: ['not-available: Relationship already exists'] });
  const [row, ...more] = await standing(world);
  expect([row?.state, more]).toEqual(['pending', []]);
  expect((await Promise.all([bell(world, amina), bell(world, brian)])).flat()).toHaveLength(1);
});

test('of accepting and withdrawing at once only one comes true', async () => {
  const { world, amina, brian } = await two();
  await applyAction(world, amina, 'ask', brian);
  const both = [() => applyAction(world, brian, 'accept', amina), () => applyAction(world, amina, 'withdraw', brian)];
  expect(await atOnce(world, both)).toEqual({ done: 1, refused: ['not-available: not-available'] });
});

test('many who ask at the same moment do not wait for each other until it fails', async () => {
  const { world, players } = await cast(...Array.from({ length: 16 }, (_, i) => `player_${i}`));
  const asks = players.slice(0, 8).map((player, i) => () => applyAction(world, player, 'ask', players[i + 8] as Player));
  expect(await atOnce(world, asks)).toEqual({ done: 8, refused: [] });
});

test('a player has at most 20 open requests; an answer makes room', async () => {
  const { world, amina, brian } = await two();
  const asked = await crowd(world, OPEN_REQUESTS_MAX, 'asked_');
  for (const id of asked) await applyAction(world, amina, 'ask', { id });
  await expect(applyAction(world, amina, 'ask', brian)).rejects.toMatchObject({ code: 'too-many-requests' });
  expect((await requestsOf(world, amina))[1]).toHaveLength(OPEN_REQUESTS_MAX);
  // Received requests do not count.
  await applyAction(world, brian, 'ask', amina);
  await applyAction(world, brian, 'withdraw', amina);
  await applyAction(world, amina, 'withdraw', { id: asked[0] as string });
  await applyAction(world, amina, 'ask', brian);
});

test('the 20 open requests also hold for two that go out at once', async () => {
  const { world, amina } = await two();
  await relate(world, amina, await crowd(world, OPEN_REQUESTS_MAX - 1, 'asked_'), 'asked them');
  const asks = (await crowd(world, 2, 'more_')).map((id) => () => applyAction(world, amina, 'ask', { id }));
  expect(await atOnce(world, asks)).toEqual({ done: 1, refused: ['too-many-requests: too-many-requests'] });
});

test('a player has at most 1,000 friends, whoever asks and accepts', async () => {
  const { world, amina, brian } = await two();
  const [waits] = (await crowd(world, 1, 'waits_')) as [string];
  const many = await crowd(world, FRIENDS_MAX, 'many_');
  await relate(world, amina, many, 'friends');
  await relate(world, amina, [waits], 'they asked');
  await expect(applyAction(world, amina, 'ask', brian)).rejects.toMatchObject({ code: 'too-many-requests' });
  await expect(applyAction(world, brian, 'ask', amina)).rejects.toMatchObject({ code: 'too-many-requests' });
  await expect(applyAction(world, amina, 'accept', { id: waits })).rejects.toMatchObject({ code: 'too-many-requests' });
  expect((await friendsOf(world, amina)).counts).toEqual({ friends: FRIENDS_MAX, requests: 1 });
  await applyAction(world, amina, 'remove', { id: many[0] as string });
  await applyAction(world, amina, 'accept', { id: waits });
});

test('the 1,000 friends also hold for two that are accepted at once', async () => {
  const { world, amina } = await two();
  const waiting = await crowd(world, 2, 'waits_');
  await relate(world, amina, await crowd(world, FRIENDS_MAX - 1, 'many_'), 'friends');
  await relate(world, amina, waiting, 'they asked');
  const accepts = waiting.map((id) => () => applyAction(world, amina, 'accept', { id }));
  expect(await atOnce(world, accepts)).toEqual({ done: 1, refused: ['too-many-requests: too-many-requests'] });
});

test('a block ends what was, is silent, and hides both from each other', async () => {
  const { world, amina, brian } = await two();
  await befriend(world, amina, brian);
  const bus: unknown[] = [];
  world.ctx.bus.subscribe((message) => void bus.push(message));
  for (let time = 0; time < 2; time++) expect(await applyAction(world, amina, 'block', brian)).toEqual({ relation: 'blocked' });
  await heard();
  // Brian receives no event, and the notifications about each other are deleted.
  expect([bus, await bell(world, amina), await bell(world, brian)]).toEqual([[{ kind: 'notification', playerIds: [amina.id] }], [], []]);
  expect([await standing(world), await found(world, amina, 'brian'), await found(world, brian, 'amina')]).toEqual([[], [], []]);
  expect((await searchOf(world, amina)).blocked.map(({ player }) => player?.username)).toEqual(['brian']);
  expect((await searchOf(world, brian)).blocked).toEqual([]);
  // For Brian, Amina does not exist.
  const nobody = { id: world.ctx.newId() };
  for (const what of ['ask', 'accept', 'decline', 'withdraw', 'remove', 'block', 'unblock'] as const) {
    const answer = (other: { id: string }) =>
      applyAction(world, brian, what, other).catch((error: { code: string; message: string }) => [error.code, error.message]);
    expect(await answer(amina), what).toEqual(await answer(nobody));
  }
  for (const view of [getPlayerSummary, getProfile])
    for (const other of [amina, nobody]) await expect(view(world.ctx, brian, other.id)).rejects.toMatchObject({ code: 'not-found' });
  // Amina sees whom she blocked, in order to unblock, but none of their activity.
  expect(await getProfile(world.ctx, amina, brian.id)).toMatchObject({ relation: 'blocked', presence: null, details: null });
  await expect(applyAction(world, amina, 'ask', brian)).rejects.toMatchObject({ code: 'not-allowed' });
  for (let time = 0; time < 2; time++) expect(await applyAction(world, amina, 'unblock', brian)).toEqual({ relation: 'none' });
  expect([await found(world, brian, 'amina'), await standing(world)]).toEqual([['amina'], []]);
  expect(await applyAction(world, brian, 'ask', amina)).toEqual({ relation: 'sent' });
});

test('a search looks into both names, the exact username first, ten at most, never oneself', async () => {
  const { world, players } = await cast('zuri', 'zuri_two', 'my_zuri', 'brian');
  const [zuri, , , brian] = players as [Player, Player, Player, Player];
  await world.addPlayer({ username: 'otieno', display_name: 'Prince ZURI the 1st' });
  expect(await found(world, brian, ' @Zuri ')).toEqual(['zuri', 'zuri_two', 'otieno', 'my_zuri']);
  expect(await found(world, zuri, 'zuri')).toEqual(['zuri_two', 'otieno', 'my_zuri']);
  await crowd(world, 30, 'azuri_');
  expect(await found(world, brian, 'zuri')).toHaveLength(SEARCH_RESULTS_MAX);
  expect((await found(world, brian, 'zuri'))[0]).toBe('zuri');
  for (const term of ['', '  ', '@', 'a\0', '\ud800']) expect(await found(world, brian, term), term).toEqual([]);
  await crowd(world, 1, 'unconfirmed_', false);
  expect(await found(world, brian, 'unconfirmed')).toEqual([]);
  await expect(searchPlayers(world.ctx, VISITOR, 'zuri')).rejects.toMatchObject({ code: 'sign-in-required' });
});

test('what databases read as patterns are letters to a search, and letters beyond English are letters', async () => {
  const { world, players } = await cast('brian', 'a_b', 'axb');
  const [brian] = players as [Player];
  await world.addPlayer({ username: 'percent', display_name: '100% Ömer' });
  await world.addPlayer({ username: 'slash', display_name: String.raw`back\slash` });
  expect(await found(world, brian, 'a_b')).toEqual(['a_b']);
  // Substring matches need three characters, prefix matches one.
  expect(await found(world, brian, '%')).toEqual([]);
  expect(await found(world, brian, '00%')).toEqual(['percent']);
  expect(await found(world, brian, '0%_')).toEqual([]);
  expect(await found(world, brian, '1')).toEqual(['percent']);
  expect(await found(world, brian, 'ö')).toEqual([]);
  expect(await found(world, brian, String.raw`k\s`)).toEqual(['slash']);
  expect(await found(world, brian, 'ÖMER')).toEqual(['percent']);
});

test('a search never shows who hides, also not in the place of others', async () => {
  const { world, players } = await cast('brian', 'kip_hidden', 'kip_friends_only', 'kip_asked');
  const [brian, hidden, only, asked] = players as [Player, Player, Player, Player];
  await applyAction(world, asked, 'ask', brian);
  await setPrivacy(world, hidden, { finding: 'private' });
  await setPrivacy(world, only, { finding: 'friends' });
  await setPrivacy(world, asked, { finding: 'private' });
  expect(await found(world, brian, 'kip')).toEqual(['kip_asked']);
  await world.addPlayer({ username: 'my_long_name_is_kip' });
  await crowd(world, 80, 'kip_', false);
  expect(await found(world, brian, 'kip')).toEqual(['kip_asked', 'my_long_name_is_kip']);
});

test('a friend code finds its player, however it is typed, also who hides; a new one ends the old', async () => {
  const { world, amina, brian } = await two();
  await setPrivacy(world, amina, { finding: 'private' });
  const { code, link } = await searchOf(world, amina);
  expect([code, link]).toEqual([expect.stringMatching(/^[A-Z2-9]{8}$/), `${world.ctx.config.origin}/friends?tab=search&q=${code}`]);
  expect((await searchOf(world, amina)).code).toBe(code);
  const spaced = ` ${code.slice(0, 4).toLowerCase()} - ${code.slice(4)} `;
  for (const typed of [code, code.toLowerCase(), spaced]) expect(await found(world, brian, typed), typed).toEqual(['amina']);
  expect(await found(world, amina, code)).toEqual([]);
  expect(await found(world, brian, 'amina')).toEqual([]);
  expect(await applyFriendAction(world.ctx, amina, { do: 'renew-code' })).toEqual({ relation: 'none' });
  const renewed = (await searchOf(world, amina)).code;
  expect([renewed === code, await found(world, brian, code), await found(world, brian, renewed)]).toEqual([false, [], ['amina']]);
  await applyAction(world, amina, 'block', brian);
  expect(await found(world, brian, renewed)).toEqual([]);
});

test('a code that two tabs ask for at once is the same in both', async () => {
  const { world, amina } = await two();
  const codes = await Promise.all([1, 2, 3].map(async () => (await searchOf(world, amina)).code));
  expect(new Set(codes).size).toBe(1);
});

test('friends stand in the order in which one last had to do with them, in pages without gaps', async () => {
  const { world, amina, brian } = await two();
  await relate(world, amina, await crowd(world, FRIENDS_PAGE_SIZE * 2, 'many_'), 'friends');
  world.advanceClock(10);
  await befriend(world, amina, brian);
  const zuri = await world.addPlayer({ username: 'zuri' });
  world.advanceClock(10);
  await befriend(world, amina, zuri);
  expect((await friendsOf(world, amina)).names.slice(0, 2)).toEqual(['zuri', 'brian']);
  world.advanceClock(10);
  await sendMessage(world.ctx, brian, amina.id, { text: 'hi', clientId: world.ctx.newId() });
  const names: string[] = [];
  const sizes: number[] = [];
  let after: string | null = null;
  do {
    const page = await friendsOf(world, amina, after);
    names.push(...page.names);
    sizes.push(page.names.length);
    after = page.next;
  } while (after !== null);
  expect([sizes, names.slice(0, 2), new Set(names).size]).toEqual([
    [FRIENDS_PAGE_SIZE, FRIENDS_PAGE_SIZE, 2],
    ['brian', 'zuri'],
    FRIENDS_PAGE_SIZE * 2 + 2,
  ]);
  const view = await getFriendsView(world.ctx, amina, { tab: 'friends', term: '', after: null });
  expect(view.friends?.items[0]).toMatchObject({ unread: 1, last: { text: 'hi', mine: false } });
  const forged = [
    [0, 'x'],
    [-1, amina.id],
    [Number.MAX_SAFE_INTEGER, amina.id],
    ['a', amina.id],
    [1, '-'.repeat(36)],
  ];
  for (const parts of forged) await friendsOf(world, amina, Buffer.from(JSON.stringify(parts)).toString('base64url'));
});

test('requests come the latest first, and there is an end to what is shown', async () => {
  const { world, players } = await cast('amina', 'brian', 'zuri', 'kip');
  const [amina, brian, zuri, kip] = players as [Player, Player, Player, Player];
  for (const other of [brian, zuri]) await applyAction(world, other, 'ask', amina);
  await applyAction(world, amina, 'ask', kip);
  expect(await requestsOf(world, amina)).toEqual([['zuri', 'brian'], ['kip']]);
  await relate(world, amina, await crowd(world, RECEIVED_REQUESTS_MAX * 2, 'many_'), 'they asked');
  expect((await requestsOf(world, amina))[0]).toHaveLength(RECEIVED_REQUESTS_MAX);
});

test('who chose to be gone is gone from their day on, though the night job could not delete the account yet', async () => {
  const { world, amina, brian } = await two();
  const leavesAt = (at: number) =>
    world.ctx.db
      .updateTable('players')
      .set({ deletes_at: new Date(Date.now() + at) })
      .where('id', '=', amina.id)
      .execute();
  await leavesAt(DAY * 1000);
  expect(await found(world, brian, 'amina')).toEqual(['amina']);
  expect(await getProfile(world.ctx, brian, amina.id)).toMatchObject({ player: { username: 'amina' } });
  await leavesAt(-1000);
  expect(await found(world, brian, 'amina')).toEqual([]);
  await expect(getProfile(world.ctx, brian, amina.id)).rejects.toMatchObject({ code: 'not-found' });
  await expect(applyAction(world, brian, 'ask', amina)).rejects.toMatchObject({ code: 'not-found' });
});
