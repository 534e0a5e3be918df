import { randomUUID } from 'node:crypto';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { moderate } from '../../../../tests/moderate.ts';
import { hiddenFieldsOf } from '../../../../tests/markup.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { signIn } from '../../accounts/service.server.ts';
import { authenticate } from '../../accounts/sessions/service.server.ts';
import { reportPlayer } from '../../chat/reports/service.server.ts';
import { toMessageId } from '../../chat/messages.rules.ts';
import { sendMessage } from '../../chat/service.server.ts';
import { applyFriendAction } from '../../friends/service.server.ts';
import { listNotifications } from '../../notifications/service.server.ts';
import { parseReportStateFilter, QUEUE_PAGE_SIZE } from '../report-queue/rules.ts';
import { texts as teamTexts } from '../texts.ts';
import { EXPLANATION_MAX } from './rules.ts';
import type { PlayerAction } from './schema.ts';
import { listPlayerReports, getPlayerCase } from './service.server.ts';
import { notificationTexts, texts } from './texts.ts';
import { SanctionForm } from './ui/sanction-form.tsx';
import { NOTE_MAX } from '../../audit-log/schema.ts';

type Player = Awaited<ReturnType<World['addPlayer']>>;

const HOUR = 3_600;
const WHY = 'You were mean to somebody.';

const report = (world: World, actor: Actor, about: { id: string }, more: Record<string, string> = {}) =>
  reportPlayer(world.ctx, actor, { playerId: about.id, reason: 'bullying', ...more });
const act = (world: World, actor: Actor, about: { id: string }, action: PlayerAction, why = WHY) =>
  moderate(world.ctx, actor, about.id, { action, note: 'a good reason', why });
const states = async (world: World) =>
  (await world.ctx.db.selectFrom('player_reports').select('state').orderBy('created_at').execute()).map((row) => row.state);
const log = (world: World) => world.ctx.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
const titlesOf = async (world: World, actor: Actor) => (await listNotifications(world.ctx, actor, null)).items.map((item) => item.title);
const send = (world: World, from: Player, to: Player, text = 'hi') => sendMessage(world.ctx, from, to.id, { text, clientId: randomUUID() });

/** Amina and Brian are friends and have no notifications. */
async function cast() {
  const world = await createWorld();
  const person = (username: string, role: 'player' | 'moderator' | 'operator' = 'player') => world.addPlayer({ username, role });
  const [amina, brian, zuri] = [await person('amina'), await person('brian'), await person('zuri')];
  const [mod, boss] = [await person('mod', 'moderator'), await person('boss', 'operator')];
  await applyFriendAction(world.ctx, amina, { do: 'ask', id: brian.id });
  await applyFriendAction(world.ctx, brian, { do: 'accept', id: amina.id });
  await world.ctx.db.deleteFrom('notifications').execute();
  return { world, amina, brian, zuri, mod, boss };
}

