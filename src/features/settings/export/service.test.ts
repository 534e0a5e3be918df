import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPlayers } from '../../../../tests/friendship-world.ts';
import { createPlayerWithEverything } from '../../../../tests/player-with-everything.ts';
import { createWorld } from '../../../../tests/world.ts';
import type { AppContext } from '../../../context.server.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { reportPlayer } from '../../chat/reports/service.server.ts';
import { sendMessage } from '../../chat/service.server.ts';
import { EXPORT_PAGE_SIZE, EXPORT_LIMIT } from './rules.ts';
import { exportOwnData } from './service.server.ts';

const visit = { address: '41.90.64.7', userAgent: 'test', cookies: '' };
const ask = (ctx: AppContext, actor: Actor, current = 'secret1') => exportOwnData(ctx, actor, { current }, visit);

async function getExport(ctx: AppContext, actor: Actor) {
  const done = await ask(ctx, actor);
  if (done.state !== 'ready') throw new Error(`there is no file: ${done.state}`);
  return done;
}

async function read(ctx: AppContext, actor: Actor) {
  const text = await new Response((await getExport(ctx, actor)).file).text();
  return { text, data: JSON.parse(text) as Record<string, Record<string, unknown>[]> };
}

test('the file holds all that is the player’s own, and no key, hash or secret', { timeout: 60_000 }, async () => {
  const { ctx, who, brian, ops, game, key } = await createPlayerWithEverything();
  const { text, data } = await read(ctx, who);
  expect(Object.keys(data).toSorted()).toEqual(
    [
      'made',
      'account',
      'waysToSignIn',
      'sessions',
      'usernameChanges',
      'displayNameChanges',
      'formerNames',
      'newEmails',
      'privacy',
      'guardians',
      'guardiansDecisions',
      'askedAtHome',
      'approvedGrownUps',
      'mails',
      'teamMails',
      'savedTexts',
      'lastVisit',
      'daysHere',
      'lastSeen',
      'friendCodes',
      'friends',
      'groupInvitations',
      'groupNames',
      'groups',
      'blocked',
      'declined',
      'favorites',
      'history',
      'plays',
      'timePlayed',
      'savedGames',
      'recommended',
      'ratings',
      'reportsAboutGames',
      'reportsAboutGroups',
      'reportsAboutPlayers',
      'askedForHelp',
      'countedOverTime',
      'warnings',
      'notifications',
      'pushSubscriptions',
      'quietHours',
      'pushMessagesSent',
      'avatar',
      'formerAvatars',
      'pictures',
      'inventory',
      'kiddocash',
      'payments',
      'subscriptions',
      'paidTime',
      'lettersToUs',
      'newPostsByEmail',
      'messages',
    ].toSorted(),
  );
  // The player did everything, so no list may be empty.
  expect(Object.keys(data).filter((name) => Array.isArray(data[name]) && data[name].length === 0)).toEqual([]);
  expect(data['account']).toMatchObject({ username: 'zawadi_now', email: who.email, born: '1990-01', twoStepSignIn: true });
  expect(data['messages']?.map(({ with: other, byMe, text: words }) => [other, byMe, words])).toEqual([
    ['brian', false, 'Hello zawadi_first'],
    ['brian', true, 'I like the maze'],
    ['brian', false, 'You lose, ZAWADI_FIRST'],
  ]);
  expect(data['friends']?.find((one) => one['username'] === 'brian')).toMatchObject({ state: 'accepted', askedByMe: true });
  // Players whom they declined, not players who declined them.
  expect(data['declined']).toEqual([{ username: ops.username, at: expect.any(String) }]);
  for (const name of ['plays', 'recommended']) expect(data[name]).toMatchObject([{ gameId: game, at: expect.any(String) }]);
  expect(data['savedGames']).toMatchObject([
    { gameId: game, best: 7, save: { name: 'zawadi_first' }, earlierSave: { name: 'Zawadi (the 1st)' }, at: expect.any(String) },
  ]);
  expect(data['lastVisit']).toEqual([{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), warnedAt: null }]);
  expect(data['lastSeen']).toEqual([{ at: expect.any(String) }]);
  expect(data['avatar']).toMatchObject([{ style: 'custom', look: { skin: 'ebony' } }]);
  expect(data['askedForHelp']).toMatchObject([{ text: 'I am zawadi_first and I need help', state: 'resolved' }]);
  expect(data['reportsAboutPlayers']).toMatchObject([{ about: 'brian', description: 'He is mean to Zawadi (the 1st)' }]);
  expect(data['payments']).toMatchObject([{ state: 'success', plan: 'premium' }]);
  const chosen = { relation: 'mother', chat: 'friends', buying: 'up-to-a-sum', monthlyLimitInSmallestUnit: 50_000 };
  const nothing = { relation: null, chat: null, buying: null, monthlyLimitInSmallestUnit: null };
  const nobody = { grownUpChange: null, grownUp: null };
  const decided = {
    ...nobody,
    textVersion: '2026-01-01',
    language: 'sw',
    byMail: 'request',
    mailedAt: expect.any(String),
    at: expect.any(String),
  };
  const times = { askedAt: expect.any(String), remindedAt: null, decidedAt: expect.any(String) };
  expect(data['guardians']).toEqual([
    { email: 'the.father@example.com', state: 'refused', ...nothing, ...times },
    { email: 'the.mother@example.com', state: 'given', ...chosen, ...times },
  ]);
  expect(data['guardiansDecisions']).toEqual([
    { email: 'the.father@example.com', decision: 'refused', ...nothing, ...decided },
    { email: 'the.mother@example.com', decision: 'given', ...chosen, ...decided },
  ]);
  expect(data['approvedGrownUps']).toEqual([{ username: 'the_aunt', at: expect.any(String) }]);

  expect(data['askedAtHome']).toMatchObject([
    { what: 'premium', priceInSmallestUnit: 9900, state: 'refused', answer: 'Not now, zawadi_now' },
  ]);

  // Messages sent while signed in, and visitors' messages from their address; not those that another account sent with it.
  expect(data['lettersToUs']?.map(({ subject, state, answers }) => [subject, state, answers])).toEqual([
    ['I am zawadi_now', 'closed', [{ text: 'We look into it, zawadi_now.', at: expect.any(String) }]],
    ['I cannot sign in', 'closed', [{ text: 'We look into it, zawadi_now.', at: expect.any(String) }]],
    ['One thing more', 'closed', []],
  ]);
  expect(data['newPostsByEmail']).toEqual([
    { email: who.email, askedAt: expect.any(String), confirmedAt: expect.any(String), posts: ['how-we-test'] },
  ]);

  const secrets = await sql<{ secret: string }>`
    select password_hash as secret from identities where password_hash is not null
    union select token_hash from sessions union select secret from two_factors union select backup_codes from two_factors
    union select endpoint from push_subscriptions union select p256dh from push_subscriptions union select auth from push_subscriptions
    union select token_hash from email_changes union select unsubscribe_key from email_preferences
    union select customer from subscriptions where customer is not null union select email_token from subscriptions where email_token is not null
    union select encode(address_hash, 'hex') from newsletter_readers
    union select code from subscriptions where code is not null union select checkout_url from payments where checkout_url is not null`.execute(
    ctx.db,
  );
  for (const secret of [...secrets.rows.map((row) => row.secret), key, brian.email, brian.id, 'password_hash', 'argon2'])
    expect([secret, text.includes(secret)]).toEqual([secret, false]);
});

