import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { moderate } from '../../../../tests/moderate.ts';
import { hiddenFieldsOf } from '../../../../tests/markup.ts';
import { createWorld, root, type World } from '../../../../tests/world.ts';
import { SYSTEM, type Actor } from '../../../shared/permissions.ts';
import { reportPlayer } from '../../chat/reports/service.server.ts';
import { sendMessage } from '../../chat/service.server.ts';
import type { FriendAction } from '../../friends/schema.ts';
import { applyFriendAction, getFriendsView, getProfile, searchPlayers } from '../../friends/service.server.ts';
import { getPlayerCase } from '../../moderation/players/service.server.ts';
import { SanctionForm } from '../../moderation/players/ui/sanction-form.tsx';
import { seedLists } from '../../safety/service.server.ts';
import { DISMISSED_DAYS, REPORTS_WINDOW_HOURS } from './rules.ts';

const DAY = 86_400;
type Player = Awaited<ReturnType<World['addPlayer']>>;

/** Kim, a friend of Kim, and three reporters whose accounts are of three days. */
async function cast() {
  const world = await createWorld();
  const { ctx } = world;
  await seedLists(ctx, SYSTEM, path.join(root, 'wordlists'));
  const kim = await world.addPlayer({ username: 'kim_the_first' });
  const friend = await world.addPlayer();
  const reporters: Player[] = [];
  for (const day of [1, 2, 3]) reporters.push(await world.addPlayer({ created_at: new Date(Date.UTC(2026, 0, day)) }));
  const mod = await world.addPlayer({ role: 'moderator' });
  const act = (who: Actor, what: FriendAction, other: { id: string }) => applyFriendAction(ctx, who, { do: what, id: other.id });
  const report = (who: Actor) => reportPlayer(ctx, who, { playerId: kim.id, reason: 'scary' });
  const isPaused = async () => (await getPlayerCase(ctx, mod, kim.id)).pausedSince !== null;
  // The fields of the form as a moderator opens it now.
  const openForm = async () =>
    hiddenFieldsOf(createElement(SanctionForm, { view: await getPlayerCase(ctx, mod, kim.id), answer: undefined }));
  await act(kim, 'ask', friend);
  await act(friend, 'accept', kim);
  return { world, ctx, kim, friend, reporters, mod, act, report, isPaused, openForm };
}

/** Makes three players friends of each other. */
async function befriend(act: Awaited<ReturnType<typeof cast>>['act'], players: Player[]) {
  const [one, two, three] = players as [Player, Player, Player];
  for (const [who, other] of [
    [one, two],
    [two, three],
    [three, one],
  ] as const) {
    await act(who, 'ask', other);
    await act(other, 'accept', who);
  }
}

test('three independent reports in a day pause new contacts; chat with friends goes on', async () => {
  const { world, ctx, kim, friend, reporters, act, report, isPaused } = await cast();
  const [asked, asking, stranger] = [await world.addPlayer(), await world.addPlayer(), await world.addPlayer()];
  await act(kim, 'ask', asked);
  await act(asking, 'ask', kim);
  const { search } = await getFriendsView(ctx, kim, { tab: 'search', term: '', after: null });
  const code = search?.code ?? '';
  await report(reporters[0] as Player);
  await report(reporters[1] as Player);
  // The same reporter again is not a third.
  await report(reporters[1] as Player);
  expect(await isPaused()).toBe(false);
  expect(await searchPlayers(ctx, stranger, 'kim_the_first')).toHaveLength(1);
  await report(reporters[2] as Player);
  expect(await isPaused()).toBe(true);
  expect(world.securityEvents).toContainEqual(expect.objectContaining({ event: `user_updated:system,${kim.id},pause-contacts` }));

  await expect(act(kim, 'ask', stranger)).rejects.toMatchObject({ code: 'paused' });
  await expect(act(kim, 'accept', asking)).rejects.toMatchObject({ code: 'paused' });
  // Whoever was asked before learns nothing of it.
  await expect(act(asked, 'accept', kim)).rejects.toMatchObject({ code: 'not-available' });
  await expect(act(stranger, 'ask', kim)).rejects.toMatchObject({ code: 'not-allowed' });
  for (const term of ['kim_the_first', 'im_the', code]) expect(await searchPlayers(ctx, stranger, term)).toEqual([]);
  await expect(getProfile(ctx, stranger, kim.id)).rejects.toMatchObject({ code: 'not-found' });

  expect(await searchPlayers(ctx, friend, 'kim_the_first')).toHaveLength(1);
  expect(await sendMessage(ctx, kim, friend.id, { text: 'ludo?', clientId: randomUUID() })).toMatchObject({ ok: true });
  const view = (actor: Actor) => getFriendsView(ctx, actor, { tab: 'search', term: '', after: null });
  expect([(await view(kim)).isPaused, (await view(friend)).isPaused]).toEqual([true, false]);
});

