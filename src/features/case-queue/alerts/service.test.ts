import { expect, test } from 'vitest';
import {
  addGameReport,
  addHelp,
  addLetter,
  addPlayerReport,
  createTeam,
  goToMorning,
  HOUR,
  MINUTE,
  callAndRead,
} from '../../../../tests/alert-world.ts';
import { createPushWorld } from '../../../../tests/push-world.ts';
import { VISITOR, SYSTEM, type Actor } from '../../../shared/permissions.ts';
import { saveQuietHours } from '../../push/service.server.ts';
import { changeAssignment } from '../service.server.ts';
import { caseAlertJobs } from './jobs.server.ts';
import { callTeam, deleteOldAlerts, getAlertSettings, saveAlertSettings, sendDigests } from './service.server.ts';

test('for an urgent case the team is called at once, and once: how many, how long is left, and no word of what it is about', async () => {
  const team = await createTeam();
  const { world } = team;
  const child = await world.addPlayer({ username: 'little_zawadi' });
  await addHelp(world, child.id);
  await addPlayerReport(world, child.id, 'scary', 2 * HOUR - 30);
  const { to, text, subject, sent } = await callAndRead(team);
  expect([to, subject]).toEqual([['otieno', 'wanjiru'], 'Urgent: 2 cases wait on Kiddo']);
  expect(text).toContain('2 urgent cases wait, and nobody looks at them yet.');
  expect(text).toContain('They are: 1 request for help and 1 reported player. The first has 22 h left of its 24 hours.');
  expect(text).toContain(`${world.ctx.config.origin}/moderation\n`);
  expect(text).toContain(`Choose which ones you get: ${world.ctx.config.origin}/moderation/alerts`);
  for (const mail of sent)
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toMatch(/zawadi|hits|mean|scary|abuse|player_\d|@example/);
  world.advanceClock(HOUR);
  expect((await callAndRead(team)).to).toEqual([]);
});

test('a case whose time of opening has parts of a millisecond calls once too', async () => {
  const team = await createTeam();
  const id = await addHelp(team.world, (await team.world.addPlayer()).id);
  const at = new Date('2026-03-01T10:00:00.123Z');
  await team.ctx.db
    .updateTable('help_requests')
    .set({ created_at: `${at.toISOString().replace('Z', '')}456Z` as unknown as Date })
    .where('id', '=', id)
    .execute();
  expect((await callAndRead(team)).to).toEqual(['otieno', 'wanjiru']);
  team.world.advanceClock(HOUR);
  expect((await callAndRead(team)).to).toEqual([]);
});

test('an urgent case that somebody has taken calls nobody, until they leave it', async () => {
  const team = await createTeam();
  const { world, ctx, moderator } = team;
  const key = { kind: 'help', subjectId: await addHelp(world, (await world.addPlayer()).id) };
  await changeAssignment(ctx, moderator, { ...key, do: 'take' });
  expect((await callAndRead(team)).to).toEqual([]);
  world.advanceClock(31 * MINUTE);
  expect((await callAndRead(team)).to).toEqual(['otieno', 'wanjiru']);
});

test('with less than 3 hours left every case calls once, also one that was taken; an urgent one once more', async () => {
  const team = await createTeam();
  const { world, ctx, operator } = team;
  const game = await addGameReport(world, 21 * HOUR - 30);
  await changeAssignment(ctx, operator, { kind: 'game', subjectId: game, do: 'take' });
  await addHelp(world, (await world.addPlayer()).id, 20 * HOUR);
  expect((await callAndRead(team)).text).toContain('1 urgent case waits, and nobody looks at it yet.');
  world.advanceClock(5 * MINUTE);
  const { to, subject, text } = await callAndRead(team);
  expect([to, subject]).toEqual([['otieno', 'wanjiru'], '1 case is late or nearly late on Kiddo']);
  expect(text).toContain('1 case has less than 3 hours left: 1 reported game. It has 2 h 55 min left of its 24 hours.');
  world.advanceClock(2 * HOUR);
  expect((await callAndRead(team)).text).toContain('1 case has less than 3 hours left: 1 request for help.');
  world.advanceClock(2 * HOUR);
  expect((await callAndRead(team)).to).toEqual([]);
  // While nobody could be called, the time of this one ran out.
  await addGameReport(world, 25 * HOUR + 30);
  expect((await callAndRead(team)).text).toContain('1 case is late: 1 reported game. Its 24 hours ended 1 h ago.');
  world.advanceClock(5 * MINUTE);
  await addGameReport(world, 26 * HOUR + 30);
  await addGameReport(world, 22 * HOUR);
  expect((await callAndRead(team)).text).toContain(
    '2 cases are late or have less than 3 hours left: 2 reported games. The 24 hours of the first ended 2 h ago.',
  );
});

