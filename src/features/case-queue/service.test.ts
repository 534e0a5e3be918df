import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import type { BusMessage } from '../../shared/live-events.ts';
import { VISITOR, type Actor } from '../../shared/permissions.ts';
import { changeAssignment, decideCase, getCaseCounts, getCaseStatus, listCases, openNextCase, watchCaseStatus } from './service.server.ts';
import type { CaseKey } from './schema.ts';

type Team = Awaited<ReturnType<typeof createTeam>>;
const HOUR = 3_600_000;

async function createTeam() {
  const world = await createWorld();
  const moderator = await world.addPlayer({ username: 'wanjiru', display_name: 'Wanjiru', role: 'moderator' });
  const other = await world.addPlayer({ username: 'kamau', display_name: 'Kamau', role: 'moderator' });
  const operator = await world.addPlayer({ username: 'otieno', display_name: 'Otieno', role: 'operator' });
  return { world, ctx: world.ctx, moderator, other, operator };
}

const ago = (world: World, hours: number) => new Date(world.ctx.now().getTime() - hours * HOUR);

async function addHelp(world: World, playerId: string, kind: 'abuse' | 'self-harm' | 'distress' | 'unknown', hours: number) {
  const id = randomUUID();
  const row = { id, player_id: playerId, kind, is_asked: true, words: `about ${kind}`, created_at: ago(world, hours) };
  await world.ctx.db.insertInto('help_requests').values(row).execute();
  return id;
}

async function addPlayerReport(world: World, aboutId: string, reason: 'bullying' | 'scary' | 'other', hours: number) {
  const reporter = await world.addPlayer();
  const row = {
    id: randomUUID(),
    reporter_id: reporter.id,
    reported_player_id: aboutId,
    reason,
    description: `it is ${reason}`,
    created_at: ago(world, hours),
  };
  await world.ctx.db.insertInto('player_reports').values(row).execute();
}

async function addGameReport(world: World, gameId: string, hours: number, description = 'it stops') {
  const reporter = await world.addPlayer();
  const row = {
    id: randomUUID(),
    game_id: gameId,
    player_id: reporter.id,
    reason: 'broken_game' as const,
    description,
    created_at: ago(world, hours),
  };
  await world.ctx.db.insertInto('reports').values(row).execute();
}

async function addPicture(world: World, playerId: string, hours: number) {
  const id = randomUUID();
  await world.ctx.db
    .insertInto('avatar_uploads')
    .values({ id, player_id: playerId, picture: `${id}.webp`, created_at: ago(world, hours) })
    .execute();
  return id;
}

async function addMessage(world: World, hours: number) {
  const id = randomUUID();
  const row = { id, name: 'Mama', email: 'mama@example.com', subject: 'My son', body: 'Please remove it.', created_at: ago(world, hours) };
  await world.ctx.db.insertInto('contact_messages').values(row).execute();
  return id;
}

async function addOneOfEach({ world }: Pick<Team, 'world'>) {
  const [child, bully, painter] = [
    await world.addPlayer({ username: 'child' }),
    await world.addPlayer({ username: 'bully' }),
    await world.addPlayer({ username: 'painter' }),
  ];
  const game = await world.addGame({ title: 'Maze Mamba' });
  await addGameReport(world, game, 23);
  await addGameReport(world, game, 1, 'it is black');
  const picture = await addPicture(world, painter.id, 25);
  await addPlayerReport(world, bully.id, 'bullying', 20);
  const help = await addHelp(world, child.id, 'distress', 1);
  const message = await addMessage(world, 2);
  return { child, bully, painter, game, picture, help, message };
}

const keysOf = (items: CaseKey[]) => items.map(({ kind, subjectId }) => [kind, subjectId]);
const take = (team: Team, actor: Actor, key: CaseKey, action = 'take', more = {}) =>
  changeAssignment(team.ctx, actor, { ...key, do: action, ...more });

