import { expect, test } from 'vitest';
import { BLANK, createCheckWorld } from '../../../tests/game-check-world.ts';
import { SYSTEM, VISITOR } from '../../shared/permissions.ts';
import { getCaseCounts } from '../case-queue/service.server.ts';
import { changeGame } from '../game-admin/editing.service.server.ts';
import { gameAdminQueuedJobs } from '../game-admin/jobs.server.ts';
import { createPreviewTicket, createTicket, ROBOT } from '../games/plays/rules.ts';
import { canServeFiles } from '../games/plays/service.server.ts';
import { gameCheckQueuedJobs } from './jobs.server.ts';
import { runChecks } from './nights/service.server.ts';
import { OPEN_LIMIT, toPicturePath } from './rules.ts';
import { getCheckPicture, getChecksOverview, getCheckSummaries, getGameCheck, leaveHidden, requestCheck } from './service.server.ts';

type Team = Awaited<ReturnType<typeof createCheckWorld>>;
const [openGameJob] = gameCheckQueuedJobs;

const work = async ({ ctx }: Team) => {
  if (openGameJob) while ((await ctx.jobs.drain(ctx, openGameJob, 10)) > 0);
};

test('an operator has a game opened, also a hidden one, once; what was found is on its page, and counts for no night', async () => {
  const team = await createCheckWorld();
  const { ctx, ops, sees, world } = team;
  await team.add('kites');
  await ctx.db.updateTable('games').set({ hidden_at: ctx.now(), is_draft: true }).where('id', '=', 'kites').execute();
  const errors = ['<b>TypeError</b>\u0000', 'x'.repeat(300)];
  sees.set('kites', { ...BLANK, errors, missingFiles: [{ path: 'sky.png', status: 404 }], otherHosts: ['ads.example'] });
  expect(await requestCheck(ctx, ops, 'kites')).toEqual({ ok: true, do: 'open', isChanged: true });
  expect(await requestCheck(ctx, ops, 'kites')).toEqual({ ok: true, do: 'open', isChanged: false });
  expect(await getGameCheck(ctx, ops, 'kites')).toMatchObject({ isWaiting: true, last: null });
  await work(team);
  expect(team.opened).toEqual(['kites']);
  const { isWaiting, last, nights } = await getGameCheck(ctx, ops, 'kites');
  expect(isWaiting).toBe(false);
  expect(last).toMatchObject({
    outcome: 'nothing-shown',
    finding: 'broken',
    night: null,
    errors: ['<b>TypeError</b>', 'x'.repeat(200)],
    missingFiles: [{ path: 'sky.png', status: 404 }],
    otherHosts: ['ads.example'],
  });
  expect(nights.every(({ finding }) => finding === null)).toBe(true);
  expect((await getCheckPicture(ctx, ops, 'kites')).toString()).toBe('a picture');
  expect(await getCheckSummaries(ctx, ops, ['kites', 'other'])).toMatchObject({ kites: { finding: 'broken', bytes: 212_000 } });
  // Broken on demand and in one night: not hidden.
  await ctx.db.updateTable('games').set({ hidden_at: null, is_draft: false }).where('id', '=', 'kites').execute();
  await team.night();
  await requestCheck(ctx, ops, 'kites');
  await work(team);
  world.advanceClock(6 * 3600);
  await runChecks(ctx, SYSTEM);
  expect(await team.hidden()).toEqual([]);
  const entries = await ctx.db.selectFrom('audit_log').select(['action', 'actor_name']).execute();
  expect(entries).toEqual([
    { action: 'open-game', actor_name: 'ops' },
    { action: 'open-game', actor_name: 'ops' },
  ]);
});

