import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { VISITOR, SYSTEM, type Actor } from '../../shared/permissions.ts';
import { moderateGame } from '../moderation/service.server.ts';
import { listNotifications } from '../notifications/service.server.ts';
import { MERGE_WINDOW_HOURS, REPORTS_PER_DAY } from './rules.ts';
import { DESCRIPTION_MAX, GAME_REPORT_REASONS } from './schema.ts';
import { reportGame } from './service.server.ts';
import { reasonLabels } from './texts.ts';

const SPAM = { reason: 'spam', description: 'It only shows adverts.' };
const DAY = 86_400;

const reports = (world: World) => world.ctx.db.selectFrom('reports').selectAll().orderBy('created_at').execute();
const receipts = async (world: World, actor: Actor) => (await listNotifications(world.ctx, actor, null)).items;
const report = (world: World, actor: Actor, id: string, fields: Record<string, string> = SPAM) => reportGame(world.ctx, actor, id, fields);

async function gameAndPlayer() {
  const world = await createWorld();
  const id = await world.addGame({ title: 'Taxi Rush' });
  return { world, id, amina: await world.addPlayer() };
}

test('a report is stored for the moderators, and its reporter has a receipt', async () => {
  const { world, id, amina } = await gameAndPlayer();
  await report(world, amina, id);
  expect(await reports(world)).toMatchObject([
    { game_id: id, player_id: amina.id, reason: 'spam', description: SPAM.description, state: 'new', repeats: 0, decided_at: null },
  ]);
  const page = await listNotifications(world.ctx, amina, null);
  expect(page).toMatchObject({
    unread: 1,
    items: [
      {
        type: 'report',
        title: 'Game Report: Taxi Rush',
        message: 'Reason: Spam\nDescription: It only shows adverts.',
        isRead: false,
        to: null,
      },
    ],
  });
  expect(await world.ctx.db.selectFrom('notifications').select('related_id').execute()).toEqual([{ related_id: id }]);
  expect(await receipts(world, await world.addPlayer())).toEqual([]);
});

test('who tells of harm while reporting a game gets help, and our team knows', async () => {
  const { world, id, amina } = await gameAndPlayer();
  expect(await report(world, amina, id)).toEqual({ ok: true });
  expect(await report(world, amina, id, { reason: 'other', description: 'my uncle touches me' })).toEqual({
    ok: true,
    help: { isTeamNotified: true },
  });
  expect(await world.ctx.db.selectFrom('help_requests').select(['player_id', 'kind']).execute()).toEqual([
    { player_id: amina.id, kind: 'abuse' },
  ]);
});

test('the reporter’s open tabs hear of the receipt once it is there', async () => {
  const { world, id, amina } = await gameAndPlayer();
  const heard: unknown[] = [];
  world.ctx.bus.subscribe((message) => void heard.push(message));
  for (let time = 0; time < 2; time++) await report(world, amina, id);
  await expect(report(world, amina, 'nope')).rejects.toMatchObject({ code: 'not-found' });
  await new Promise(setImmediate);
  // The team's list of what waits hears of both: the second changes how many reports a case has.
  const cases = { kind: 'cases' };
  expect(heard).toEqual([{ kind: 'notification', playerIds: [amina.id] }, cases, cases]);
});

test('without a description the receipt and the moderators read the same words', async () => {
  const { world, amina } = await gameAndPlayer();
  const silent: Record<string, string>[] = [{}, { description: '' }, { description: ' \r\n\t ' }];
  for (const fields of silent) {
    await report(world, amina, await world.addGame(), { reason: 'other', ...fields });
    expect((await receipts(world, amina))[0]?.message).toBe('Reason: Other\nDescription: No additional description provided');
  }
  const descriptions = (await reports(world)).map((row) => row.description);
  expect(descriptions).toEqual(Array.from({ length: 3 }, () => 'No additional description provided'));
});

test('each reason of the form has its label in the receipt', async () => {
  const { world, amina } = await gameAndPlayer();
  const labels: string[] = [];
  for (const reason of GAME_REPORT_REASONS) {
    const id = await world.addGame({ title: reason });
    await report(world, amina, id, { reason });
    const receipt = (await receipts(world, amina)).find((item) => item.title === `Game Report: ${reason}`);
    labels.push(receipt?.message.split('\n')[0] ?? '');
  }
  expect(labels).toEqual(GAME_REPORT_REASONS.map((reason) => `Reason: ${reasonLabels[reason]}`));
  expect(labels).toEqual([
    'Reason: Inappropriate Content',
    'Reason: Spam',
    'Reason: Broken/Not Working',
    'Reason: Copyright Violation',
    'Reason: Other',
  ]);
});

