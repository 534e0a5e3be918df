import type { Page } from '@playwright/test';
import { befriend, createMessages } from './friends.ts';
import { createPlainImage } from './avatar-images.ts';
import { signInNewSubscriber, payForPlan, waitForPaidPeriods } from './payments.ts';
import { signInNewPlayer, query, type Known } from './players.ts';
import { expect } from './site.ts';

// Players with data in every list, so that pages are examined as they are in use.

/** A player with data in every list, and a pending report. */
export async function signInWithHistory(page: Page, origin: string, role: string): Promise<void> {
  const { id } = await signInNewPlayer(page.context(), { origin, role });
  await query(`insert into favorites (player_id, game_id) select $1, id from games where id in ('kite-club', 'bao-master')`, [id]);
  await query(
    `insert into play_history (id, player_id, game_id, played_at)
     select gen_random_uuid(), $1, id, now() from games order by length(title) desc, id limit 5`,
    [id],
  );
  await query(`insert into play_times (player_id, game_id, seconds, counted_to) values ($1, 'matatu-rush', 90, now())`, [id]);
  await query(`insert into ratings (player_id, game_id, stars) values ($1, 'matatu-rush', 4)`, [id]);
  await query(
    `insert into notifications (id, player_id, type, title, message, event) values (gen_random_uuid(), $1, 'report', 'Game Report: Kite Club', 'Reason: Spam', 'a'),
       (gen_random_uuid(), $1, 'game_update', 'Bao Master grew', 'Two new boards.', 'b')`,
    [id],
  );
  await query(
    `insert into reports (id, game_id, player_id, reason, description) values (gen_random_uuid(), 'lamu-sails', $1, 'spam', 'Links everywhere.')`,
    [id],
  );
}

/** A player with friends, requests in both directions, chats, a blocked player, and a report about the first friend, who is muted. */
export async function signInWithFriends(page: Page, origin: string, role: string): Promise<{ me: Known; friend: Known; stranger: Known }> {
  const me = await signInNewPlayer(page.context(), { origin, role });
  const browser = page.context().browser();
  if (!browser) throw new Error('there is no browser');
  const others = await browser.newContext();
  const other = () => signInNewPlayer(others, { origin });
  const [friend, second, asked, asks, blocked, stranger] = [
    await other(),
    await other(),
    await other(),
    await other(),
    await other(),
    await other(),
  ];
  await others.close();
  for (const each of [friend, second]) await befriend(me.id, each.id);
  for (const [from, to] of [
    [me, asked],
    [asks, me],
  ] as const)
    await query(
      `insert into friendships (low_id, high_id, state, requested_by) values (least($1::uuid, $2), greatest($1::uuid, $2), 'pending', $1)`,
      [from.id, to.id],
    );
  await query(`insert into blocks (player_id, blocked_id) values ($1, $2)`, [me.id, blocked.id]);
  await createMessages(friend.id, me.id, ['Habari!', 'Sawa', 'Have you seen the new level of Kite Club? It is very long.']);
  await createMessages(second.id, me.id, ['Hello']);
  await query(`insert into favorites (player_id, game_id) select $1, id from games where id in ('kite-club', 'bao-master')`, [friend.id]);
  await query(`insert into presence (player_id, seen_at) values ($1, now())`, [friend.id]);
  await query(
    `insert into player_reports (id, reporter_id, reported_player_id, message_seq, evidence, reason, description)
     values (gen_random_uuid(), $1, $2::uuid, 1, jsonb_build_array(jsonb_build_object('seq', 1, 'senderId', $2::uuid, 'text', 'Habari!', 'at', now())), 'bullying', 'Every day.')`,
    [me.id, friend.id],
  );
  await query(
    `insert into sanctions (id, player_id, kind, why, until) values (gen_random_uuid(), $1, 'mute', 'Be kind.', now() + interval '1 hour')`,
    [friend.id],
  );
  return { me, friend, stranger };
}

/** A player whose card renews, with a declined and a pending payment, and with kiddocash received and spent. */
export async function signInWithPayments(page: Page, origin: string): Promise<{ me: Known; paid: string; open: string }> {
  const me = await signInNewPlayer(page.context(), { origin });
  await payForPlan(page.context(), origin, 'premium', 'mpesa', 'decline');
  const paid = await payForPlan(page.context(), origin, 'premium', 'card');
  await waitForPaidPeriods(me.id, 1);
  const open = await payForPlan(page.context(), origin, 'pro', 'mpesa', null);
  await query(
    `insert into ledger (id, player_id, amount, balance, source, source_ref, note)
     select gen_random_uuid(), $1::uuid, -10, 390, 'purchase', $1::text || n, 'A hat' from generate_series(1, 25) as n`,
    [me.id],
  );
  return { me, paid, open };
}

