import { expect, test } from 'vitest';
import { createWorld } from '../../../../tests/world.ts';
import { applyFriendAction, getFriendsView, searchPlayers } from '../service.server.ts';
import { texts } from '../texts.ts';
import { NEW_PLAYER_SEARCHES_PER_DAY, SEARCHES_PER_MINUTE } from './rules.ts';

const DAY = 86_400;

/** Amina, who joined some days ago, and Brian, who has been here for long. */
async function createSearchers(joinedDaysAgo: number) {
  const world = await createWorld();
  const joined = (days: number) => new Date(world.ctx.now().getTime() - days * DAY * 1000);
  const amina = await world.addPlayer({ username: 'amina', created_at: joined(joinedDaysAgo) });
  const brian = await world.addPlayer({ username: 'brian', created_at: joined(30) });
  const view = async (term: string, actor = amina) => {
    const { search } = await getFriendsView(world.ctx, actor, { tab: 'search', term, after: null });
    if (!search) throw new Error('there is no search');
    return search;
  };
  const searchAll = async (count: number, actor = amina) => {
    for (let nth = 0; nth < count; nth++) {
      if (nth % SEARCHES_PER_MINUTE.points === 0) world.advanceClock(SEARCHES_PER_MINUTE.seconds);
      await searchPlayers(world.ctx, actor, `name ${nth}`);
    }
    world.advanceClock(SEARCHES_PER_MINUTE.seconds);
  };
  return { world, amina, brian, view, searchAll };
}

test('in the first week there are 50 searches a day; then the page says when it goes on, and keeps what was typed', async () => {
  const { world, view, searchAll } = await createSearchers(1);
  const { points } = NEW_PLAYER_SEARCHES_PER_DAY;
  await searchAll(points - 1);
  expect(await view('bri')).toMatchObject({ results: [{ username: 'brian' }], wait: null });
  const refused = await view('brian');
  expect(refused).toMatchObject({ term: 'brian', results: null, wait: { per: 'day', seconds: expect.any(Number) } });
  const left = refused.wait?.seconds ?? 0;
  expect(left).toBeGreaterThan(DAY - 600);
  expect(left).toBeLessThan(DAY);
  world.advanceClock(left - 60);
  expect(await view('brian')).toMatchObject({ results: null, wait: { per: 'day' } });
  world.advanceClock(61);
  expect(await view('brian')).toMatchObject({ results: [{ username: 'brian' }], wait: null });
});

test('the same search again costs nothing: the page is loaded again after each request and notification', async () => {
  const { world, amina, brian, view, searchAll } = await createSearchers(0);
  await searchAll(NEW_PLAYER_SEARCHES_PER_DAY.points - 1);
  for (let time = 0; time < 5; time++) expect((await view(time % 2 === 0 ? 'Brian' : ' @brian')).results).toHaveLength(1);
  await applyFriendAction(world.ctx, amina, { do: 'ask', id: brian.id });
  expect((await view('brian')).results).toMatchObject([{ relation: 'sent' }]);
  // Another one does, at once and in whatever order they come; and one that was refused does not count as made.
  expect(await Promise.all(['bria', 'bria', 'bri'].map(async (term) => (await view(term)).wait?.per))).toEqual(['day', 'day', 'day']);
  expect((await view('brian')).results).toHaveLength(1);
});

test('nobody learns from the counters what was searched for', async () => {
  const { world, view } = await createSearchers(0);
  await view('brian');
  const counters = await world.ctx.db.selectFrom('rate_limit_counters').select('key').execute();
  expect(counters).toHaveLength(3);
  expect(JSON.stringify(counters)).not.toContain('brian');
});

test('a friend code is no search by name: it works when the searches of the day are over', async () => {
  const { brian, view, searchAll } = await createSearchers(0);
  const { code } = await view('', brian);
  await searchAll(NEW_PLAYER_SEARCHES_PER_DAY.points);
  expect(await view(code)).toMatchObject({ results: [{ username: 'brian' }], wait: null });
  // What only looks like a code is a search.
  expect(await view('BCDFGHJK')).toMatchObject({ results: null, wait: { per: 'day' } });
});

test('after the first week nobody counts the searches of a day', async () => {
  const { world, brian, view, searchAll } = await createSearchers(6.9);
  await searchAll(NEW_PLAYER_SEARCHES_PER_DAY.points);
  expect((await view('brian')).wait).toMatchObject({ per: 'day' });
  world.advanceClock(0.1 * DAY);
  expect((await view('brian')).results).toHaveLength(1);
  await searchAll(NEW_PLAYER_SEARCHES_PER_DAY.points + 5, brian);
  expect((await view('amina', brian)).results).toHaveLength(1);
});

test('the words about waiting name a time that is surely enough', () => {
  const waitFor = (seconds: number) => /again in (.*?)\./.exec(texts.find.wait({ per: 'day', seconds }))?.[1];
  expect([1, 60, 61, 3599, 3600, 3601, 7200, 86_400].map(waitFor)).toEqual([
    '1 minute',
    '1 minute',
    '2 minutes',
    '60 minutes',
    '1 hour',
    '2 hours',
    '2 hours',
    '24 hours',
  ]);
  expect(texts.find.wait({ per: 'minute', seconds: 12 })).toContain('Wait a minute');
});