test('reported again within a day, a game has one report with everything that was said', async () => {
  const { world, id, amina } = await gameAndPlayer();
  await report(world, amina, id);
  world.advanceClock(MERGE_WINDOW_HOURS * 3_600 - 60);
  await report(world, amina, id, { reason: 'broken_game', description: 'And it does not start.' });
  await report(world, amina, id, { reason: 'broken_game', description: 'And it does not start.' });
  const [joined, ...others] = await reports(world);
  expect(others).toEqual([]);
  expect(joined).toMatchObject({ reason: 'spam', repeats: 2 });
  expect(joined?.description.split('And it does not start.')).toHaveLength(2);
  expect(joined?.description.startsWith(SPAM.description)).toBe(true);
  expect(await receipts(world, amina)).toHaveLength(1);
});

test('a day later it is a new report, also by another player, and on another game', async () => {
  const { world, id, amina } = await gameAndPlayer();
  await report(world, amina, id);
  await report(world, await world.addPlayer(), id);
  await report(world, amina, await world.addGame());
  expect(await reports(world)).toHaveLength(3);
  world.advanceClock(MERGE_WINDOW_HOURS * 3_600 + 1);
  await report(world, amina, id);
  expect((await reports(world)).map((row) => [row.player_id === amina.id, row.repeats])).toEqual([
    [true, 0],
    [false, 0],
    [true, 0],
    [true, 0],
  ]);
  expect(await receipts(world, amina)).toHaveLength(3);
});

test('what was decided is done: the next report is a new one, one that is looked at is joined', async () => {
  const { world, id, amina } = await gameAndPlayer();
  const moderator = await world.addPlayer({ role: 'moderator' });
  await report(world, amina, id);
  await world.ctx.db.updateTable('reports').set({ state: 'reviewing' }).execute();
  await report(world, amina, id);
  expect(await reports(world)).toMatchObject([{ state: 'reviewing', repeats: 1 }]);
  await moderateGame(world.ctx, moderator, id, { action: 'dismiss', note: 'it is fine' });
  world.advanceClock(1);
  await report(world, amina, id);
  expect(await reports(world)).toMatchObject([
    { state: 'dismissed', repeats: 1 },
    { state: 'new', repeats: 0 },
  ]);
});

test('two at once are one report with one receipt', async () => {
  const { world, id, amina } = await gameAndPlayer();
  await Promise.all(Array.from({ length: 4 }, () => report(world, amina, id)));
  expect(await reports(world)).toMatchObject([{ repeats: 3, description: SPAM.description }]);
  expect(await receipts(world, amina)).toHaveLength(1);
});

test('more than thirty a day are no reports any more; others and the next day are not kept from it', async () => {
  const { world, id, amina } = await gameAndPlayer();
  for (let time = 0; time < REPORTS_PER_DAY.points; time++) await report(world, amina, time % 2 === 0 ? id : await world.addGame());
  const before = (await reports(world)).length;
  await expect(report(world, amina, id)).rejects.toMatchObject({ code: 'too-many-requests', status: 429 });
  await expect(report(world, amina, await world.addGame())).rejects.toMatchObject({ code: 'too-many-requests' });
  expect(await reports(world)).toHaveLength(before);
  await report(world, await world.addPlayer(), id);
  world.advanceClock(DAY + 1);
  await report(world, amina, id);
  expect(await reports(world)).toHaveLength(before + 2);
});

test('what is refused does not count against the thirty', async () => {
  const { world, id, amina } = await gameAndPlayer();
  for (let time = 0; time <= REPORTS_PER_DAY.points; time++) {
    await expect(report(world, amina, 'nope')).rejects.toMatchObject({ code: 'not-found' });
    await expect(report(world, amina, id, { reason: 'boring' })).rejects.toMatchObject({ code: 'bad-input' });
  }
  await report(world, amina, id);
});