test('who asks too often waits; a failed visit says so and is tried again; games elsewhere are not opened', async () => {
  const team = await createCheckWorld();
  const { ctx, ops, sees, world } = team;
  await team.add('kites');
  await world.addGame({ id: 'elsewhere', game_url: 'https://cdn.example.com/a/index.html' });
  await expect(requestCheck(ctx, ops, 'elsewhere')).rejects.toMatchObject({ code: 'not-available' });
  sees.set('kites', async () => {
    throw new Error('the browser is gone');
  });
  await requestCheck(ctx, ops, 'kites');
  await expect(openGameJob?.run(ctx, { gameId: 'kites' })).rejects.toThrow('the browser is gone');
  expect(await getGameCheck(ctx, ops, 'kites')).toMatchObject({ isWaiting: false, failure: 'the browser is gone', last: null });
  sees.set('kites', { outcome: 'our-fault', reason: '503' });
  await expect(openGameJob?.run(ctx, { gameId: 'kites' })).rejects.toThrow('503');
  sees.delete('kites');
  await openGameJob?.run(ctx, { gameId: 'kites' });
  expect(await getGameCheck(ctx, ops, 'kites')).toMatchObject({ failure: null, last: { outcome: 'shown' } });
  // A process dies with the game open. The next try comes before its claim has ended, and is not the last one.
  await requestCheck(ctx, ops, 'kites');
  await ctx.db
    .updateTable('requested_checks')
    .set({ claim_id: ctx.newId(), claimed_until: new Date(ctx.now().getTime() + 60_000) })
    .execute();
  await expect(openGameJob?.run(ctx, { gameId: 'kites' })).rejects.toThrow('died');
  world.advanceClock(61);
  await openGameJob?.run(ctx, { gameId: 'kites' });
  await openGameJob?.run(ctx, { gameId: 'kites' });
  expect(team.opened).toHaveLength(4);
  expect(await getGameCheck(ctx, ops, 'kites')).toMatchObject({ isWaiting: false, failure: null });
  for (let asked = 2; asked < OPEN_LIMIT.points; asked++) await requestCheck(ctx, ops, 'kites');
  await expect(requestCheck(ctx, ops, 'kites')).rejects.toMatchObject({ code: 'too-many-requests' });
});

test('the case closes when the game stays hidden by decision, is shown, gets other files, or is removed', async () => {
  const team = await createCheckWorld();
  const { ctx, ops, sees } = team;
  await ctx.jobs.prepare(gameAdminQueuedJobs);
  const ids = ['left', 'shown', 'files', 'removed'];
  await team.add(...ids);
  for (const id of ids) sees.set(id, BLANK);
  await team.night();
  await team.night();
  expect(await team.hidden()).toEqual(ids.toSorted());
  const client = { address: '10.0.0.1', userAgent: 'test', cookies: '' };
  expect(await leaveHidden(ctx, ops, 'left', { do: 'leave-hidden', note: '' })).toMatchObject({
    ok: false,
    fieldErrors: { note: expect.any(String) },
  });
  const open: number[] = [];
  const count = async () => open.push((await getCaseCounts(ctx, ops)).byKind['broken-game']);
  await count();
  expect(await leaveHidden(ctx, ops, 'left', { do: 'leave-hidden', note: 'new files come' })).toMatchObject({ ok: true });
  await expect(leaveHidden(ctx, ops, 'left', { do: 'leave-hidden', note: 'again' })).rejects.toMatchObject({ code: 'not-available' });
  await count();
  await changeGame(ctx, ops, 'shown', { do: 'show', note: 'it works' }, client);
  await count();
  await ctx.db.updateTable('games').set({ game_url: 'games/files/1/index.html' }).where('id', '=', 'files').execute();
  await count();
  const gone = { game_url: null, assets: [], removed_at: ctx.now() };
  await ctx.db.updateTable('games').set(gone).where('id', '=', 'removed').execute();
  await count();
  expect(open).toEqual([4, 3, 2, 1, 0]);
  expect(await team.hidden()).toEqual(['files', 'left', 'removed']);
  expect((await getChecksOverview(ctx, ops)).waiting).toBe(0);
  expect((await getGameCheck(ctx, ops, 'files')).last).toMatchObject({ finding: null });
  // Its picture goes with its files.
  await expect(getCheckPicture(ctx, ops, 'removed')).rejects.toMatchObject({ code: 'not-found' });
  expect(await ctx.files.has(toPicturePath('removed'))).toBe(true);
  await gameAdminQueuedJobs[0]?.run(ctx, { gameId: 'removed' });
  expect(await ctx.files.has(toPicturePath('removed'))).toBe(false);
  // Removed while it is open: the picture of that visit goes, too.
  await team.add('late');
  sees.set('late', async () => {
    await ctx.db
      .updateTable('games')
      .set({ ...gone, hidden_at: ctx.now() })
      .where('id', '=', 'late')
      .execute();
    return {};
  });
  await team.night();
  expect(await ctx.files.has(toPicturePath('late'))).toBe(false);
});

