import { expect, test } from 'vitest';
import {
  addHelp,
  addPlayerReport,
  addRiskReport,
  createTeam,
  goToMorning,
  HOUR,
  MINUTE,
  callAndRead,
} from '../../../../tests/alert-world.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { askForHelp, notifyTeam } from '../../help-requests/service.server.ts';
import { changeAssignment, getCaseStatus, listCases, openNextCase } from '../service.server.ts';
import { callTeam } from './service.server.ts';

test('a request for help that opens again, or becomes graver, calls again, but not within 5 minutes; its clock begins anew where it opens', async () => {
  const team = await createTeam();
  const { world, ctx, moderator } = team;
  goToMorning(world);
  const child = await world.addPlayer();
  const ask = (text: string) => askForHelp(ctx, child, { text });
  const openedAt = async () => (await listCases(ctx, moderator, null)).items.map((item) => item.openedAt);
  await ask('');
  const begin = await openedAt();
  expect((await callAndRead(team)).to).toHaveLength(2);
  world.advanceClock(MINUTE);
  // A second one of the same kind says nothing graver.
  await ask('it is raining');
  await ask('i want to kill myself');
  expect((await callAndRead(team)).to).toEqual([]);
  world.advanceClock(4 * MINUTE);
  expect((await callAndRead(team)).to).toEqual(['otieno', 'wanjiru']);
  world.advanceClock(10 * MINUTE);
  await ask('it is still raining');
  expect((await callAndRead(team)).to).toEqual([]);
  expect(await openedAt()).toEqual(begin);
  // What a message alone made opens again when another one follows on the same day.
  const other = await world.addPlayer();
  const write = (words: string) => notifyTeam(ctx, other.id, { kinds: ['abuse'], ranges: [] }, words);
  await ctx.db.deleteFrom('help_requests').execute();
  await write('my uncle touches me');
  expect((await callAndRead(team)).to).toHaveLength(2);
  await ctx.db.updateTable('help_requests').set({ state: 'dismissed', decided_at: ctx.now() }).execute();
  world.advanceClock(2 * HOUR);
  const reopenedAfter = ctx.now().toISOString();
  await write('my uncle touches me again');
  expect((await openedAt()).map((at) => at >= reopenedAfter)).toEqual([true]);
  expect((await callAndRead(team)).to).toEqual(['otieno', 'wanjiru']);
});

test('an urgent case that was called, and that its assignee leaves or lets run out, calls again, once each time', async () => {
  const team = await createTeam();
  const { world, ctx, moderator, operator } = team;
  const key = { kind: 'help' as const, subjectId: await addHelp(world, (await world.addPlayer()).id) };
  expect((await callAndRead(team)).to).toHaveLength(2);
  world.advanceClock(6 * MINUTE);
  await changeAssignment(ctx, moderator, { ...key, do: 'take' });
  // Who does not have it leaves nothing.
  await changeAssignment(ctx, operator, { ...key, do: 'leave' });
  await changeAssignment(ctx, moderator, { ...key, do: 'leave' });
  expect((await callAndRead(team)).to).toEqual(['otieno', 'wanjiru']);
  world.advanceClock(6 * MINUTE);
  expect((await callAndRead(team)).to).toEqual([]);
  await changeAssignment(ctx, operator, { ...key, do: 'take' });
  await changeAssignment(ctx, moderator, { ...key, do: 'leave' });
  world.advanceClock(29 * MINUTE);
  expect((await callAndRead(team)).to).toEqual([]);
  world.advanceClock(2 * MINUTE);
  expect((await Promise.all([callTeam(ctx, SYSTEM), callTeam(ctx, SYSTEM)])).toSorted((a, b) => a - b)).toEqual([0, 2]);
  world.advanceClock(6 * MINUTE);
  expect((await callAndRead(team)).to).toEqual([]);
});

test('an urgent case that opened by itself after a decision calls after 10 minutes, though its page is open; once it is chosen, it does not', async () => {
  const team = await createTeam();
  const { world, ctx, moderator } = team;
  const key = { kind: 'help' as const, subjectId: await addHelp(world, (await world.addPlayer()).id) };
  const decided = { kind: 'game' as const, subjectId: 'decided-before' };
  await openNextCase(ctx, moderator, decided);
  world.advanceClock(9 * MINUTE);
  expect((await callAndRead(team)).to).toEqual([]);
  // Neither the page that loads again nor the same case that opens again begins the 10 minutes anew.
  await getCaseStatus(ctx, moderator, key);
  await openNextCase(ctx, moderator, decided);
  world.advanceClock(2 * MINUTE);
  expect((await callAndRead(team)).to).toEqual(['otieno', 'wanjiru']);
  await ctx.db.deleteFrom('case_alerts').execute();
  await changeAssignment(ctx, moderator, { ...key, do: 'take' });
  // It opens by itself for whoever has it already.
  await openNextCase(ctx, moderator, decided);
  world.advanceClock(20 * MINUTE);
  expect((await callAndRead(team)).to).toEqual([]);
});

