import sharp from 'sharp';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPaymentsWorld, getReference } from '../../../tests/fake-payments.ts';
import { createPurchaseWorld } from '../../../tests/purchase-requests.ts';
import { switchTo } from '../../../tests/switches.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { VISITOR } from '../../shared/permissions.ts';
import { checkConfirmationToken } from '../accounts/confirmation.service.server.ts';
import { signIn, signUp } from '../accounts/service.server.ts';
import { getBlog } from '../articles/service.server.ts';
import { avatarJobs } from '../avatars/jobs.server.ts';
import { deletePicture, getAvatarView, uploadPicture } from '../avatars/service.server.ts';
import { recordOfflinePlay, handlePlayEvent, startPlay } from '../games/plays/service.server.ts';
import { sendToReaderJob, sendToReadersJob, startCampaign } from '../newsletter/campaigns/service.server.ts';
import {
  confirmSubscription,
  subscribe as readNewsletter,
  unsubscribeFromNewsletter,
  urlForUnsubscribe,
} from '../newsletter/service.server.ts';
import { hasPremium } from '../premium/service.server.ts';
import { buyPack, confirmCheckoutReturn, subscribe } from '../subscriptions/checkout/service.server.ts';
import { reconcilePayments } from '../subscriptions/jobs.server.ts';
import { runSubscriptionAction } from '../subscriptions/service.server.ts';

// What each switch stops, in the services that it is about, and what goes on.

const CLIENT = { address: '10.0.0.1', userAgent: 'test', cookies: '' };

test('without sign-ups nobody gets an account; who has one confirms it and signs in', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const form = { username: 'amina_w', displayName: 'Amina', email: 'amina@example.com', password: 'sauti-77', confirm: 'sauti-77' };
  const up = await signUp(ctx, VISITOR, form, CLIENT);
  const token = /token=([\w.-]+)/.exec((await world.mails())[0]?.text ?? '')?.[1] ?? '';
  const brian = await world.addPlayer();
  await switchTo(ctx, 'sign-ups', 'off');
  const second = { ...form, username: 'chao_k', email: 'chao@example.com' };
  expect(await signUp(ctx, VISITOR, second, CLIENT)).toMatchObject({
    kind: 'result',
    answer: { ok: false, code: 'switched-off', values: { username: 'chao_k', displayName: 'Amina', email: 'chao@example.com' } },
  });
  expect(await ctx.db.selectFrom('players').select('id').where('username', '=', 'chao_k').execute()).toEqual([]);
  const cookies = up.cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  expect(await checkConfirmationToken(ctx, VISITOR, token, { ...CLIENT, cookies })).toBe('same-browser');
  const signedIn = await signIn(ctx, VISITOR, { form: 'sign-in', identifier: brian.username, password: 'secret1' }, CLIENT);
  expect(signedIn.kind).toBe('signed-in');
  await switchTo(ctx, 'sign-ups', 'on');
  expect(await signUp(ctx, VISITOR, second, CLIENT)).toMatchObject({ kind: 'flash', flashMessage: 'check-email' });
});

test('without uploads no picture is stored, and one that is there can be deleted', async () => {
  const world = await createWorld();
  const { ctx } = world;
  await ctx.jobs.prepare(avatarJobs);
  const player = { ...(await world.addPlayer()), premium: true };
  const png = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#e23b24' } })
    .png()
    .toBuffer();
  expect(await uploadPicture(ctx, player, png, 'image/png')).toBeNull();
  await switchTo(ctx, 'uploads', 'off');
  expect(await getAvatarView(ctx, player)).toMatchObject({ uploadsClosed: { message: '' } });
  await expect(uploadPicture(ctx, player, png, 'image/png')).rejects.toMatchObject({ code: 'switched-off' });
  expect(await ctx.db.selectFrom('avatar_uploads').select('state').execute()).toHaveLength(1);
  await deletePicture(ctx, player);
  await switchTo(ctx, 'uploads', 'on');
  expect(await getAvatarView(ctx, player)).toMatchObject({ uploadsClosed: null });
  expect(await uploadPicture(ctx, player, png, 'image/png')).toBeNull();
});