test('lists longer than a page are whole, in order, and each row comes once', { timeout: 60_000 }, async () => {
  const world = await createWorld();
  const { ctx } = world;
  const me = await world.addPlayer({ username: 'amina' });
  const game = await world.addGame();
  const many = EXPORT_PAGE_SIZE * 2 + 3;
  // All at the same time, so that only the id determines the order.
  await sql`insert into play_history (id, player_id, game_id, played_at)
    select gen_random_uuid(), ${me.id}, ${game}, '2026-01-01T00:00:00.123456Z' from generate_series(1, ${many})`.execute(ctx.db);
  const others = [await world.addPlayer(), await world.addPlayer()];
  await sql`insert into plays (id, player_id, game_id)
    select gen_random_uuid(), who, ${game} from generate_series(1, ${many}), unnest(${[me.id, ...others.map(({ id }) => id)]}::uuid[]) who`.execute(
    ctx.db,
  );
  for (const other of others) {
    const [low = '', high = ''] = [me.id, other.id].toSorted();
    await ctx.db.insertInto('conversations').values({ low_id: low, high_id: high, last_seq: many }).execute();
    await sql`insert into messages (low_id, high_id, seq, sender_id, client_id, body)
      select ${low}, ${high}, n, ${me.id}, gen_random_uuid(), ${`to ${other.username} `} || n from generate_series(1, ${many}) n`.execute(
      ctx.db,
    );
  }
  const { data } = await read(ctx, me);
  expect([data['history']?.length, data['plays']?.length]).toEqual([many, many]);
  expect(new Set(data['messages']?.map((one) => one['text'])).size).toBe(many * 2);
  expect(data['messages']?.slice(0, 3).map((one) => String(one['text']).split(' ').at(-1))).toEqual(['1', '2', '3']);
});