/** A player with premium, kiddocash, items (one is worn), a picture that waits for review, and data in every tab of the profile. */
export async function signInWithItems(page: Page, origin: string): Promise<Known> {
  const me = await signInNewSubscriber(page.context(), origin);
  await query(
    `insert into inventory (player_id, item_id, category, price, number, is_worn) values
     ($1, 'lamu-kofia', 'hats', 120, null, true), ($1, 'guitar', 'gear', 350, null, false)`,
    [me.id],
  );
  const picture = { do: 'upload', picture: await createPlainImage('png', { r: 20, g: 120, b: 90 }) };
  const sent = await page.request.post('/avatar-customization', { headers: { origin }, multipart: picture });
  expect(sent.ok()).toBe(true);
  return me;
}

/** A player with everything: a plan, payments, friends and a chat, games, items, a picture that waits for review, notifications. */
export async function signInWithEverything(
  page: Page,
  origin: string,
): Promise<Record<'friend' | 'stranger' | 'paid' | 'open' | 'group', string>> {
  const { me, paid, open } = await signInWithPayments(page, origin);
  const browser = page.context().browser();
  if (!browser) throw new Error('there is no browser');
  const others = await browser.newContext();
  const [friend, mate, asks, stranger] = [
    await signInNewPlayer(others, { origin }),
    await signInNewPlayer(others, { origin }),
    await signInNewPlayer(others, { origin }),
    await signInNewPlayer(others, { origin }),
  ];
  await others.close();
  for (const each of [friend, mate]) await befriend(me.id, each.id);
  await createMessages(friend.id, me.id, ['Habari!', 'Have you seen the new level of Kite Club? It is very long.']);
  await query(
    `insert into friendships (low_id, high_id, state, requested_by) values (least($1::uuid, $2), greatest($1::uuid, $2), 'pending', $1)`,
    [asks.id, me.id],
  );
  await query(
    `insert into favorites (player_id, game_id) select $1, id from games where id in ('kite-club', 'bao-master', 'coral-divers')`,
    [me.id],
  );
  await query(
    `insert into play_history (id, player_id, game_id, played_at) select gen_random_uuid(), $1, id, now() from games order by id limit 5`,
    [me.id],
  );
  await query(
    `insert into notifications (id, player_id, type, title, message, event)
     values (gen_random_uuid(), $1, 'report', 'Game Report: Kite Club', 'Reason: Spam', 'a')`,
    [me.id],
  );
  await query(
    `insert into inventory (player_id, item_id, category, price, number, is_worn) values
     ($1, 'lamu-kofia', 'hats', 120, null, true), ($1, 'guitar', 'gear', 350, null, false)`,
    [me.id],
  );
  const picture = { do: 'upload', picture: await createPlainImage('png', { r: 20, g: 120, b: 90 }) };
  expect((await page.request.post('/avatar-customization', { headers: { origin }, multipart: picture })).ok()).toBe(true);
  return { friend: friend.id, stranger: stranger.id, paid, open, group: await createGroups(me.id, friend.id) };
}

/** A group of a player with a friend, and one of the friend's to which the player is invited. @returns the id of the first */
async function createGroups(me: string, friend: string): Promise<string> {
  const [own, other] = [crypto.randomUUID(), crypto.randomUUID()];
  await query(
    `insert into groups (id, name, motto, badge_shape, badge_color, badge_cloth, badge_sign, created_by, created_at) values
       ($1, 'Kite Crew', 'We fly when the wind is up', 'shield', 'blue', 'circles', 'kite', $3, now()),
       ($2, 'Goal Getters', 'Football after homework', 'drum', 'magenta', 'zigzag', 'ball', $4, now())`,
    [own, other, me, friend],
  );
  await query(
    `insert into group_members (group_id, player_id, role, joined_at) values ($1, $3, 'owner', now()), ($1, $4, 'member', now()), ($2, $4, 'owner', now())`,
    [own, other, me, friend],
  );
  await query(
    `insert into group_invitations (group_id, player_id, invited_by, created_at, state, until)
     values ($1, $2, $3, now(), 'open', now() + interval '30 days')`,
    [other, me, friend],
  );
  return own;
}

