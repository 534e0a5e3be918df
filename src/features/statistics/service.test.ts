import { expect, test } from 'vitest';
import { createPaymentsPages } from '../../../tests/pages.ts';
import { addPlayerOn, at, createWorldAt, OPERATOR } from '../../../tests/statistics-world.ts';
import { createWorld } from '../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../shared/permissions.ts';
import { countFigures } from './counting/service.server.ts';
import * as file from './pages/figures-file.tsx';
import { FIGURES } from './schema.ts';
import { getFigureFile, getOverview } from './service.server.ts';
import { texts } from './texts.ts';

test('before the first count there are no figures; after it they say how old they are', async () => {
  const { ctx, advanceClock } = await createWorld();
  const { figures, period, site } = await getOverview(ctx, OPERATOR, null);
  expect([figures, period]).toEqual([null, 7]);
  expect(site.version).toMatch(/^\d+\.\d+/);
  expect(site.disk?.free).toBeGreaterThan(0);
  await countFigures(ctx, SYSTEM);
  expect((await getOverview(ctx, OPERATOR, '1')).figures?.counted).toMatchObject({ minutesAgo: 0, isLate: false });
  advanceClock(3 * 3600);
  expect((await getOverview(ctx, OPERATOR, '1')).figures?.counted).toMatchObject({ minutesAgo: 180, isLate: true });
});

test('a disk that cannot be measured is not known, and no error', async () => {
  const { ctx, logged } = await createWorld();
  const { site } = await getOverview({ ...ctx, config: { ...ctx.config, dataDir: '/nowhere/at/all' } }, OPERATOR, '1');
  expect(site.disk).toBe(null);
  expect(logged.map(({ msg }) => msg)).toEqual(['the free room on the disk is not known']);
});

test('each figure is a file; titles that look like formulas are texts in it', async () => {
  const { world, ctx } = await createWorldAt('12:00');
  const game = await world.addGame({ title: '=HYPERLINK("http://x")' });
  for (const time of ['08:10', '08:20', '09:00'])
    await ctx.db
      .insertInto('plays')
      .values({ id: ctx.newId(), game_id: game, started_at: at(time) })
      .execute();
  await countFigures(ctx, SYSTEM);
  const read = (metric: string, days: string) => getFigureFile(ctx, OPERATOR, { metric, days });
  expect(await read('top-games', '7')).toEqual({
    name: 'kiddo-top-games-7-2031-05-15.csv',
    file: `What,Now,"Before, whole days"\r\n"'=HYPERLINK(""http://x"")",3,0\r\n`,
  });
  const lines = (await read('plays', '1')).file.split('\r\n');
  expect([lines.length, lines[0], lines[9], lines[14]]).toEqual([26, 'Hour,Now,Hour before,Before', '08:00,2,08:00,0', '13:00,,13:00,0']);
  expect((await read('plays', '30')).file.split('\r\n').slice(-2)).toEqual(['May 15,3,Apr 15,0', '']);
  for (const figure of FIGURES) expect((await read(figure, '7')).file.length).toBeGreaterThan(5);
  await expect(read('players', '7')).rejects.toMatchObject({ code: 'not-found' });
});

test('what is no sum of days has a file too, and the different players of all days a row', async () => {
  const { world, ctx, moveTo } = await createWorldAt('12:00');
  const player = await addPlayerOn(world, at('10:00', '2031-05-01'), at('10:00', '2031-05-08'), at('10:00', '2031-05-14'), at('10:00'));
  await addPlayerOn(world, at('10:00', '2031-05-01'), at('10:00', '2031-05-13'));
  await ctx.db
    .insertInto('player_reports')
    .values({
      id: ctx.newId(),
      reported_player_id: player.id,
      reason: 'bullying',
      description: '',
      state: 'dismissed',
      created_at: at('08:00'),
      decided_at: at('09:30'),
    })
    .execute();
  await countFigures(ctx, SYSTEM);
  const read = async (metric: string, days: string) => (await getFigureFile(ctx, OPERATOR, { metric, days })).file;
  expect(await read('decisions', '7')).toBe(
    'What,Now,Before\r\n"Until a decision, middle, in minutes",90,\r\n"Until a decision, longest, in minutes",90,\r\n',
  );
  expect(await read('premium', '1')).toBe('What,Now,Before\r\nPremium members,0,\r\n');
  expect(await read('mails', '1')).toMatch(/^What,Now,Before\r\nMails that wait in the queue,\d*,\r\n$/);
  const total = 'Different players in all days';
  expect((await read('active', '7')).split('\r\n').slice(-3)).toEqual(['May 15,1,May 08,1', `${total},2,${total},1`, '']);
  expect((await read('active', '1')).split('\r\n').length).toBe(26);
  // Until the first count after midnight, the last day is not called today.
  const see = async () => {
    const { figures } = await getOverview(ctx, OPERATOR, '1');
    return figures && [figures.isToday, texts.now(figures), texts.soFar(figures), texts.inDays('3', figures), texts.chartText(figures)];
  };
  expect(await see()).toEqual([true, 'Today', 'Today so far', '3 today', expect.stringContaining('is today,')]);
  moveTo(at('00:05', '2031-05-16'));
  expect(await see()).toEqual([false, 'May 15', 'May 15 so far', '3 on May 15', expect.stringContaining('is May 15,')]);
});

test('the file is for operators alone', async () => {
  const { world, ctx, get } = await createPaymentsPages();
  await countFigures(ctx, SYSTEM);
  const [player, moderator, operator] = [
    await world.addPlayer(),
    await world.addPlayer({ role: 'moderator' }),
    await world.addPlayer({ role: 'operator' }),
  ];
  const seenBy = async (actor: Actor) => {
    const { status, to } = await get(file, '/operator/figures.csv?metric=plays&days=7', actor);
    return to ?? status;
  };
  expect([await seenBy(VISITOR), await seenBy(player), await seenBy(moderator), await seenBy(operator)]).toEqual([
    '/login?returnUrl=%2Foperator',
    403,
    403,
    200,
  ]);
  expect((await get(file, '/operator/figures.csv?metric=nope', operator)).status).toBe(404);
});
