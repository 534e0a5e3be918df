import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { applyAgeBand } from '../../friends/age-bands/service.server.ts';
import type { FriendAction } from '../../friends/schema.ts';
import { applyFriendAction } from '../../friends/service.server.ts';
import { listNotifications } from '../../notifications/service.server.ts';
import { REPORT_REASONS } from '../schema.ts';
import { toMessageId } from '../messages.rules.ts';
import { sendMessage } from '../service.server.ts';
import type { Evidence } from './queries.server.ts';
import { CLOSED_CHAT_EVIDENCE_SIZE, EVIDENCE_CONTEXT_SIZE, MERGE_WINDOW_HOURS, REPORTS_PER_DAY } from './rules.ts';
import { reportPlayer } from './service.server.ts';

type Player = Awaited<ReturnType<World['addPlayer']>>;

const applyAction = (world: World, actor: Actor, what: FriendAction, other: Player) =>
  applyFriendAction(world.ctx, actor, { do: what, id: other.id });
const report = (world: World, actor: Actor, about: { id: string }, more: Record<string, string> = {}) =>
  reportPlayer(world.ctx, actor, { playerId: about.id, reason: 'bullying', ...more });
const storedReports = (world: World) => world.ctx.db.selectFrom('player_reports').selectAll().orderBy('created_at').execute();
const bell = async (world: World, actor: Actor) => (await listNotifications(world.ctx, actor, null)).items;

/** Sends a message. @returns its id */
async function send(world: World, from: Player, to: Player, text: string): Promise<string> {
  // Stay below the rate limit of twenty messages a minute.
  world.advanceClock(4);
  const sent = await sendMessage(world.ctx, from, to.id, { text, clientId: randomUUID() });
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  return sent.message.id;
}

/** Amina and Brian are friends and have no notifications; Zuri has no friends. */
async function cast() {
  const world = await createWorld();
  const person = (name: string) => world.addPlayer({ username: name.toLowerCase(), display_name: name });
  const [amina, brian, zuri] = [await person('Amina'), await person('Brian'), await person('Zuri')];
  await applyAction(world, amina, 'ask', brian);
  await applyAction(world, brian, 'accept', amina);
  await world.ctx.db.deleteFrom('notifications').execute();
  return { world, amina, brian, zuri };
}

/** Marks all reports as resolved. */
const closeAll = (world: World) =>
  world.ctx.db.updateTable('player_reports').set({ state: 'resolved', decided_at: world.ctx.now() }).execute();

test('a player is reported, the reporter has a receipt, and the other hears nothing', async () => {
  const { world, amina, brian } = await cast();
  const bus: unknown[] = [];
  world.ctx.bus.subscribe((message) => void bus.push(message));
  await report(world, amina, brian, { description: '  He is\r\nmean.  ' });
  await new Promise(setImmediate);
  expect(await storedReports(world)).toMatchObject([
    {
      reporter_id: amina.id,
      reported_player_id: brian.id,
      message_seq: null,
      evidence: [],
      reason: 'bullying',
      description: 'He is\nmean.',
      state: 'new',
      decided_at: null,
    },
  ]);
  const [receipt, ...more] = await bell(world, amina);
  expect([receipt?.type, receipt?.title, more]).toEqual(['report', 'Your report about Brian (@brian)', []]);
  expect([await bell(world, brian), bus]).toEqual([[], [{ kind: 'notification', playerIds: [amina.id] }, { kind: 'cases' }]]);
});

