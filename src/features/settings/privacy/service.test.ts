import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { AGE_BAND_RULES, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { sendMessage, publishTyping, getConversation } from '../../chat/service.server.ts';
import { ONLINE_SECONDS } from '../../../shared/presence.ts';
import {
  applyFriendAction,
  searchPlayers,
  setPresence,
  getFriendsView,
  getPlayerSummary,
  getProfile,
} from '../../friends/service.server.ts';
import { AUDIENCES, type Audience } from './schema.ts';
import { savePrivacySettings, getPrivacySettings } from './service.server.ts';
import { describeAgeLimits, texts } from './texts.ts';

type Player = Awaited<ReturnType<World['addPlayer']>>;

const OPEN = { profile: 'everyone', finding: 'everyone', asking: 'everyone', online: 'on' };
const befriend = async (world: World, one: Player, other: Player) => {
  await applyFriendAction(world.ctx, one, { do: 'ask', id: other.id });
  await applyFriendAction(world.ctx, other, { do: 'accept', id: one.id });
};
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    (answer) => (typeof answer === 'string' ? answer : 'ok'),
    (error: { code: string }) => error.code,
  );

test('who never said anything shows the profile to friends; what is said is kept, each player by themselves', async () => {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  const fromTheStart = { profile: 'friends', finding: 'everyone', asking: 'everyone', online: true, ageBand: 18 };
  expect(await getPrivacySettings(world.ctx, amina)).toEqual(fromTheStart);
  for (const profile of AUDIENCES) {
    const answer = await savePrivacySettings(world.ctx, amina, { profile, finding: 'friends', asking: 'private' });
    expect(answer).toMatchObject({ action: 'privacy', ok: true, toast: { ...texts.toasts.saved, kind: 'good' } });
    expect(await getPrivacySettings(world.ctx, amina)).toEqual({
      profile,
      finding: 'friends',
      asking: 'private',
      online: false,
      ageBand: 18,
    });
  }
  expect(await getPrivacySettings(world.ctx, brian)).toEqual(fromTheStart);
  // A row that names nothing else has the same.
  await world.ctx.db.insertInto('privacy').values({ player_id: brian.id }).execute();
  expect(await getPrivacySettings(world.ctx, brian)).toEqual(fromTheStart);
});

test('the settings know the age band that limits them, and say what it means by the table', async () => {
  const world = await createWorld();
  const bands = [
    [13, '2012-01'],
    [16, '2009-01'],
    [18, '1990-01'],
    [null, null],
  ] as const;
  for (const [age_band, birth_month] of bands)
    expect(await getPrivacySettings(world.ctx, await world.addPlayer({ age_band, birth_month }))).toMatchObject({ ageBand: age_band });
  expect(describeAgeLimits(13)).toEqual({
    profile: 'Even with Everyone, only players of 13 to 17 and grown-ups whom your parent or guardian approved can see it.',
    finding:
      'Even with Everyone, only players of 13 to 17 and grown-ups whom your parent or guardian approved can find you. They have to type your whole username, or use your friend code.',
    asking:
      'Even with Everyone, only friends of your friends, players who have your friend code, and grown-ups whom your parent or guardian approved can ask you.',
    games: 'You see the games that are for everyone, and those from 13. Games from 16 come when you are 16.',
  });
  expect(describeAgeLimits(18)).toEqual({
    profile: 'Even with Everyone, only players of 18 and over and younger players whose parent or guardian approved you can see it.',
    finding: 'Even with Everyone, only players of 18 and over and younger players whose parent or guardian approved you can find you.',
    asking: 'Even with Everyone, only players of 18 and over and younger players whose parent or guardian approved you can ask you.',
    games: 'You see all games.',
  });
  // Another table, other words.
  const { finding, asking, games } = describeAgeLimits(16, {
    ...AGE_BAND_RULES[16],
    reaches: [16, 18],
    isFoundBy: 'whole-username',
    gamesUpTo: 0,
  });
  expect([finding, asking, games]).toEqual([
    expect.stringMatching(/16 and over and .+ can find you\. They have to type your whole username/),
    expect.stringMatching(/only players of 16 and over and .+ can ask you/),
    'You see the games that are for everyone.',
  ]);
});

