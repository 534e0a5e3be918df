import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { befriend, createMessages, type TestPlayer } from '../test-players.ts';
import { root } from './built-site.ts';
import { createPlayerClient, createVisitorClient, type HttpClient } from './http-client.ts';
import { openSite, type TestSite } from './site.ts';

// Access rights to friends, chat, and the moderation of players, over HTTP. Hiding something on a page protects nobody.

const ROLES = [
  'visitor',
  'self',
  'friend',
  'asker',
  'asked',
  'stranger',
  'blocker',
  'blocked',
  'muted',
  'banned',
  'moderator',
  'operator',
] as const;
/** The requesting player's relation to one player: `blocked` was blocked by that player, `blocker` blocked them. */
type Role = (typeof ROLES)[number];

/** The expected status: for everybody, with exceptions by role. */
type Answers = { all: number } & Partial<Record<Role, number>>;

type Line = {
  /** As in src/routes.ts. */
  route: string;
  /** The form to post, or null for GET. `ID` is replaced by the player's id. */
  send: Record<string, string> | null;
  answers: Answers;
  /** Roles that must not be able to tell the player from one that never existed. */
  hides?: Role[];
};

const FORM_ONLY: Line['answers'] = { all: 405 };
/** Roles without a chat with the player, whether or not the player exists. */
const NO_CHAT: Role[] = ['self', 'asker', 'asked', 'stranger', 'blocker', 'blocked', 'moderator', 'operator'];
const chat = (friends: number): Answers => ({ all: 404, friend: friends, muted: friends, visitor: 401, banned: 401 });
const friendAction = (what: string, answers: Partial<Answers>): Line => ({
  route: 'friends/deeds',
  send: { do: what, id: 'ID' },
  answers: { all: 409, self: 400, visitor: 401, banned: 401, ...answers },
  hides: ['blocked'],
});
const team = (answers: Partial<Answers> = {}): Answers => ({
  all: 403,
  visitor: 302,
  banned: 302,
  moderator: 200,
  operator: 200,
  ...answers,
});

const LINES: Line[] = [
  { route: 'friends', send: null, answers: { all: 200 } },
  { route: 'friends/:id', send: null, answers: { all: 200, self: 302, blocked: 404 }, hides: ['visitor', 'banned', 'blocked'] },
  { route: 'profile/:id', send: null, answers: { all: 200, self: 302, blocked: 404 }, hides: ['visitor', 'banned', 'blocked'] },
  { route: 'friends/deeds', send: null, answers: FORM_ONLY },
  friendAction('ask', { stranger: 200, moderator: 200, operator: 200, blocked: 404, blocker: 403 }),
  friendAction('accept', { asked: 200 }),
  friendAction('decline', { asked: 200 }),
  friendAction('withdraw', { asker: 200 }),
  friendAction('remove', { friend: 200, muted: 200 }),
  friendAction('block', { all: 200, blocked: 404 }),
  friendAction('unblock', { all: 200 }),
  { route: 'friends/deeds', send: { do: 'renew-code' }, answers: { all: 200, visitor: 401, banned: 401 } },
  { route: 'friends/deeds', send: { do: 'nothing', id: 'ID' }, answers: { all: 400, visitor: 401, banned: 401 } },
  { route: 'chat/:friendId', send: null, answers: chat(200), hides: NO_CHAT },
  { route: 'chat/:friendId', send: { text: 'Habari', clientId: 'NEW' }, answers: chat(200), hides: NO_CHAT },
  { route: 'chat/:friendId/read', send: { id: '000000000001' }, answers: chat(200), hides: NO_CHAT },
  { route: 'chat/:friendId/read', send: null, answers: FORM_ONLY },
  { route: 'chat/:friendId/typing', send: {}, answers: chat(200), hides: NO_CHAT },
  { route: 'chat/:friendId/typing', send: null, answers: FORM_ONLY },
  {
    route: 'chat/reports',
    send: { playerId: 'ID', reason: 'other', description: '' },
    answers: { all: 200, visitor: 401, banned: 401, blocked: 404, self: 404 },
    hides: ['blocked'],
  },
  {
    route: 'chat/reports',
    send: { playerId: 'ID', reason: 'other', description: '', messageId: '000000000001' },
    answers: { all: 404, friend: 200, muted: 200, visitor: 401, banned: 401 },
    hides: NO_CHAT,
  },
  { route: 'chat/reports', send: null, answers: FORM_ONLY },
  { route: 'moderation/players', send: null, answers: team() },
  { route: 'moderation/players/:id', send: null, answers: team(), hides: ['visitor', 'friend', 'stranger', 'blocked'] },
  {
    route: 'moderation/players/:id',
    send: { action: 'lift', note: 'There is nothing to lift.' },
    answers: team({ visitor: 401, banned: 401, moderator: 409, operator: 409 }),
    hides: ['visitor', 'friend', 'stranger', 'blocked'],
  },
  { route: 'operator', send: null, answers: team({ moderator: 403 }) },
  { route: 'operator/switches', send: null, answers: team({ moderator: 403 }) },
  // It is already on: so nothing changes for the other players of this site.
  {
    route: 'operator/switches',
    send: { flag: 'chat', do: 'on', note: 'Only to see.', version: '1' },
    answers: team({ visitor: 401, banned: 401, moderator: 403 }),
  },
];