test('a reported message is kept with the ten on either side of it, as they were', async () => {
  const { world, amina, brian } = await cast();
  const ids: string[] = [];
  for (let i = 1; i <= 30; i++) ids.push(await send(world, i % 2 === 0 ? amina : brian, i % 2 === 0 ? brian : amina, `m${i}`));
  await report(world, amina, brian, { messageId: ids[14] as string });
  await report(world, amina, brian, { messageId: ids[0] as string });
  // Later changes to the chat do not affect the stored evidence.
  await world.ctx.db.deleteFrom('conversations').execute();
  const [middle, first] = (await storedReports(world)).map((row) => ({ seq: row.message_seq, evidence: row.evidence as Evidence[] }));
  const texts = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `m${from + i}`);
  expect([middle?.seq, middle?.evidence.map((one) => one.text)]).toEqual([
    15,
    texts(15 - EVIDENCE_CONTEXT_SIZE, 15 + EVIDENCE_CONTEXT_SIZE),
  ]);
  expect([first?.seq, first?.evidence.map((one) => one.text)]).toEqual([1, texts(1, 1 + EVIDENCE_CONTEXT_SIZE)]);
  expect(first?.evidence.slice(0, 2)).toEqual([
    { seq: 1, senderId: brian.id, text: 'm1', at: expect.any(String) },
    { seq: 2, senderId: amina.id, text: 'm2', at: expect.any(String) },
  ]);
});

test('only what the other wrote to the actor can be reported', async () => {
  const { world, amina, brian, zuri } = await cast();
  const [his, hers] = [await send(world, brian, amina, 'his'), await send(world, amina, brian, 'hers')];
  await applyAction(world, zuri, 'ask', brian);
  await applyAction(world, brian, 'accept', zuri);
  for (let i = 0; i < 3; i++) await send(world, brian, zuri, 'to Zuri');
  const wrong: [Player, Player, string][] = [
    [amina, brian, hers],
    [amina, brian, toMessageId(3)],
    [amina, zuri, toMessageId(1)],
  ];
  for (const [actor, about, messageId] of wrong)
    await expect(report(world, actor, about, { messageId }), messageId).rejects.toMatchObject({ code: 'not-found' });
  for (const messageId of ['', '1', 'x'.repeat(12)])
    await expect(report(world, amina, brian, { messageId }), messageId).rejects.toMatchObject({ code: 'bad-input' });
  expect(await storedReports(world)).toEqual([]);
  await report(world, amina, brian, { messageId: his });
});

test('a message that somebody made up is refused', async () => {
  const { world, amina, brian } = await cast();
  for (const messageId of ['000000000000', '002147483647', '002147483648', '999999999999'])
    await expect(report(world, amina, brian, { messageId }), messageId).rejects.toMatchObject({
      code: expect.stringMatching(/^(not-found|bad-input)$/),
    });
});

test('a message can be reported also when the two are friends no more, or one blocked the other', async () => {
  const { world, amina, brian } = await cast();
  const messageId = await send(world, brian, amina, 'something mean');
  await applyAction(world, brian, 'remove', amina);
  await report(world, amina, brian, { messageId });
  await closeAll(world);
  await applyAction(world, amina, 'block', brian);
  await report(world, amina, brian, { messageId });
  await closeAll(world);
  await applyAction(world, amina, 'unblock', brian);
  // Blocking right after being mean must not prevent a report.
  await applyAction(world, brian, 'block', amina);
  await report(world, amina, brian, { messageId });
  expect(await storedReports(world)).toHaveLength(3);
});

test('a player who cannot be seen cannot be reported, whether there is one or not', async () => {
  const { world, amina, brian, zuri } = await cast();
  await applyAction(world, brian, 'block', amina);
  const unconfirmed = await world.addPlayer({ email_confirmed: false });
  for (const about of [brian, amina, unconfirmed, { id: world.ctx.newId() }])
    await expect(report(world, amina, about)).rejects.toMatchObject({ code: 'not-found' });
  // A made-up message id does not reveal whether a player exists.
  for (const about of [brian, { id: world.ctx.newId() }])
    for (const messageId of ['x', '000000000001'])
      await expect(report(world, amina, about, { messageId })).rejects.toMatchObject({
        code: messageId === 'x' ? 'bad-input' : 'not-found',
      });
  await world.ctx.db.insertInto('privacy').values({ player_id: zuri.id, profile: 'private', finding: 'private' }).execute();
  await expect(report(world, amina, zuri)).rejects.toMatchObject({ code: 'not-found' });
  await applyAction(world, zuri, 'ask', amina);
  await report(world, amina, zuri);
});

