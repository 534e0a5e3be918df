import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPushWorld } from '../../../../tests/push-world.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { VISITOR, SYSTEM, type Actor } from '../../../shared/permissions.ts';
import { askForHelp, notifyTeam } from '../../help-requests/service.server.ts';
import { changeAssignment, getCaseStatus, listCases, openNextCase } from '../service.server.ts';
import { caseAlertJobs } from './jobs.server.ts';
import { callTeam, deleteOldAlerts, getAlertSettings, saveAlertSettings, sendDigests } from './service.server.ts';

const MINUTE = 60;
const HOUR = 3600;

async function createTeam() {
  const world = await createWorld();
  const moderator = await world.addPlayer({ username: 'wanjiru', role: 'moderator' });
  const operator = await world.addPlayer({ username: 'otieno', role: 'operator' });
  return { world, ctx: world.ctx, moderator, operator };
}

/** Advances the clock to the next hour of the morning's mail: a day of UTC does not end within the test. */
function goToMorning(world: World): void {
  const now = world.ctx.now();
  const morning = new Date(now).setUTCHours(4, 0, 0, 0);
  world.advanceClock((morning - now.getTime()) / 1000 + (morning > now.getTime() ? 0 : 24 * HOUR));
}

const ago = (world: World, seconds: number) => new Date(world.ctx.now().getTime() - seconds * 1000);

async function addHelp(world: World, playerId: string, seconds = 0) {
  const id = randomUUID();
  const row = { id, player_id: playerId, kind: 'abuse' as const, is_asked: true, words: 'he hits me' };
  await world.ctx.db
    .insertInto('help_requests')
    .values({ ...row, created_at: ago(world, seconds) })
    .execute();
  return id;
}

async function addPlayerReport(world: World, aboutId: string, reason: 'bullying' | 'scary', seconds = 0) {
  const reporter = await world.addPlayer();
  const row = { id: randomUUID(), reporter_id: reporter.id, reported_player_id: aboutId, reason, description: 'he is mean' };
  await world.ctx.db
    .insertInto('player_reports')
    .values({ ...row, created_at: ago(world, seconds) })
    .execute();
}

async function addRiskReport(world: World, aboutId: string) {
  const row = { id: randomUUID(), reporter_id: null, reported_player_id: aboutId, reason: 'risk-score' as const, description: '' };
  await world.ctx.db.insertInto('player_reports').values(row).execute();
}

async function addGameReport(world: World, seconds: number) {
  const [game, player] = [await world.addGame({ title: 'Maze Mamba' }), await world.addPlayer()];
  const row = { id: randomUUID(), game_id: game, player_id: player.id, reason: 'broken_game' as const, description: 'it stops' };
  await world.ctx.db
    .insertInto('reports')
    .values({ ...row, created_at: ago(world, seconds) })
    .execute();
  return game;
}

async function addLetter(world: World, seconds: number) {
  const row = { id: randomUUID(), name: 'Mama Amina', email: 'mama@example.com', subject: 'My son', body: 'Please remove it.' };
  await world.ctx.db
    .insertInto('contact_messages')
    .values({ ...row, created_at: ago(world, seconds) })
    .execute();
}

/** Runs the job of each minute. @returns to whom it wrote, by name, and what the newest mail says */
async function run({ world }: Pick<Awaited<ReturnType<typeof createTeam>>, 'world'>, job: typeof callTeam = callTeam) {
  const before = (await world.mails()).length;
  await job(world.ctx, SYSTEM);
  const mails = await world.mails();
  const sent = mails.slice(0, mails.length - before);
  return { to: sent.map(({ to }) => to.split('@')[0] ?? '').toSorted(), text: sent[0]?.text ?? '', subject: sent[0]?.subject ?? '', sent };
}

