import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { tokenHash } from '../../../infra/auth/hashed-sessions.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { createNotifications } from '../../notifications/service.server.ts';
import { signIn, signOut } from '../service.server.ts';
import { readCookie, filterActiveSessions, readSessionToken, authenticate } from './service.server.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };

/** Signs in. @returns the Cookie header that the browser sends afterwards. */
async function enter(world: World, username: string, remember = false): Promise<string> {
  const inside = await signIn(
    world.ctx,
    VISITOR,
    { identifier: username, password: 'secret1', ...(remember ? { remember: 'on' } : {}) },
    visit,
  );
  const cookie = inside.cookies.find((each) => each.startsWith('kiddo_session='))?.split(';')[0];
  if (inside.kind !== 'signed-in' || cookie === undefined) throw new Error(`did not get in: ${JSON.stringify(inside)}`);
  return cookie;
}

const rows = (world: World) => world.ctx.db.selectFrom('sessions').select(['updated_at', 'expires_at']).execute();
const name = async (world: World, cookies: string) => (await authenticate(world.ctx, cookies))?.viewer.username ?? null;

test('a cookie says who it is, wherever it stands in the header', async () => {
  const world = await createWorld();
  const player = await world.addPlayer({ username: 'amina', display_name: 'Amina', avatar_url: '/uploads/a.webp' });
  const cookie = await enter(world, 'amina');
  const present = await authenticate(world.ctx, cookie);
  expect(present).toEqual({
    sessionHash: (await world.ctx.db.selectFrom('sessions').select('token_hash').executeTakeFirstOrThrow()).token_hash,
    actor: { kind: 'player', id: player.id, role: 'player', premium: false, band: 18 },
    viewer: { id: player.id, username: 'amina', displayName: 'Amina', avatar: '/uploads/a.webp', role: 'player' },
    isRemembered: false,
    unread: 0,
  });
  const notification = { type: 'general', title: 'Hello', message: '', relatedId: null } as const;
  const events = ['a', 'b'].map((event) => ({ ...notification, playerId: player.id, event }));
  await createNotifications(world.ctx, world.ctx.db, [...events, { ...notification, playerId: (await world.addPlayer()).id, event: 'c' }]);
  expect((await authenticate(world.ctx, cookie))?.unread).toBe(2);
  for (const header of [
    `theme=dark; ${cookie}`,
    `${cookie}; kiddo_session=other`,
    `=x; ;;  ${cookie};`,
    `xkiddo_session=no; kiddo_session_=no; ${cookie}`,
    `bad=%E0%A4%A; ${cookie}`,
  ])
    expect([header, await name(world, header)]).toEqual([header, 'amina']);
});

test('no cookie, and what is no session, is a visitor', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  const cookie = await enter(world, 'amina');
  const [token = ''] = cookie.replace('kiddo_session=', '').split('.');
  const headers = [
    '',
    ';',
    '=',
    'kiddo_session',
    'kiddo_session=',
    'kiddo_session=.',
    'kiddo_session=%',
    'kiddo_session=%E0%A4%A',
    'kiddo_session=%00',
    'kiddo_session=null',
    'kiddo_session=short',
    `kiddo_session=${'a'.repeat(100_000)}`,
    `kiddo_session=${randomBytes(24).toString('base64url')}`,
    `kiddo_session="; drop table sessions; --"`,
    `kiddo_session=${tokenHash(token)}`,
    `kiddo_session=${token.slice(0, -1)}`,
    `kiddo_session=${token}x`,
    `kiddo_session=${token.toUpperCase()}`,
    `KIDDO_SESSION=${token}`,
    `__Host-kiddo_session=${token}`,
    // The browser sends the cookie with the more specific path first, and only that one counts.
    `kiddo_session=garbage; ${cookie}`,
  ];
  for (const header of headers) expect([header.slice(0, 80), await authenticate(world.ctx, header)]).toEqual([header.slice(0, 80), null]);
  expect(await name(world, cookie)).toBe('amina');
  expect(world.logged).toEqual([]);
});