test('a long description is kept whole up to its limit, and refused beyond', async () => {
  const { world, id, amina } = await gameAndPlayer();
  for (const description of ['x'.repeat(DESCRIPTION_MAX + 1), 'x'.repeat(1_000_000), '🦁'.repeat(DESCRIPTION_MAX + 1)])
    await expect(report(world, amina, id, { reason: 'spam', description })).rejects.toMatchObject({ code: 'bad-input' });
  expect(await reports(world)).toEqual([]);
  const longest = '🦁'.repeat(DESCRIPTION_MAX);
  await report(world, amina, id, { reason: 'spam', description: longest });
  expect((await reports(world))[0]?.description).toBe(longest);
  // Repeated merging stays within the length limit.
  for (const letter of ['a', 'b', 'c']) await report(world, amina, id, { reason: 'spam', description: letter.repeat(DESCRIPTION_MAX) });
  const [joined] = await reports(world);
  expect([joined?.repeats, joined?.description.startsWith(longest)]).toEqual([3, true]);
});

test('the receipt holds all that was said, also where it was much', async () => {
  const { world, id, amina } = await gameAndPlayer();
  const description = 'x'.repeat(DESCRIPTION_MAX);
  await report(world, amina, id, { reason: 'inappropriate_content', description });
  const [receipt] = await receipts(world, amina);
  // Compares lengths, so that a failure stays readable.
  expect(receipt?.message.length).toBe(`Reason: Inappropriate Content\nDescription: ${description}`.length);
});

test('line ends are text, other control characters and broken letters are not', async () => {
  const { world, id, amina } = await gameAndPlayer();
  for (const description of ['a\0b', 'a\u001b[31mb', 'a\u0085b', '\ud800', 'a\u007f'])
    await expect(report(world, amina, id, { reason: 'spam', description })).rejects.toMatchObject({ code: 'bad-input' });
  await report(world, amina, id, { reason: 'spam', description: '  First.\r\n\tSecond <b>"; drop table reports; --  ' });
  expect((await reports(world))[0]?.description).toBe('First.\n\tSecond <b>"; drop table reports; --');
});

test('an unknown reason, an unknown or hidden game and a visitor are refused, and leave nothing behind', async () => {
  const { world, id, amina } = await gameAndPlayer();
  const wrong: Record<string, string>[] = [
    {},
    { reason: '' },
    { reason: 'Spam' },
    { reason: 'boring' },
    { reason: 'toString' },
    { description: 'no reason' },
  ];
  for (const fields of wrong) await expect(report(world, amina, id, fields)).rejects.toMatchObject({ code: 'bad-input', status: 400 });
  const hidden = await world.addGame({ hidden_at: new Date() });
  for (const unknown of ['nope', hidden, '', '../x', 'a'.repeat(65)])
    await expect(report(world, amina, unknown)).rejects.toMatchObject({ code: 'not-found', status: 404 });
  await expect(report(world, VISITOR, id)).rejects.toMatchObject({ code: 'sign-in-required', status: 401 });
  await expect(report(world, SYSTEM, id)).rejects.toMatchObject({ code: 'not-allowed' });
  expect(await reports(world)).toEqual([]);
  expect(await world.ctx.db.selectFrom('notifications').selectAll().execute()).toEqual([]);
});

test('a report outlives its reporter’s account', async () => {
  const { world, id, amina } = await gameAndPlayer();
  await report(world, amina, id);
  await world.ctx.db.deleteFrom('players').where('id', '=', amina.id).execute();
  expect(await reports(world)).toMatchObject([{ player_id: null, state: 'new' }]);
});

test('another reason of the same player joins too, is read by the moderators, and the graver one counts', async () => {
  const { world, id, amina } = await gameAndPlayer();
  await report(world, amina, id, { reason: 'broken_game', description: 'It stops.' });
  await report(world, amina, id, { reason: 'inappropriate_content', description: '' });
  expect(await reports(world)).toMatchObject([
    { reason: 'inappropriate_content', repeats: 1, description: 'It stops.\n\n[later: Inappropriate Content]' },
  ]);
  await report(world, amina, id, { reason: 'other', description: 'Also this.' });
  expect(await reports(world)).toMatchObject([{ reason: 'inappropriate_content', repeats: 2 }]);
});

test('a game that is hidden meanwhile gets no report that would wait for ever', async () => {
  const { world, id, amina } = await gameAndPlayer();
  await Promise.all([
    world.ctx.db.updateTable('games').set({ hidden_at: new Date() }).where('id', '=', id).execute(),
    report(world, amina, id).catch(() => {}),
  ]);
  await expect(report(world, amina, id)).rejects.toMatchObject({ code: 'not-found' });
});
