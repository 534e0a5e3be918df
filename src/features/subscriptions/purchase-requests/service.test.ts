import { describe, expect, test } from 'vitest';
import { codeOf } from '../../../../tests/age-world.ts';
import { ageOf } from '../../../../tests/friendship-world.ts';
import { askOf, giveConsent, setGuardianship } from '../../../../tests/guardian-world.ts';
import { createPurchaseWorld, DAY, WITHDRAWN } from '../../../../tests/purchase-requests.ts';
import { ADULT } from '../../../../tests/test-players.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { listNotifications } from '../../notifications/service.server.ts';
import { getSubscriptionView } from '../service.server.ts';
import { deleteOldPurchaseRequests } from './service.server.ts';

test('who may ask: each age with each answer of a guardian', async () => {
  const { ctx, world, ask, view } = await createPurchaseWorld();
  const run = askOf(ctx);
  const answers: Record<string, (id: string) => Promise<unknown>> = {
    'nobody asked': async () => {},
    asked: (id) => setGuardianship(run, id, 'asked'),
    refused: (id) => setGuardianship(run, id, 'refused'),
    withdrawn: (id) => setGuardianship(run, id, 'withdrawn'),
    'no buying': (id) => giveConsent(run, id, { chat: 'friends', buying: 'none', sum: null }),
    'ask each time': (id) => giveConsent(run, id, { chat: 'off', buying: 'ask', sum: null }),
    'up to a sum': (id) => giveConsent(run, id, { chat: 'off', buying: 'up-to-a-sum', sum: 10 }),
  };
  for (const age of [ageOf(13), ageOf(16), ADULT])
    for (const [name, answer] of Object.entries(answers)) {
      const player = await world.addPlayer(age);
      await answer(player.id);
      const isAdult = age.age_band === 18;
      const isOpen = !isAdult && (name === 'ask each time' || name === 'up to a sum');
      const { obstacle } = await view({ plan: 'premium' }, player);
      expect([name, age.age_band, obstacle]).toEqual([name, age.age_band, isAdult ? 'of-age' : isOpen ? null : 'guardian']);
      const code = await ask({ plan: 'premium' }, player).then(
        ({ ok }) => ok,
        ({ code: thrown }: { code: string }) => thrown,
      );
      expect([name, age.age_band, code]).toEqual([name, age.age_band, isOpen || 'guardian-required']);
    }
  expect(await codeOf(view({}, VISITOR))).toBe('sign-in-required');
  expect(await codeOf(ask({ plan: 'premium' }, VISITOR))).toBe('sign-in-required');
});

