import { expect, test } from 'vitest';
import { createBrowser, createPushWorld } from '../../../tests/push-world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../shared/permissions.ts';
import { DEVICES_MAX, SUBSCRIBE_LIMIT, TEST_LIMIT } from './rules.ts';
import { renew, saveQuietHours, sendTest, subscribe, turnOff, viewPush } from './service.server.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0';

test('a browser is turned on and off, and its player sees which are on, without their secrets', async () => {
  const { world, ctx, turnOn, endpoints } = await createPushWorld();
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  const phone = await turnOn(amina);
  world.advanceClock(60);
  const laptop = await turnOn(amina, FIREFOX);
  await turnOn(brian);
  const view = await viewPush(ctx, amina, laptop.session);
  expect(view).toMatchObject({
    publicKey: expect.stringMatching(/^[\w-]{87}$/),
    devices: [
      { browser: 'Firefox', system: 'Windows', isCurrent: true },
      { browser: 'Chrome', system: 'Android', isCurrent: false },
    ],
    quietHours: { from: 20, until: 7 },
    leastQuietHours: null,
  });
  for (const { endpoint, fields, session } of [phone, laptop])
    for (const secret of [endpoint, fields.auth, fields.p256dh, session]) expect(JSON.stringify(view)).not.toContain(secret);
  const [first, second] = view.devices;
  await expect(turnOff(ctx, brian, { device: first?.id ?? '' })).rejects.toMatchObject({ code: 'not-found' });
  await turnOff(ctx, amina, { device: second?.id ?? '' });
  await expect(turnOff(ctx, amina, { device: second?.id ?? '' })).rejects.toMatchObject({ code: 'not-found' });
  expect((await viewPush(ctx, amina, phone.session)).devices).toEqual([{ ...first, isCurrent: false }]);
  expect(await endpoints()).toHaveLength(2);
});

test('a session has one browser, which is told of one player, and at most ten are on', async () => {
  const { world, ctx, origin, turnOn, openSession, endpoints } = await createPushWorld();
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  const first = await turnOn(amina);
  // The browser renewed its subscription: the session has the new one.
  const renewed = createBrowser(origin);
  await subscribe(ctx, amina, renewed.fields, first.session);
  await subscribe(ctx, amina, renewed.fields, first.session);
  expect(await endpoints()).toEqual([renewed.endpoint]);
  // Somebody else signs in with the same browser.
  await subscribe(ctx, brian, renewed.fields, await openSession(brian));
  expect((await viewPush(ctx, amina, first.session)).devices).toEqual([]);
  expect(await endpoints()).toEqual([renewed.endpoint]);
  for (let i = 0; i < DEVICES_MAX; i++) {
    world.advanceClock(1);
    await turnOn(brian);
  }
  expect((await endpoints()).includes(renewed.endpoint)).toBe(false);
  expect(await endpoints()).toHaveLength(DEVICES_MAX);
});

test('a subscription that the browser renewed by itself replaces that of the session, and turns nothing on', async () => {
  const { world, ctx, origin, turnOn, openSession, endpoints } = await createPushWorld();
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  const { endpoint: old, session } = await turnOn(amina);
  const [before] = (await viewPush(ctx, amina, session)).devices;
  const next = createBrowser(origin);
  const fields = { ...next.fields, old };
  // Her brother has signed in with the same browser since, or she is at another one.
  await expect(renew(ctx, brian, fields, await openSession(brian))).rejects.toMatchObject({ code: 'not-found' });
  await expect(renew(ctx, brian, fields, session)).rejects.toMatchObject({ code: 'sign-in-required' });
  await expect(renew(ctx, amina, fields, await openSession(amina))).rejects.toMatchObject({ code: 'not-found' });
  await expect(renew(ctx, amina, { ...next.fields, old: `${origin}/push/another` }, session)).rejects.toMatchObject({ code: 'not-found' });
  for (const forged of [next.fields, { ...fields, endpoint: 'https://evil.example/push' }, { ...fields, auth: 'short' }])
    await expect(renew(ctx, amina, forged, session)).rejects.toMatchObject({ code: 'bad-input' });
  expect(await endpoints()).toEqual([old]);
  // An answer that got lost: it is done already.
  for (let i = 0; i < 2; i++) await renew(ctx, amina, fields, session);
  expect(await endpoints()).toEqual([next.endpoint]);
  expect((await viewPush(ctx, amina, session)).devices).toEqual([before]);
  // Once it is off, it stays off.
  await turnOff(ctx, amina, { device: before?.id ?? '' });
  await expect(renew(ctx, amina, { ...createBrowser(origin).fields, old: next.endpoint }, session)).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await endpoints()).toEqual([]);
});

test('it ends with its session, and needs one that runs', async () => {
  const { world, ctx, origin, turnOn, openSession, endpoints } = await createPushWorld();
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  const { session } = await turnOn(amina);
  await ctx.db.deleteFrom('sessions').where('token_hash', '=', session).execute();
  expect(await endpoints()).toEqual([]);
  const { fields } = createBrowser(origin);
  const others = await openSession(brian);
  for (const hash of [session, others, 'none'])
    await expect(subscribe(ctx, amina, fields, hash)).rejects.toMatchObject({ code: 'sign-in-required' });
  const own = await openSession(amina);
  world.advanceClock(31 * 86_400);
  await expect(subscribe(ctx, amina, fields, own)).rejects.toMatchObject({ code: 'sign-in-required' });
});

