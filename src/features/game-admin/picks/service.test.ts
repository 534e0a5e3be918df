import { expect, test } from 'vitest';
import { createWorld } from '../../../../tests/world.ts';
import type { BusMessage } from '../../../shared/live-events.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { listGames as listCatalogue } from '../../games/catalogue/service.server.ts';
import { moveBefore } from './rules.ts';
import { changePicks, getPicksView, updateFeatured } from './service.server.ts';

const DAY = 86_400;

async function cast() {
  const world = await createWorld();
  const { ctx } = world;
  for (const id of ['a', 'b', 'c', 'd', 'e']) await world.addGame({ id, title: id.toUpperCase(), genres: ['Puzzle'] });
  const [ops, other] = [await world.addPlayer({ role: 'operator' }), await world.addPlayer({ role: 'operator' })];
  const press = (command: string, more: Record<string, string> = {}, actor: Actor = ops) =>
    changePicks(ctx, actor, { do: command, note: 'because', ...more });
  const picks = async () => (await getPicksView(ctx, ops, '')).picks.map(({ id }) => id).join('');
  const featured = async (count = 5) => {
    const list = await listCatalogue(ctx, VISITOR, { tab: 'featured', genre: null, device: null, gender: null });
    return list.games
      .slice(0, count)
      .map(({ id }) => id)
      .join('');
  };
  return { world, ctx, ops, other, press, picks, featured };
}

test('picks are added, moved and taken off, and Featured shows them first in this order', async () => {
  const { world, ctx, press, picks, featured } = await cast();
  for (const id of ['c', 'a', 'b']) expect(await press(`add ${id}`)).toMatchObject({ ok: true });
  expect([await picks(), await featured(3)]).toEqual(['cab', 'cab']);
  expect(await press('add a')).toMatchObject({ ok: false });
  expect(await press('add nothing-has-this')).toMatchObject({ ok: false });
  await press('move b c');
  expect([await picks(), await featured(3)]).toEqual(['bca', 'bca']);
  await press('move b -');
  await press('remove c');
  expect([await picks(), await featured(2)]).toEqual(['ab', 'ab']);
  // What is not there any more is said, and nothing is moved.
  expect(await press('move c a')).toMatchObject({ ok: false, error: expect.stringContaining('Somebody changed the list') });
  expect(await press('move a b', { note: '' })).toMatchObject({ ok: false, fieldErrors: { note: expect.any(String) } });
  await expect(press('explode a')).rejects.toMatchObject({ code: 'bad-input' });
  // A hidden game is no pick that could be added.
  await ctx.db.updateTable('games').set({ hidden_at: world.ctx.now() }).where('id', '=', 'e').execute();
  expect(await press('add e')).toMatchObject({ ok: false });
  expect((await ctx.db.selectFrom('audit_log').select('action').orderBy('id').execute()).map(({ action }) => action)).toEqual([
    'pick-game',
    'pick-game',
    'pick-game',
    'move-pick',
    'move-pick',
    'unpick-game',
  ]);
});

test('two operators who move different picks at once both get what they asked for', async () => {
  const { press, picks, other } = await cast();
  for (const id of ['a', 'b', 'c', 'd']) await press(`add ${id}`);
  await Promise.all([press('move d a'), press('move a -', {}, other)]);
  expect(await picks()).toBe('dbca');
});

test('a move keeps all others in their order', () => {
  expect(moveBefore(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
  expect(moveBefore(['a', 'b', 'c'], 'a', '-')).toEqual(['b', 'c', 'a']);
  expect(moveBefore(['a', 'b', 'c'], 'a', 'a')).toEqual(['a', 'b', 'c']);
  expect(moveBefore(['a', 'b'], 'a', 'x')).toBeNull();
  expect(moveBefore(['a', 'b'], 'x', 'a')).toBeNull();
});

test('a featured week begins and ends by the clock, before the picks, and two runs at once change it once', async () => {
  const { world, ctx, ops, press, featured } = await cast();
  await press('add a');
  const { week } = await getPicksView(ctx, ops, '');
  expect([week.from, week.until].map((day) => new Date(day).getUTCDay())).toEqual([1, 0]);
  expect(await press('feature c', week)).toMatchObject({ ok: true });
  expect(await press('feature c', week)).toMatchObject({ ok: false, error: expect.stringContaining('from that day on') });
  expect(await featured(1)).toBe('a');
  const start = Date.parse(`${week.from}T00:00:00+03:00`);
  world.advanceClock((start - ctx.now().getTime()) / 1000 - 30);
  await updateFeatured(ctx, SYSTEM);
  expect(await featured(1)).toBe('a');
  world.advanceClock(60);
  const seen: BusMessage[] = [];
  ctx.bus.subscribe((message) => void seen.push(message));
  await Promise.all([updateFeatured(ctx, SYSTEM), updateFeatured(ctx, SYSTEM)]);
  expect(await featured(2)).toBe('ca');
  await expect.poll(() => seen.filter(({ kind }) => kind === 'catalogue')).toHaveLength(1);
  expect((await getPicksView(ctx, ops, '')).plans).toMatchObject([{ ...week, isNow: true }]);
  world.advanceClock(7 * DAY);
  await updateFeatured(ctx, SYSTEM);
  expect(await featured(1)).toBe('a');
  expect((await getPicksView(ctx, ops, '')).plans).toEqual([]);
});

test('what is planned from today on begins at once and can be taken back; days that are over are refused', async () => {
  const { ctx, ops, press, featured } = await cast();
  const today = new Date(ctx.now().getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
  expect(await press('feature d', { from: today, until: today })).toMatchObject({ ok: true });
  expect(await featured(1)).toBe('d');
  const [plan] = (await getPicksView(ctx, ops, '')).plans;
  expect(await press(`unfeature ${plan?.id}`)).toMatchObject({ ok: true });
  expect(await featured(1)).not.toBe('d');
  expect(await press(`unfeature ${plan?.id}`)).toMatchObject({ ok: false });
  for (const days of [
    { from: '2020-01-01', until: '2020-01-05' },
    { from: '2999-01-05', until: '2999-01-01' },
    { from: 'soon', until: '' },
  ])
    expect(await press('feature d', days)).toMatchObject({ ok: false, values: { from: days.from } });
});

test('players and moderators may do none of it', async () => {
  const { world, ctx } = await cast();
  for (const actor of [VISITOR, await world.addPlayer(), await world.addPlayer({ role: 'moderator' })] as Actor[]) {
    const code = actor.kind === 'visitor' ? 'sign-in-required' : 'not-allowed';
    const tries = [getPicksView(ctx, actor, ''), changePicks(ctx, actor, { do: 'add a', note: 'because' }), updateFeatured(ctx, actor)];
    for (const result of await Promise.allSettled(tries)) expect(result).toMatchObject({ status: 'rejected', reason: { code } });
  }
});
