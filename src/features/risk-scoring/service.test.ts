import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { moderate } from '../../../tests/moderate.ts';
import { hiddenFieldsOf } from '../../../tests/markup.ts';
import { createWorld, root, type World } from '../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../shared/permissions.ts';
import { sendMessage } from '../chat/service.server.ts';
import { applyFriendAction } from '../friends/service.server.ts';
import { getPlayerCase, listPlayerReports } from '../moderation/players/service.server.ts';
import { SanctionForm } from '../moderation/players/ui/sanction-form.tsx';
import { listNotifications } from '../notifications/service.server.ts';
import { seedLists } from '../safety/service.server.ts';
import { riskScoringJobs } from './jobs.server.ts';
import { saveSignal } from './queries.server.ts';
import { SIGNAL_RETENTION_DAYS, type RiskKind } from './rules.ts';
import { assessPlayer, getRiskCaseFigures } from './service.server.ts';

const DAY = 86_400;
type Player = Awaited<ReturnType<World['addPlayer']>>;

async function cast() {
  const world = await createWorld();
  await seedLists(world.ctx, SYSTEM, path.join(root, 'wordlists'));
  const [kim, ann, ben, cat] = [await world.addPlayer(), await world.addPlayer(), await world.addPlayer(), await world.addPlayer()];
  const mod = await world.addPlayer({ role: 'moderator' });
  const act = (who: Actor, what: string, other: { id: string }) => applyFriendAction(world.ctx, who, { do: what, id: other.id });
  for (const child of [ann, ben, cat]) {
    await act(kim, 'ask', child);
    await act(child, 'accept', kim);
  }
  const say = async (from: Player, to: Player, text: string) => {
    world.advanceClock(4);
    const sent = await sendMessage(world.ctx, from, to.id, { text, clientId: randomUUID() });
    return sent.ok;
  };
  const signals = async (player = kim) =>
    (
      await world.ctx.db
        .selectFrom('risk_signals')
        .select(['kind', 'other_id', 'times', 'friends_hours', 'reviewed_at'])
        .where('player_id', '=', player.id)
        .where('kind', '<>', 'request')
        .orderBy('kind')
        .orderBy('first_at')
        .execute()
    ).map((row) => ({
      kind: row.kind,
      to: row.other_id,
      times: row.times,
      hours: row.friends_hours,
      isReviewed: row.reviewed_at !== null,
    }));
  const cases = () =>
    world.ctx.db.selectFrom('player_reports').selectAll().where('reason', '=', 'risk-score').orderBy('created_at').execute();
  const count = (kind: RiskKind, from: Player, to: Player) =>
    saveSignal(world.ctx.db, { id: world.ctx.newId(), playerId: from.id, otherId: to.id, kind }, world.ctx.now());
  // The fields of the form as a moderator opens it now.
  const openForm = async () =>
    hiddenFieldsOf(createElement(SanctionForm, { view: await getPlayerCase(world.ctx, mod, kim.id), answer: undefined }));
  return { world, ctx: world.ctx, kim, ann, ben, cat, mod, act, say, signals, cases, count, openForm };
}

test('refused asks and soft words are counted by kind, player and day, without a text', async () => {
  const { world, ctx, kim, ann, ben, say, signals } = await cast();
  world.advanceClock(5 * 3600);
  expect(await say(kim, ann, 'send me a pic of you')).toBe(false);
  expect(await say(kim, ann, 'turn on your camera')).toBe(false);
  expect(await say(kim, ben, 'how old are you')).toBe(true);
  expect(await say(kim, ben, 'lets play ludo')).toBe(true);
  expect(await say(kim, ben, 'you are a fucking idiot')).toBe(false);
  expect(await signals()).toEqual([
    { kind: 'pictures', to: ann.id, times: 2, hours: 5, isReviewed: false },
    { kind: 'soft-age', to: ben.id, times: 1, hours: 5, isReviewed: false },
  ]);
  const rows = JSON.stringify(await ctx.db.selectFrom('risk_signals').selectAll().execute());
  for (const word of ['pic of', 'camera', 'how old']) expect(rows).not.toContain(word);
});

test('a cry for help hides no grave request; all else beside it is counted against nobody, and nothing that tells of harm', async () => {
  const { kim, ann, ben, say, signals } = await cast();
  for (const text of [
    'turn on your camera or i will kill myself',
    'i want to die, call me on 0712345678',
    // Refused as sexual alone, though it asks for the camera too.
    'turn on your camera and take off your clothes or i will kill myself',
  ])
    expect([text, await say(kim, ann, text)]).toEqual([text, false]);
  expect(await say(kim, ann, 'how old are you, i want to die')).toBe(true);
  // The words of whoever harms the child, which our team reads.
  expect(await say(kim, ben, 'my uncle touches me and says dont tell anyone')).toBe(false);
  expect((await signals()).map(({ kind, to, times }) => [kind, to, times])).toEqual([
    ['pictures', ann.id, 1],
    ['sexual', ann.id, 1],
  ]);
});