test('without payments none is started; those that have begun are settled, and a plan is cancelled', async () => {
  const { ctx, world, fake } = await createPaymentsWorld();
  const [one, other] = [await world.addPlayer(), await world.addPlayer()];
  const want = { plan: 'premium', channel: 'mpesa' };
  const begun = [await subscribe(ctx, one, want), await subscribe(ctx, other, want)].map(({ url }) => getReference(url));
  await switchTo(ctx, 'payments', 'off');
  for (const begin of [
    () => subscribe(ctx, one, want),
    () => subscribe(ctx, one, { plan: 'pro', channel: 'card' }),
    () => buyPack(ctx, one, { do: 'buy', pack: 'pack-400', channel: 'mpesa' }),
  ])
    await expect(begin()).rejects.toMatchObject({ code: 'switched-off' });
  expect(fake.charges.size).toBe(2);
  // Paid meanwhile: one comes back, the other one does not.
  for (const reference of begun) fake.pay(reference);
  expect(await confirmCheckoutReturn(ctx, one, begun[0] ?? '')).toBe('success');
  world.advanceClock(120);
  await reconcilePayments(ctx);
  expect([await hasPremium(ctx, one.id), await hasPremium(ctx, other.id)]).toEqual([true, true]);
  expect(await runSubscriptionAction(ctx, one, { do: 'cancel' })).toEqual({ action: 'cancel' });
  await switchTo(ctx, 'payments', 'on');
  expect(await subscribe(ctx, one, want)).toMatchObject({ url: expect.any(String) });
});

test('without payments nobody is asked at home, and a guardian cannot pay, but says no', async () => {
  const { ctx, fake, ask, takeBack, keyOfLastMail, page, act, view } = await createPurchaseWorld();
  await ask();
  const key = await keyOfLastMail();
  await switchTo(ctx, 'payments', 'off');
  expect(await page(key)).toMatchObject({ state: 'open', closed: { message: '' } });
  expect(await act(key, { do: 'pay', channel: 'mpesa' })).toMatchObject({ ok: false, code: 'switched-off' });
  expect(fake.charges.size).toBe(0);
  expect(await takeBack()).toMatchObject({ ok: true });
  expect(await view({ plan: 'premium' })).toMatchObject({ obstacle: null, closed: { message: '' } });
  await expect(ask()).rejects.toMatchObject({ code: 'switched-off' });
  await switchTo(ctx, 'payments', 'on');
  await ask();
  const next = await keyOfLastMail();
  await switchTo(ctx, 'payments', 'off');
  expect(await act(next, { do: 'refuse', reply: '' })).toMatchObject({ ok: true, do: 'refuse' });
});

async function work(world: World): Promise<number> {
  const { ctx } = world;
  let ran = 0;
  for (;;) {
    const now = (await ctx.jobs.drain(ctx, sendToReadersJob, 10)) + (await ctx.jobs.drain(ctx, sendToReaderJob, 100));
    if (now === 0) return ran;
    ran += now;
  }
}

/** Jobs wait by the database's clock, which is not the test's: makes those that wait due, as if they had been queued long ago. */
async function letTimePass({ ctx }: World): Promise<void> {
  await sql`update pgboss.job set start_after = 'epoch', singleton_on = null`.execute(ctx.db);
}

