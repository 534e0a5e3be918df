import { expect, test } from 'vitest';
import { AGREES, createAgreementWorld } from '../../../tests/agreement-world.ts';
import type { Player } from '../../../tests/friendship-world.ts';
import type { AppContext } from '../../context.server.ts';
import { applyFriendAction } from '../friends/service.server.ts';
import { listNotifications } from '../notifications/service.server.ts';
import { getConversation, sendMessage } from './service.server.ts';

// A guardian takes the consent back while a message is on its way: it is stored only if it was first.

/** Two friends of 13 to 15 whose guardians have agreed to own words, and the links of these guardians. */
async function cast() {
  const all = await createAgreementWorld();
  const { ctx, addChild, ask, answer } = all;
  const [amina, brian] = [await addChild(16), await addChild(16)];
  await applyFriendAction(ctx, amina, { do: 'ask', id: brian.id });
  await applyFriendAction(ctx, brian, { do: 'accept', id: amina.id });
  const links = { amina: await ask(amina), brian: await ask(brian, 'father@example.com') };
  for (const link of [links.amina, links.brian]) await answer(link, AGREES);
  const send = (from: Player, context: AppContext = ctx, text = 'Shall we play kites?') =>
    sendMessage(context, from, from === amina ? brian.id : amina.id, { text, clientId: ctx.newId() });
  const stored = async () => (await ctx.db.selectFrom('messages').select('body').execute()).map(({ body }) => body);
  const withdraw = (whose: keyof typeof links) => answer(links[whose], { do: 'withdraw' });
  return { ...all, amina, brian, send, stored, withdraw };
}

/** A context in which something happens while a message passes the rate limiter, or before the filter has read its lists. */
const during = (ctx: AppContext, part: 'limiter' | 'filter', happens: () => Promise<unknown>): AppContext =>
  part === 'limiter'
    ? {
        ...ctx,
        rateLimiter: {
          ...ctx.rateLimiter,
          consume: async (...args) => {
            await happens();
            return ctx.rateLimiter.consume(...args);
          },
        },
      }
    : {
        ...ctx,
        cached: (async (...args: Parameters<AppContext['cached']>) => {
          await happens();
          return ctx.cached(...args);
        }) as AppContext['cached'],
      };

test.each([
  ['limiter', 'amina'],
  ['limiter', 'brian'],
  ['filter', 'amina'],
  ['filter', 'brian'],
] as const)('a consent that is taken back while a message is at the %s keeps it from being stored: that of %s', async (part, whose) => {
  const { ctx, amina, brian, send, stored, withdraw, published } = await cast();
  let isWithdrawn = false;
  const context = during(ctx, part, async () => {
    if (!isWithdrawn) await withdraw(whose);
    isWithdrawn = true;
    await published();
  });
  const bell = async () => (await listNotifications(ctx, brian, null)).items.map(({ title }) => title);
  const result = await send(amina, context);
  const { level, door } = await getConversation(ctx, amina, brian.id);
  expect(result).toMatchObject({ ok: false, code: 'closed', access: { level, door } });
  expect([level, door?.state]).toEqual(['off', whose === 'amina' ? 'withdrawn' : undefined]);
  expect([isWithdrawn, await stored(), (await bell()).includes('New message')]).toEqual([true, [], false]);
  expect((await published()).filter(({ kind }) => kind === 'chat')).toEqual([]);
});

test('both withdrawn on the way; a phrase too', async () => {
  const { ctx, amina, send, stored, withdraw } = await cast();
  const context = during(ctx, 'limiter', async () => {
    await withdraw('amina');
    await withdraw('brian');
  });
  expect(await send(amina, context, 'Good game!')).toMatchObject({ ok: false, code: 'closed', access: { level: 'off' } });
  expect(await stored()).toEqual([]);
});

test('less that is chosen on the way lets a phrase pass, and no own words', async () => {
  const { ctx, amina, send, stored } = await cast();
  const context = during(ctx, 'limiter', () => ctx.db.updateTable('guardianships').set({ chat: 'phrases' }).execute());
  expect(await send(amina, context, 'Good game!')).toMatchObject({ ok: true });
  await ctx.db.updateTable('guardianships').set({ chat: 'friends' }).execute();
  expect(await send(amina, context)).toMatchObject({ ok: false, code: 'closed', access: { level: 'phrases' } });
  expect(await stored()).toEqual(['Good game!']);
});

test('an age that is taken back on the way keeps a message from being stored', async () => {
  const { ctx, amina, brian, send, stored } = await cast();
  const context = during(ctx, 'limiter', () =>
    ctx.db.updateTable('players').set({ age_band: null, birth_month: null }).where('id', '=', brian.id).execute(),
  );
  expect(await send(amina, context)).toMatchObject({ ok: false, code: 'age-unknown' });
  expect(await stored()).toEqual([]);
});

test('a cry for help that is not sent because of it gets its card all the same', async () => {
  const { ctx, amina, send, stored, withdraw } = await cast();
  const context = during(ctx, 'limiter', () => withdraw('brian'));
  expect(await send(amina, context, 'I want to kill myself')).toMatchObject({ ok: false, code: 'closed', help: expect.anything() });
  expect(await stored()).toEqual([]);
});

test.each(['amina', 'brian'] as const)('a message waits for the decision that is being stored for %s, and goes by it', async (whose) => {
  const all = await cast();
  const { amina, brian, send, stored, withdraw, holdPlayer, waitForLocks } = all;
  const release = await holdPlayer(all[whose].id);
  const withdrawal = withdraw(whose);
  await waitForLocks(1);
  const sending = send(whose === 'amina' ? brian : amina);
  await waitForLocks(2).finally(() => void release());
  expect([await withdrawal, await sending]).toMatchObject([{ ok: true }, { ok: false, code: 'closed' }]);
  expect(await stored()).toEqual([]);
});

test('friends who write to each other at the same moment do not wait for each other in a ring, nor for their guardians', async () => {
  const { amina, brian, send, stored, withdraw } = await cast();
  const results = await Promise.all([...Array.from({ length: 8 }, (_, nth) => send(nth % 2 === 0 ? amina : brian)), withdraw('amina')]);
  expect(results.at(-1)).toEqual({ ok: true, do: 'withdraw' });
  const sent = results.slice(0, -1).filter(({ ok }) => ok);
  expect(await stored()).toHaveLength(sent.length);
  expect(results.slice(0, -1).filter((one) => !one.ok && one.code !== 'closed')).toEqual([]);
});