test('for an urgent case the team is called at once, and once: how many, how long is left, and no word of what it is about', async () => {
  const team = await createTeam();
  const { world } = team;
  const child = await world.addPlayer({ username: 'little_zawadi' });
  await addHelp(world, child.id);
  await addPlayerReport(world, child.id, 'scary', 2 * HOUR - 30);
  const { to, text, subject, sent } = await run(team);
  expect([to, subject]).toEqual([['otieno', 'wanjiru'], 'Urgent: 2 cases wait on Kiddo']);
  expect(text).toContain('2 urgent cases wait, and nobody looks at them yet.');
  expect(text).toContain('They are: 1 request for help and 1 reported player. The first has 22 h left of its 24 hours.');
  expect(text).toContain(`${world.ctx.config.origin}/moderation\n`);
  expect(text).toContain(`Choose which ones you get: ${world.ctx.config.origin}/moderation/alerts`);
  for (const mail of sent)
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toMatch(/zawadi|hits|mean|scary|abuse|player_\d|@example/);
  world.advanceClock(HOUR);
  expect((await run(team)).to).toEqual([]);
});

test('a request for help that opens again, or becomes graver, calls again, but not within 5 minutes; its clock begins anew where it opens', async () => {
  const team = await createTeam();
  const { world, ctx, moderator } = team;
  goToMorning(world);
  const child = await world.addPlayer();
  const ask = (text: string) => askForHelp(ctx, child, { text });
  const openedAt = async () => (await listCases(ctx, moderator, null)).items.map((item) => item.openedAt);
  await ask('');
  const begin = await openedAt();
  expect((await run(team)).to).toHaveLength(2);
  world.advanceClock(MINUTE);
  // A second one of the same kind says nothing graver.
  await ask('it is raining');
  await ask('i want to kill myself');
  expect((await run(team)).to).toEqual([]);
  world.advanceClock(4 * MINUTE);
  expect((await run(team)).to).toEqual(['otieno', 'wanjiru']);
  world.advanceClock(10 * MINUTE);
  await ask('it is still raining');
  expect((await run(team)).to).toEqual([]);
  expect(await openedAt()).toEqual(begin);
  // What a message alone made opens again when another one follows on the same day.
  const other = await world.addPlayer();
  const write = (words: string) => notifyTeam(ctx, other.id, { kinds: ['abuse'], ranges: [] }, words);
  await ctx.db.deleteFrom('help_requests').execute();
  await write('my uncle touches me');
  expect((await run(team)).to).toHaveLength(2);
  await ctx.db.updateTable('help_requests').set({ state: 'dismissed', decided_at: ctx.now() }).execute();
  world.advanceClock(2 * HOUR);
  const reopenedAfter = ctx.now().toISOString();
  await write('my uncle touches me again');
  expect((await openedAt())[0]! >= reopenedAfter).toBe(true);
  expect((await run(team)).to).toEqual(['otieno', 'wanjiru']);
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
  expect((await run(team)).to).toEqual(['otieno', 'wanjiru']);
  team.world.advanceClock(HOUR);
  expect((await run(team)).to).toEqual([]);
});

test('an urgent case that somebody has taken calls nobody, until they leave it', async () => {
  const team = await createTeam();
  const { world, ctx, moderator } = team;
  const key = { kind: 'help', subjectId: await addHelp(world, (await world.addPlayer()).id) };
  await changeAssignment(ctx, moderator, { ...key, do: 'take' });
  expect((await run(team)).to).toEqual([]);
  world.advanceClock(31 * MINUTE);
  expect((await run(team)).to).toEqual(['otieno', 'wanjiru']);
});

