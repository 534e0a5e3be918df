import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { SYSTEM, type Actor } from '../../../shared/permissions.ts';
import { askForHelp } from '../../help-requests/service.server.ts';
import { requestAccountDeletion } from '../../settings/account-deletion/service.server.ts';
import { eraseDueAccounts } from '../../settings/erasure/service.server.ts';
import { exportCase } from '../cases/export.service.server.ts';
import { holdCase } from '../cases/service.server.ts';
import { decideHelpRequest, getHelpRequest } from '../help-requests/service.server.ts';
import { retentionJobs } from './jobs.server.ts';

type Player = Awaited<ReturnType<World['addPlayer']>>;

const DAY = 86_400;
const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };
const leave = ({ ctx }: World, player: Player) => requestAccountDeletion(ctx, player, { current: 'secret1' }, visit);
const runJobs = async ({ ctx }: World) => {
  for (const job of retentionJobs) await job.run(ctx);
};
const closeHelpRequests = async ({ ctx }: World, mod: Actor) => {
  for (const { id } of await ctx.db.selectFrom('help_requests').select('id').execute()) {
    const { version } = await getHelpRequest(ctx, mod, id);
    await decideHelpRequest(ctx, mod, id, { action: 'resolve-help', note: 'The child gets help', version });
  }
};

test('a child who asks for help is not deleted before somebody looked at it', async () => {
  const world = await createWorld();
  const [amina, mod] = [await world.addPlayer(), await world.addPlayer({ role: 'moderator' })];
  await leave(world, amina);
  await askForHelp(world.ctx, amina, {});
  world.advanceClock(45 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(0);
  await closeHelpRequests(world, mod);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(1);
});

test('what a child asked help for goes with the account, or 12 months after it was closed, unless the case is for the police', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const [amina, brian, zuri] = [
    await world.addPlayer({ username: 'amina' }),
    await world.addPlayer({ username: 'brian' }),
    await world.addPlayer({ username: 'zuri' }),
  ];
  const [mod, boss] = [await world.addPlayer({ role: 'moderator' }), await world.addPlayer({ role: 'operator' })];
  for (const player of [amina, brian, zuri]) await askForHelp(ctx, player, { text: `I am ${player.username}` });
  await closeHelpRequests(world, mod);
  await holdCase(ctx, boss, brian.id, { do: 'hold', reason: 'OB 12/2027' });
  for (const player of [amina, brian]) await leave(world, player);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(2);
  const words = async (table: 'help_requests' | 'retained_help_requests') =>
    (await ctx.db.selectFrom(table).select('words').execute()).map((row) => row.words);
  expect([await words('help_requests'), await words('retained_help_requests')]).toEqual([['I am zuri'], ['I am brian']]);
  const { file } = await exportCase(ctx, boss, brian.id, { note: 'For the police' });
  expect(await new Response(file).json()).toMatchObject({
    helpRequests: [{ words: 'I am brian', pressedButton: true, state: 'resolved' }],
  });
  world.advanceClock(340 * DAY);
  await runJobs(world);
  expect(await words('help_requests')).toEqual(['I am zuri']);
  world.advanceClock(15 * DAY);
  await runJobs(world);
  expect([await words('help_requests'), await words('retained_help_requests')]).toEqual([[], ['I am brian']]);
  await holdCase(ctx, boss, brian.id, { do: 'release', reason: 'The court has decided' });
  world.advanceClock(20 * DAY);
  await runJobs(world);
  expect([await ctx.db.selectFrom('retained_cases').selectAll().execute(), await words('retained_help_requests')]).toEqual([[], []]);
});