test('a flood of cases is no flood of mails: one in 5 minutes, and what waits meanwhile is in the next', async () => {
  const team = await createTeam();
  const { world } = team;
  const add = async () => addHelp(world, (await world.addPlayer()).id);
  await add();
  expect((await callAndRead(team)).to).toHaveLength(2);
  await add();
  await add();
  world.advanceClock(4 * MINUTE);
  expect((await callAndRead(team)).to).toEqual([]);
  await addGameReport(world, 22 * HOUR);
  world.advanceClock(MINUTE);
  const { to, text } = await callAndRead(team);
  expect(to).toHaveLength(2);
  expect(text).toContain('2 urgent cases wait');
  expect(text).toContain('1 case has less than 3 hours left: 1 reported game.');
  world.advanceClock(HOUR);
  expect((await callAndRead(team)).to).toEqual([]);
});

test('two workers at once call once, and write one mail in the morning', async () => {
  const team = await createTeam();
  const { world, ctx } = team;
  goToMorning(world);
  await addHelp(world, (await world.addPlayer()).id);
  expect((await Promise.all([callTeam(ctx, SYSTEM), callTeam(ctx, SYSTEM)])).toSorted((a, b) => a - b)).toEqual([0, 2]);
  expect(await world.mails()).toHaveLength(2);
  expect((await Promise.all([sendDigests(ctx, SYSTEM), sendDigests(ctx, SYSTEM)])).toSorted((a, b) => a - b)).toEqual([0, 2]);
  expect(await world.mails()).toHaveLength(4);
});

test('nobody is told of a case about themselves, and letters call operators alone', async () => {
  const team = await createTeam();
  const { world, moderator, operator } = team;
  await addPlayerReport(world, moderator.id, 'scary');
  await addLetter(world, 22 * HOUR);
  const { sent } = await callAndRead(team);
  expect(sent.map(({ to }) => to)).toEqual([operator.email]);
  expect(sent[0]?.text).toContain('1 urgent case waits');
  expect(sent[0]?.text).toContain('1 case has less than 3 hours left: 1 message from the contact page.');
  const digest = await callAndRead(team, sendDigests);
  expect(digest.sent.map(({ to }) => to)).toEqual([operator.email]);
  await addPlayerReport(world, operator.id, 'bullying', 22 * HOUR);
  world.advanceClock(5 * MINUTE);
  expect((await callAndRead(team)).to).toEqual(['wanjiru']);
});

test('never to players, to who is banned or leaves, or to an address that was not confirmed; a case that nobody could be told of calls later', async () => {
  const team = await createTeam();
  const { world, ctx, moderator, operator } = team;
  const { db } = ctx;
  await db.deleteFrom('players').where('id', '=', operator.id).execute();
  await addHelp(world, (await world.addPlayer()).id);
  const set = (values: { email_confirmed?: boolean; deletes_at?: Date | null; role?: 'player' | 'moderator' }) =>
    db.updateTable('players').set(values).where('id', '=', moderator.id).execute();
  await set({ email_confirmed: false });
  expect((await callAndRead(team)).to).toEqual([]);
  await set({ email_confirmed: true, deletes_at: new Date(ctx.now().getTime() + HOUR * 1000) });
  expect((await callAndRead(team)).to).toEqual([]);
  await set({ deletes_at: null, role: 'player' });
  expect((await callAndRead(team)).to).toEqual([]);
  await set({ role: 'moderator' });
  const ban = { id: ctx.newId(), player_id: moderator.id, kind: 'ban', why: 'mean words', until: null } as const;
  await db.insertInto('sanctions').values(ban).execute();
  expect((await callAndRead(team)).to).toEqual([]);
  await db.updateTable('sanctions').set({ lifted_at: new Date() }).execute();
  expect((await callAndRead(team)).to).toEqual(['wanjiru']);
});

