import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { sendMessage } from '../../chat/service.server.ts';
import { applyFriendAction, recordPresence } from '../../friends/service.server.ts';
import type { NotificationType } from '../../notifications/schema.ts';
import { applyNotificationAction } from '../../notifications/service.server.ts';
import { notificationEmailJobs } from './jobs.server.ts';
import { BATCH_SIZE, NOTIFICATION_AGE_DAYS_MAX } from './rules.ts';
import {
  checkUnsubscribeKey,
  sendUnreadDigests,
  saveEmailPreferences,
  unsubscribeFromEmails,
  getEmailPreferences,
} from './service.server.ts';

type Player = Awaited<ReturnType<World['addPlayer']>>;

const MINUTE = 60;
const befriend = async (world: World, one: Player, other: Player) => {
  await applyFriendAction(world.ctx, one, { do: 'ask', id: other.id });
  await applyFriendAction(world.ctx, other, { do: 'accept', id: one.id });
};
const write = (world: World, from: Player, to: Player, text = 'meet me at the secret tree') =>
  sendMessage(world.ctx, from, to.id, { text, clientId: world.ctx.newId() });
/** Two friends without unread notifications. */
async function twoFriends() {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'brian' })];
  await befriend(world, amina, brian);
  for (const player of [amina, brian]) await applyNotificationAction(world.ctx, player, { do: 'read-all' });
  return { world, amina, brian };
}
/** Runs the job. @returns the player's emails so far, newest first */
async function run(world: World, to: Player) {
  for (const job of notificationEmailJobs) await job.run(world.ctx);
  return (await world.mails()).filter((mail) => mail.to === to.email);
}

test('what is not read after 10 minutes is mailed, with who wrote and not what', async () => {
  const { world, amina, brian } = await twoFriends();
  await write(world, brian, amina);
  world.advanceClock(9 * MINUTE);
  expect(await run(world, amina)).toEqual([]);
  world.advanceClock(2 * MINUTE);
  const [mail] = await run(world, amina);
  expect(mail?.text).toContain('@brian wrote to you.');
  for (const part of [mail?.text, mail?.html, mail?.subject]) expect(part).not.toMatch(/secret|tree/);
  expect(mail?.text).toContain('News for @amina');
  expect(await run(world, brian)).toEqual([]);
  // Only once.
  world.advanceClock(3 * 3600);
  expect(await run(world, amina)).toHaveLength(1);
});

test('what was read, or lies behind, is not mailed', async () => {
  const { world, amina, brian } = await twoFriends();
  await write(world, brian, amina);
  world.advanceClock(5 * MINUTE);
  await applyNotificationAction(world.ctx, amina, { do: 'read-all' });
  world.advanceClock(10 * MINUTE);
  expect(await run(world, amina)).toEqual([]);
  const zuri = await world.addPlayer();
  await applyFriendAction(world.ctx, zuri, { do: 'ask', id: amina.id });
  world.advanceClock(NOTIFICATION_AGE_DAYS_MAX * 86_400);
  expect(await run(world, amina)).toEqual([]);
});

test('who is here is not written to; once they are gone they are', async () => {
  const { world, amina, brian } = await twoFriends();
  await write(world, brian, amina);
  world.advanceClock(20 * MINUTE);
  await recordPresence(world.ctx, [amina.id]);
  expect(await run(world, amina)).toEqual([]);
  world.advanceClock(2 * MINUTE);
  expect(await run(world, amina)).toHaveLength(1);
});

