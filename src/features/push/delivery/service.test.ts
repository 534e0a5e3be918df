import { importJWK, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPushWorld } from '../../../../tests/push-world.ts';
import { createNotifications } from '../../notifications/service.server.ts';
import type { NotificationType } from '../../notifications/schema.ts';
import { pushJobs } from '../jobs.server.ts';
import { getPushKeys } from '../keys/service.server.ts';
import { saveQuietHours, subscribe } from '../service.server.ts';
import { deliverPushJob, dispatchPushesJob, enqueuePushes, type Push } from './service.server.ts';

type PushWorld = Awaited<ReturnType<typeof createPushWorld>>;
const NEWS = { title: 'Kiddo', text: 'There is something new.', url: '/notifications/list', tag: 'bell' };
const MINUTE = 60;

const tell = ({ ctx }: PushWorld, player: { id: string }, more: Partial<Push> = {}) =>
  enqueuePushes(ctx, ctx.db, [{ ...NEWS, playerId: player.id, ...more }]);
const countJobs = async ({ ctx }: PushWorld) =>
  (
    await sql<{
      name: string;
      state: string;
    }>`select name, state::text from pgboss.job where name like 'push.%' order by created_on`.execute(ctx.db)
  ).rows;

test('a browser can read what comes, its push service cannot, and knows that it is us', async () => {
  const made = await createPushWorld();
  const { world, ctx, origin, turnOn, deliver } = made;
  const amina = await world.addPlayer();
  const browser = await turnOn(amina);
  await tell(made, amina);
  const [request, ...others] = await deliver();
  expect(others).toEqual([]);
  expect(`${origin}${request?.path}`).toBe(browser.endpoint);
  expect(browser.decrypt(request?.body ?? Buffer.alloc(0))).toEqual(NEWS);
  expect(request?.body.toString('latin1')).not.toContain('new');
  expect(request?.headers).toMatchObject({ ttl: '3600', topic: 'bell', urgency: 'normal', 'content-encoding': 'aes128gcm' });
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(request?.headers.authorization ?? '') ?? [];
  expect(key).toBe((await getPushKeys(ctx)).publicKey);
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y, alg: 'ES256' }), { audience: origin });
  expect(payload.sub).toBe(`mailto:${ctx.config.supportMail}`);
});

test('a notification tells the browsers of its player, in words that say nothing of anybody; nobody else costs a job', async () => {
  const made = await createPushWorld();
  const { world, ctx, turnOn, deliver } = made;
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  const browser = await turnOn(amina);
  let event = 0;
  const create = (type: NotificationType, players: { id: string }[]) =>
    createNotifications(
      ctx,
      ctx.db,
      players.map(({ id }) => ({
        playerId: id,
        type,
        title: 'Zuri wrote',
        message: 'Secret words',
        relatedId: brian.id,
        event: `e${event}`,
      })),
    );
  const told = [];
  for (const type of ['friend_request', 'friend_accepted', 'message'] as const) {
    event++;
    await create(type, [amina, brian]);
    // The same event once more is nothing new.
    await create(type, [amina, brian]);
    for (const { body } of await deliver()) told.push(browser.decrypt(body));
  }
  // The chat tells of messages (chat/push.test.ts).
  expect(told).toEqual([
    { title: 'Kiddo', text: 'You have a friend request.', url: '/friends?tab=requests', tag: 'friend-request' },
    { title: 'Kiddo', text: 'There is something new in your bell.', url: '/notifications/list', tag: 'bell' },
  ]);
  const before = await countJobs(made);
  event++;
  await create('friend_request', [brian]);
  expect(await countJobs(made)).toEqual(before);
});