test('only the team sees reports about players and decides', async () => {
  const { world, amina, brian, mod, boss } = await cast();
  await report(world, amina, brian);
  for (const use of [
    (actor: Actor) => listPlayerReports(world.ctx, actor, 'waiting', null),
    (actor: Actor) => getPlayerCase(world.ctx, actor, brian.id),
    (actor: Actor) => act(world, actor, brian, 'ban'),
  ]) {
    await expect(use(VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
    for (const actor of [amina, brian, SYSTEM]) await expect(use(actor)).rejects.toMatchObject({ code: 'not-allowed' });
  }
  expect([await states(world), await log(world)]).toEqual([['new'], []]);
  for (const actor of [mod, boss]) expect((await listPlayerReports(world.ctx, actor, 'waiting', null)).items).toHaveLength(1);
  for (const id of [world.ctx.newId(), 'nope', ''])
    await expect(getPlayerCase(world.ctx, mod, id)).rejects.toMatchObject({ code: 'not-found' });
});

test('the queue begins with the oldest, with the messages around, and says which are late', async () => {
  const { world, amina, brian, zuri, mod } = await cast();
  await send(world, amina, brian, 'hello');
  await send(world, brian, amina, 'go away');
  await report(world, amina, brian, { messageId: toMessageId(2), description: 'he is mean' });
  world.advanceClock(23 * HOUR);
  await report(world, zuri, amina, { reason: 'pretends' });
  world.advanceClock(HOUR + 1);
  const queue = await listPlayerReports(world.ctx, mod, 'waiting', null);
  expect(queue).toMatchObject({
    items: [
      {
        subject: { username: 'brian' },
        reporter: 'amina',
        reason: 'bullying',
        description: 'he is mean',
        ageHours: 24,
        late: true,
        evidence: [
          { isFromSubject: false, text: 'hello', isReported: false },
          { isFromSubject: true, text: 'go away', isReported: true },
        ],
      },
      { subject: { username: 'amina' }, reason: 'pretends', ageHours: 1, late: false, evidence: [] },
    ],
    next: null,
    waiting: 2,
    late: 1,
  });
  await act(world, mod, brian, 'dismiss');
  world.advanceClock(100 * HOUR);
  const names = async (state: string | null) =>
    (await listPlayerReports(world.ctx, mod, parseReportStateFilter(state), null)).items.map((item) => [item.subject.username, item.late]);
  expect([await names('dismissed'), await names('waiting'), await names('resolved')]).toEqual([[['brian', false]], [['amina', true]], []]);
  expect(await names('all')).toHaveLength(2);
  for (const unknown of [null, 'toString', '']) expect(await names(unknown), String(unknown)).toEqual([['amina', true]]);
});

test('the queue has pages without gaps, and a cursor that somebody made up does not break it', async () => {
  const { world, brian, mod } = await cast();
  const at = world.ctx.now();
  const row = { reported_player_id: brian.id, reason: 'other', description: '', created_at: at } as const;
  const rows = Array.from({ length: QUEUE_PAGE_SIZE * 2 + 1 }, () => ({ ...row, id: randomUUID() }));
  await world.ctx.db.insertInto('player_reports').values(rows).execute();
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const page = await listPlayerReports(world.ctx, mod, 'all', after);
    ids.push(...page.items.map((item) => item.id));
    after = page.next;
  } while (after !== null);
  expect([ids.length, new Set(ids).size]).toEqual([rows.length, rows.length]);
  for (const parts of [[], ['a', 'b'], [0, ids[0]], [Number.MAX_SAFE_INTEGER, ids[0]], [1, '-'.repeat(36)]])
    await listPlayerReports(world.ctx, mod, 'waiting', Buffer.from(JSON.stringify(parts)).toString('base64url'));
});

test('dismissing closes every open report, tells each reporter, and nobody else', async () => {
  const { world, amina, brian, zuri, mod } = await cast();
  await report(world, amina, brian);
  await report(world, zuri, brian);
  await world.ctx.db.deleteFrom('notifications').execute();
  expect(await act(world, mod, brian, 'dismiss')).toEqual({ ok: true, action: 'dismiss' });
  await expect(act(world, mod, brian, 'dismiss')).rejects.toMatchObject({ code: 'not-available' });
  const word = [notificationTexts.reporter('dismiss').title];
  expect([await titlesOf(world, amina), await titlesOf(world, zuri), await titlesOf(world, brian)]).toEqual([word, word, []]);
  expect(await states(world)).toEqual(['dismissed', 'dismissed']);
  expect(await log(world)).toMatchObject([
    {
      actor_id: mod.id,
      actor_name: 'mod',
      action: 'dismiss',
      subject_kind: 'player',
      subject_id: brian.id,
      note: 'a good reason',
      details: { reports: 2 },
    },
  ]);
});

test('what came after the page was made waits on: nobody has read it', async () => {
  const { world, amina, brian, zuri, mod } = await cast();
  await report(world, amina, brian);
  const seen = (await getPlayerCase(world.ctx, mod, brian.id)).reports[0]?.createdAt ?? '';
  world.advanceClock(1);
  await report(world, zuri, brian);
  await world.ctx.db.deleteFrom('notifications').execute();
  await moderate(world.ctx, mod, brian.id, { action: 'dismiss', note: 'fine', seen });
  expect([await states(world), await titlesOf(world, zuri)]).toEqual([['dismissed', 'new'], []]);
  expect((await getPlayerCase(world.ctx, mod, brian.id)).can.dismiss).toBe(true);
});

test('where the page had no report, one that came later waits on', async () => {
  const { world, amina, brian, mod } = await cast();
  const fields = hiddenFieldsOf(createElement(SanctionForm, { view: await getPlayerCase(world.ctx, mod, brian.id), answer: undefined }));
  world.advanceClock(1);
  await report(world, amina, brian);
  await moderate(world.ctx, mod, brian.id, { action: 'warn', note: 'a good reason', why: WHY, seen: fields['seen'] ?? '' });
  expect(await states(world)).toEqual(['new']);
});

test('what a reporter added after the page was made waits on: nobody has read it', async () => {
  const { world, amina, brian, mod } = await cast();
  await report(world, amina, brian, { description: 'he is annoying' });
  const openForm = async () =>
    hiddenFieldsOf(createElement(SanctionForm, { view: await getPlayerCase(world.ctx, mod, brian.id), answer: undefined }));
  const early = await openForm();
  world.advanceClock(1);
  await report(world, amina, brian, { reason: 'scary', description: 'he wants to meet me tonight' });
  const dismiss = (fields: Record<string, string>) =>
    moderate(world.ctx, mod, brian.id, { action: 'dismiss', note: 'fine', seen: fields['seen'] ?? '' });
  await expect(dismiss(early)).rejects.toMatchObject({ code: 'not-available' });
  expect(await states(world)).toEqual(['new']);
  // What says nothing new, or does not fit and is a report of its own, changes nothing of the first.
  const late = await openForm();
  world.advanceClock(1);
  await report(world, amina, brian, { description: 'he is annoying' });
  await report(world, amina, brian, { description: 'x'.repeat(2000) });
  await dismiss(late);
  expect(await states(world)).toEqual(['dismissed', 'new']);
});

test.each([
  ['mute-1h', 1],
  ['mute-24h', 24],
  ['mute-7d', 168],
] as const)('%s takes away writing for that long, says why, and thanks who reported', async (action, hours) => {
  const { world, amina, brian, mod } = await cast();
  await report(world, amina, brian);
  await act(world, mod, brian, action);
  const muted = await send(world, brian, amina);
  const seen = await getPlayerCase(world.ctx, mod, brian.id);
  const [sanction] = seen.sanctions;
  expect(muted).toEqual({ ...actionFailure('muted'), mute: { until: sanction?.until, left: expect.any(Number), why: WHY } });
  expect(Date.parse(sanction?.until ?? '') - Date.parse(sanction?.at ?? '')).toBe(hours * HOUR * 1000);
  expect([await states(world), (await titlesOf(world, amina))[0]]).toEqual([['resolved'], notificationTexts.reporter(action).title]);
  expect((await listNotifications(world.ctx, brian, null)).items).toMatchObject([notificationTexts.player(action, WHY)]);
  expect([seen.can.lift, seen.can.dismiss, seen.can.ban, seen.log.map((entry) => entry.action)]).toEqual([true, false, true, [action]]);
  world.advanceClock(hours * HOUR + 1);
  expect(await send(world, brian, amina)).toHaveProperty('message');
  expect((await getPlayerCase(world.ctx, mod, brian.id)).can.lift).toBe(false);
  await expect(act(world, mod, brian, 'lift')).rejects.toMatchObject({ code: 'not-available' });
});

test('a warning takes nothing away; it needs no report', async () => {
  const { world, amina, brian, mod } = await cast();
  await act(world, mod, brian, 'warn');
  expect(await send(world, brian, amina)).toHaveProperty('message');
  expect((await listNotifications(world.ctx, brian, null)).items).toMatchObject([notificationTexts.player('warn', WHY)]);
  await expect(act(world, mod, brian, 'lift')).rejects.toMatchObject({ code: 'not-available' });
  expect((await getPlayerCase(world.ctx, mod, brian.id)).sanctions).toMatchObject([{ kind: 'warn', why: WHY, until: null, lifted: false }]);
});

/** Signs Brian in. @returns his session cookie, or '' if sign-in is refused */
async function enter(world: World): Promise<string> {
  const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };
  const inside = await signIn(world.ctx, VISITOR, { identifier: 'brian', password: 'secret1' }, visit).catch(() => null);
  return inside?.cookies.find((each) => each.startsWith('kiddo_session='))?.split(';')[0] ?? '';
}
const isIn = async (world: World, cookie: string) => (await authenticate(world.ctx, cookie)) !== null;