test('one letter an hour, all gathered in it', async () => {
  const { world, amina, brian } = await twoFriends();
  const [zuri, otieno] = [await world.addPlayer({ username: 'zuri' }), await world.addPlayer({ username: 'otieno' })];
  await write(world, brian, amina);
  await applyFriendAction(world.ctx, zuri, { do: 'ask', id: amina.id });
  await applyFriendAction(world.ctx, otieno, { do: 'ask', id: amina.id });
  world.advanceClock(15 * MINUTE);
  const [first, ...none] = await run(world, amina);
  expect(none).toEqual([]);
  expect(first?.text).toContain('@brian wrote to you.');
  expect(first?.text).toContain('@zuri and @otieno want to be your friends.');
  await applyFriendAction(world.ctx, await world.addPlayer({ username: 'juma' }), { do: 'ask', id: amina.id });
  await world.ctx.db.updateTable('notifications').set({ created_at: world.ctx.now() }).where('is_emailed', '=', false).execute();
  world.advanceClock(44 * MINUTE);
  expect(await run(world, amina)).toHaveLength(1);
  world.advanceClock(2 * MINUTE + 14 * MINUTE);
  const mails = await run(world, amina);
  expect(mails).toHaveLength(2);
  expect(mails[0]?.text).toContain('@juma wants to be your friend.');
  expect(mails[0]?.text).not.toMatch(/brian|zuri/);
});

test('only what is wished for, and what was not wished for is not sent later either', async () => {
  const { world, amina, brian } = await twoFriends();
  expect(await getEmailPreferences(world.ctx, amina)).toEqual({ friends: true, messages: true, games: true });
  expect(await saveEmailPreferences(world.ctx, amina, { friends: 'on' })).toMatchObject({ ok: true, action: 'mails' });
  expect(await getEmailPreferences(world.ctx, amina)).toEqual({ friends: true, messages: false, games: false });
  await write(world, brian, amina);
  world.advanceClock(11 * MINUTE);
  expect(await run(world, amina)).toEqual([]);
  await saveEmailPreferences(world.ctx, amina, { friends: 'on', messages: 'on', games: 'on' });
  world.advanceClock(MINUTE);
  expect(await run(world, amina)).toEqual([]);
  // An email that was suppressed by the preferences does not delay the next one.
  await applyFriendAction(world.ctx, await world.addPlayer(), { do: 'ask', id: amina.id });
  world.advanceClock(11 * MINUTE);
  expect(await run(world, amina)).toHaveLength(1);
  await expect(saveEmailPreferences(world.ctx, amina, { friends: 'perhaps' })).rejects.toMatchObject({ code: 'bad-input' });
});

test('never to an address that was not confirmed, to who is banned, or to who leaves', async () => {
  const { world, amina, brian } = await twoFriends();
  await write(world, brian, amina);
  world.advanceClock(11 * MINUTE);
  const set = (values: { email_confirmed?: boolean; deletes_at?: Date | null }) =>
    world.ctx.db.updateTable('players').set(values).where('id', '=', amina.id).execute();
  await set({ email_confirmed: false });
  expect(await run(world, amina)).toEqual([]);
  await set({ email_confirmed: true, deletes_at: world.ctx.now() });
  expect(await run(world, amina)).toEqual([]);
  await set({ deletes_at: null });
  const ban = { id: world.ctx.newId(), player_id: amina.id, kind: 'ban', why: 'mean words', until: null } as const;
  await world.ctx.db.insertInto('sanctions').values(ban).execute();
  expect(await run(world, amina)).toEqual([]);
  await world.ctx.db.updateTable('sanctions').set({ lifted_at: new Date() }).execute();
  expect(await run(world, amina)).toHaveLength(1);
});

test('digests contain neither payments nor reports, and no empty digest is sent for things that are gone', async () => {
  const { world, amina } = await twoFriends();
  const add = (type: NotificationType, related: string | null) =>
    world.ctx.db
      .insertInto('notifications')
      .values({
        id: world.ctx.newId(),
        player_id: amina.id,
        type,
        title: 'A title',
        message: 'Words',
        related_id: related,
        event: `${type} ${related}`,
      })
      .execute();
  await add('general', null);
  await add('report', null);
  await add('friend_request', world.ctx.newId());
  await add('message', 'no id at all');
  await add('game_update', 'gone');
  world.advanceClock(11 * MINUTE);
  expect(await run(world, amina)).toEqual([]);
  await add('game_update', await world.addGame({ title: 'Kite Club' }));
  expect((await run(world, amina))[0]?.text).toContain('There is news about Kite Club.');
  // How many, and not what they are called: that is for those who are in a group.
  for (let nth = 0; nth < 2; nth++) await add('group_invite', world.ctx.newId());
  world.advanceClock(61 * MINUTE);
  expect((await run(world, amina))[0]?.text).toContain('You are invited to 2 groups.');
});