test('a message that is refused only together with the ones before counts too', async () => {
  const { kim, ann, say, signals } = await cast();
  expect(await say(kim, ann, 'my number is 0712')).toBe(true);
  const parts = [await say(kim, ann, '345'), await say(kim, ann, '678')];
  expect(parts).toContain(false);
  expect((await signals()).map(({ kind }) => kind)).toContain('phone');
});

test('what others do is counted about the player they do it to; an unblocked one is forgiven', async () => {
  const { world, kim, ann, ben, cat, act, signals } = await cast();
  const dan = await world.addPlayer();
  await act(kim, 'ask', dan);
  await act(dan, 'decline', kim);
  await act(ann, 'remove', kim);
  await act(ben, 'block', kim);
  await act(cat, 'block', kim);
  await act(cat, 'unblock', kim);
  expect((await signals()).map(({ kind, to }) => [kind, to])).toEqual([
    ['blocked', ben.id],
    ['declined', dan.id],
    ['removed', ann.id],
  ]);
  for (const other of [ann, ben, cat, dan]) expect(await signals(other)).toEqual([]);
});

test('a block counts only by who had been a friend, and once; by who was asked it is a request declined', async () => {
  const { world, kim, ann, act, signals } = await cast();
  const [stranger, asked] = [await world.addPlayer(), await world.addPlayer()];
  await act(kim, 'ask', asked);
  for (const one of [stranger, asked, ann, ann]) await act(one, 'block', kim);
  expect((await signals()).map(({ kind, to, times }) => [kind, to, times])).toEqual([
    ['blocked', ann.id, 1],
    ['declined', asked.id, 1],
  ]);
});

test('too much of it is a case without a reporter, at once, and nothing else happens to the player', async () => {
  const { world, ctx, kim, ann, ben, cat, mod, say, cases } = await cast();
  const before = (await listNotifications(ctx, kim, null)).items.length;
  for (const child of [ann, ben]) expect(await say(kim, child, 'send me a pic of you')).toBe(false);
  expect(await say(kim, cat, "don't tell your mum about us")).toBe(false);
  expect(await cases()).toMatchObject([{ reported_player_id: kim.id, reporter_id: null, state: 'new', evidence: [] }]);
  const [report] = (await listPlayerReports(ctx, mod, 'waiting', null)).items;
  expect(report).toMatchObject({ reason: 'risk-score', reporter: null, isReporterErased: false, subject: { id: kim.id } });
  expect(report?.description).toContain(
    'The filter refused pictures or calls and keeping secrets from others, written to 3 players, 3 times.',
  );
  for (const name of [ann, ben, cat].map(({ username }) => username)) expect(report?.description).not.toContain(name);
  // They can go on as before, and hear nothing.
  const dan = await world.addPlayer();
  await applyFriendAction(ctx, kim, { do: 'ask', id: dan.id });
  expect(await say(kim, ann, 'ludo?')).toBe(true);
  expect((await listNotifications(ctx, kim, null)).items).toHaveLength(before);
  expect(await getPlayerCase(ctx, mod, kim.id)).toMatchObject({ sanctions: [], pausedSince: null, can: { dismiss: true } });
  // What else they do is in the same case.
  expect(await say(kim, cat, 'turn on your camera')).toBe(false);
  const [updated, ...more] = await cases();
  expect([updated?.description.includes('4 times'), more]).toEqual([true, []]);
});

test('several processes that look at once open one case', async () => {
  const { ctx, kim, ann, ben, cat, cases, count } = await cast();
  for (const child of [ann, ben, cat]) await count('pictures', kim, child);
  await Promise.all(Array.from({ length: 8 }, () => assessPlayer(ctx, kim.id)));
  expect(await cases()).toHaveLength(1);
  // So does the database, whoever asks it.
  const copy = { reported_player_id: kim.id, reason: 'risk-score' as const, description: '' };
  await expect(
    ctx.db
      .insertInto('player_reports')
      .values({ id: ctx.newId(), ...copy })
      .execute(),
  ).rejects.toThrow('player_reports_noticed_open');
});