test('all that waits is one list: urgent cases first, then those that wait longest; only operators see letters', async () => {
  const team = await createTeam();
  const { bully, game, picture, help, message } = await addOneOfEach(team);
  const page = await listCases(team.ctx, team.operator, null);
  expect(keysOf(page.items)).toEqual([
    ['help', help],
    ['picture', picture],
    ['game', game],
    ['player', bully.id],
    ['message', message],
  ]);
  expect(page.items.map(({ name, reason, excerpt, reportCount, isUrgent }) => [name, reason, excerpt, reportCount, isUrgent])).toEqual([
    ['child', 'distress', 'about distress', 1, true],
    ['painter', 'picture', '', 1, false],
    ['Maze Mamba', 'broken_game', 'it stops', 2, false],
    ['bully', 'bullying', 'it is bullying', 1, false],
    ['My son', 'message', 'Please remove it.', 1, false],
  ]);
  const [first] = page.items;
  expect(Date.parse(first?.dueAt ?? '') - Date.parse(first?.openedAt ?? '')).toBe(24 * HOUR);
  expect(page.counts).toEqual({
    total: 5,
    urgent: 1,
    dueSoon: 2,
    late: 1,
    byKind: { help: 1, player: 1, group: 0, game: 1, picture: 1, message: 1, 'broken-game': 0 },
  });
  const forModerators = await listCases(team.ctx, team.moderator, null);
  expect(forModerators.items.map(({ kind }) => kind)).toEqual(['help', 'picture', 'game', 'player']);
  expect(await getCaseCounts(team.ctx, team.moderator)).toMatchObject({ total: 4, byKind: { message: 0 } });
  await expect(take(team, team.moderator, { kind: 'message', subjectId: message })).rejects.toMatchObject({ code: 'not-available' });
});

test('reports of frightened players, and players whom several reported, are urgent; of children who ask for help the gravest comes first', async () => {
  const team = await createTeam();
  const { world } = team;
  const [sad, hurt, scary, paused, rude] = await Promise.all([
    world.addPlayer(),
    world.addPlayer(),
    world.addPlayer(),
    world.addPlayer(),
    world.addPlayer(),
  ]);
  const sadRequest = await addHelp(world, sad.id, 'distress', 30);
  const hurtRequest = await addHelp(world, hurt.id, 'abuse', 0);
  await addPlayerReport(world, rude.id, 'other', 40);
  await addPlayerReport(world, scary.id, 'bullying', 5);
  await addPlayerReport(world, scary.id, 'scary', 2);
  await addPlayerReport(world, paused.id, 'other', 3);
  await world.ctx.db.insertInto('contact_pauses').values({ player_id: paused.id, paused_at: world.ctx.now() }).execute();
  const { items } = await listCases(team.ctx, team.moderator, null);
  expect(keysOf(items)).toEqual([
    ['help', hurtRequest],
    ['help', sadRequest],
    ['player', scary.id],
    ['player', paused.id],
    ['player', rude.id],
  ]);
  expect(items.map(({ isUrgent }) => isUrgent)).toEqual([true, true, true, true, false]);
  expect(items[2]?.reason).toBe('scary');
});

test('nobody of the team gets a case about themselves', async () => {
  const team = await createTeam();
  const { world, moderator } = team;
  await addHelp(world, moderator.id, 'unknown', 1);
  await addPlayerReport(world, moderator.id, 'other', 1);
  await addPicture(world, moderator.id, 1);
  expect((await listCases(team.ctx, moderator, null)).items).toEqual([]);
  expect((await listCases(team.ctx, team.other, null)).items).toHaveLength(3);
  await expect(take(team, moderator, { kind: 'player', subjectId: moderator.id })).rejects.toMatchObject({ code: 'not-available' });
  const key: CaseKey = { kind: 'player', subjectId: moderator.id };
  expect((await getCaseStatus(team.ctx, team.other, key))?.colleagues.map(({ id }) => id)).toEqual([team.operator.id]);
});