test('everybody gets what they chose; operators are called for urgent cases whatever they choose', async () => {
  const team = await createTeam();
  const { world, ctx, moderator, operator } = team;
  const all = { urgent: true, dueSoon: true, digest: true };
  expect(await getAlertSettings(ctx, moderator)).toEqual({ settings: all, isUrgentFixed: false, email: moderator.email, sendsMail: false });
  expect(await getAlertSettings(ctx, operator)).toMatchObject({ settings: all, isUrgentFixed: true });
  await saveAlertSettings(ctx, moderator, { dueSoon: 'on' });
  expect((await getAlertSettings(ctx, moderator)).settings).toEqual({ urgent: false, dueSoon: true, digest: false });
  await saveAlertSettings(ctx, operator, {});
  expect((await getAlertSettings(ctx, operator)).settings).toEqual({ urgent: true, dueSoon: false, digest: false });
  await addHelp(world, (await world.addPlayer()).id);
  await addGameReport(world, 22 * HOUR);
  const { sent } = await callAndRead(team);
  const textFor = ({ email }: { email: string }) => sent.find(({ to }) => to === email)?.text ?? '';
  expect(textFor(moderator)).toContain('1 case has less than 3 hours left: 1 reported game.');
  expect(textFor(moderator)).not.toContain('urgent');
  expect(textFor(operator)).toContain('1 urgent case waits');
  expect(textFor(operator)).not.toContain('less than 3 hours');
  expect((await callAndRead(team, sendDigests)).to).toEqual([]);
  // A moderator who becomes an operator is called for urgent cases from then on.
  await ctx.db.updateTable('players').set({ role: 'operator' }).where('id', '=', moderator.id).execute();
  await addHelp(world, (await world.addPlayer()).id);
  world.advanceClock(5 * MINUTE);
  expect((await callAndRead(team)).to).toEqual(['otieno', 'wanjiru']);
  await expect(saveAlertSettings(ctx, moderator, { urgent: 'perhaps' })).rejects.toMatchObject({ code: 'bad-input' });
});

test('in the morning the team reads what waits, once a day, and nothing if nothing does', async () => {
  const team = await createTeam();
  const { world } = team;
  goToMorning(world);
  expect((await callAndRead(team, sendDigests)).to).toEqual([]);
  world.advanceClock(24 * HOUR);
  await addHelp(world, (await world.addPlayer()).id, 60);
  await addPlayerReport(world, (await world.addPlayer({ username: 'bully' })).id, 'bullying', 30 * HOUR + 30);
  await addGameReport(world, HOUR);
  await addLetter(world, HOUR);
  const { sent } = await callAndRead(team, sendDigests);
  const [forModerator, forOperator] = ['wanjiru', 'otieno'].map((name) => sent.find(({ to }) => to.startsWith(name)));
  expect([forModerator?.subject, forOperator?.subject]).toEqual([
    'Good morning: 3 cases wait on Kiddo',
    'Good morning: 4 cases wait on Kiddo',
  ]);
  expect(forModerator?.text).toContain('3 cases wait for an answer: 1 request for help, 1 reported player and 1 reported game.');
  expect(forOperator?.text).toContain('1 reported game and 1 message from the contact page.');
  for (const words of ['1 of them is urgent.', '1 waits longer than 24 hours.', 'The oldest has waited for 30 h.', '/moderation/alerts'])
    expect(forModerator?.text).toContain(words);
  for (const part of [forOperator?.text, forOperator?.html]) expect(part).not.toMatch(/bully|Mama|My son|Maze|@example/);
  expect((await callAndRead(team, sendDigests)).to).toEqual([]);
  world.advanceClock(24 * HOUR);
  expect((await callAndRead(team, sendDigests)).to).toEqual(['otieno', 'wanjiru']);
});