/** The case of a player whose account was deleted: banned, with a report and its evidence. @returns the id of the player */
async function createRetainedCase(reporter: string): Promise<string> {
  const id = crypto.randomUUID();
  await query(
    `insert into retained_cases (player_id, replacement_id, username, display_name, member_since, erased_at, closed_at)
     values ($1::uuid, 'left-' || $1, 'gone_player', 'Gone Player', now() - interval '200 days', now() - interval '2 days', now() - interval '3 days')`,
    [id],
  );
  await query(
    `insert into retained_reports (id, reported_player_id, reported_username, reported_display_name, reporter_id, reporter_username,
       reporter_display_name, message_seq, evidence, reason, description, state, created_at, decided_at)
     values (gen_random_uuid(), $1::uuid, 'gone_player', 'Gone Player', $2, 'a_reporter', 'A Reporter', 1,
       jsonb_build_array(jsonb_build_object('seq', 1, 'senderId', $1::uuid, 'text', 'Where do you live?', 'at', now())),
       'personal-details', 'Every day.', 'resolved', now() - interval '4 days', now() - interval '3 days')`,
    [id, reporter],
  );
  await query(
    `insert into retained_sanctions (id, player_id, kind, why, created_at) values (gen_random_uuid(), $1, 'ban', 'Never ask for that.', now() - interval '3 days')`,
    [id],
  );
  await query(`insert into case_holds (player_id, held_at) values ($1, now())`, [id]);
  return id;
}

/** A picture of a new player, which waits for review. @returns its id */
async function uploadPicture(page: Page, origin: string): Promise<string> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error('there is no browser');
  const { id } = await signInWithItems(await context.newPage(), origin);
  await context.close();
  const rows = await query<{ id: string }>('select id from avatar_uploads where player_id = $1', [id]);
  return rows[0]?.id ?? '';
}

/** A staff member, with entries in every queue. @returns the ids of a player who was reported, of one who was deleted since, and of open cases */
export async function signInStaffWithQueues(
  page: Page,
  origin: string,
  role: 'moderator' | 'operator',
): Promise<
  Record<'friend' | 'group' | 'closedGroup' | 'erased' | 'message' | 'help' | 'picture' | 'paid' | 'held' | 'dispute' | 'day', string>
> {
  const { me, friend, stranger } = await signInWithFriends(page, origin, role);
  await query(
    `insert into reports (id, game_id, player_id, reason, description)
     values (gen_random_uuid(), 'lamu-sails', $1, 'spam', 'Links everywhere.') on conflict do nothing`,
    [friend.id],
  );
  const rows = await query<{ id: string }>(
    `insert into contact_messages (id, name, email, subject, body)
     values (gen_random_uuid(), 'A parent', 'parent@example.com', 'A question', 'How do I stop paying?') returning id`,
  );
  const requests = await query<{ id: string }>(
    `insert into help_requests (id, player_id, kind, is_asked, words)
     values (gen_random_uuid(), $1, 'distress', true, 'I do not feel safe at home.') returning id`,
    [friend.id],
  );
  await createFigures();
  return {
    friend: friend.id,
    group: await createReportedGroup(friend, stranger, null),
    closedGroup: await createReportedGroup(friend, stranger, 'team'),
    erased: await createRetainedCase(me.id),
    message: rows[0]?.id ?? '',
    help: requests[0]?.id ?? '',
    picture: await uploadPicture(page, origin),
    ...(await createPayments(friend.id)),
    ...(await createMoneyDay(friend.id)),
  };
}

/** A group that was renamed since it was reported by the one of the two who is only a member. @returns its id */
async function createReportedGroup(owner: Known, member: Known, closedBy: 'team' | null): Promise<string> {
  const rows = await query<{ id: string }>(
    `insert into groups (id, name, motto, badge_shape, badge_color, badge_cloth, badge_sign, created_by, created_at, closed_at, closed_by)
     values (gen_random_uuid(), 'Kite Club of Mombasa', 'We fly higher than the gulls.', 'drum', 'teal', 'zigzag', 'kite', $1, now(),
       case when $2::text is null then null else now() end, $2) returning id`,
    [owner.id, closedBy],
  );
  const id = rows[0]?.id ?? '';
  await query(
    `insert into group_members (group_id, player_id, role, joined_at) values ($1, $2, 'owner', now()), ($1, $3, 'member', now())`,
    [id, owner.id, member.id],
  );
  await query(
    `insert into group_name_changes (id, group_id, name, motto, kind, changed_by, changed_at) values
     (gen_random_uuid(), $1, 'You are all ugly', '', 'made', $2, now() - interval '1 day'),
     (gen_random_uuid(), $1, 'Kite Club of Mombasa', 'We fly higher than the gulls.', 'changed', $2, now())`,
    [id, owner.id],
  );
  await query(
    `insert into group_reports (id, group_id, reporter_id, reported_name, reported_motto, reason, description, state, created_at, decided_at)
     values (gen_random_uuid(), $1, $2, 'You are all ugly', '', 'bad-name', 'The name is mean.', case when $3 then 'resolved' else 'new' end,
       now() - interval '2 hours', case when $3 then now() end)`,
    [id, member.id, closedBy !== null],
  );
  return id;
}