test('once an hour, counted for each player; a file that broke off does not count', async () => {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'brian' })];
  await read(world.ctx, amina);
  await expect(ask(world.ctx, amina)).rejects.toMatchObject({ code: 'too-many-requests' });
  await read(world.ctx, brian);
  world.advanceClock(EXPORT_LIMIT.seconds + 1);
  const broken = { ...world.ctx, db: world.ctx.db };
  const { file } = await getExport(broken, amina);
  await sql`alter table privacy rename to gone`.execute(world.ctx.db);
  await expect(new Response(file).text()).rejects.toThrow('privacy');
  await sql`alter table gone rename to privacy`.execute(world.ctx.db);
  expect((await read(world.ctx, amina)).data['account']).toMatchObject({ username: 'amina' });
});

test('it takes the password, and guesses are counted; who has none gets no file', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  expect(await exportOwnData(world.ctx, amina, {}, visit)).toEqual({ state: 'empty' });
  for (let guess = 0; guess < 8; guess++) expect(await ask(world.ctx, amina, 'wrong1')).toEqual({ state: 'wrong' });
  expect(await ask(world.ctx, amina)).toEqual({ state: 'too-many' });
  // Guesses do not count as files.
  world.advanceClock(901);
  await read(world.ctx, amina);
  const google = await world.addPlayer({ username: 'brian' });
  await world.ctx.db.deleteFrom('identities').where('player_id', '=', google.id).execute();
  expect(await ask(world.ctx, google)).toEqual({ state: 'none' });
});

test('it is one’s own file only', async () => {
  const world = await createWorld();
  const player = await world.addPlayer();
  await expect(ask(world.ctx, VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
  for (const actor of [SYSTEM, { kind: 'leaving', id: player.id }] as Actor[])
    await expect(ask(world.ctx, actor)).rejects.toMatchObject({ code: 'not-allowed' });
  await expect(ask(world.ctx, { ...player, id: world.ctx.newId() })).rejects.toMatchObject({ code: 'not-found' });
});

test('the file names nobody whom the player removed or blocked, and whom the ages keep out of sight', async () => {
  const { ctx, players, act, relate, moveTo, allowChat } = await createPlayers({ amina: 16, brian: 16, chao: 16, zuri: 16 });
  await allowChat('amina', 'brian', 'chao');
  for (const name of ['brian', 'chao'] as const) await relate('amina', name, 'accepted');
  await relate('zuri', 'amina', 'pending');
  await act('amina', 'decline', 'zuri');
  await act('amina', 'block', 'zuri');
  for (const name of ['brian', 'chao'] as const) {
    expect(await sendMessage(ctx, players.amina, players[name].id, { text: 'Habari?' })).toMatchObject({ ok: true });
    await reportPlayer(ctx, players.amina, { playerId: players[name].id, reason: 'bullying' });
  }
  const names = async () => {
    const { data } = await read(ctx, players.amina);
    await ctx.db.deleteFrom('rate_limit_counters').execute();
    return [
      data['friends']?.map(({ username }) => username),
      data['blocked']?.map(({ username }) => username),
      data['declined']?.map(({ username }) => username),
      data['messages']?.map((message) => message['with']),
      data['reportsAboutPlayers']?.map(({ about }) => about),
    ];
  };
  expect(await names()).toEqual([['brian', 'chao'], ['zuri'], ['zuri'], ['brian', 'chao'], ['brian', 'chao']]);
  await moveTo('amina', 18);
  await act('amina', 'remove', 'brian');
  await act('amina', 'block', 'chao');
  for (const name of ['brian', 'chao'] as const)
    await ctx.db
      .updateTable('players')
      .set({ username: `${name}_now` })
      .where('id', '=', players[name].id)
      .execute();
  // A report names them as they were called then.
  expect(await names()).toEqual([[], [null, null], [null], [null, null], ['brian', 'chao']]);
});