test('a long list has pages, in which each case stands once', async () => {
  const team = await createTeam();
  for (let i = 0; i < 23; i++) await addGameReport(team.world, await team.world.addGame(), 3);
  for (let i = 0; i < 4; i++) await addPicture(team.world, (await team.world.addPlayer()).id, 3);
  const first = await listCases(team.ctx, team.moderator, null);
  const second = await listCases(team.ctx, team.moderator, first.next);
  expect([first.items.length, second.items.length, second.next]).toEqual([20, 7, null]);
  expect(new Set([...first.items, ...second.items].map(({ subjectId }) => subjectId)).size).toBe(27);
  expect((await listCases(team.ctx, team.moderator, 'nonsense')).items).toHaveLength(20);
});

test('a case that somebody took is theirs until they leave it or half an hour has passed; others can take it over', async () => {
  const team = await createTeam();
  const { world, ctx, moderator, other } = team;
  const { picture } = await addOneOfEach(team);
  const key: CaseKey = { kind: 'picture', subjectId: picture };
  const assignee = async (actor: Actor) => (await getCaseStatus(ctx, actor, key))?.assignee ?? null;
  await take(team, moderator, key);
  expect(await assignee(moderator)).toMatchObject({ username: 'wanjiru', displayName: 'Wanjiru', isSelf: true });
  expect(await assignee(other)).toMatchObject({ isSelf: false });
  await expect(take(team, other, key)).rejects.toMatchObject({ code: 'not-available' });
  await take(team, other, key, 'leave');
  expect(await assignee(other)).toMatchObject({ username: 'wanjiru' });
  await take(team, other, key, 'take-over');
  expect(await assignee(other)).toMatchObject({ username: 'kamau', isSelf: true });
  await take(team, other, key, 'leave');
  expect(await assignee(other)).toBeNull();
  await take(team, moderator, key);
  world.advanceClock(20 * 60);
  // Looking at it begins the half hour anew.
  expect(await assignee(moderator)).toMatchObject({ isSelf: true });
  world.advanceClock(20 * 60);
  expect(await assignee(other)).toMatchObject({ username: 'wanjiru' });
  world.advanceClock(11 * 60);
  expect(await assignee(other)).toBeNull();
  await take(team, other, key);
  expect(await assignee(other)).toMatchObject({ username: 'kamau' });
});

test('a case that its assignee only has open in a tab does not stay theirs, and one that was handed to them keeps its hours', async () => {
  const team = await createTeam();
  const { world, ctx, moderator, other } = team;
  const { picture } = await addOneOfEach(team);
  const key: CaseKey = { kind: 'picture', subjectId: picture };
  await take(team, moderator, key);
  world.advanceClock(20 * 60);
  expect((await watchCaseStatus(ctx, moderator, key))?.assignee).toMatchObject({ isSelf: true });
  world.advanceClock(11 * 60);
  expect((await watchCaseStatus(ctx, moderator, key))?.assignee).toBeNull();
  await take(team, other, key, 'hand-on', { to: moderator.id });
  await ctx.db.deleteFrom('help_requests').execute();
  // It is the first in the list, and opens by itself.
  expect(await openNextCase(ctx, moderator, { kind: 'game', subjectId: 'decided-before' })).toBe(`/moderation/pictures/${picture}`);
  world.advanceClock(3 * 3600);
  expect((await watchCaseStatus(ctx, moderator, key))?.assignee).toMatchObject({ isSelf: true });
});

test('a decision that leaves something of a case open begins its half hour anew', async () => {
  const team = await createTeam();
  const { world, ctx, moderator } = team;
  const { game } = await addOneOfEach(team);
  const key: CaseKey = { kind: 'game', subjectId: game };
  await take(team, moderator, key);
  world.advanceClock(20 * 60);
  expect(await openNextCase(ctx, moderator, key)).toBeNull();
  world.advanceClock(20 * 60);
  expect((await watchCaseStatus(ctx, moderator, key))?.assignee).toMatchObject({ isSelf: true });
});