test('an urgent case that was called, and that its assignee leaves or lets run out, calls again, once each time', async () => {
  const team = await createTeam();
  const { world, ctx, moderator, operator } = team;
  const key = { kind: 'help' as const, subjectId: await addHelp(world, (await world.addPlayer()).id) };
  expect((await run(team)).to).toHaveLength(2);
  world.advanceClock(6 * MINUTE);
  await changeAssignment(ctx, moderator, { ...key, do: 'take' });
  // Who does not have it leaves nothing.
  await changeAssignment(ctx, operator, { ...key, do: 'leave' });
  await changeAssignment(ctx, moderator, { ...key, do: 'leave' });
  expect((await run(team)).to).toEqual(['otieno', 'wanjiru']);
  world.advanceClock(6 * MINUTE);
  expect((await run(team)).to).toEqual([]);
  await changeAssignment(ctx, operator, { ...key, do: 'take' });
  await changeAssignment(ctx, moderator, { ...key, do: 'leave' });
  world.advanceClock(29 * MINUTE);
  expect((await run(team)).to).toEqual([]);
  world.advanceClock(2 * MINUTE);
  expect((await Promise.all([callTeam(ctx, SYSTEM), callTeam(ctx, SYSTEM)])).toSorted((a, b) => a - b)).toEqual([0, 2]);
  world.advanceClock(6 * MINUTE);
  expect((await run(team)).to).toEqual([]);
});

test('an urgent case that opened by itself after a decision calls after 10 minutes, though its page is open; once it is chosen, it does not', async () => {
  const team = await createTeam();
  const { world, ctx, moderator } = team;
  const key = { kind: 'help' as const, subjectId: await addHelp(world, (await world.addPlayer()).id) };
  const decided = { kind: 'game' as const, subjectId: 'decided-before' };
  await openNextCase(ctx, moderator, decided);
  world.advanceClock(9 * MINUTE);
  expect((await run(team)).to).toEqual([]);
  // Neither the page that loads again nor the same case that opens again begins the 10 minutes anew.
  await getCaseStatus(ctx, moderator, key);
  await openNextCase(ctx, moderator, decided);
  world.advanceClock(2 * MINUTE);
  expect((await run(team)).to).toEqual(['otieno', 'wanjiru']);
  await ctx.db.deleteFrom('case_alerts').execute();
  await changeAssignment(ctx, moderator, { ...key, do: 'take' });
  // It opens by itself for whoever has it already.
  await openNextCase(ctx, moderator, decided);
  world.advanceClock(20 * MINUTE);
  expect((await run(team)).to).toEqual([]);
});

test('with less than 3 hours left every case calls once, also one that was taken; an urgent one once more', async () => {
  const team = await createTeam();
  const { world, ctx, operator } = team;
  const game = await addGameReport(world, 21 * HOUR - 30);
  await changeAssignment(ctx, operator, { kind: 'game', subjectId: game, do: 'take' });
  await addHelp(world, (await world.addPlayer()).id, 20 * HOUR);
  expect((await run(team)).text).toContain('1 urgent case waits, and nobody looks at it yet.');
  world.advanceClock(5 * MINUTE);
  const { to, subject, text } = await run(team);
  expect([to, subject]).toEqual([['otieno', 'wanjiru'], '1 case is late or nearly late on Kiddo']);
  expect(text).toContain('1 case has less than 3 hours left: 1 reported game. It has 2 h 55 min left of its 24 hours.');
  world.advanceClock(2 * HOUR);
  expect((await run(team)).text).toContain('1 case has less than 3 hours left: 1 request for help.');
  world.advanceClock(2 * HOUR);
  expect((await run(team)).to).toEqual([]);
  // While nobody could be called, the time of this one ran out.
  await addGameReport(world, 25 * HOUR + 30);
  expect((await run(team)).text).toContain('1 case is late: 1 reported game. Its 24 hours ended 1 h ago.');
  world.advanceClock(5 * MINUTE);
  await addGameReport(world, 26 * HOUR + 30);
  await addGameReport(world, 22 * HOUR);
  expect((await run(team)).text).toContain(
    '2 cases are late or have less than 3 hours left: 2 reported games. The 24 hours of the first ended 2 h ago.',
  );
});