test('a report that says nothing we know is not taken', async () => {
  const { world, amina, brian } = await cast();
  const wrong: Record<string, string>[] = [
    { reason: '' },
    { reason: 'toString' },
    { reason: 'BULLYING' },
    { playerId: 'nope' },
    { playerId: '' },
    { description: 'x'.repeat(2_001) },
    { description: 'a\0b' },
    { description: 'a\ud800' },
  ];
  for (const fields of wrong)
    await expect(report(world, amina, brian, fields), JSON.stringify(fields)).rejects.toMatchObject({ code: 'bad-input' });
  expect([await storedReports(world), await bell(world, amina)]).toEqual([[], []]);
  for (const reason of REPORT_REASONS) {
    await closeAll(world);
    await report(world, amina, brian, { reason, description: 'x'.repeat(2_000) });
  }
  expect(new Set((await storedReports(world)).map((row) => row.reason))).toEqual(new Set(REPORT_REASONS));
});

test('a second report of the same thing joins the first, with what it says more and the graver reason', async () => {
  const { world, amina, brian, zuri } = await cast();
  const messageId = await send(world, brian, amina, 'something mean');
  await Promise.all([
    report(world, amina, brian, { reason: 'bad-words', description: 'He is rude.' }),
    report(world, amina, brian, { reason: 'bad-words', description: 'He is rude.' }),
  ]);
  await report(world, amina, brian, { reason: 'scary', description: 'Now I am afraid.' });
  await report(world, amina, brian, { reason: 'other', description: '' });
  expect(await storedReports(world)).toMatchObject([{ reason: 'scary', description: 'He is rude.\nNow I am afraid.' }]);
  expect((await bell(world, amina)).filter((one) => one.type === 'report')).toHaveLength(1);
  // A different message, a different reporter or a later day creates a separate report.
  await report(world, amina, brian, { messageId });
  await applyAction(world, zuri, 'ask', brian);
  await report(world, zuri, brian);
  world.advanceClock(MERGE_WINDOW_HOURS * 3_600 + 1);
  await report(world, amina, brian);
  expect(await storedReports(world)).toHaveLength(4);
});

test('reports are for players, thirty a day', async () => {
  const { world, amina, brian } = await cast();
  await expect(report(world, VISITOR, brian)).rejects.toMatchObject({ code: 'sign-in-required' });
  await expect(report(world, SYSTEM, brian)).rejects.toMatchObject({ code: 'not-allowed' });
  for (let i = 0; i < REPORTS_PER_DAY.points; i++) {
    await closeAll(world);
    await report(world, amina, brian);
  }
  await expect(report(world, amina, brian)).rejects.toMatchObject({ code: 'too-many-requests' });
  await report(world, brian, amina);
  world.advanceClock(REPORTS_PER_DAY.seconds + 1);
  await report(world, amina, brian);
  expect(await storedReports(world)).toHaveLength(REPORTS_PER_DAY.points + 2);
});

test('a report outlives its reporter, and goes with the player it is about', async () => {
  const { world, amina, brian } = await cast();
  await report(world, amina, brian);
  await world.ctx.db.deleteFrom('players').where('id', '=', amina.id).execute();
  expect(await storedReports(world)).toMatchObject([{ reporter_id: null, reported_player_id: brian.id }]);
  await world.ctx.db.deleteFrom('players').where('id', '=', brian.id).execute();
  expect(await storedReports(world)).toEqual([]);
});

test('a report keeps what the player was called, whoever writes it and whatever they are called later', async () => {
  const { world, amina, brian, zuri } = await cast();
  await world.ctx.db
    .updateTable('players')
    .set({ username: 'kiddo_help', display_name: 'Kiddo Help' })
    .where('id', '=', brian.id)
    .execute();
  const messageId = await send(world, brian, amina, 'I am of the team');
  await report(world, amina, brian, { messageId });
  await world.ctx.db.updateTable('players').set({ username: 'brian', display_name: 'Brian' }).where('id', '=', brian.id).execute();
  await report(world, zuri, brian);
  // A second report of the same joins the first, which keeps its names.
  await report(world, amina, brian, { messageId });
  await world.ctx.db
    .insertInto('player_reports')
    .values({
      id: world.ctx.newId(),
      reported_player_id: zuri.id,
      reason: 'other',
      description: '',
      reported_username: 'made_up',
      created_at: world.ctx.now(),
    })
    .execute();
  expect((await storedReports(world)).map((row) => [row.reported_username, row.reported_display_name])).toEqual([
    ['kiddo_help', 'Kiddo Help'],
    ['brian', 'Brian'],
    ['zuri', 'Zuri'],
  ]);
});