test('reports alone call at once three times in an hour, then once in 30 minutes together; what is graver calls at once, and says them too', async () => {
  const team = await createTeam();
  const { world, ctx } = team;
  const report = async () => addPlayerReport(world, (await world.addPlayer()).id, 'scary');
  for (let i = 0; i < 3; i++) {
    await report();
    expect((await callAndRead(team)).to).toHaveLength(2);
    world.advanceClock(6 * MINUTE);
  }
  await report();
  await report();
  expect((await callAndRead(team)).to).toEqual([]);
  // What is held back as urgent is not forgotten when its time is nearly over.
  await addPlayerReport(world, (await world.addPlayer()).id, 'scary', 22 * HOUR);
  const soon = await callAndRead(team);
  expect(soon.text).toContain('1 case has less than 3 hours left: 1 reported player.');
  expect(soon.text).not.toContain('urgent');
  world.advanceClock(25 * MINUTE);
  expect((await callAndRead(team)).text).toContain('3 urgent cases wait');
  world.advanceClock(6 * MINUTE);
  await report();
  expect((await callAndRead(team)).to).toEqual([]);
  // A child who asks for help.
  await addHelp(world, (await world.addPlayer()).id);
  expect((await callAndRead(team)).text).toContain('2 urgent cases wait');
  world.advanceClock(6 * MINUTE);
  await report();
  expect((await callAndRead(team)).to).toEqual([]);
  // A pattern that Kiddo noticed, and a player whom several reported.
  const noticed = await world.addPlayer();
  await addPlayerReport(world, noticed.id, 'scary');
  await addRiskReport(world, noticed.id);
  expect((await callAndRead(team)).text).toContain('2 urgent cases wait');
  world.advanceClock(6 * MINUTE);
  await report();
  const paused = await world.addPlayer();
  await addPlayerReport(world, paused.id, 'scary');
  expect((await callAndRead(team)).to).toEqual([]);
  await ctx.db.insertInto('contact_pauses').values({ player_id: paused.id, paused_at: ctx.now() }).execute();
  expect((await callAndRead(team)).text).toContain('2 urgent cases wait');
});

test('a case that was called for a report alone calls again once Kiddo notices a pattern, or several report the player', async () => {
  const team = await createTeam();
  const { world, ctx } = team;
  const [noticed, paused] = [await world.addPlayer(), await world.addPlayer()];
  for (const { id } of [noticed, paused]) await addPlayerReport(world, id, 'scary');
  expect((await callAndRead(team)).text).toContain('2 urgent cases wait');
  world.advanceClock(6 * MINUTE);
  await addRiskReport(world, noticed.id);
  expect((await callAndRead(team)).text).toContain('1 urgent case waits');
  world.advanceClock(6 * MINUTE);
  await ctx.db.insertInto('contact_pauses').values({ player_id: paused.id, paused_at: ctx.now() }).execute();
  expect((await callAndRead(team)).text).toContain('1 urgent case waits');
  world.advanceClock(6 * MINUTE);
  expect((await callAndRead(team)).to).toEqual([]);
});

test('an urgent case that opened by itself and that nobody looked at calls once for that, and not again when its time ends', async () => {
  const team = await createTeam();
  const { world, ctx, moderator } = team;
  const key = { kind: 'help' as const, subjectId: await addHelp(world, (await world.addPlayer()).id) };
  await openNextCase(ctx, moderator, { kind: 'game', subjectId: 'decided-before' });
  world.advanceClock(11 * MINUTE);
  expect((await callAndRead(team)).to).toHaveLength(2);
  world.advanceClock(25 * MINUTE);
  expect((await callAndRead(team)).to).toEqual([]);
  expect((await getCaseStatus(ctx, moderator, key))?.assignee).toBeNull();
});

test('whoever has a case that opened by itself takes it with a press; who cannot act any more keeps no case from calling', async () => {
  const team = await createTeam();
  const { world, ctx, moderator } = team;
  const key = { kind: 'help' as const, subjectId: await addHelp(world, (await world.addPlayer()).id) };
  await openNextCase(ctx, moderator, { kind: 'game', subjectId: 'decided-before' });
  expect((await getCaseStatus(ctx, moderator, key))?.assignee).toMatchObject({ isSelf: true, isDeliberate: false });
  await changeAssignment(ctx, moderator, { ...key, do: 'take' });
  expect((await getCaseStatus(ctx, moderator, key))?.assignee).toMatchObject({ isSelf: true, isDeliberate: true });
  world.advanceClock(15 * MINUTE);
  expect((await callAndRead(team)).to).toEqual([]);
  await ctx.db.updateTable('players').set({ role: 'player' }).where('id', '=', moderator.id).execute();
  expect((await callAndRead(team)).to).toEqual(['otieno']);
});