test('cookies are read as they were written', () => {
  expect(readCookie('a=1; b=2=3; c=%20x', 'b')).toBe('2=3');
  expect(readCookie('a=1; b=2; a=3', 'a')).toBe('1');
  expect(readCookie('c=%20x', 'c')).toBe(' x');
  expect(readCookie('c=%zz', 'c')).toBe('%zz');
  expect([readCookie('', 'a'), readCookie('a', 'a'), readCookie('ab=1', 'a')]).toEqual([null, null, null]);
});

test('a session that is over, or signed out, is a visitor', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  const [short, long, gone] = [await enter(world, 'amina'), await enter(world, 'amina', true), await enter(world, 'amina')];
  await signOut(world.ctx, VISITOR, { ...visit, cookies: gone });
  expect(await Promise.all([short, long, gone].map((cookie) => name(world, cookie)))).toEqual(['amina', 'amina', null]);
  world.advanceClock(DAY + 60);
  expect(await Promise.all([short, long].map((cookie) => name(world, cookie)))).toEqual([null, 'amina']);
  world.advanceClock(29 * DAY);
  expect(await name(world, long)).toBeNull();
});

test('use does not move the end: 24 hours after the sign-in, or 30 days if remembered', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  const cookie = await enter(world, 'amina');
  const [start] = await rows(world);
  world.advanceClock(9 * 60);
  await authenticate(world.ctx, cookie);
  expect(await rows(world)).toEqual([start]);
  for (let time = 0; time < 5; time++) {
    world.advanceClock(4 * HOUR);
    expect(await name(world, cookie)).toBe('amina');
  }
  const [used] = await rows(world);
  expect(used?.expires_at).toEqual(start?.expires_at);
  expect(used?.updated_at.getTime()).toBeGreaterThan((start?.updated_at.getTime() ?? 0) + 19 * HOUR * 1000);
  // Open tabs ask with the same end.
  const hash = tokenHash(readSessionToken(world.ctx, cookie) ?? '');
  expect(await filterActiveSessions(world.ctx, [hash])).toEqual(new Set([hash]));
  world.advanceClock(4 * HOUR);
  expect([await name(world, cookie), await filterActiveSessions(world.ctx, [hash])]).toEqual([null, new Set()]);
  await world.ctx.db.deleteFrom('sessions').execute();

  const now = world.ctx.now().getTime();
  const remembered = await enter(world, 'amina', true);
  await world.ctx.db
    .updateTable('sessions')
    .set({ updated_at: new Date(now), expires_at: new Date(now + 30 * DAY * 1000) })
    .execute();
  world.advanceClock(29 * DAY);
  expect(await name(world, remembered)).toBe('amina');
  expect((await rows(world))[0]?.expires_at.getTime()).toBe(now + 30 * DAY * 1000);
  expect((await rows(world))[0]?.updated_at.getTime()).toBeGreaterThan(now + 28 * DAY * 1000);
  world.advanceClock(DAY + 60);
  expect(await name(world, remembered)).toBeNull();
});

test('the database itself keeps no session longer than a day that is not remembered', async () => {
  const world = await createWorld();
  await world.addPlayer({ username: 'amina' });
  await enter(world, 'amina');
  const extend = (remembered: boolean) =>
    sql`update sessions set remembered = ${remembered}, expires_at = created_at + interval '24 hours 1 second'`.execute(world.ctx.db);
  await expect(extend(false)).rejects.toThrow('sessions_end_check');
  await extend(true);
});