test('of two who take the same case at the same moment, one has it', async () => {
  const team = await createTeam();
  const { picture } = await addOneOfEach(team);
  const key: CaseKey = { kind: 'picture', subjectId: picture };
  const results = await Promise.allSettled([take(team, team.moderator, key), take(team, team.other, key), take(team, team.operator, key)]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a case can be handed on to a colleague who may read it, and who gets a notification', async () => {
  const team = await createTeam();
  const { ctx, moderator, other, operator } = team;
  const { bully, message } = await addOneOfEach(team);
  const key: CaseKey = { kind: 'player', subjectId: bully.id };
  await take(team, moderator, key, 'hand-on', { to: other.id });
  expect((await getCaseStatus(ctx, other, key))?.assignee).toMatchObject({ isSelf: true });
  const bell = await ctx.db.selectFrom('notifications').selectAll().where('player_id', '=', other.id).execute();
  expect(bell).toMatchObject([{ type: 'general', title: 'A case was handed to you', related_id: 'cases' }]);
  const letter: CaseKey = { kind: 'message', subjectId: message };
  expect((await getCaseStatus(ctx, operator, letter))?.colleagues).toEqual([]);
  const player = await team.world.addPlayer();
  for (const [of, to] of [
    [letter, other.id],
    [key, player.id],
    [key, bully.id],
    [key, moderator.id],
    [key, undefined],
  ] as const)
    await expect(take(team, of === letter ? operator : moderator, of, 'hand-on', to === undefined ? {} : { to })).rejects.toMatchObject({
      code: 'bad-input',
    });
});

test('a case is handed on to nobody who is banned, closed or about to be deleted', async () => {
  const team = await createTeam();
  const { ctx, moderator, other, operator } = team;
  const { bully } = await addOneOfEach(team);
  const key: CaseKey = { kind: 'player', subjectId: bully.id };
  const colleagues = async () => (await getCaseStatus(ctx, moderator, key))?.colleagues.map(({ id }) => id);
  expect(await colleagues()).toEqual([other.id, operator.id]);
  const ban = { id: ctx.newId(), player_id: other.id, kind: 'ban', why: 'mean words', until: null } as const;
  await ctx.db.insertInto('sanctions').values(ban).execute();
  expect(await colleagues()).toEqual([operator.id]);
  await expect(take(team, moderator, key, 'hand-on', { to: other.id })).rejects.toMatchObject({ code: 'bad-input' });
  await ctx.db.updateTable('sanctions').set({ lifted_at: ctx.now() }).execute();
  await ctx.db.updateTable('players').set({ closed_as: 'under-13', deletes_at: ctx.now() }).where('id', '=', operator.id).execute();
  expect(await colleagues()).toEqual([other.id]);
  await ctx.db.updateTable('players').set({ deletes_at: ctx.now() }).where('id', '=', other.id).execute();
  expect(await colleagues()).toEqual([]);
});

test('after a decision the next free case opens and is taken; while something of the case is open, it stays', async () => {
  const team = await createTeam();
  const { ctx, moderator, other } = team;
  const { bully, game, picture, help } = await addOneOfEach(team);
  const [helpKey, pictureKey]: CaseKey[] = [
    { kind: 'help', subjectId: help },
    { kind: 'picture', subjectId: picture },
  ];
  if (!helpKey || !pictureKey) throw new Error('two keys');
  await take(team, moderator, helpKey);
  expect(await openNextCase(ctx, moderator, helpKey)).toBeNull();
  await sql`update help_requests set state = 'resolved', decided_at = now() where id = ${help}`.execute(ctx.db);
  await take(team, other, pictureKey);
  expect(await openNextCase(ctx, moderator, helpKey)).toBe(`/moderation/games/${game}`);
  expect((await getCaseStatus(ctx, moderator, { kind: 'game', subjectId: game }))?.assignee).toMatchObject({ isSelf: true });
  expect(await openNextCase(ctx, other, helpKey)).toBe(`/moderation/pictures/${picture}`);
  expect(await openNextCase(ctx, team.operator, helpKey)).toBe(`/moderation/players/${bully.id}`);
  expect(await ctx.db.selectFrom('case_assignments').select('kind').where('kind', '=', 'help').execute()).toEqual([]);
  await sql`update reports set state = 'dismissed', decided_at = now()`.execute(ctx.db);
  await sql`update avatar_uploads set state = 'refused', decided_at = now()`.execute(ctx.db);
  expect(await openNextCase(ctx, moderator, { kind: 'game', subjectId: game })).toBe('/moderation');
});

test('a case that somebody left does not open for them by itself for 4 hours, unless they take it again; then the list does', async () => {
  const team = await createTeam();
  const { world, ctx, moderator, other } = team;
  const { bully } = await addOneOfEach(team);
  await sql`delete from help_requests`.execute(ctx.db);
  await sql`delete from reports`.execute(ctx.db);
  const decided: CaseKey = { kind: 'game', subjectId: 'decided-before' };
  const next = async (actor: Actor) => {
    const url = await openNextCase(ctx, actor, decided);
    await sql`delete from case_assignments`.execute(ctx.db);
    return url?.split('/')[2] ?? url;
  };
  const leave = async (key: CaseKey) => {
    await take(team, moderator, key);
    await take(team, moderator, key, 'leave');
  };
  const picture = (await listCases(ctx, moderator, null)).items[0];
  if (picture?.kind !== 'picture') throw new Error('the picture is the first');
  expect(await next(moderator)).toBe('pictures');
  await leave(picture);
  expect([await next(moderator), await next(other)]).toEqual(['players', 'pictures']);
  await leave({ kind: 'player', subjectId: bully.id });
  expect(await openNextCase(ctx, moderator, decided)).toBe('/moderation');
  // Then nobody reads that nothing waits.
  const game = await world.addGame();
  await addGameReport(world, game, 1);
  const dismiss = async () => {
    await sql`update reports set state = 'dismissed', decided_at = now()`.execute(ctx.db);
    return { ok: true };
  };
  expect((await decideCase(ctx, moderator, { kind: 'game', subjectId: game }, dismiss)).nextUrl).toBe('/moderation?news=no-free-case');
  await take(team, moderator, picture);
  expect(await next(moderator)).toBe('pictures');
  await leave(picture);
  world.advanceClock(4 * 3600 + 1);
  expect(await next(moderator)).toBe('pictures');
});

test('reading what children wrote is in the log, once an hour for each of them', async () => {
  const team = await createTeam();
  const { child, bully, message } = await addOneOfEach(team);
  for (let i = 0; i < 2; i++) await listCases(team.ctx, team.operator, null);
  const entries = await team.ctx.db
    .selectFrom('audit_log')
    .select(['action', 'subject_id'])
    .where('actor_id', '=', team.operator.id)
    .execute();
  expect(entries).toHaveLength(3);
  expect(entries).toEqual(
    expect.arrayContaining([
      { action: 'read-case', subject_id: child.id },
      { action: 'read-case', subject_id: bully.id },
      { action: 'read-message', subject_id: message },
    ]),
  );
});

test('players and visitors are refused; every change is told to the team', async () => {
  const team = await createTeam();
  const { world, ctx } = team;
  const { picture } = await addOneOfEach(team);
  const key: CaseKey = { kind: 'picture', subjectId: picture };
  const player = await world.addPlayer();
  for (const call of [
    (actor: Actor) => listCases(ctx, actor, null),
    (actor: Actor) => getCaseCounts(ctx, actor),
    (actor: Actor) => getCaseStatus(ctx, actor, key),
    (actor: Actor) => changeAssignment(ctx, actor, { ...key, do: 'take' }),
    (actor: Actor) => openNextCase(ctx, actor, key),
  ]) {
    await expect(call(player)).rejects.toMatchObject({ code: 'not-allowed' });
    await expect(call(VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
  }
  const messages: BusMessage[] = [];
  ctx.bus.subscribe((message) => void messages.push(message));
  await take(team, team.moderator, key);
  await take(team, team.moderator, key, 'leave');
  await expect.poll(() => messages).toEqual([{ kind: 'cases' }, { kind: 'cases' }]);
  for (const fields of [
    { ...key, do: 'steal' },
    { ...key, kind: 'house', do: 'take' },
    { kind: 'picture', do: 'take' },
  ])
    await expect(changeAssignment(ctx, team.moderator, fields)).rejects.toMatchObject({ code: 'bad-input' });
});