/** The folders of the features whose routes are listed above. */
const FEATURES = /'features\/(friends|chat|moderation\/players|moderation\/pages\/operator|feature-flags)\b/;

test('every address of these features is in the table', async () => {
  const source = await fs.readFile(path.join(root, 'src/routes.ts'), 'utf8');
  const routes = source.split('\n').flatMap((line) => (FEATURES.test(line) ? (/route\('([^']+)'/.exec(line)?.[1] ?? []) : []));
  expect(routes.length).toBeGreaterThan(8);
  expect([...new Set(LINES.map(({ route }) => route))].toSorted()).toEqual(routes.toSorted());
});

type Cast = { site: TestSite; player: TestPlayer; as: Record<Role, HttpClient & { known: TestPlayer | null }> };

/** A site with a player, and a user for every relation to them. */
async function cast(): Promise<Cast> {
  const site = await openSite();
  const self = await createPlayerClient(site);
  const player = self.known;
  const as = { visitor: { ...createVisitorClient(site), known: null }, self } as unknown as Cast['as'];
  for (const role of ROLES) as[role] ??= await createPlayerClient(site, role === 'moderator' || role === 'operator' ? role : 'player');
  for (const role of ROLES) await stand(site, role, as[role].known, player);
  for (const role of ['friend', 'muted'] as const)
    await createMessages(site.query, player.id, as[role].known?.id ?? '', ['Hello', 'Hello']);
  for (const [role, kind] of [
    ['muted', 'mute'],
    ['banned', 'ban'],
  ] as const)
    await site.query(`insert into sanctions (id, player_id, kind, why) values (gen_random_uuid(), $1, $2, 'For a test.')`, [
      as[role].known?.id,
      kind,
    ]);
  return { site, player, as };
}

/** Puts a user into a relation to the player, regardless of the previous one. */
async function stand({ query }: TestSite, role: Role, me: TestPlayer | null, player: TestPlayer): Promise<void> {
  if (me === null || me.id === player.id) return;
  const both = [me.id, player.id];
  await query(`delete from friendships where low_id = least($1::uuid, $2) and high_id = greatest($1::uuid, $2)`, both);
  await query(`delete from blocks where (player_id = $1 and blocked_id = $2) or (player_id = $2 and blocked_id = $1)`, both);
  await query(`delete from declined_friend_requests where $1 in (requester_id, decliner_id)`, [me.id]);
  if (role === 'friend' || role === 'muted' || role === 'banned') await befriend(query, me.id, player.id);
  if (role === 'asker' || role === 'asked') {
    const by = role === 'asker' ? me.id : player.id;
    await query(
      `insert into friendships (low_id, high_id, state, requested_by) values (least($1::uuid, $2), greatest($1::uuid, $2), 'pending', $3)`,
      [...both, by],
    );
  }
  if (role === 'blocker') await query(`insert into blocks (player_id, blocked_id) values ($1, $2)`, both);
  if (role === 'blocked') await query(`insert into blocks (player_id, blocked_id) values ($2, $1)`, both);
}

/** Sends the request of a row of the table. @param headers for requests from another origin */
function ask(
  { get, post }: HttpClient,
  { route, send }: Pick<Line, 'route' | 'send'>,
  id: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const address = `/${route.replace(/:\w+/, id)}`;
  if (send === null) return get(address);
  const fill = (value: string) => (value === 'ID' ? id : value === 'NEW' ? randomUUID() : value);
  const form = Object.fromEntries(Object.entries(send).map(([name, value]) => [name, fill(value)]));
  const page = /^(moderation|operator)/.test(route);
  return post(address, form, { ...(!page && { accept: 'application/json' }), ...headers });
}

/** The text of a response without the parts that are never the same twice. */
async function plain(answer: Response, id: string): Promise<string> {
  const text = (await answer.text())
    .replaceAll(id, 'ID')
    .replaceAll(/[0-9a-f]{16}\b/g, 'REQUEST')
    .replaceAll(/nonce="[^"]*"|\\?"nonce\\?",\\?"[^"]*"|sha256-[^' ]*/g, 'NONCE')
    .replaceAll(/\b[A-Za-z0-9_-]{22}\b/g, 'RANDOM');
  return `${answer.status} ${answer.headers.get('location')?.replaceAll(id, 'ID') ?? ''} ${text}`;
}

const nameOf = ({ route, send }: Line) =>
  `${send === null ? 'GET' : 'POST'} /${route}${send === null ? '' : ` ${new URLSearchParams(send).toString()}`}`;

test('who gets what', async () => {
  const { site, player, as } = await cast();
  const wrong: string[] = [];
  for (const line of LINES) {
    for (const role of ROLES) {
      const who = as[role];
      const answer = await ask(who, line, player.id);
      const expected = line.answers[role] ?? line.answers.all;
      if (answer.status !== expected) wrong.push(`${nameOf(line)} as ${role}: ${answer.status} instead of ${expected}`);
      if (line.send !== null) await stand(site, role, who.known, player);
    }
  }
  expect(wrong).toEqual([]);
});

test('who is blocked, or has no business with a player, cannot tell that there is one', async () => {
  const { site, player, as } = await cast();
  // With a frozen clock, two equal responses have equal times too.
  site.freezeClock();
  const wrong: string[] = [];
  for (const line of LINES) {
    for (const role of line.hides ?? []) {
      const who = as[role];
      const nobody = randomUUID();
      const [one, other] = [await ask(who, line, player.id), await ask(who, line, nobody)];
      if ((await plain(one, player.id)) !== (await plain(other, nobody))) wrong.push(`${nameOf(line)} as ${role}`);
      if (line.send !== null) await stand(site, role, who.known, player);
    }
  }
  // The same for the data requests that pages send in the browser, and for searches.
  for (const address of ['/friends/ID.data', '/profile/ID.data', '/friends.data?chat=ID']) {
    const nobody = randomUUID();
    const look = async (id: string) => plain(await as.blocked.get(address.replace('ID', id)), id);
    if ((await look(player.id)) !== (await look(nobody))) wrong.push(`GET ${address}`);
    const visit = async (id: string) => plain(await as.visitor.get(address.replace('ID', id)), id);
    if ((await visit(player.id)) !== (await visit(nobody))) wrong.push(`GET ${address} as visitor`);
  }
  for (const role of ['blocked', 'blocker'] as const) {
    const found = await as[role].get(`/friends?tab=search&q=${player.username}`);
    expect(found.status).toBe(200);
    expect(await found.text(), role).not.toContain(`@${player.username}<`);
  }
  expect(wrong).toEqual([]);
});

test('a refused request writes nothing and notifies nobody', async () => {
  const { site, player, as } = await cast();
  const count = async () =>
    site.query(
      `select (select count(*) from messages where $1 in (low_id, high_id)) as messages, (select count(*) from notifications where player_id = $1) as told,
         (select count(*) from player_reports where reported_player_id = $1) as reports, (select count(*) from sanctions where player_id = $1) as sanctions`,
      [player.id],
    );
  const before = await count();
  // Not as a signed-out visitor: too many of those from one IP address are rate limited.
  for (const role of ['blocked', 'stranger', 'asker'] as const) {
    for (const line of LINES.filter(({ send, answers }) => send !== null && (answers[role] ?? answers.all) >= 400))
      expect((await ask(as[role], line, player.id)).status, nameOf(line)).toBe(line.answers[role] ?? line.answers.all);
  }
  expect(
    await (await ask(as.muted, { route: 'chat/:friendId', send: { text: 'Habari', clientId: 'NEW' } }, player.id)).json(),
  ).toMatchObject({ ok: false, code: 'muted', mute: { why: 'For a test.' } });
  await site.runQueuedJobs();
  expect(await count()).toEqual(before);
});

test('what no form of ours sends is refused, and is no fault of ours', async () => {
  const { site, player, as } = await cast();
  const { get, post } = as.friend;
  const json = { accept: 'application/json' };
  const long = 'x'.repeat(20_000);
  const text = 'Habari';
  const clientId = randomUUID();
  const forms: [string, Record<string, string>, number][] = [
    ['friends/deeds', {}, 400],
    ['friends/deeds', { do: 'ask' }, 400],
    ['friends/deeds', { do: 'ask', id: '\0' }, 400],
    ['friends/deeds', { do: 'ask', id: long }, 400],
    ['friends/deeds', { do: long, id: player.id }, 400],
    ['friends/deeds', { do: 'toString', id: player.id }, 400],
    ['friends/deeds', { do: 'ask', id: `${player.id}\0` }, 400],
    [`chat/${player.id}`, {}, 400],
    [`chat/${player.id}`, { text: '', clientId }, 400],
    [`chat/${player.id}`, { text: ' \n ', clientId }, 400],
    [`chat/${player.id}`, { text: 'x'.repeat(501), clientId }, 400],
    [`chat/${player.id}`, { text: long, clientId }, 400],
    [`chat/${player.id}`, { text: 'a\0b', clientId }, 400],
    [`chat/${player.id}`, { text: 'a\u0007b', clientId }, 400],
    [`chat/${player.id}`, { text, clientId: 'nope' }, 400],
    [`chat/${player.id}`, { text, clientId: long }, 400],
    [`chat/${player.id}/read`, {}, 400],
    [`chat/${player.id}/read`, { id: '1' }, 400],
    [`chat/${player.id}/read`, { id: '999999999999' }, 400],
    [`chat/${player.id}/read`, { id: `${'0'.repeat(11)}\0` }, 400],
    ['chat/nope', { text, clientId }, 404],
    [`chat/${long.slice(0, 3000)}`, { text, clientId }, 404],
    ['chat/%00', { text, clientId }, 404],
    ['chat/reports', {}, 400],
    ['chat/reports', { playerId: player.id }, 400],
    ['chat/reports', { playerId: player.id, reason: 'nope', description: '' }, 400],
    ['chat/reports', { playerId: 'nope', reason: 'other', description: '' }, 400],
    ['chat/reports', { playerId: player.id, reason: 'other', description: 'x'.repeat(2001) }, 400],
    ['chat/reports', { playerId: player.id, reason: 'other', description: 'a\0b' }, 400],
    ['chat/reports', { playerId: player.id, reason: 'other', description: '', messageId: 'nope' }, 400],
    ['chat/reports', { playerId: player.id, reason: 'other', description: '', messageId: '000000000099' }, 404],
  ];
  for (const [address, form, status] of forms) {
    const answer = await post(`/${address}`, form, json);
    const about = `/${address.slice(0, 60)} ${JSON.stringify(form).slice(0, 80)}`;
    expect(answer.status, about).toBe(status);
    expect(await answer.json(), about).toMatchObject({
      ok: false,
      code: expect.any(String),
      requestId: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  }
  for (const address of [
    `/chat/${player.id}?before=nope`,
    `/chat/${player.id}?after=%00`,
    `/chat/${player.id}?before=${long.slice(0, 3000)}`,
    '/friends?tab=search&q=%00',
    `/friends?tab=search&q=${long.slice(0, 3000)}`,
    '/friends?tab=search&q=%25%25%25___',
    '/friends?after=nope',
    `/friends?chat=${long.slice(0, 3000)}`,
    '/friends?chat=%00',
  ])
    expect((await get(address)).status, address.slice(0, 60)).toBe(200);
  for (const address of ['/friends/nope', '/friends/%00', '/profile/nope', '/profile/%00', `/profile/${long.slice(0, 3000)}`])
    expect((await get(address)).status, address.slice(0, 60)).toBe(404);

  const mod = as.moderator;
  const cases: [string, Record<string, string>, number][] = [
    [player.id, {}, 400],
    [player.id, { action: 'nope', note: 'Why not', why: 'Because' }, 400],
    [player.id, { action: 'warn', note: '', why: 'Because of this' }, 400],
    [player.id, { action: 'warn', note: 'A note', why: '' }, 400],
    [player.id, { action: 'warn', note: 'A note', why: 'x'.repeat(501) }, 400],
    [player.id, { action: 'warn', note: long, why: 'Because of this' }, 400],
    [player.id, { action: 'warn', note: 'A note', why: 'a\0b' }, 400],
    [player.id, { action: 'warn', note: 'a\0b', why: 'Because of this' }, 400],
    [as.moderator.known?.id ?? '', { action: 'ban', note: 'Myself', why: 'To see what happens' }, 409],
    [as.operator.known?.id ?? '', { action: 'mute-7d', note: 'The team', why: 'To see what happens' }, 409],
    [randomUUID(), { action: 'warn', note: 'A note', why: 'Because of this' }, 404],
  ];
  for (const [id, form, status] of cases) {
    const answer = await mod.post(`/moderation/players/${id}`, form);
    expect(answer.status, JSON.stringify(form).slice(0, 80)).toBe(status);
    expect(await answer.text()).not.toMatch(/at .*\.(ts|js):\d+/);
  }
  for (const address of ['/moderation/players/nope', '/moderation/players/%00', `/moderation/players/${randomUUID()}`])
    expect((await mod.get(address)).status, address).toBe(404);
  for (const address of ['/moderation/players?state=nope&after=nope', '/moderation/players?after=%00'])
    expect((await mod.get(address)).status, address).toBe(200);
  const switches: Record<string, string>[] = [
    {},
    { do: 'off' },
    { do: 'nope', note: 'A note' },
    { do: 'off', note: 'a\0b' },
    { do: 'off', note: long },
    { do: 'off', note: 'A note', message: long },
    { do: 'off', note: 'A note', version: 'nope' },
  ];
  for (const form of switches) {
    const answer = await as.operator.post('/operator/switches', { flag: 'chat', version: '1', ...form });
    expect(answer.status, JSON.stringify(form).slice(0, 60)).toBe(400);
  }
  expect(await site.query(`select is_enabled from feature_flags where name = 'chat'`)).toEqual([{ is_enabled: true }]);
  expect(
    await site.query(`select 1 from sanctions where player_id = any ($1)`, [[player.id, as.moderator.known?.id, as.operator.known?.id]]),
  ).toEqual([]);
});

test('pages of others cannot do anything here', async () => {
  const { player, as } = await cast();
  for (const line of LINES) {
    if (line.send === null) continue;
    for (const role of ['friend', 'moderator', 'operator'] as const) {
      // Of this machine, which demo mode answers, but not ours.
      const answer = await ask(as[role], line, player.id, { origin: 'http://evil.localhost' });
      expect([answer.status, await answer.text()], `${nameOf(line)} as ${role}`).toEqual([
        403,
        'This request did not come from our own pages.',
      ]);
    }
  }
  // Bodies that are too large, or not forms.
  const friend = as.friend;
  const json = { accept: 'application/json' };
  for (const address of ['/friends/deeds', `/chat/${player.id}`, `/chat/${player.id}/typing`, '/chat/reports']) {
    expect((await friend.post(address, { text: 'x'.repeat(70_000) }, json)).status, address).toBe(413);
    const data = { body: JSON.stringify({ do: 'ask', text: 'x' }), headers: { ...json, 'content-type': 'application/json' } };
    expect((await friend.request('POST', address, data)).status, address).toBe(400);
    expect((await friend.request('PUT', address, { form: { do: 'ask' }, headers: json })).status, address).toBe(405);
  }
});
