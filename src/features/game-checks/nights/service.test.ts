import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { BLANK, createCheckWorld } from '../../../../tests/game-check-world.ts';
import type { BusMessage } from '../../../shared/live-events.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import { listCases } from '../../case-queue/service.server.ts';
import { listGames } from '../../game-admin/listing/queries.server.ts';
import { moderateGame } from '../../moderation/service.server.ts';
import { toPicturePath } from '../rules.ts';
import { gameCheckQueuedJobs } from '../jobs.server.ts';
import { getChecksOverview, getGameCheck, requestCheck } from '../service.server.ts';
import { runChecks } from './service.server.ts';

type Team = Awaited<ReturnType<typeof createCheckWorld>>;

async function addReport({ world, ctx }: Team, gameId: string) {
  const player = await world.addPlayer();
  const row = { id: ctx.newId(), game_id: gameId, player_id: player.id, reason: 'broken_game' as const, description: 'it is black' };
  await ctx.db.insertInto('reports').values(row).execute();
}

const log = async ({ ctx }: Team) =>
  (await ctx.db.selectFrom('audit_log').select(['actor_name', 'action', 'subject_id', 'note']).orderBy('id').execute()).map(
    (entry) => `${entry.actor_name} ${entry.action} ${entry.subject_id}: ${entry.note}`,
  );

test('a night begins with what broke, then what has new files, then what was never opened, then what was opened longest ago', async () => {
  const team = await createCheckWorld();
  const { world, ctx, sees, night, goTo } = team;
  await team.add('old', 'breaks', 'changes');
  sees.set('breaks', BLANK);
  expect((await night()).toSorted()).toEqual(['breaks', 'changes', 'old']);
  await ctx.db.updateTable('games').set({ game_url: 'games/changes/1/index.html' }).where('id', '=', 'changes').execute();
  await world.addGame({ id: 'few', plays_30d: 3 });
  await world.addGame({ id: 'many', plays_30d: 90 });
  await world.addGame({ id: 'elsewhere', game_url: 'https://cdn.example.com/a/index.html' });
  await world.addGame({ id: 'hidden', hidden_at: ctx.now() });
  await world.addGame({ id: 'nothing', game_url: null });
  expect(await night()).toEqual(['breaks', 'changes', 'many', 'few', 'old']);
  // By day, and again in the same night, nothing is opened.
  team.opened.length = 0;
  await runChecks(ctx, SYSTEM);
  goTo(12);
  await runChecks(ctx, SYSTEM);
  expect(team.opened).toEqual([]);
  expect(team.browser.open).toBe(0);
});