test('a session of the team ends 12 hours after the sign-in, remembered or not, and whatever the table says', async () => {
  const world = await createWorld();
  const [player, mod] = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'mod', role: 'moderator' })];
  const cookies = [await enter(world, 'amina', true), await enter(world, 'mod', true), await enter(world, 'mod')];
  const names = () => Promise.all(cookies.map((cookie) => name(world, cookie)));
  const hashes = cookies.map((cookie) => tokenHash(readSessionToken(world.ctx, cookie) ?? ''));
  const hours = await world.ctx.db
    .selectFrom('sessions')
    .select(({ ref }) => [
      'player_id',
      sql<number>`round(extract(epoch from ${ref('expires_at')} - ${ref('created_at')}) / 3600)::int`.as('hours'),
    ])
    .orderBy('created_at')
    .execute();
  expect(hours).toEqual([
    { player_id: player.id, hours: 720 },
    { player_id: mod.id, hours: 12 },
    { player_id: mod.id, hours: 12 },
  ]);
  await sql`update sessions set expires_at = created_at + interval '20 hours'`.execute(world.ctx.db);
  expect((await rows(world)).length).toBe(3);
  world.advanceClock(12 * HOUR - 60);
  expect(await names()).toEqual(['amina', 'mod', 'mod']);
  expect(await filterActiveSessions(world.ctx, hashes)).toEqual(new Set(hashes));
  // A session that began while its player got the role has the end of a player's.
  await sql`alter table sessions disable trigger sessions_limit_team`.execute(world.ctx.db);
  await sql`update sessions set expires_at = created_at + interval '20 hours'`.execute(world.ctx.db);
  world.advanceClock(120);
  expect(await names()).toEqual(['amina', null, null]);
  expect(await filterActiveSessions(world.ctx, hashes)).toEqual(new Set(hashes.slice(0, 1)));
});

test('a player who is not confirmed, or gone, is a visitor', async () => {
  const world = await createWorld();
  const { id } = await world.addPlayer({ username: 'amina' });
  const cookie = await enter(world, 'amina');
  const confirmed = (email_confirmed: boolean) =>
    world.ctx.db.updateTable('players').set({ email_confirmed }).where('id', '=', id).execute();
  await confirmed(false);
  expect(await authenticate(world.ctx, cookie)).toBeNull();
  await confirmed(true);
  expect(await name(world, cookie)).toBe('amina');
  await world.ctx.db.deleteFrom('players').where('id', '=', id).execute();
  expect(await authenticate(world.ctx, cookie)).toBeNull();
  expect(await rows(world)).toEqual([]);
});

test('roles come through, and another role ends the sessions', async () => {
  const world = await createWorld();
  const seen = [];
  for (const role of ['player', 'moderator', 'operator'] as const) {
    const { id, username } = await world.addPlayer({ role, two_factor: false });
    const cookie = await enter(world, username);
    await world.ctx.db.updateTable('players').set({ two_factor: true }).where('id', '=', id).execute();
    await world.ctx.db.updateTable('sessions').set({ second_step: true }).execute();
    const present = await authenticate(world.ctx, cookie);
    seen.push([present?.actor, present?.viewer.role]);
    expect(seen.at(-1)).toEqual([{ kind: 'player', id, role, premium: false, band: 18 }, role]);
    const other = role === 'player' ? 'moderator' : 'player';
    await world.ctx.db.updateTable('players').set({ role }).where('id', '=', id).execute();
    expect((await authenticate(world.ctx, cookie))?.actor).toMatchObject({ role });
    await world.ctx.db.updateTable('players').set({ role: other }).where('id', '=', id).execute();
    expect(await authenticate(world.ctx, cookie)).toBeNull();
  }
});

test('over https the cookie has another name, and the plain one is not taken', async () => {
  const world = await createWorld({ ORIGIN: 'https://kiddo.example', ALLOW_PUBLIC_DEMO: 'yes' });
  const token = 'abcdefghijklmnopqrstuvwxyz';
  expect(readSessionToken(world.ctx, `kiddo_session=${token}`)).toBeNull();
  expect(readSessionToken(world.ctx, `__Host-kiddo_session=${token}.signature`)).toBe(token);
});

test('the open tabs of who leaves do not stand, whatever became of the word that they are out', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  await world.addPlayer({ username: 'brian' });
  const hashes = [];
  for (const username of ['amina', 'brian']) hashes.push(tokenHash(readSessionToken(world.ctx, await enter(world, username)) ?? ''));
  expect(await filterActiveSessions(world.ctx, hashes)).toEqual(new Set(hashes));
  await world.ctx.db
    .updateTable('players')
    .set({ deletes_at: new Date(Date.now() + 14 * DAY * 1000) })
    .where('id', '=', amina.id)
    .execute();
  expect(await filterActiveSessions(world.ctx, hashes)).toEqual(new Set(hashes.slice(1)));
});