test('however many readers are being sent a post when the newsletter is switched off, one job waits, and all get it afterwards', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const slug = (await getBlog(ctx, { category: null, query: null })).posts[0]?.slug ?? '';
  await ctx.jobs.prepare([sendToReadersJob, sendToReaderJob]);
  await sql`
    insert into newsletter_readers (id, email, address_hash, confirmed_at)
    select gen_random_uuid(), 'reader' || i || '@example.com', convert_to(i::text, 'utf8'), now()
    from generate_series(1, 5) i`.execute(ctx.db);
  await startCampaign(ctx, await world.addPlayer({ role: 'operator' }), { post: slug });
  expect(await ctx.jobs.drain(ctx, sendToReadersJob, 10)).toBe(1);
  expect(await ctx.jobs.drain(ctx, sendToReaderJob, 2)).toBe(2);
  await switchTo(ctx, 'newsletter', 'off');
  expect(await work(world)).toBe(3);
  const sent = async () => (await ctx.db.selectFrom('newsletter_deliveries').select('post').execute()).length;
  // It waits for as long as the newsletter is off.
  for (let time = 0; time < 2; time++) {
    await letTimePass(world);
    expect([await work(world), await sent()]).toEqual([1, 2]);
  }
  await switchTo(ctx, 'newsletter', 'on');
  await letTimePass(world);
  expect([await work(world), await sent()]).toEqual([4, 5]);
});

test('without the newsletter nobody subscribes and no post is sent; what is being sent waits, and nothing is lost', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const ops = await world.addPlayer({ role: 'operator' });
  const email = 'reader@example.com';
  expect(await readNewsletter(ctx, VISITOR, { email }, '10.0.0.1')).toEqual({ ok: true });
  const token = /newsletter\/confirm\/([\w.-]+)/.exec((await world.mails())[0]?.text ?? '')?.[1] ?? '';
  await switchTo(ctx, 'newsletter', 'off');
  // Somebody who subscribed before may finish it, and leave.
  expect(await confirmSubscription(ctx, VISITOR, token)).toBe(true);
  const other = { email: 'late@example.com' };
  expect(await readNewsletter(ctx, VISITOR, other, '10.0.0.1')).toMatchObject({ ok: false, code: 'switched-off', values: other });
  const slug = (await getBlog(ctx, { category: null, query: null })).posts[0]?.slug ?? '';
  await expect(startCampaign(ctx, ops, { post: slug })).rejects.toMatchObject({ code: 'switched-off' });
  await switchTo(ctx, 'newsletter', 'on');
  await startCampaign(ctx, ops, { post: slug });
  await switchTo(ctx, 'newsletter', 'off');
  expect(await work(world)).toBe(1);
  const sent = () => ctx.db.selectFrom('newsletter_deliveries').select('post').execute();
  expect(await sent()).toEqual([]);
  await switchTo(ctx, 'newsletter', 'on');
  await letTimePass(world);
  await work(world);
  expect(await sent()).toEqual([{ post: slug }]);
  await switchTo(ctx, 'newsletter', 'off');
  const [reader] = await ctx.db.selectFrom('newsletter_readers').select('id').execute();
  const leave =
    urlForUnsubscribe(ctx, reader?.id ?? '')
      .split('/')
      .at(-1) ?? '';
  expect(await unsubscribeFromNewsletter(ctx, VISITOR, leave)).toBe(true);
});

test('while the site is read-only a game opens and nothing is recorded; a play without a network is kept for later', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const game = await world.addGame();
  const before = await startPlay(ctx, VISITOR, game);
  await switchTo(ctx, 'read-only', 'on');
  const { playId, src } = await startPlay(ctx, VISITOR, game);
  expect(src).toBe(before.src);
  for (const id of [before.playId, playId]) for (const event of ['beat', 'end']) await handlePlayEvent(ctx, id, event);
  await expect(handlePlayEvent(ctx, playId, 'nope')).rejects.toMatchObject({ code: 'bad-input' });
  const late = { late: ctx.newId(), at: String(Date.now()) };
  await expect(recordOfflinePlay(ctx, VISITOR, game, late)).rejects.toMatchObject({ code: 'read-only', status: 503 });
  expect(await ctx.db.selectFrom('plays').select('id').execute()).toEqual([{ id: before.playId }]);
  await switchTo(ctx, 'read-only', 'off');
  await recordOfflinePlay(ctx, VISITOR, game, late);
  expect(await ctx.db.selectFrom('plays').select('id').execute()).toHaveLength(2);
});