test('what is rolled back tells nobody', async () => {
  const made = await createPushWorld();
  const { world, ctx, turnOn, deliver } = made;
  const amina = await world.addPlayer();
  await turnOn(amina);
  const undone = ctx.db.transaction().execute(async (trx) => {
    await enqueuePushes(ctx, trx, [{ ...NEWS, playerId: amina.id }]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await deliver()).toEqual([]);
});

test('of many in a row one is sent, for each tag, in five minutes', async () => {
  const made = await createPushWorld();
  const { world, ctx, turnOn, deliver } = made;
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  await turnOn(amina);
  await turnOn(amina);
  await turnOn(brian);
  for (let i = 0; i < 3; i++) await tell(made, amina);
  await enqueuePushes(
    ctx,
    ctx.db,
    [amina, amina, brian].map(({ id }) => ({ ...NEWS, tag: 'message', playerId: id })),
  );
  // Two browsers of one player, for two tags, and one of the other's.
  expect((await deliver()).map(({ headers }) => String(headers['topic'])).toSorted()).toEqual([
    'bell',
    'bell',
    'message',
    'message',
    'message',
  ]);
  world.advanceClock(5 * MINUTE - 5);
  await tell(made, amina);
  expect(await deliver()).toEqual([]);
  world.advanceClock(5);
  await tell(made, amina);
  expect(await deliver()).toHaveLength(2);
  await pushJobs[0]?.run(ctx);
  expect(await ctx.db.selectFrom('push_throttles').select('tag').execute()).toHaveLength(3);
  world.advanceClock(25 * 3600);
  await pushJobs[0]?.run(ctx);
  expect(await ctx.db.selectFrom('push_throttles').select('tag').execute()).toEqual([]);
});

test('in quiet hours nothing comes, nor later; the team’s urgent calls do', async () => {
  const made = await createPushWorld();
  const { world, ctx, turnOn, deliver, goToHour } = made;
  const grownUp = await world.addPlayer();
  const teen = await world.addPlayer({ age_band: 16, birth_month: '2009-01' });
  for (const player of [grownUp, teen]) await turnOn(player);
  expect(await saveQuietHours(ctx, grownUp, { from: '1', until: '2', off: 'on' })).toBe('saved');
  goToHour(20);
  for (const player of [grownUp, teen]) await tell(made, player);
  expect(await deliver()).toHaveLength(1);
  // What was off at full age does not hold for somebody who turns out to be younger.
  await ctx.db.updateTable('players').set({ age_band: 16 }).where('id', '=', grownUp.id).execute();
  world.advanceClock(6 * MINUTE);
  await tell(made, grownUp);
  expect(await deliver()).toEqual([]);
  goToHour(7);
  expect(await deliver()).toEqual([]);
  await tell(made, teen);
  expect(await deliver()).toHaveLength(1);
  goToHour(23);
  await tell(made, teen, { tag: 'team-call', isUrgent: true });
  expect((await deliver()).map(({ headers }) => [headers['urgency'], headers['ttl']])).toEqual([['high', '3600']]);
});

test('an urgent call of the team comes however short after another one; of two in one job, one does', async () => {
  const made = await createPushWorld();
  const { world, ctx, turnOn, deliver } = made;
  const moderator = await world.addPlayer({ role: 'moderator' });
  await turnOn(moderator);
  const call = { ...NEWS, tag: 'team-call', playerId: moderator.id, isUrgent: true };
  await enqueuePushes(ctx, ctx.db, [call, call]);
  expect(await deliver()).toHaveLength(1);
  world.advanceClock(MINUTE);
  await enqueuePushes(ctx, ctx.db, [call]);
  expect(await deliver()).toHaveLength(1);
  // A job that runs once more after a crash rings nobody again.
  world.advanceClock(MINUTE);
  const at = ctx.now().toISOString();
  for (let run = 0; run < 2; run++) await dispatchPushesJob.run(ctx, { pushes: [call], at });
  expect(await deliver()).toHaveLength(1);
});

test('a push service keeps nothing into quiet hours: a phone that is switched on later stays silent', async () => {
  const made = await createPushWorld();
  const { world, ctx, turnOn, deliver, goToHour } = made;
  const [amina, grownUp] = [await world.addPlayer(), await world.addPlayer()];
  for (const player of [amina, grownUp]) await turnOn(player);
  expect(await saveQuietHours(ctx, grownUp, { from: '1', until: '2', off: 'on' })).toBe('saved');
  /** In minutes, rounded up: the clock goes on. */
  const kept = async (more: Partial<Push> = {}) => {
    for (const player of [amina, grownUp]) await tell(made, player, more);
    return (await deliver()).map(({ headers }) => Math.ceil(Number(headers['ttl']) / MINUTE)).toSorted((a, b) => a - b);
  };
  goToHour(18);
  expect(await kept()).toEqual([60, 60]);
  world.advanceClock(105 * MINUTE);
  expect(await kept()).toEqual([15, 60]);
  world.advanceClock(13 * MINUTE);
  expect(await kept()).toEqual([2, 60]);
  // Less than a minute is left.
  world.advanceClock(MINUTE);
  expect(await kept({ tag: 'other' })).toEqual([60]);
  expect(await kept({ tag: 'team-call', isUrgent: true })).toEqual([60, 60]);
});

test('nobody is told who is banned, closes the account, has not said their age, has a page open, or whose session is over', async () => {
  const made = await createPushWorld();
  const { world, ctx, turnOn, deliver } = made;
  const { db } = ctx;
  const changes: [string, (id: string) => Promise<unknown>][] = [
    ['banned', (id) => db.insertInto('sanctions').values({ id: ctx.newId(), player_id: id, kind: 'ban', why: 'x' }).execute()],
    [
      'leaving',
      (id) =>
        db
          .updateTable('players')
          .set({ deletes_at: new Date(ctx.now().getTime() + 1000) })
          .where('id', '=', id)
          .execute(),
    ],
    ['without an age', (id) => db.updateTable('players').set({ age_band: null, birth_month: null }).where('id', '=', id).execute()],
    ['here', (id) => db.insertInto('presence').values({ player_id: id, seen_at: ctx.now(), is_offline: false }).execute()],
    ['signed out', (id) => db.updateTable('sessions').set({ expires_at: ctx.now() }).where('player_id', '=', id).execute()],
  ];
  for (const [name, change] of changes) {
    const player = await world.addPlayer();
    await turnOn(player);
    await change(player.id);
    await tell(made, player);
    expect([name, await deliver()]).toEqual([name, []]);
  }
  // Once the page is closed, they are told again.
  const away = await world.addPlayer();
  await turnOn(away);
  await db.insertInto('presence').values({ player_id: away.id, seen_at: ctx.now(), is_offline: true }).execute();
  await tell(made, away);
  expect(await deliver()).toHaveLength(1);
});

test('a browser that is gone is forgotten; a push service that is busy or silent is asked again; what it refuses is dropped, and the browser stays', async () => {
  const made = await createPushWorld();
  const { world, ctx, turnOn, deliver, setAnswer, endpoints } = made;
  const answers: [Parameters<typeof setAnswer>[0], 'kept' | 'forgotten', 'retry' | 'completed'][] = [
    [{ status: 404 }, 'forgotten', 'completed'],
    [{ status: 410 }, 'forgotten', 'completed'],
    [{ status: 429 }, 'kept', 'retry'],
    [{ status: 503 }, 'kept', 'retry'],
    ['hang-up', 'kept', 'retry'],
    // Our clock, our key or our address may be wrong: then every browser's push service says so.
    [{ status: 400 }, 'kept', 'completed'],
    [{ status: 401 }, 'kept', 'completed'],
    [{ status: 403 }, 'kept', 'completed'],
    [{ status: 307, headers: { location: '/elsewhere' } }, 'kept', 'completed'],
  ];
  for (const [answer, browser, job] of answers) {
    await sql`delete from pgboss.job where name like 'push.%'`.execute(ctx.db).catch(() => null);
    await ctx.db.deleteFrom('push_subscriptions').execute();
    const player = await world.addPlayer();
    await turnOn(player);
    setAnswer(answer);
    await tell(made, player);
    // One request: a redirect is not followed.
    expect([answer, (await deliver()).length]).toEqual([answer, 1]);
    const states = (await countJobs(made)).filter(({ name }) => name === deliverPushJob.name).map(({ state }) => state);
    expect([answer, (await endpoints()).length === 1 ? 'kept' : 'forgotten', states]).toEqual([answer, browser, [job]]);
  }
  const refusals = world.logged.filter(({ msg }) => msg.startsWith('a push message was not taken'));
  expect(refusals.map(({ msg }) => /\d+$/.exec(msg)?.[0])).toEqual(['400', '401', '403', '307']);
  expect(JSON.stringify(world.logged)).not.toContain('/push/');
});

test('a browser for which everything was refused for a week is forgotten, and nothing less makes it so', async () => {
  const made = await createPushWorld();
  const { world, ctx, turnOn, deliver, setAnswer, endpoints } = made;
  const amina = await world.addPlayer();
  const { fields, session, endpoint } = await turnOn(amina);
  const send = async (status: number) => {
    setAnswer({ status });
    await tell(made, amina);
    expect(await deliver()).toHaveLength(1);
    return endpoints();
  };
  const later = (days: number, status: number) => {
    world.advanceClock(days * 86_400);
    return send(status);
  };
  // Nothing was sent for longer than a week: that is no refusal.
  expect(await later(8, 403)).toEqual([endpoint]);
  expect(await later(6, 403)).toEqual([endpoint]);
  // One that is taken begins it anew, and so does a browser that subscribes again.
  expect(await later(0.1, 201)).toEqual([endpoint]);
  expect(await later(0.1, 403)).toEqual([endpoint]);
  await subscribe(ctx, amina, fields, session);
  expect(await later(7, 403)).toEqual([endpoint]);
  expect(await later(7, 403)).toEqual([]);
});

test('what waited too long is not sent any more, nor into quiet hours that began meanwhile, nor to a browser that changed hands', async () => {
  const made = await createPushWorld();
  const { world, ctx, origin, turnOn, deliver, goToHour, requests } = made;
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  const { endpoint } = await turnOn(amina);
  await tell(made, amina);
  world.advanceClock(61 * MINUTE);
  expect(await deliver()).toEqual([]);
  const { id: subscriptionId } = await ctx.db.selectFrom('push_subscriptions').select('id').executeTakeFirstOrThrow();
  const run = (playerId: string) => deliverPushJob.run(ctx, { subscriptionId, push: { ...NEWS, playerId }, at: ctx.now().toISOString() });
  await run(brian.id);
  goToHour(21);
  await run(amina.id);
  expect(requests).toEqual([]);
  goToHour(12);
  const other = { ...ctx, config: { ...ctx.config, pushHosts: ['push.example.org'] } };
  await deliverPushJob.run(other, { subscriptionId, push: { ...NEWS, playerId: amina.id }, at: ctx.now().toISOString() });
  // A mistake in the setting costs the message alone.
  expect([requests, await made.endpoints()]).toEqual([[], [endpoint]]);
  expect(world.logged.at(-1)).toMatchObject({ host: new URL(origin).host });
});