test('what a moderator decided about counts for no later case; what comes after does', async () => {
  const { world, ctx, kim, ann, ben, cat, mod, cases, count, signals, openForm } = await cast();
  for (const child of [ann, ben, cat]) await count('pictures', kim, child);
  await assessPlayer(ctx, kim.id);
  world.advanceClock(DAY);
  // It is a part of the open case, and its reasons say so.
  await count('soft-secret', kim, ben);
  await assessPlayer(ctx, kim.id);
  const form = await openForm();
  world.advanceClock(60);
  // Between the page that the moderator saw and the decision.
  await count('secrecy', kim, ann);
  await moderate(ctx, mod, kim.id, { ...form, action: 'dismiss', note: 'they are cousins' });
  expect((await cases()).map(({ state }) => state)).toEqual(['dismissed']);
  expect((await signals()).map(({ kind, isReviewed }) => [kind, isReviewed])).toEqual([
    ['pictures', true],
    ['pictures', true],
    ['pictures', true],
    ['secrecy', false],
    ['soft-secret', true],
  ]);
  await assessPlayer(ctx, kim.id);
  expect(await cases()).toHaveLength(1);
  for (const child of [ann, ben, cat]) await count('pictures', kim, child);
  await assessPlayer(ctx, kim.id);
  expect((await cases()).map(({ state }) => state)).toEqual(['dismissed', 'new']);
  expect(await getRiskCaseFigures(ctx, { ...mod, role: 'operator' })).toEqual({ open: 1, acted: 0, dismissed: 1 });
});

test('a decision is about nothing that comes later, whatever time its page has', async () => {
  const { ctx, kim, ann, ben, cat, mod, count, signals, openForm } = await cast();
  for (const child of [ann, ben, cat]) await count('pictures', kim, child);
  await assessPlayer(ctx, kim.id);
  // By a process whose clock is ahead.
  const later = new Date(ctx.now().getTime() + 3_600_000);
  await saveSignal(ctx.db, { id: ctx.newId(), playerId: kim.id, otherId: ann.id, kind: 'secrecy' }, later);
  const asOf = new Date(ctx.now().getTime() + 2 * 3_600_000).toISOString();
  await moderate(ctx, mod, kim.id, { ...(await openForm()), asOf, action: 'dismiss', note: 'they are cousins' });
  expect((await signals()).map(({ kind, isReviewed }) => [kind, isReviewed])).toEqual([
    ['pictures', true],
    ['pictures', true],
    ['pictures', true],
    ['secrecy', false],
  ]);
});

test('a decision without the time of its page is about no more than the newest report', async () => {
  const { world, ctx, kim, ann, ben, cat, mod, count, signals, openForm } = await cast();
  for (const child of [ann, ben, cat]) await count('pictures', kim, child);
  await assessPlayer(ctx, kim.id);
  world.advanceClock(DAY);
  await count('soft-secret', kim, ben);
  await moderate(ctx, mod, kim.id, { ...(await openForm()), asOf: 'yesterday', action: 'dismiss', note: 'they are cousins' });
  expect((await signals()).map(({ kind, isReviewed }) => [kind, isReviewed])).toEqual([
    ['pictures', true],
    ['pictures', true],
    ['pictures', true],
    ['soft-secret', false],
  ]);
});

test('a decision about reports alone leaves what Kiddo counted as it is', async () => {
  const { ctx, kim, ann, mod, count, signals } = await cast();
  await count('pictures', kim, ann);
  await moderate(ctx, mod, kim.id, { action: 'warn', note: 'saw it', why: 'Please be kind.' });
  expect(await signals()).toMatchObject([{ isReviewed: false }]);
});

test('the daily run finds what was left out, and deletes what is old', async () => {
  const { world, ctx, kim, ann, ben, cat, cases, count, signals } = await cast();
  const [assess, deleteOld] = riskScoringJobs;
  for (const child of [ann, ben, cat]) await count('pictures', kim, child);
  expect(await cases()).toEqual([]);
  await assess?.run(ctx);
  expect(await cases()).toHaveLength(1);
  world.advanceClock((SIGNAL_RETENTION_DAYS - 1) * DAY);
  await deleteOld?.run(ctx);
  expect(await signals()).toHaveLength(3);
  world.advanceClock(2 * DAY);
  await deleteOld?.run(ctx);
  expect(await signals()).toEqual([]);
});

test('the team is no case, and an error in looking does not undo what the player did', async () => {
  const { world, ctx, ann, ben, cat, mod, cases, count } = await cast();
  for (const child of [ann, ben, cat]) await count('pictures', mod, child);
  await assessPlayer(ctx, mod.id);
  expect(await cases()).toEqual([]);
  const broken = { ...ctx, db: null as never };
  await assessPlayer(broken, mod.id);
  expect(world.logged).toMatchObject([{ msg: expect.stringContaining('was not assessed') }]);
});

test('only operators read the figures', async () => {
  const { ctx, kim, mod } = await cast();
  await expect(getRiskCaseFigures(ctx, VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
  for (const actor of [kim, mod, SYSTEM]) await expect(getRiskCaseFigures(ctx, actor)).rejects.toMatchObject({ code: 'not-allowed' });
});