test('a moderator’s decision ends it', async () => {
  const { world, ctx, kim, reporters, mod, act, report, isPaused, openForm } = await cast();
  await report(reporters[0] as Player);
  const early = await openForm();
  world.advanceClock(60);
  await report(reporters[1] as Player);
  await report(reporters[2] as Player);
  // Of these reports the moderator has seen one.
  await moderate(ctx, mod, kim.id, { ...early, action: 'warn', note: 'other things', why: 'Please be kind.' });
  expect(await isPaused()).toBe(true);
  await moderate(ctx, mod, kim.id, { ...(await openForm()), action: 'dismiss', note: 'a misunderstanding' });
  expect(await isPaused()).toBe(false);
  expect(world.securityEvents).toContainEqual(expect.objectContaining({ event: `user_updated:${mod.id},${kim.id},resume-contacts` }));
  expect(await act(kim, 'ask', await world.addPlayer())).toEqual({ relation: 'sent' });
});

test('a decision about the reports ends it also where no report of them came last: one was repeated, and its reporters are no friends any more', async () => {
  const { world, ctx, kim, reporters, mod, act, report, isPaused, openForm } = await cast();
  const [one, two, three] = reporters as [Player, Player, Player];
  await befriend(act, reporters);
  for (const reporter of reporters) await report(reporter);
  await act(one, 'remove', two);
  const shown = await openForm();
  world.advanceClock(60);
  await report(three);
  expect(await isPaused()).toBe(true);
  await moderate(ctx, mod, kim.id, { ...shown, action: 'dismiss', note: 'a misunderstanding' });
  expect(await isPaused()).toBe(false);
});

test('whose report was dismissed does not pause the same player again for a month', async () => {
  const { world, ctx, kim, reporters, mod, report, isPaused, openForm } = await cast();
  const dismiss = async () => moderate(ctx, mod, kim.id, { ...(await openForm()), action: 'dismiss', note: 'three who want to annoy' });
  for (const reporter of reporters) await report(reporter);
  await dismiss();
  world.advanceClock(DAY);
  for (const reporter of reporters) await report(reporter);
  expect(await isPaused()).toBe(false);
  // They count no more than nobody: with one of them two others are not three.
  const others = [4, 5, 6].map((day) => world.addPlayer({ created_at: new Date(Date.UTC(2026, 0, day)) }));
  const [four, five, six] = (await Promise.all(others)) as [Player, Player, Player];
  for (const other of [four, five]) await report(other);
  expect(await isPaused()).toBe(false);
  await report(six);
  expect(await isPaused()).toBe(true);
  await dismiss();
  world.advanceClock((DISMISSED_DAYS + 1) * DAY);
  for (const reporter of reporters) await report(reporter);
  expect(await isPaused()).toBe(true);
});

test('who reported with reason counts the next time too', async () => {
  const { ctx, kim, reporters, mod, report, isPaused, openForm } = await cast();
  for (const reporter of reporters) await report(reporter);
  await moderate(ctx, mod, kim.id, { ...(await openForm()), action: 'warn', note: 'saw it', why: 'Please be kind.' });
  expect(await isPaused()).toBe(false);
  for (const reporter of reporters) await report(reporter);
  expect(await isPaused()).toBe(true);
});

test('reports of two days, of accounts of one day, and of friends who agreed do not pause', async () => {
  const { world, ctx, reporters, act, report, isPaused } = await cast();
  await befriend(act, reporters);
  for (const reporter of reporters) await report(reporter);
  expect(await isPaused()).toBe(false);
  const sameDay = await world.addPlayer({ created_at: new Date(Date.UTC(2026, 0, 1, 20)) });
  world.advanceClock((REPORTS_WINDOW_HOURS + 1) * 3600);
  await report(sameDay);
  expect(await isPaused()).toBe(false);
  const [second, third] = [await world.addPlayer({ created_at: new Date(Date.UTC(2026, 0, 1)) }), await world.addPlayer()];
  await report(second);
  await report(third);
  expect(await isPaused()).toBe(false);
  expect(await ctx.db.selectFrom('contact_pauses').selectAll().execute()).toEqual([]);
});

test('of three reports at the same moment the last one sees the others', async () => {
  const { reporters, report, isPaused } = await cast();
  await Promise.all(reporters.map(report));
  expect(await isPaused()).toBe(true);
});

test('the team cannot be paused by reports', async () => {
  const { world, ctx, kim, reporters, report, isPaused } = await cast();
  await ctx.db.updateTable('players').set({ role: 'moderator' }).where('id', '=', kim.id).execute();
  for (const reporter of reporters) await report(reporter);
  expect(await isPaused()).toBe(false);
  expect(world.logged).toEqual([]);
});