test('what is no answer changes nothing', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer();
  await savePrivacySettings(world.ctx, amina, { ...OPEN, profile: 'private' });
  for (const fields of [{}, { ...OPEN, profile: 'nobody' }, { ...OPEN, asking: '' }, { ...OPEN, online: 'maybe' }])
    expect(await savePrivacySettings(world.ctx, amina, fields)).toMatchObject({ ok: false, toast: { kind: 'bad' } });
  expect(await getPrivacySettings(world.ctx, amina)).toMatchObject({ profile: 'private', online: true });
  await expect(savePrivacySettings(world.ctx, VISITOR, OPEN)).rejects.toMatchObject({ code: 'sign-in-required' });
  await expect(getPrivacySettings(world.ctx, VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
});

// The effect of each setting for each kind of viewer.
const MEANS: Record<'profile' | 'finding' | 'asking', Record<Audience, { friend: string; stranger: string; visitor: string }>> = {
  profile: {
    everyone: { friend: 'everything', stranger: 'everything', visitor: 'sign-in-required' },
    friends: { friend: 'everything', stranger: 'names', visitor: 'sign-in-required' },
    private: { friend: 'not-found', stranger: 'not-found', visitor: 'sign-in-required' },
  },
  finding: {
    everyone: { friend: 'found', stranger: 'found', visitor: 'sign-in-required' },
    friends: { friend: 'found', stranger: 'nothing', visitor: 'sign-in-required' },
    private: { friend: 'found', stranger: 'nothing', visitor: 'sign-in-required' },
  },
  asking: {
    everyone: { friend: 'not-available', stranger: 'ok', visitor: 'sign-in-required' },
    friends: { friend: 'not-available', stranger: 'not-allowed', visitor: 'sign-in-required' },
    private: { friend: 'not-available', stranger: 'not-allowed', visitor: 'sign-in-required' },
  },
};

test.each(Object.entries(MEANS))('%s means the same on every way', async (what, answers) => {
  const world = await createWorld();
  for (const [audience, { friend, stranger, visitor }] of Object.entries(answers)) {
    const [amina, zuri, brian] = [await world.addPlayer(), await world.addPlayer(), await world.addPlayer()];
    await befriend(world, amina, zuri);
    await savePrivacySettings(world.ctx, amina, { ...OPEN, [what]: audience });
    const meet = async (actor: Actor) => {
      if (what === 'profile')
        return codeOf(getProfile(world.ctx, actor, amina.id).then(({ details }) => (details ? 'everything' : 'names')));
      if (what === 'asking') return codeOf(applyFriendAction(world.ctx, actor, { do: 'ask', id: amina.id }));
      const found = async (term: string) => (await searchPlayers(world.ctx, actor, term)).some((row) => row.id === amina.id);
      return codeOf(
        (async () => {
          // The whole name, its beginning and a part from its middle.
          const all = [await found(amina.username), await found(amina.username.slice(0, -1)), await found(amina.username.slice(2))];
          return all.every(Boolean) ? 'found' : all.some(Boolean) ? 'now and then' : 'nothing';
        })(),
      );
    };
    expect([audience, await meet(zuri), await meet(brian), await meet(VISITOR)]).toEqual([audience, friend, stranger, visitor]);
  }
});

test('who hides from all still has friends: lists, chats and their own pages go on', async () => {
  const world = await createWorld();
  const [amina, zuri] = [await world.addPlayer(), await world.addPlayer()];
  await befriend(world, amina, zuri);
  await savePrivacySettings(world.ctx, amina, { profile: 'private', finding: 'private', asking: 'private' });
  const { friends } = await getFriendsView(world.ctx, zuri, { tab: 'friends', term: '', after: null });
  expect(friends?.items).toMatchObject([{ id: amina.id, presence: null }]);
  expect(await getPlayerSummary(world.ctx, zuri, amina.id)).toMatchObject({ id: amina.id, presence: null });
  expect(await sendMessage(world.ctx, zuri, amina.id, { text: 'hi', clientId: world.ctx.newId() })).toHaveProperty('message');
  expect(await getConversation(world.ctx, zuri, amina.id)).toMatchObject({ friend: { id: amina.id, presence: null } });
  expect(await codeOf(publishTyping(world.ctx, amina, zuri.id))).toBe('ok');
  // They can still send friend requests, and are visible in them.
  const brian = await world.addPlayer();
  await applyFriendAction(world.ctx, amina, { do: 'ask', id: brian.id });
  const { requests } = await getFriendsView(world.ctx, brian, { tab: 'requests', term: '', after: null });
  expect(requests?.received.map((row) => row.id)).toEqual([amina.id]);
});

test('what is switched off is seen by nobody from that moment, and friends’ open tabs are told', async () => {
  const world = await createWorld();
  const [amina, zuri, brian] = [await world.addPlayer(), await world.addPlayer(), await world.addPlayer()];
  await befriend(world, amina, zuri);
  await setPresence(world.ctx, [amina.id], true);
  await new Promise(setImmediate);
  const bus: unknown[] = [];
  world.ctx.bus.subscribe((message) => void bus.push(message));
  const save = async (fields: Record<string, string>) => {
    await savePrivacySettings(world.ctx, amina, fields);
    await new Promise(setImmediate);
    return bus.splice(0);
  };
  const { online: _, ...off } = OPEN;
  const seen = async () => [
    (await getPlayerSummary(world.ctx, zuri, amina.id)).presence,
    (await getFriendsView(world.ctx, zuri, { tab: 'friends', term: '', after: null })).friends?.items[0]?.presence,
    (await getProfile(world.ctx, zuri, amina.id)).presence,
    (await getConversation(world.ctx, zuri, amina.id)).friend.presence,
    (await getProfile(world.ctx, brian, amina.id)).presence,
  ];
  const on = { online: true, lastSeen: expect.any(String) };
  expect(await seen()).toEqual([on, on, on, on, null]);
  expect(await save(off)).toEqual([{ kind: 'presence', who: amina.id, online: false, playerIds: [zuri.id], isHidden: true }]);
  expect(await seen()).toEqual([null, null, null, null, null]);
  // Saving the same setting again publishes nothing.
  expect(await save(off)).toEqual([]);
  expect(await save(OPEN)).toEqual([{ kind: 'presence', who: amina.id, online: true, playerIds: [zuri.id], isHidden: false }]);
  expect(await seen()).toEqual([on, on, on, on, null]);
  // An offline player does not appear online by changing the setting.
  world.advanceClock(ONLINE_SECONDS + 1);
  expect([await save(off), await save(OPEN)]).toEqual([[], []]);
});