/** A payment of a player of which a part went back and another refund failed, and one that is held. */
async function createPayments(playerId: string): Promise<Record<'paid' | 'held', string>> {
  const [paid, held] = [`kd-paid-${playerId}`, `kd-held-${playerId}`];
  await query(
    `insert into payments (reference, provider, player_id, product, plan_id, channel, amount_minor, currency, kiddocash, state, is_disallowed,
       created_at, paid_at, refunded_minor, status_message)
     select reference, 'till', $3, 'pass', 'premium', 'mpesa', 9900, 'KES', 400, state, state = 'held', now(), now(), case state when 'success' then 900 else 0 end,
       'success'
     from (values ($1, 'success'), ($2, 'held')) one (reference, state)`,
    [paid, held, playerId],
  );
  await query(
    `insert into refund_requests (id, reference, provider, amount_minor, currency, reason, state, provider_id, error, created_at, finished_at)
     select gen_random_uuid(), $1, 'till', 900, 'KES', 'twice', state, id || $1, error, now(), now()
     from (values ('processed', 'RF_1', null), ('failed', 'RF_2', 'Your balance is too low for this refund.')) one (state, id, error)`,
    [paid],
  );
  return { paid, held };
}

/** Payments of yesterday, of which one is disputed and others differ from what the provider settled. */
async function createMoneyDay(playerId: string): Promise<Record<'dispute' | 'day', string>> {
  const name = `kd-${playerId.replaceAll('-', '')}`;
  const yesterday = `date_trunc('day', now(), 'Africa/Nairobi') - interval '9 hours'`;
  await query(
    `insert into payments (reference, provider, player_id, product, plan_id, channel, amount_minor, currency, kiddocash, state, paid_at)
     select $2 || n, 'till', $1, 'pass', 'premium', 'mpesa', 9900, 'KES', 400, case n when 1 then 'disputed' else 'success' end, ${yesterday}
     from generate_series(1, 4) n`,
    [playerId, name],
  );
  await query(
    `insert into settlements (provider, provider_id, currency, state, processed_minor, fees_minor, deductions_minor, paid_out_minor, settled_at)
     values ('till', $1, 'KES', 'paid', 39500, 593, 0, 38907, now())`,
    [name],
  );
  await query(
    `insert into settlement_lines (provider, settlement_id, reference, amount_minor, fees_minor, currency, channel, day, is_reversed)
     select 'till', $1, reference, amount, 148, 'KES', 'mobile_money', (${yesterday})::date, reference like '%3'
     from (values ($1 || '1', 9900), ($1 || '2', 9800), ($1 || '3', 9900), ('nobody-' || $1, 9900)) line (reference, amount)`,
    [name],
  );
  const disputes = await query<{ id: string }>(
    `insert into disputes (id, provider, provider_id, reference, amount_minor, currency, category, reason, state, opened_at, due_at)
     values (gen_random_uuid(), 'till', $1, $1 || '1', 9900, 'KES', 'chargeback', 'I do not know this payment.', 'awaiting-us', now(), now() + interval '2 days')
     returning id`,
    [name],
  );
  const days = await query<{ day: string }>(`select (${yesterday})::date::text as day`);
  return { dispute: disputes[0]?.id ?? '', day: days[0]?.day ?? '' };
}

/** Figures of the operators' overview, as if they had been counted for 60 days; the job counts the last ones anew. */
async function createFigures(): Promise<void> {
  const days = `generate_series(now() - interval '59 days', now(), interval '1 day') d(at), lateral (select (at at time zone 'Africa/Nairobi')::date as day) days`;
  await query(
    `insert into counted_days (day, counted_at) select day, least(now(), at + interval '2 days') from ${days} on conflict do nothing`,
  );
  await query(`insert into daily_figures (metric, day, key, value)
    select metric, day, '', 10 + extract(day from day) from unnest(array['sign-ups', 'active-1', 'active-7', 'active-30', 'minutes', 'plays', 'sent']) metric,
      ${days} on conflict do nothing`);
  await query(`insert into daily_figures (metric, day, key, value)
    select 'top-games-' || period, day, id, 100 from unnest(array['1', '7', '30']) period, (select id from games order by id limit 8) games, ${days}
    on conflict do nothing`);
  await query(`insert into daily_figures (metric, day, key, value) select 'refused', day, kind, 5 from unnest(array['phone', 'profanity', 'meet-elsewhere']) kind,
    ${days} on conflict do nothing`);
  await query(
    `insert into daily_figures (metric, day, key, value) select 'revenue', day, 'premium/mpesa', 9900 from ${days} on conflict do nothing`,
  );
}