test('the browser’s ticket opens exactly one game for some minutes, also a hidden one; no ticket of a person is one', async () => {
  const team = await createCheckWorld();
  const { ctx, world } = team;
  await world.addGame({ id: 'premium', is_premium: true });
  await world.addGame({ id: 'other', is_premium: true });
  await runChecks(ctx, SYSTEM);
  const ticketOf = (id: string) =>
    team.urls
      .find((url) => url.includes(`/games/${id}/`))
      ?.split('/t/')[1]
      ?.split('/')[0] ?? '';
  const ticket = ticketOf('premium');
  const asks = (id: string, with_: string) => canServeFiles(ctx, id, with_);
  expect([await asks('premium', ticket), await asks('other', ticket), await asks('premium', ticketOf('other'))]).toEqual([
    true,
    false,
    false,
  ]);
  await ctx.db.updateTable('games').set({ hidden_at: ctx.now() }).where('id', '=', 'premium').execute();
  world.advanceClock(10);
  expect(await asks('premium', ticket)).toBe(true);
  const player = await world.addPlayer();
  const others = [createTicket(ctx.secret, 'premium', player.id, ctx.now()), createPreviewTicket(ctx.secret, 'premium', ROBOT, ctx.now())];
  for (const each of others) expect(await asks('premium', each).catch(() => false)).toBe(false);
  await ctx.db.updateTable('games').set({ removed_at: ctx.now() }).where('id', '=', 'premium').execute();
  world.advanceClock(10);
  expect(await asks('premium', ticket)).toBe(false);
  await ctx.db.updateTable('games').set({ removed_at: null }).where('id', '=', 'premium').execute();
  world.advanceClock(5 * 60);
  expect(await asks('premium', ticket)).toBe(false);
});

test('all of it is for operators alone', async () => {
  const { ctx, world, ops } = await createCheckWorld();
  await world.addGame({ id: 'kites' });
  const all = [
    (actor: typeof ops | typeof VISITOR) => getCheckSummaries(ctx, actor, []),
    (actor: typeof ops | typeof VISITOR) => getChecksOverview(ctx, actor),
    (actor: typeof ops | typeof VISITOR) => getGameCheck(ctx, actor, 'kites'),
    (actor: typeof ops | typeof VISITOR) => getCheckPicture(ctx, actor, 'kites'),
    (actor: typeof ops | typeof VISITOR) => requestCheck(ctx, actor, 'kites'),
    (actor: typeof ops | typeof VISITOR) => leaveHidden(ctx, actor, 'kites', { note: 'because' }),
  ];
  const [player, moderator] = [await world.addPlayer(), await world.addPlayer({ role: 'moderator' })];
  for (const [index, each] of all.entries()) {
    await expect(each(VISITOR), String(index)).rejects.toMatchObject({ code: 'sign-in-required' });
    for (const actor of [player, moderator]) await expect(each(actor), String(index)).rejects.toMatchObject({ code: 'not-allowed' });
  }
});