test('a flood of cases is no flood of mails: one in 5 minutes, and what waits meanwhile is in the next', async () => {
  const team = await createTeam();
  const { world } = team;
  const add = async () => addHelp(world, (await world.addPlayer()).id);
  await add();
  expect((await run(team)).to).toHaveLength(2);
  await add();
  await add();
  world.advanceClock(4 * MINUTE);
  expect((await run(team)).to).toEqual([]);
  await addGameReport(world, 22 * HOUR);
  world.advanceClock(MINUTE);
  const { to, text } = await run(team);
  expect(to).toHaveLength(2);
  expect(text).toContain('2 urgent cases wait');
  expect(text).toContain('1 case has less than 3 hours left: 1 reported game.');
  world.advanceClock(HOUR);
  expect((await run(team)).to).toEqual([]);
});

test('reports alone call at once three times in an hour, then once in 30 minutes together; what is graver calls at once, and says them too', async () => {
  const team = await createTeam();
  const { world, ctx } = team;
  const report = async () => addPlayerReport(world, (await world.addPlayer()).id, 'scary');
  for (let i = 0; i < 3; i++) {
    await report();
    expect((await run(team)).to).toHaveLength(2);
    world.advanceClock(6 * MINUTE);
  }
  await report();
  await report();
  expect((await run(team)).to).toEqual([]);
  // What is held back as urgent is not forgotten when its time is nearly over.
  await addPlayerReport(world, (await world.addPlayer()).id, 'scary', 22 * HOUR);
  const soon = await run(team);
  expect(soon.text).toContain('1 case has less than 3 hours left: 1 reported player.');
  expect(soon.text).not.toContain('urgent');
  world.advanceClock(25 * MINUTE);
  expect((await run(team)).text).toContain('3 urgent cases wait');
  world.advanceClock(6 * MINUTE);
  await report();
  expect((await run(team)).to).toEqual([]);
  // A child who asks for help.
  await addHelp(world, (await world.addPlayer()).id);
  expect((await run(team)).text).toContain('2 urgent cases wait');
  world.advanceClock(6 * MINUTE);
  await report();
  expect((await run(team)).to).toEqual([]);
  // A pattern that Kiddo noticed, and a player whom several reported.
  const noticed = await world.addPlayer();
  await addPlayerReport(world, noticed.id, 'scary');
  await addRiskReport(world, noticed.id);
  expect((await run(team)).text).toContain('2 urgent cases wait');
  world.advanceClock(6 * MINUTE);
  await report();
  const paused = await world.addPlayer();
  await addPlayerReport(world, paused.id, 'scary');
  expect((await run(team)).to).toEqual([]);
  await ctx.db.insertInto('contact_pauses').values({ player_id: paused.id, paused_at: ctx.now() }).execute();
  expect((await run(team)).text).toContain('2 urgent cases wait');
});

test('a case that was called for a report alone calls again once Kiddo notices a pattern, or several report the player', async () => {
  const team = await createTeam();
  const { world, ctx } = team;
  const [noticed, paused] = [await world.addPlayer(), await world.addPlayer()];
  for (const { id } of [noticed, paused]) await addPlayerReport(world, id, 'scary');
  expect((await run(team)).text).toContain('2 urgent cases wait');
  world.advanceClock(6 * MINUTE);
  await addRiskReport(world, noticed.id);
  expect((await run(team)).text).toContain('1 urgent case waits');
  world.advanceClock(6 * MINUTE);
  await ctx.db.insertInto('contact_pauses').values({ player_id: paused.id, paused_at: ctx.now() }).execute();
  expect((await run(team)).text).toContain('1 urgent case waits');
  world.advanceClock(6 * MINUTE);
  expect((await run(team)).to).toEqual([]);
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
  const { sent } = await run(team);
  expect(sent.map(({ to }) => to)).toEqual([operator.email]);
  expect(sent[0]?.text).toContain('1 urgent case waits');
  expect(sent[0]?.text).toContain('1 case has less than 3 hours left: 1 message from the contact page.');
  const digest = await run(team, sendDigests);
  expect(digest.sent.map(({ to }) => to)).toEqual([operator.email]);
  await addPlayerReport(world, operator.id, 'bullying', 22 * HOUR);
  world.advanceClock(5 * MINUTE);
  expect((await run(team)).to).toEqual(['wanjiru']);
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
  expect((await run(team)).to).toEqual([]);
  await set({ email_confirmed: true, deletes_at: new Date(ctx.now().getTime() + HOUR * 1000) });
  expect((await run(team)).to).toEqual([]);
  await set({ deletes_at: null, role: 'player' });
  expect((await run(team)).to).toEqual([]);
  await set({ role: 'moderator' });
  const ban = { id: ctx.newId(), player_id: moderator.id, kind: 'ban', why: 'mean words', until: null } as const;
  await db.insertInto('sanctions').values(ban).execute();
  expect((await run(team)).to).toEqual([]);
  await db.updateTable('sanctions').set({ lifted_at: new Date() }).execute();
  expect((await run(team)).to).toEqual(['wanjiru']);
});