test('two workers open each game once, and one that dies loses only its visit', async () => {
  const team = await createCheckWorld();
  const { ctx, sees, opened, world } = team;
  await team.add('a', 'b', 'c', 'd', 'e', 'f');
  await Promise.all([runChecks(ctx, SYSTEM), runChecks(ctx, SYSTEM)]);
  expect(opened.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  let dies = true;
  sees.set('c', async () => {
    if (dies) throw new Error('killed');
    return {};
  });
  await expect(team.night()).rejects.toThrow('killed');
  dies = false;
  opened.length = 0;
  await runChecks(ctx, SYSTEM);
  expect(opened).not.toContain('c');
  expect((await getChecksOverview(ctx, team.ops)).night).toMatchObject({ planned: 6, opened: 5, isOver: false });
  world.advanceClock(5 * 60);
  await runChecks(ctx, SYSTEM);
  expect(opened.filter((id) => id === 'c')).toHaveLength(1);
  expect((await getChecksOverview(ctx, team.ops)).night).toMatchObject({ planned: 6, opened: 6, isOver: true });
});

test('a game that is broken in two nights is hidden once, by whichever worker; reports stay open, and a case opens', async () => {
  const team = await createCheckWorld();
  const { world, ctx, sees, ops } = team;
  await team.add('kites', 'works');
  await addReport(team, 'kites');
  sees.set('kites', { ...BLANK, errors: ['TypeError: wind is undefined'] });
  sees.set('works', { errors: ['it throws and goes on'], otherHosts: ['ads.example'], missingFiles: [{ path: 'a.png', status: 404 }] });
  await team.night();
  await runChecks(ctx, SYSTEM);
  expect(await team.hidden()).toEqual([]);
  const seen: BusMessage[] = [];
  ctx.bus.subscribe((message) => void seen.push(message));
  team.goTo(1);
  await runChecks(ctx, SYSTEM);
  world.advanceClock(31 * 60);
  await Promise.all([runChecks(ctx, SYSTEM), runChecks(ctx, SYSTEM)]);
  await runChecks(ctx, SYSTEM);
  expect(await team.hidden()).toEqual(['kites']);
  expect(await log(team)).toEqual(['system hide-broken-game kites: The nightly check found it broken in two nights: nothing was shown.']);
  await expect.poll(() => seen).toEqual(expect.arrayContaining([{ kind: 'catalogue', gameId: 'kites' }, { kind: 'cases' }]));
  const { items, counts } = await listCases(ctx, ops, null);
  expect(items.map(({ kind, name, reason, isUrgent }) => [kind, name, reason, isUrgent])).toEqual([
    ['game', 'kites', 'broken_game', false],
    ['broken-game', 'kites', 'nothing-shown', false],
  ]);
  expect(items[1]?.picture).toMatch(/^\/operator\/games\/kites\/check-picture\?v=/);
  expect(counts.byKind['broken-game']).toBe(1);
  const mod = await world.addPlayer({ role: 'moderator' });
  expect((await listCases(ctx, mod, null)).items.map(({ kind }) => kind)).toEqual(['game']);
  expect(await getChecksOverview(ctx, ops)).toMatchObject({ waiting: 1, night: { opened: 2, broken: 1, hidden: 1, isOver: true } });
  // Shown again, it takes two new nights.
  await moderateGame(ctx, ops, 'kites', { action: 'restore-game', note: 'it works for me' });
  expect((await listCases(ctx, ops, null)).counts.byKind['broken-game']).toBe(0);
  await team.night();
  expect(await team.hidden()).toEqual([]);
  await team.night();
  expect(await team.hidden()).toEqual(['kites']);
});

test('a game is broken in a night only if it is broken again later in it, with the same files', async () => {
  const team = await createCheckWorld();
  const { world, ctx, sees, opened, ops } = team;
  await team.add('once', 'twice');
  for (let night = 0; night < 2; night++) {
    team.goTo(1);
    for (const id of ['once', 'twice']) sees.set(id, BLANK);
    await runChecks(ctx, SYSTEM);
    sees.delete('once');
    world.advanceClock(29 * 60);
    opened.length = 0;
    const started = team.browser.started;
    await runChecks(ctx, SYSTEM);
    expect([opened, team.browser.started]).toEqual([[], started]);
    expect((await getChecksOverview(ctx, ops)).night).toMatchObject({ planned: 2, opened: 0, isOver: false });
    world.advanceClock(2 * 60);
    await runChecks(ctx, SYSTEM);
    expect(opened.toSorted()).toEqual(['once', 'twice']);
    expect((await getChecksOverview(ctx, ops)).night).toMatchObject({ opened: 2, broken: 1, isOver: true });
  }
  expect(await team.hidden()).toEqual(['twice']);
});

test('what our own servers refuse is not counted, and no picture of it is kept', async () => {
  const team = await createCheckWorld();
  const { world, ctx, sees, opened, ops } = team;
  await team.add('kites', 'other');
  sees.set('kites', { outcome: 'our-fault', reason: '503' });
  expect((await team.night()).toSorted()).toEqual(['kites', 'other']);
  expect(opened.filter((id) => id === 'kites')).toHaveLength(2);
  expect((await getGameCheck(ctx, ops, 'kites')).last).toBeNull();
  expect(await ctx.files.has(toPicturePath('kites'))).toBe(false);
  sees.delete('kites');
  world.advanceClock(31 * 60);
  await runChecks(ctx, SYSTEM);
  expect((await getChecksOverview(ctx, ops)).night).toMatchObject({ opened: 2, broken: 0, isOver: true });
});

test('a night in between in which it works, too many days, and new files break the row of two', async () => {
  const team = await createCheckWorld();
  const { world, ctx, sees } = team;
  await team.add('kites');
  sees.set('kites', BLANK);
  await team.night();
  sees.delete('kites');
  await team.night();
  sees.set('kites', BLANK);
  await team.night();
  expect(await team.hidden()).toEqual([]);
  world.advanceClock(3 * 86_400);
  await team.night();
  expect(await team.hidden()).toEqual([]);
  // Its files are replaced while the second night goes on: what was seen is not the fault of the new ones.
  sees.set('kites', async () => {
    await ctx.db.updateTable('games').set({ game_url: 'games/kites/1/index.html' }).where('id', '=', 'kites').execute();
    sees.set('kites', {});
    return BLANK;
  });
  expect(await team.night()).toEqual(['kites', 'kites']);
  expect(await team.hidden()).toEqual([]);
  expect((await getGameCheck(ctx, team.ops, 'kites')).last).toMatchObject({ outcome: 'shown' });
  // Replaced by day: the new files have one night against them, and then two.
  sees.set('kites', BLANK);
  await team.night();
  await ctx.db.updateTable('games').set({ game_url: 'games/kites/2/index.html' }).where('id', '=', 'kites').execute();
  await team.night();
  expect(await team.hidden()).toEqual([]);
  await team.night();
  expect(await team.hidden()).toEqual(['kites']);
});

test('if more than a few games break in a night, none is hidden, operators get one mail, and the night counts for no other', async () => {
  const team = await createCheckWorld();
  const { world, ctx, sees, ops } = team;
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  await team.add(...all);
  sees.set('a', BLANK);
  await team.night();
  for (const id of all.slice(0, 6)) sees.set(id, BLANK);
  await team.night();
  await runChecks(ctx, SYSTEM);
  expect(await team.hidden()).toEqual([]);
  expect((await getChecksOverview(ctx, ops)).night).toMatchObject({ opened: 8, broken: 6, hidden: 0, isStopped: true });
  expect((await world.mails()).map(({ subject }) => subject)).toEqual(['Games on Kiddo: 6 of 8 were broken last night']);
  for (const id of all.slice(2, 6)) sees.delete(id);
  await team.night();
  // Broken in the stopped night, too: that one is not believed.
  expect(await team.hidden()).toEqual([]);
  await team.night();
  expect(await team.hidden()).toEqual(['a', 'b']);
});

test('if our own game does not open, no game is counted, whenever that begins', async () => {
  const team = await createCheckWorld();
  const { ctx, sees, ops } = team;
  await team.add('a', 'b');
  sees.set('control', { outcome: 'no-answer', reason: '404' });
  expect(await team.night()).toEqual([]);
  expect((await getChecksOverview(ctx, ops)).night).toMatchObject({
    opened: 0,
    isOurFault: true,
    controlFailure: 'no-answer: 404',
    isOver: false,
  });
  // It works at first, and not any more when a game breaks.
  sees.delete('control');
  sees.set('a', async () => {
    sees.set('control', { outcome: 'nothing-shown' });
    return BLANK;
  });
  await runChecks(ctx, SYSTEM);
  expect((await getGameCheck(ctx, ops, 'a')).last).toBeNull();
  expect((await getChecksOverview(ctx, ops)).night).toMatchObject({ broken: 0, isOurFault: true });
  sees.clear();
  await runChecks(ctx, SYSTEM);
  expect((await getChecksOverview(ctx, ops)).night).toMatchObject({ opened: 2, broken: 0, isOurFault: false, isOver: true });
  expect(await team.world.mails()).toEqual([]);
  // Not in the whole night: operators are told once.
  sees.set('control', { outcome: 'no-answer', reason: '404' });
  await team.night();
  team.goTo(6);
  await runChecks(ctx, SYSTEM);
  await runChecks(ctx, SYSTEM);
  const mails = await team.world.mails();
  expect(mails.map(({ subject, text }) => [subject, text.includes('no-answer: 404')])).toEqual([
    ['Games on Kiddo: none could be checked last night', true],
  ]);
});

test('without a browser the page says what to install, and the night ends without a game', async () => {
  const team = await createCheckWorld();
  const { ctx, ops, browser } = team;
  await team.add('a');
  expect((await getChecksOverview(ctx, ops)).browser.state).toBe('unknown');
  browser.isInstalled = false;
  await team.night();
  expect(await getChecksOverview(ctx, ops)).toMatchObject({ browser: { state: 'missing' }, night: { opened: 0, isOver: false } });
  browser.isInstalled = true;
  team.goTo(9);
  await runChecks(ctx, SYSTEM);
  expect(await getChecksOverview(ctx, ops)).toMatchObject({ browser: { state: 'installed' }, night: { opened: 0, isOver: true } });
});

test('where the browser does not start, nights end all the same, pages say what it said, and it is tried once an hour', async () => {
  const team = await createCheckWorld();
  const { ctx, ops, browser, world } = team;
  await team.add('a');
  browser.error = new Error('Chromium did not start:\n No usable sandbox!');
  await runChecks(ctx, SYSTEM);
  await runChecks(ctx, SYSTEM);
  expect(browser.started).toBe(1);
  expect(await getChecksOverview(ctx, ops)).toMatchObject({
    browser: { state: 'does-not-start', lastWords: 'Chromium did not start: No usable sandbox!' },
    night: { isOver: false },
  });
  world.advanceClock(3600);
  await runChecks(ctx, SYSTEM);
  expect(browser.started).toBe(2);
  team.goTo(9);
  await runChecks(ctx, SYSTEM);
  expect((await getChecksOverview(ctx, ops)).night).toMatchObject({ opened: 0, isOver: true });
  browser.error = null;
  world.advanceClock(3600);
  await runChecks(ctx, SYSTEM);
  expect((await getChecksOverview(ctx, ops)).browser).toEqual({ state: 'installed', lastWords: null });
});

test('of several machines one without a browser says nothing about the others', async () => {
  const team = await createCheckWorld();
  const { ctx, ops, browser, world } = team;
  await runChecks(ctx, SYSTEM);
  browser.isInstalled = false;
  world.advanceClock(30 * 60);
  await team.add('a');
  await requestCheck(ctx, ops, 'a');
  const [openGame] = gameCheckQueuedJobs;
  await expect(openGame?.run(ctx, { gameId: 'a' })).rejects.toThrow('no Chromium is installed');
  expect(await getGameCheck(ctx, ops, 'a')).toMatchObject({ isWaiting: true, failure: null, browser: { state: 'installed' } });
  browser.isInstalled = true;
  await openGame?.run(ctx, { gameId: 'a' });
  expect(await getGameCheck(ctx, ops, 'a')).toMatchObject({ isWaiting: false, last: { outcome: 'shown' } });
  browser.isInstalled = false;
  world.advanceClock(61 * 60);
  await requestCheck(ctx, ops, 'a');
  await expect(openGame?.run(ctx, { gameId: 'a' })).rejects.toThrow('no Chromium is installed');
  expect(await getGameCheck(ctx, ops, 'a')).toMatchObject({ isWaiting: false, browser: { state: 'missing' } });
});

test('a changed game is found by an index, also the one that says how it was found: ids of games are compared as they are stored', async () => {
  const team = await createCheckWorld();
  const { ctx } = team;
  await team.add('kites');
  await team.night();
  const tables = ['broken_games', 'game_checks', 'game_check_states', 'planned_checks', 'requested_checks'];
  await ctx.db.transaction().execute(async (trx) => {
    // The tables are small here, so that reading the whole of one would be the plan wherever it may be.
    await sql`set local enable_seqscan = off`.execute(trx);
    const countScans = async () => {
      const { rows } = await sql<{
        scans: number;
      }>`select sum(seq_scan)::int as scans from pg_stat_xact_user_tables where relname = any (${tables})`.execute(trx);
      return rows[0]?.scans;
    };
    const before = await countScans();
    await sql`update games set hidden_at = now() where id = 'kites'`.execute(trx);
    await sql`update games set hidden_at = null, game_url = 'games/kites/1/index.html' where id = 'kites'`.execute(trx);
    await listGames(trx, 'all', 10, null);
    await sql`select from games g where exists (select from planned_checks p where p.game_id = g.id) and g.id = 'kites'`.execute(trx);
    await sql`select from games g where exists (select from requested_checks r where r.game_id = g.id) and g.id = 'kites'`.execute(trx);
    expect(await countScans()).toBe(before);
  });
});

test('only the system runs it', async () => {
  const { ctx, ops, world } = await createCheckWorld();
  for (const actor of [VISITOR, ops, await world.addPlayer()])
    await expect(runChecks(ctx, actor)).rejects.toMatchObject({ code: expect.stringMatching(/not-allowed|sign-in-required/) });
});