test('only push services that we know are sent to, and keys that are keys', async () => {
  const { world, ctx, origin, openSession, endpoints } = await createPushWorld();
  const amina = await world.addPlayer();
  const session = await openSession(amina);
  const { fields } = createBrowser(origin);
  const notOnCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');
  const forged: Record<string, string>[] = [
    {},
    { ...fields, endpoint: 'https://fcm.googleapis.com/fcm/send/x' },
    { ...fields, endpoint: 'http://127.0.0.1:1/push/x' },
    { ...fields, endpoint: `${fields.endpoint}#${'x'.repeat(1000)}` },
    { ...fields, p256dh: notOnCurve },
    { ...fields, p256dh: 'A'.repeat(87) },
    { ...fields, p256dh: `${fields.p256dh}A` },
    { ...fields, auth: 'short' },
  ];
  for (const each of forged) await expect(subscribe(ctx, amina, each, session)).rejects.toMatchObject({ code: 'bad-input' });
  expect(await endpoints()).toEqual([]);
  for (let i = 0; i < SUBSCRIBE_LIMIT.points; i++) await subscribe(ctx, amina, fields, session);
  await expect(subscribe(ctx, amina, fields, session)).rejects.toMatchObject({ code: 'too-many-requests' });
});

test('quiet hours are saved as the age allows, and are shown as they hold', async () => {
  const { world, ctx } = await createPushWorld();
  const grownUp = await world.addPlayer();
  const teen = await world.addPlayer({ age_band: 13, birth_month: '2012-01' });
  const shown = async (actor: Actor) => (await viewPush(ctx, actor, '')).quietHours;
  expect(await saveQuietHours(ctx, grownUp, { from: '22', until: '5' })).toBe('saved');
  expect(await shown(grownUp)).toEqual({ from: 22, until: 5 });
  expect(await saveQuietHours(ctx, grownUp, { from: '5', until: '5' })).toBe('same');
  expect(await saveQuietHours(ctx, grownUp, { from: '5', until: '5', off: 'on' })).toBe('saved');
  expect(await shown(grownUp)).toBeNull();
  expect(await saveQuietHours(ctx, teen, { from: '18', until: '9' })).toBe('saved');
  expect(await shown(teen)).toEqual({ from: 18, until: 9 });
  expect(await saveQuietHours(ctx, teen, { from: '22', until: '6' })).toBe('too-short');
  expect(await saveQuietHours(ctx, teen, { from: '18', until: '9', off: 'on' })).toBe('too-short');
  expect(await viewPush(ctx, teen, '')).toMatchObject({ quietHours: { from: 18, until: 9 }, leastQuietHours: { from: 21, until: 6 } });
  const forged: Record<string, string>[] = [
    { from: '24', until: '6' },
    { from: '1.5', until: '6' },
    { from: '', until: '6' },
    { until: '6' },
  ];
  for (const fields of forged) await expect(saveQuietHours(ctx, grownUp, fields)).rejects.toMatchObject({ code: 'bad-input' });
});

test('a test comes to this browser alone, also in a quiet hour, and not without end', async () => {
  const { world, ctx, turnOn, openSession, deliver, goToHour } = await createPushWorld();
  const amina = await world.addPlayer({ age_band: 13, birth_month: '2012-01' });
  const [here] = [await turnOn(amina), await turnOn(amina)];
  goToHour(23);
  expect(await sendTest(ctx, amina, here.session)).toBe(true);
  const sent = await deliver();
  expect(sent.map(({ path, body }) => [here.endpoint.endsWith(path), here.decrypt(body)])).toEqual([
    [true, { title: 'Kiddo', text: 'It works: this is how we tell you.', url: '/settings?tab=notifications', tag: 'test' }],
  ]);
  // Whoever waits for it has the browser on.
  expect(sent[0]?.headers['ttl']).toBe('300');
  expect(await sendTest(ctx, amina, await openSession(amina))).toBe(false);
  for (let i = 1; i < TEST_LIMIT.points; i++) await sendTest(ctx, amina, here.session);
  await expect(sendTest(ctx, amina, here.session)).rejects.toMatchObject({ code: 'too-many-requests' });
});

test('it is for players, about their own browsers', async () => {
  const { world, ctx, origin } = await createPushWorld();
  const { id } = await world.addPlayer();
  const { fields } = createBrowser(origin);
  for (const use of [
    (actor: Actor) => viewPush(ctx, actor, ''),
    (actor: Actor) => subscribe(ctx, actor, fields, ''),
    (actor: Actor) => renew(ctx, actor, { ...fields, old: fields.endpoint }, ''),
    (actor: Actor) => turnOff(ctx, actor, { device: id }),
    (actor: Actor) => saveQuietHours(ctx, actor, { from: '1', until: '2' }),
    (actor: Actor) => sendTest(ctx, actor, ''),
  ]) {
    await expect(use(VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
    for (const actor of [SYSTEM, { kind: 'leaving', id }, { kind: 'age-unknown', id }] as Actor[])
      await expect(use(actor)).rejects.toMatchObject({ code: 'not-allowed' });
  }
});
