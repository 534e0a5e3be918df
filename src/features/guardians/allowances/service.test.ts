import { expect, test } from 'vitest';
import { AGREES, createAgreementWorld } from '../../../../tests/agreement-world.ts';
import { codeOf } from '../../../../tests/age-world.ts';
import { ageOf } from '../../../../tests/friendship-world.ts';
import { AGE_BANDS, can, VISITOR, type Actor, type AgeBand } from '../../../shared/permissions.ts';
import { BUYING_CHOICES, CHAT_CHOICES, type BuyingChoice, type ChatChoice } from '../schema.ts';
import { getAllowancesInTransaction, getOwnAllowances } from './service.server.ts';
import { getChatLevel } from './rules.ts';

type AgreementWorld = Awaited<ReturnType<typeof createAgreementWorld>>;

/** What a player can do with a friend who may everything: by friend code and without, in ready phrases and in their own words. */
type Open = { chat: string; byCode: string; pays: boolean; uploads: boolean };
const CLOSED: Open = { chat: 'off', byCode: 'off', pays: false, uploads: false };
const BEFORE: Open = { ...CLOSED, byCode: 'phrases' };
const EVERYTHING: Open = { chat: 'free', byCode: 'free', pays: true, uploads: true };

async function tryEverything({ ctx }: AgreementWorld, player: Extract<Actor, { kind: 'player' }>): Promise<Open> {
  const allowances = await getOwnAllowances(ctx, player);
  const tryChat = (isByCode: boolean) => {
    const level = getChatLevel(allowances, { chat: 'free', buying: 'none', canUpload: false }, isByCode);
    const [words, phrase] = [false, true].map((isPhrase) => can(player, 'chat:send', { level, isPhrase }));
    return words ? 'free' : phrase ? 'phrases' : 'off';
  };
  return {
    chat: tryChat(false),
    byCode: tryChat(true),
    pays: can(player, 'payment:start', allowances),
    uploads: can(player, 'picture:upload', allowances),
  };
}

/** Each state of a consent: how it comes about, and what is open under 18. */
const NO_STATES: [string, (world: AgreementWorld, player: { id: string }) => Promise<unknown>, Open][] = [
  ['none', async () => {}, BEFORE],
  ['asked', ({ ask }, player) => ask(player), BEFORE],
  ['refused', async ({ ask, answer }, player) => answer(await ask(player), { do: 'refuse' }), CLOSED],
  [
    'withdrawn',
    async ({ ask, answer }, player) => {
      const link = await ask(player);
      await answer(link, AGREES);
      await answer(link, { do: 'withdraw' });
    },
    CLOSED,
  ],
];
const GIVEN_STATES = CHAT_CHOICES.flatMap((chat) =>
  BUYING_CHOICES.map((buying): (typeof NO_STATES)[number] => [
    `given: ${chat}, ${buying}`,
    async ({ ask, answer }, player) => answer(await ask(player), { ...AGREES, chat, buying }),
    openWith(chat, buying),
  ]),
);

function openWith(chat: ChatChoice, buying: BuyingChoice): Open {
  const level = chat === 'friends' ? 'free' : chat;
  return { chat: level, byCode: level, pays: buying === 'up-to-a-sum', uploads: true };
}

test.each([...NO_STATES, ...GIVEN_STATES])('%s: what is open in each band', async (_, reach, underAge) => {
  const world = await createAgreementWorld();
  for (const band of AGE_BANDS) {
    // Who is of age now may have asked before.
    const player = await world.addChild();
    await reach(world, player);
    await world.db.updateTable('players').set(ageOf(band)).where('id', '=', player.id).execute();
    expect([band, await tryEverything(world, player)]).toEqual([band, band === 18 ? EVERYTHING : underAge]);
  }
});

test('an age that is not known counts as under 18', async () => {
  const world = await createAgreementWorld();
  const player = await world.addChild();
  const setBand = (band: AgeBand | null) => world.db.updateTable('players').set(ageOf(band)).where('id', '=', player.id).execute();
  await setBand(null);
  expect(await tryEverything(world, player)).toEqual(BEFORE);
  expect(await getOwnAllowances(world.ctx, player)).toMatchObject({ door: { state: 'none' } });
});