/** The same two, and what makes Amina 16: Brian is an adult. */
async function castPaused() {
  const all = await cast();
  const { world, amina } = all;
  const pause = () =>
    world.ctx.db.transaction().execute(async (trx) => {
      await trx.updateTable('players').set({ birth_month: '2009-01', age_band: 16 }).where('id', '=', amina.id).execute();
      await applyAgeBand(world.ctx, trx, amina.id);
    });
  return { ...all, pause };
}

test('a report of a paused friend carries the last messages of the two, also if the friend removed or blocked the reporter', async () => {
  for (const leaving of [null, 'remove', 'block'] as const) {
    const { world, amina, brian, pause } = await castPaused();
    const count = CLOSED_CHAT_EVIDENCE_SIZE + 3;
    for (let i = 1; i <= count; i++) await send(world, i % 2 === 0 ? amina : brian, i % 2 === 0 ? brian : amina, `m${i}`);
    await report(world, amina, brian);
    await closeAll(world);
    await pause();
    if (leaving) await applyAction(world, brian, leaving, amina);
    await report(world, amina, brian);
    const [asFriend, paused] = (await storedReports(world)).map((row) => ({ seq: row.message_seq, evidence: row.evidence as Evidence[] }));
    // Of a friend whose chat is open one reports the message that is meant.
    expect(asFriend).toEqual({ seq: null, evidence: [] });
    expect(paused).toMatchObject({ seq: null });
    expect(paused?.evidence.map(({ text }) => text)).toEqual(Array.from({ length: CLOSED_CHAT_EVIDENCE_SIZE }, (_, i) => `m${i + 4}`));
    expect(paused?.evidence[1]).toEqual({ seq: 5, senderId: brian.id, text: 'm5', at: expect.any(String) });
  }
});

test('the receipt names nobody whom the reporter does not see any more', async () => {
  const { world, amina, brian, pause } = await castPaused();
  const messageId = await send(world, brian, amina, 'something mean');
  await pause();
  const receipts = async () => {
    const items = (await bell(world, amina)).filter(({ type }) => type === 'report');
    await world.ctx.db.deleteFrom('notifications').execute();
    await closeAll(world);
    return items.map(({ title, message }) => [title, /(?:Brian \(@brian\)|The player) does not see who reported it/.exec(message)?.[0]]);
  };
  await report(world, amina, brian, { messageId });
  expect(await receipts()).toEqual([['Your report about Brian (@brian)', 'Brian (@brian) does not see who reported it']]);
  await applyAction(world, amina, 'remove', brian);
  await world.ctx.db.updateTable('players').set({ display_name: 'Brian of Today' }).where('id', '=', brian.id).execute();
  await report(world, amina, brian, { messageId });
  expect(await receipts()).toEqual([['Your report about a player', 'The player does not see who reported it']]);
  // The same where the other one blocked the reporter.
  await applyAction(world, brian, 'block', amina);
  await report(world, amina, brian, { messageId });
  expect(await receipts()).toEqual([['Your report about a player', 'The player does not see who reported it']]);
});

test('a second report adds the messages of a chat that was open at the first, also if it says the same', async () => {
  const { world, amina, brian, pause } = await castPaused();
  await send(world, brian, amina, 'something mean');
  await report(world, amina, brian);
  await pause();
  await report(world, amina, brian);
  const [row, ...others] = await storedReports(world);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ evidence: [{ text: 'something mean' }] });
  // A moderator who had read it before has not read these.
  expect(row?.changed_at).not.toBeNull();
  await report(world, amina, brian);
  expect(await storedReports(world)).toEqual([row]);
});