test('a ban ends the player’s sessions at once, and lets them write nothing, until it is lifted', async () => {
  const { world, amina, brian, mod } = await cast();
  const cookie = await enter(world);
  expect(await isIn(world, cookie)).toBe(true);
  await act(world, mod, brian, 'ban');
  expect([await isIn(world, cookie), await send(world, brian, amina)]).toEqual([
    false,
    { ...actionFailure('muted'), mute: { until: '', left: null, why: WHY } },
  ]);
  await act(world, mod, brian, 'lift');
  expect(await isIn(world, await enter(world))).toBe(true);
  expect(await send(world, brian, amina)).toHaveProperty('message');
});

test('who is banned cannot sign in again', async () => {
  const { world, brian, mod } = await cast();
  await act(world, mod, brian, 'ban');
  expect(await isIn(world, await enter(world))).toBe(false);
  // With the correct password the player sees why; a wrong password does not reveal that the account exists.
  const visit = { address: '10.0.0.9', userAgent: 'test', cookies: '' };
  const said = async (password: string) => signIn(world.ctx, VISITOR, { identifier: brian.username, password }, visit);
  expect(await said('secret1')).toMatchObject({ kind: 'result', cookies: [], answer: { ok: false, ban: { until: null, why: WHY } } });
  expect(JSON.stringify(await said('wrong-1'))).not.toContain(WHY);
  expect(await world.ctx.db.selectFrom('sessions').select('id').where('player_id', '=', brian.id).execute()).toEqual([]);
});