test('one whose letter cannot be made does not hold up the others', async () => {
  const { world, amina, brian } = await twoFriends();
  const { ctx } = world;
  await write(world, brian, amina);
  await applyFriendAction(ctx, await world.addPlayer(), { do: 'ask', id: brian.id });
  world.advanceClock(11 * MINUTE);
  let tries = 0;
  const add: typeof ctx.jobs.enqueue = async (job, data, trx) => {
    if (tries++ === 0) throw new Error('no room');
    return ctx.jobs.enqueue(job, data, trx);
  };
  await sendUnreadDigests({ ...ctx, jobs: { ...ctx.jobs, enqueue: add } });
  const mailed = async () => (await world.mails()).map(({ to }) => to);
  expect(await mailed()).toHaveLength(1);
  expect(world.logged.map(({ msg }) => msg)).toEqual(['a player was not written to']);
  // The transaction of the failed player was rolled back, so the next run emails them.
  await sendUnreadDigests(ctx);
  expect((await mailed()).toSorted()).toEqual([amina.email, brian.email]);
});

test('two workers at once, and many players, and each gets one letter', async () => {
  const world = await createWorld();
  const many = BATCH_SIZE + 5;
  await sql`
    insert into players (id, username, display_name, email, email_confirmed)
    select gen_random_uuid(), 'many_' || n, 'Many', 'many_' || n || '@example.com', true from generate_series(1, ${many}) n`.execute(
    world.ctx.db,
  );
  const zuri = await world.addPlayer({ username: 'zuri' });
  await sql`
    insert into notifications (id, player_id, type, title, message, related_id, event)
    select gen_random_uuid(), id, 'friend_request', 'x', 'x', ${zuri.id}, 'e' from players where username like 'many%'`.execute(
    world.ctx.db,
  );
  world.advanceClock(11 * MINUTE);
  await Promise.all([sendUnreadDigests(world.ctx), sendUnreadDigests(world.ctx)]);
  const { rows } = await sql<{ jobs: number }>`select count(*)::int as jobs from pgboss.job where name = 'mail.send'`.execute(world.ctx.db);
  expect(rows).toEqual([{ jobs: many }]);
});

test('one press in the mail stops them all, signed in or not; only the own key does', async () => {
  const { world, amina, brian } = await twoFriends();
  await write(world, brian, amina);
  world.advanceClock(11 * MINUTE);
  const [mail] = await run(world, amina);
  const key = /\/mails\/stop\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const raw = await fs.readFile(path.join(world.ctx.config.dataDir, 'outbox', mail?.name ?? ''), 'utf8');
  const unfolded = raw.replaceAll(/\r?\n[ \t]+/g, ' ');
  expect(unfolded).toMatch(new RegExp(`^List-Unsubscribe: ?<${world.ctx.config.origin}/mails/stop/${key}>\r?$`, 'm'));
  expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
  expect(await checkUnsubscribeKey(world.ctx, VISITOR, key)).toBe(true);
  for (const wrong of ['', 'x', key.slice(1), `${key}x`, 'a'.repeat(32), "'; drop table players; --"]) {
    expect([wrong, await checkUnsubscribeKey(world.ctx, VISITOR, wrong), await unsubscribeFromEmails(world.ctx, VISITOR, wrong)]).toEqual([
      wrong,
      false,
      false,
    ]);
  }
  expect(await getEmailPreferences(world.ctx, amina)).toMatchObject({ messages: true });
  expect(await unsubscribeFromEmails(world.ctx, VISITOR, key)).toBe(true);
  expect(await getEmailPreferences(world.ctx, amina)).toEqual({ friends: false, messages: false, games: false });
  expect(await getEmailPreferences(world.ctx, brian)).toMatchObject({ messages: true });
  expect(await unsubscribeFromEmails(world.ctx, VISITOR, key)).toBe(true);
});

test('a visitor has no wishes', async () => {
  const world = await createWorld();
  await expect(getEmailPreferences(world.ctx, VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
  await expect(saveEmailPreferences(world.ctx, VISITOR, {})).rejects.toMatchObject({ code: 'sign-in-required' });
});