describe('asking', () => {
  test('the guardian gets a mail with what, how much, what it brings and until when', async () => {
    const { ask, view, mails, email } = await createPurchaseWorld();
    expect(await view({ plan: 'premium' })).toMatchObject({
      obstacle: null,
      item: { kind: 'plan', id: 'premium', name: 'Premium', days: 30, kiddocash: 400, priceMinor: 9900 },
      request: null,
    });
    expect(await ask()).toEqual({ ok: true, do: 'ask' });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^@\S+ asks you for Premium for 30 days on Kiddo$/);
    for (const words of ['KSH 99', 'All premium games', '400 kiddocash', 'it never renews, by card either', '/guardian/pay/', '/contact'])
      expect(mail?.text).toContain(words);
    // The link to change or take back what they allowed, as in each of these mails.
    expect(mail?.text).toMatch(/\/guardian\/[\w-]{36}\.[\w-]{43}/);
    const { request, obstacle } = await view();
    expect(obstacle).toBe('open');
    expect(request).toMatchObject({ state: 'open', address: `${email.slice(0, 1)}***@example.com`, undelivered: null, reply: null });
    expect(Date.parse(request?.expiresAt ?? '') - Date.parse(request?.askedAt ?? '')).toBe(7 * DAY * 1000);
  });

  test('in the language that the guardian chose', async () => {
    const { ctx, ask, mails } = await createPurchaseWorld();
    await ctx.db.updateTable('guardians').set({ language: 'sw' }).execute();
    await ask({ pack: 'pack-400' });
    const [mail] = await mails();
    expect(mail?.subject).toMatch(/anakuomba kiddocash 400 kwenye Kiddo$/);
    expect(mail?.text).toContain('?lang=sw');
  });

  test('what is not sold cannot be asked for', async () => {
    const { ask, view } = await createPurchaseWorld();
    expect(await codeOf(ask({ plan: 'basic' }))).toBe('bad-input');
    expect(await codeOf(ask({}))).toBe('bad-input');
    expect(await codeOf(ask({ plan: 'premium', pack: 'pack-400' }))).toBe('bad-input');
    expect(await ask({ pack: 'pack-1' })).toMatchObject({ ok: false, code: 'not-available' });
    for (const wanted of [{}, { plan: 'basic' }, { plan: "x' or 1=1" }, { pack: 'pack-1' }])
      expect(await view(wanted)).toMatchObject({ item: null });
    expect(await view({ pack: 'pack-4500' })).toMatchObject({ item: { kind: 'pack', kiddocash: 4950, id: 'pack-4500' } });
  });

  test('one request at a time; two presses at once are one', async () => {
    const { ctx, ask, mails } = await createPurchaseWorld();
    const outcomes = await Promise.all([ask(), ask({ pack: 'pack-400' }), ask()]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.filter((each) => !each.ok && each.code === 'open')).toHaveLength(2);
    expect(await mails()).toHaveLength(1);
    expect(await ctx.db.selectFrom('purchase_requests').selectAll().execute()).toHaveLength(1);
  });

  test('three in a week, also such that were taken back', async () => {
    const { ctx, world, ask, takeBack, view, mails } = await createPurchaseWorld();
    for (let i = 0; i < 3; i++) {
      expect(await ask()).toMatchObject({ ok: true });
      expect(await mails()).toHaveLength(i + 1);
      expect(await takeBack()).toEqual({ ok: true, do: 'take-back' });
      world.advanceClock(60);
    }
    expect(await takeBack()).toMatchObject({ ok: false, code: 'nothing-open' });
    expect(await ask()).toMatchObject({ ok: false, code: 'too-many' });
    const { obstacle, canAskFrom } = await view({ plan: 'pro' });
    expect(obstacle).toBe('too-many');
    world.advanceClock((Date.parse(canAskFrom ?? '') - ctx.now().getTime()) / 1000 - 1);
    expect(await ask()).toMatchObject({ ok: false, code: 'too-many' });
    world.advanceClock(1);
    expect(await ask()).toMatchObject({ ok: true });
  });

  test('a request whose mail did not arrive does not count', async () => {
    const { ctx, world, ask, takeBack, view } = await createPurchaseWorld();
    for (let i = 0; i < 4; i++) {
      expect(await ask()).toMatchObject({ ok: true });
      await ctx.db.updateTable('guardian_mails').set({ refused_at: ctx.now() }).execute();
      expect(await view()).toMatchObject({ request: { undelivered: 'refused' } });
      await takeBack();
      world.advanceClock(60);
    }
    for (let i = 0; i < 3; i++) {
      expect(await ask()).toMatchObject({ ok: true });
      world.advanceClock(2 * DAY);
      expect(await view()).toMatchObject({ request: { undelivered: 'late' } });
      await takeBack();
    }
    expect(await view()).toMatchObject({ obstacle: null });
    // But not without end: each is a mail all the same.
    for (let i = 0; i < 3; i++) {
      await ask();
      await takeBack();
    }
    expect(await codeOf(ask())).toBe('too-many-requests');
  });

  test('after seven days another one can be sent, and the first is over', async () => {
    const { world, ask, view, keyOfLastMail, page } = await createPurchaseWorld();
    await ask();
    const first = await keyOfLastMail();
    world.advanceClock(7 * DAY);
    expect(await view()).toMatchObject({ request: { state: 'expired' }, obstacle: null });
    expect(await ask({ plan: 'pro' })).toMatchObject({ ok: true });
    expect(await page(first)).toMatchObject({ state: 'expired' });
    expect(await page(await keyOfLastMail())).toMatchObject({ state: 'open', item: { id: 'pro' } });
  });

  test('a mail that comes too late is not sent', async () => {
    const { world, ask, takeBack, mails } = await createPurchaseWorld();
    await ask();
    await takeBack();
    expect(await mails()).toEqual([]);
    await ask();
    world.advanceClock(7 * DAY);
    expect(await mails()).toEqual([]);
  });
});

test('the pages with prices say what can be asked for', async () => {
  const { ctx, player, ask, change } = await createPurchaseWorld();
  const spending = async () => (await getSubscriptionView(ctx, player)).spending;
  expect(await spending()).toEqual({ door: null, sum: null, asking: { open: null }, canRenew: false });
  await ask({ pack: 'pack-400' });
  expect(await spending()).toMatchObject({ asking: { open: { item: { kind: 'pack', kiddocash: 400 } } } });
  await change({ buying: 'up-to-a-sum', monthly_limit_minor: 10_000 });
  expect(await spending()).toMatchObject({ door: null, sum: { limitMinor: 10_000 }, asking: { open: {} } });
  await change({ buying: 'none', monthly_limit_minor: null });
  expect(await spending()).toMatchObject({ door: { state: 'given' }, sum: null, asking: null });
  await change(WITHDRAWN);
  expect(await spending()).toMatchObject({ door: {}, sum: null, asking: null });
});

test('requests are deleted after 90 days, and what was paid stays', async () => {
  const { ctx, world, player, ask, keyOfLastMail, pay, page } = await createPurchaseWorld();
  await ask();
  const key = await keyOfLastMail();
  await pay(key);
  world.advanceClock(90 * DAY - 1);
  await deleteOldPurchaseRequests(ctx);
  expect(await page(key)).toMatchObject({ state: 'paid' });
  world.advanceClock(2);
  await deleteOldPurchaseRequests(ctx);
  await deleteOldPurchaseRequests(ctx);
  expect(await page(key)).toMatchObject({ state: 'unknown', username: null });
  const { payments } = await getSubscriptionView(ctx, player);
  expect(payments).toMatchObject([{ state: 'success' }]);
});

test('the answer leads to the page', async () => {
  const { ctx, player, ask, keyOfLastMail, act } = await createPurchaseWorld();
  await ask();
  await act(await keyOfLastMail(), { do: 'refuse', reply: 'Maybe after  the\nexams' });
  const { items } = await listNotifications(ctx, player, null);
  expect(items).toMatchObject([{ title: 'Not this time', to: '/ask-at-home' }]);
  expect(items[0]?.message).toContain('“Maybe after the exams”');
});