test('lifting ends all that holds, and closes no report', async () => {
  const { world, amina, brian, mod, boss } = await cast();
  for (const action of ['mute-1h', 'mute-7d'] as const) await act(world, mod, brian, action);
  await report(world, amina, brian);
  await act(world, boss, brian, 'lift');
  expect(await send(world, brian, amina)).toHaveProperty('message');
  expect([await states(world), (await titlesOf(world, brian))[0]]).toEqual([['new'], notificationTexts.player('lift', '').title]);
  const seen = await getPlayerCase(world.ctx, mod, brian.id);
  expect([seen.can.lift, seen.can.dismiss, seen.sanctions.map((one) => one.lifted)]).toEqual([false, true, [true, true]]);
  expect(seen.log.map((entry) => [entry.actor, entry.action])).toEqual([
    ['boss', 'lift'],
    ['mod', 'mute-7d'],
    ['mod', 'mute-1h'],
  ]);
});

test('the player’s open pages are told of every sanction that takes something away, and of its end', async () => {
  const { world, amina, brian, mod } = await cast();
  const told: unknown[] = [];
  world.ctx.bus.subscribe((message) => void (message.kind === 'sanction' && told.push(message.playerId)));
  await report(world, amina, brian);
  for (const action of ['dismiss', 'warn'] as const) await act(world, mod, brian, action);
  await new Promise(setImmediate);
  expect(told).toEqual([]);
  for (const [nth, action] of (['mute-1h', 'mute-24h', 'mute-7d', 'ban', 'lift'] as const).entries()) {
    await act(world, mod, brian, action);
    await new Promise(setImmediate);
    expect([action, told]).toEqual([action, Array.from({ length: nth + 1 }, () => brian.id)]);
  }
});

test('who is of the team is not punished here', async () => {
  const { world, amina, mod, boss } = await cast();
  await report(world, amina, mod);
  await report(world, amina, boss);
  for (const action of ['warn', 'mute-1h', 'mute-24h', 'mute-7d', 'ban'] as const)
    for (const [actor, about] of [
      [mod, boss],
      [boss, mod],
      [mod, mod],
    ] as const)
      await expect(act(world, actor, about, action), action).rejects.toMatchObject({ code: 'not-available' });
  expect([await states(world), await log(world)]).toEqual([['new', 'new'], []]);
});

test('nobody decides about themselves', async () => {
  const { world, amina, mod, boss } = await cast();
  await report(world, amina, mod);
  await expect(act(world, mod, mod, 'dismiss')).rejects.toMatchObject({ code: 'not-available' });
  await act(world, boss, mod, 'dismiss');
});

test('nobody of the team reads what was reported about themselves, or that something was; a colleague does', async () => {
  const { world, amina, brian, mod, boss } = await cast();
  await report(world, amina, mod);
  await report(world, amina, brian);
  const list = async (actor: Actor, state: 'waiting' | 'dismissed' | 'all') => {
    const { items, waiting } = await listPlayerReports(world.ctx, actor, state, null);
    return { about: items.map(({ subject }) => subject.username), waiting };
  };
  expect(await list(mod, 'waiting')).toEqual({ about: ['brian'], waiting: 1 });
  expect(await list(boss, 'waiting')).toEqual({ about: ['mod', 'brian'], waiting: 2 });
  await expect(getPlayerCase(world.ctx, mod, mod.id)).rejects.toMatchObject({ code: 'not-allowed' });
  expect((await getPlayerCase(world.ctx, boss, mod.id)).reports).toHaveLength(1);
  // Neither when it is decided.
  await act(world, boss, mod, 'dismiss');
  expect([await list(mod, 'dismissed'), await list(mod, 'all')]).toEqual([
    { about: [], waiting: 1 },
    { about: ['brian'], waiting: 1 },
  ]);
  expect((await list(boss, 'dismissed')).about).toEqual(['mod']);
});