test('only the team has settings, and only Kiddo itself calls', async () => {
  const { world, ctx, operator } = await createTeam();
  const player = await world.addPlayer();
  for (const call of [(actor: Actor) => getAlertSettings(ctx, actor), (actor: Actor) => saveAlertSettings(ctx, actor, {})]) {
    await expect(call(VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
    await expect(call(player)).rejects.toMatchObject({ code: 'not-allowed' });
  }
  for (const call of [callTeam, sendDigests]) await expect(call(ctx, operator)).rejects.toMatchObject({ code: 'not-allowed' });
});

test('calls are forgotten after 30 days, and who looked at a case, or left it, a day after that ended', async () => {
  const { world, ctx, moderator } = await createTeam();
  const subjectId = await addHelp(world, (await world.addPlayer()).id);
  await callTeam(ctx, SYSTEM);
  await changeAssignment(ctx, moderator, { kind: 'help', subjectId, do: 'take' });
  await ctx.db
    .insertInto('case_leaves')
    .values({ kind: 'game', subject_id: 'left', player_id: moderator.id, left_at: ctx.now() })
    .execute();
  const left = async () => [
    (await ctx.db.selectFrom('case_leaves').selectAll().execute()).length,
    (await ctx.db.selectFrom('case_alerts').selectAll().execute()).length,
    (await ctx.db.selectFrom('case_assignments').selectAll().execute()).length,
  ];
  world.advanceClock(24 * HOUR - MINUTE);
  await deleteOldAlerts(ctx);
  expect(await left()).toEqual([1, 1, 1]);
  world.advanceClock(HOUR);
  await deleteOldAlerts(ctx);
  expect(await left()).toEqual([0, 1, 0]);
  world.advanceClock(29 * 24 * HOUR);
  await deleteOldAlerts(ctx);
  expect(await left()).toEqual([0, 0, 0]);
  expect(caseAlertJobs.map(({ name, cron }) => [name, cron])).toEqual([
    ['case-queue.send-alerts', '* * * * *'],
    ['case-queue.send-digests', '0 4 * * *'],
    ['case-queue.delete-old-alerts', '50 1 * * *'],
  ]);
});

test('whose browser tells of notifications is called there too, at once and at night for an urgent case, with numbers alone', async () => {
  const made = await createPushWorld();
  const { world, ctx, turnOn, deliver, goToHour } = made;
  const moderator = await world.addPlayer({ username: 'wanjiru', role: 'moderator' });
  const browser = await turnOn(moderator);
  goToHour(23);
  await addPlayerReport(world, (await world.addPlayer()).id, 'bullying', 22 * HOUR);
  await callTeam(ctx, SYSTEM);
  // Nearly late is no reason to wake anybody.
  expect(await deliver()).toEqual([]);
  world.advanceClock(6 * MINUTE);
  await addHelp(world, (await world.addPlayer({ username: 'little_zawadi' })).id);
  await callTeam(ctx, SYSTEM);
  expect((await deliver()).map(({ body }) => browser.decrypt(body))).toEqual([
    { title: 'Please look now', text: '1 urgent case waits on Kiddo.', url: '/moderation', tag: 'cases-urgent' },
  ]);
});

test('the morning’s call comes to browsers too, in numbers, but in nobody’s quiet hours', async () => {
  const { world, ctx, turnOn, deliver } = await createPushWorld();
  const [moderator, sleeper] = [await world.addPlayer({ role: 'moderator' }), await world.addPlayer({ role: 'moderator' })];
  goToMorning(world);
  const browser = await turnOn(moderator);
  await turnOn(sleeper);
  expect(await saveQuietHours(ctx, sleeper, { from: '22', until: '9' })).toBe('saved');
  expect(await saveQuietHours(ctx, moderator, { from: '22', until: '6' })).toBe('saved');
  const amina = await world.addPlayer({ username: 'little_zawadi' });
  await addHelp(world, amina.id);
  await addGameReport(world, HOUR);
  await sendDigests(ctx, SYSTEM);
  expect((await deliver()).map(({ body }) => browser.decrypt(body))).toEqual([
    { title: 'What waits this morning', text: '2 cases wait for an answer. 1 is urgent.', url: '/moderation', tag: 'cases-digest' },
  ]);
});

test('whose address is not confirmed is called in the browser alone; without one either, nobody counts as called', async () => {
  const { world, ctx, turnOn, deliver } = await createPushWorld();
  const moderator = await world.addPlayer({ role: 'moderator' });
  await ctx.db.updateTable('players').set({ email_confirmed: false }).where('id', '=', moderator.id).execute();
  await addHelp(world, (await world.addPlayer()).id);
  expect(await callTeam(ctx, SYSTEM)).toBe(0);
  await turnOn(moderator);
  expect(await callTeam(ctx, SYSTEM)).toBe(1);
  expect([(await deliver()).length, await world.mails()]).toEqual([1, []]);
  expect(await getAlertSettings(ctx, moderator)).toMatchObject({ email: null, sendsMail: false });
});

test('what is nearly late at night calls whoever has no mail when their quiet hours end, if it is still open and called nobody', async () => {
  const { world, ctx, turnOn, deliver, goToHour } = await createPushWorld();
  const moderator = await world.addPlayer({ role: 'moderator' });
  await ctx.db.updateTable('players').set({ email_confirmed: false }).where('id', '=', moderator.id).execute();
  // A session of the team lasts for 12 hours.
  goToHour(23);
  const browser = await turnOn(moderator);
  const call = async () => [await callTeam(ctx, SYSTEM), (await deliver()).map(({ body }) => browser.decrypt(body))];
  const closed = await addGameReport(world, 22 * HOUR);
  await addGameReport(world, 22 * HOUR);
  expect(await call()).toEqual([0, []]);
  expect(await ctx.db.selectFrom('case_alerts').selectAll().execute()).toEqual([]);
  // What is urgent wakes them, and says nothing of the others: those are not told of yet.
  await addHelp(world, (await world.addPlayer()).id);
  expect(await call()).toMatchObject([1, [{ title: 'Please look now' }]]);
  await ctx.db.updateTable('reports').set({ state: 'resolved', decided_at: ctx.now() }).where('game_id', '=', closed).execute();
  world.advanceClock(7 * HOUR);
  expect(await call()).toEqual([0, []]);
  world.advanceClock(HOUR);
  const dueSoon = { title: 'The time is nearly over', text: '1 case is late or nearly late.', url: '/moderation', tag: 'cases-due-soon' };
  expect(await call()).toEqual([1, [dueSoon]]);
  world.advanceClock(HOUR);
  expect(await call()).toEqual([0, []]);
});