test('everybody gets what they chose; operators are called for urgent cases whatever they choose', async () => {
  const team = await createTeam();
  const { world, ctx, moderator, operator } = team;
  const all = { urgent: true, dueSoon: true, digest: true };
  expect(await getAlertSettings(ctx, moderator)).toEqual({ settings: all, isUrgentFixed: false, email: moderator.email });
  expect(await getAlertSettings(ctx, operator)).toMatchObject({ settings: all, isUrgentFixed: true });
  await saveAlertSettings(ctx, moderator, { dueSoon: 'on' });
  expect((await getAlertSettings(ctx, moderator)).settings).toEqual({ urgent: false, dueSoon: true, digest: false });
  await saveAlertSettings(ctx, operator, {});
  expect((await getAlertSettings(ctx, operator)).settings).toEqual({ urgent: true, dueSoon: false, digest: false });
  await addHelp(world, (await world.addPlayer()).id);
  await addGameReport(world, 22 * HOUR);
  const { sent } = await run(team);
  const textFor = ({ email }: { email: string }) => sent.find(({ to }) => to === email)?.text ?? '';
  expect(textFor(moderator)).toContain('1 case has less than 3 hours left: 1 reported game.');
  expect(textFor(moderator)).not.toContain('urgent');
  expect(textFor(operator)).toContain('1 urgent case waits');
  expect(textFor(operator)).not.toContain('less than 3 hours');
  expect((await run(team, sendDigests)).to).toEqual([]);
  // A moderator who becomes an operator is called for urgent cases from then on.
  await ctx.db.updateTable('players').set({ role: 'operator' }).where('id', '=', moderator.id).execute();
  await addHelp(world, (await world.addPlayer()).id);
  world.advanceClock(5 * MINUTE);
  expect((await run(team)).to).toEqual(['otieno', 'wanjiru']);
  await expect(saveAlertSettings(ctx, moderator, { urgent: 'perhaps' })).rejects.toMatchObject({ code: 'bad-input' });
});

test('in the morning the team reads what waits, once a day, and nothing if nothing does', async () => {
  const team = await createTeam();
  const { world } = team;
  goToMorning(world);
  expect((await run(team, sendDigests)).to).toEqual([]);
  world.advanceClock(24 * HOUR);
  await addHelp(world, (await world.addPlayer()).id, 60);
  await addPlayerReport(world, (await world.addPlayer({ username: 'bully' })).id, 'bullying', 30 * HOUR + 30);
  await addGameReport(world, HOUR);
  await addLetter(world, HOUR);
  const { sent } = await run(team, sendDigests);
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
  expect((await run(team, sendDigests)).to).toEqual([]);
  world.advanceClock(24 * HOUR);
  expect((await run(team, sendDigests)).to).toEqual(['otieno', 'wanjiru']);
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