test('whose guardian wants to be asked each time may not pay alone', async () => {
  const world = await createAgreementWorld();
  const { db, ask, answer } = world;
  const player = await world.addChild();
  await answer(await ask(player), { ...AGREES, buying: 'none' });
  await db.updateTable('guardianships').set({ buying: 'ask' }).execute();
  expect(await tryEverything(world, player)).toEqual({ ...EVERYTHING, pays: false });
});

test('a yes counts for more than the no of somebody else; without one, a no counts until somebody says yes', async () => {
  const world = await createAgreementWorld();
  const { ask, answer } = world;
  const player = await world.addChild();
  const first = await ask(player, 'first@example.com');
  await answer(first, { do: 'refuse' });
  const second = await ask(player, 'second@example.com');
  // Asking another one opens nothing.
  expect(await tryEverything(world, player)).toEqual(CLOSED);
  await answer(second, AGREES);
  expect(await tryEverything(world, player)).toEqual(EVERYTHING);
  await answer(first, { do: 'refuse' });
  await answer(first, { do: 'withdraw' });
  expect(await tryEverything(world, player)).toEqual(EVERYTHING);
  await answer(second, { do: 'withdraw' });
  expect(await tryEverything(world, player)).toEqual(CLOSED);
});

test('the door says where the consent stands, what the sum is, and whether a reminder is possible', async () => {
  const world = await createAgreementWorld();
  const { ctx, ask, answer } = world;
  const player = await world.addChild(16);
  const door = async () => {
    const { door: found, monthlyLimitMinor } = await getOwnAllowances(ctx, player);
    return found && [found.state, found.canRemind, monthlyLimitMinor];
  };
  expect(await door()).toEqual(['none', false, null]);
  const link = await ask(player);
  expect(await door()).toEqual(['asked', false, null]);
  world.world.advanceClock(86_400 - 60);
  expect(await door()).toEqual(['asked', false, null]);
  world.world.advanceClock(60);
  expect(await door()).toEqual(['asked', true, null]);
  await world.db.updateTable('guardianships').set({ reminded_at: ctx.now() }).execute();
  expect(await door()).toEqual(['asked', false, null]);
  await answer(link, { ...AGREES, sum: '750' });
  expect(await door()).toEqual(['given', false, 75_000]);
  await answer(link, { do: 'withdraw' });
  expect(await door()).toEqual(['withdrawn', false, null]);
  await world.db.updateTable('players').set(ageOf(18)).where('id', '=', player.id).execute();
  expect(await door()).toBeNull();
});

test('nothing is taken back while somebody decides by it, and whoever decides next sees it', async () => {
  const { ctx, addChild, ask, answer, holdPlayer, waitForLocks } = await createAgreementWorld();
  const player = await addChild();
  const link = await ask(player);
  await answer(link, AGREES);
  const release = await holdPlayer(player.id);
  const withdrawal = answer(link, { do: 'withdraw' });
  await waitForLocks(1);
  expect(await getOwnAllowances(ctx, player)).toMatchObject({ buying: 'up-to-a-sum' });
  const deciding = ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('players').select('id').where('id', '=', player.id).forNoKeyUpdate().execute();
    return getAllowancesInTransaction(ctx, trx, player.id);
  });
  await waitForLocks(2);
  await release();
  expect(await withdrawal).toEqual({ ok: true, do: 'withdraw' });
  expect(await deciding).toMatchObject({ buying: 'none', chat: 'off', canUpload: false, monthlyLimitMinor: null });
});

test('only a player has allowances', async () => {
  const { ctx } = await createAgreementWorld();
  expect(await codeOf(getOwnAllowances(ctx, VISITOR))).toBe('sign-in-required');
  expect(await codeOf(getOwnAllowances(ctx, { kind: 'player', id: ctx.newId(), role: 'player', premium: false }))).toBe('sign-in-required');
});