test('without a note, and words for the player, nothing is done', async () => {
  const { world, amina, brian, mod } = await cast();
  await report(world, amina, brian);
  const good = { action: 'mute-1h', note: 'a reason', why: WHY };
  const invalid = ['', '  \n ', 'ab', 'a\0bc', 'abc\ud800'];
  type Wrong = { fields: Record<string, string>; fieldErrors: Record<string, string> };
  const wrong: Wrong[] = [
    ...[...invalid, 'x'.repeat(NOTE_MAX + 1)].map((note) => ({ fields: { ...good, note }, fieldErrors: { note: texts.noteRequired } })),
    ...[...invalid, 'x'.repeat(EXPLANATION_MAX + 1)].map((why) => ({ fields: { ...good, why }, fieldErrors: { why: texts.whyRequired } })),
    ...['', 'toString', 'mute', 'BAN'].map((action) => ({ fields: { ...good, action }, fieldErrors: { action: teamTexts.failed.text } })),
    { fields: { action: 'ban', note: 'a reason' }, fieldErrors: { why: texts.whyRequired } },
    { fields: { action: 'ban' }, fieldErrors: { why: texts.whyRequired, note: texts.noteRequired } },
  ];
  for (const { fields, fieldErrors } of wrong) {
    const { why = '', note = '' } = fields;
    expect(await moderate(world.ctx, mod, brian.id, fields)).toEqual(actionFailure('bad-input', { fieldErrors, values: { why, note } }));
  }
  await expect(moderate(world.ctx, mod, 'nope', good)).rejects.toMatchObject({ code: 'bad-input' });
  await expect(moderate(world.ctx, mod, world.ctx.newId(), good)).rejects.toMatchObject({ code: 'not-found' });
  expect([await states(world), await log(world), await titlesOf(world, brian)]).toEqual([['new'], [], []]);
  // Dismissing needs no explanation.
  await moderate(world.ctx, mod, brian.id, { action: 'dismiss', note: 'a reason' });
});

test('of two moderators who dismiss or lift at once one is told that the other was faster', async () => {
  const { world, amina, brian, mod, boss } = await cast();
  await report(world, amina, brian);
  for (const action of ['dismiss', 'lift'] as const) {
    const done = await Promise.allSettled([mod, boss].map((actor) => act(world, actor, brian, action)));
    expect(done.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(done.find((each) => each.status === 'rejected')).toMatchObject({ reason: { code: 'not-available' } });
    if (action === 'dismiss') await act(world, mod, brian, 'mute-1h');
  }
  expect(await log(world)).toHaveLength(3);
});

test('a moderator sees what a player was called when they were reported, where that has changed, and who is of the team', async () => {
  const { world, amina, brian, zuri, mod, boss } = await cast();
  await world.ctx.db
    .updateTable('players')
    .set({ username: 'kiddo_help', display_name: 'Kiddo Help' })
    .where('id', '=', brian.id)
    .execute();
  await report(world, amina, brian);
  const namesNow = async () => (await listPlayerReports(world.ctx, mod, 'waiting', null)).items.map((each) => each.formerNames);
  expect(await namesNow()).toEqual([null]);
  await world.ctx.db.updateTable('players').set({ display_name: 'Brian' }).where('id', '=', brian.id).execute();
  await report(world, zuri, brian);
  const former = { username: 'kiddo_help', displayName: 'Kiddo Help' };
  expect(await namesNow()).toEqual([former, null]);
  const seen = await getPlayerCase(world.ctx, mod, brian.id);
  expect(seen.reports.map((each) => each.formerNames)).toEqual([null, former]);
  expect([seen.player.isTeam, seen.reports[0]?.subject.isTeam]).toEqual([false, false]);
  expect((await getPlayerCase(world.ctx, mod, boss.id)).player.isTeam).toBe(true);
});
