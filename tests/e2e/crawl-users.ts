import { randomBytes, randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import pg from 'pg';
import { tokenHash } from '../../src/infra/auth/hashed-sessions.ts';
import { newId } from '../../src/shared/ids.ts';
import { createRandomName } from '../test-players.ts';
import { getPasswordHash } from './passwords.ts';
import { createPlainImage } from './avatar-images.ts';
import { payForPlan, waitForPaidPeriods } from './payments.ts';
import { query } from './players.ts';
import { buy } from './purchases.ts';

// Users with data in every list, created again whenever needed: the crawler presses delete buttons like all others.

export const ROLES = ['visitor', 'player', 'premium', 'moderator', 'operator'] as const;
export type Role = (typeof ROLES)[number];
export type CrawlSite = {
  dataDir: string;
  origin: string;
  /** Creates the next user, on a site that has no database. */
  createSession?: () => Promise<CrawlSession>;
};

/** A user and their data: placeholder names for the ids in URLs. */
export type CrawlUser = {
  ids: Record<string, string>;
  texts: string[];
  /** Who uploads a picture before the first page that shows it, by their session cookie; another than the user for the queue of pictures. */
  uploader?: { id: string; cookie: string; isAnother: boolean };
  /** An operator who switches on again what presses switched off: the data of the next page needs it. */
  keeperCookie?: string;
};

/** Replaces ids by their placeholders: so the URL is the same for all users with the same data. */
export function toTemplate(world: CrawlUser, address: string): string {
  return Object.entries(world.ids).reduce((text, [name, id]) => text.replaceAll(id, `{${name}}`), address);
}

/** Replaces placeholders by ids. */
export function fillTemplate(world: CrawlUser, address: string): string {
  return Object.entries(world.ids).reduce((text, [name, id]) => text.replaceAll(`{${name}}`, id), address);
}

/** Creates data that only a few pages need when they are opened: a pending payment, a picture. */
export async function prepareForUrl(address: string, world: CrawlUser, context: BrowserContext, place: CrawlSite): Promise<void> {
  if (world.keeperCookie !== undefined) await switchBack(place, world.keeperCookie);
  if (address.includes('{open}')) world.ids['open'] ??= await payForPlan(context, place.origin, 'pro', 'mpesa', null);
  if (world.uploader === undefined || !/^\/(avatar|moderation(\/pictures|\?|$))/.test(address)) return;
  const { cookie, id, isAnother } = world.uploader;
  await uploadPicture(place, cookie);
  delete world.uploader;
  // Older than reports about players and groups: those of all users before this one would fill the first page of what waits.
  const uploads = isAnother
    ? await query<{ id: string }>(
        `update avatar_uploads set created_at = date_trunc('day', now()) where player_id = $1 returning id`,
        [id],
        place.dataDir,
      )
    : [];
  if (uploads[0]) world.ids['picture'] = uploads[0].id;
}

/** A user who has not done anything yet, and the cookies that sign a browser in. */
export type CrawlSession = { user: CrawlUser; cookies: Parameters<BrowserContext['addCookies']>[0] };

/** A player to be inserted. */
type PlayerRecord = { id: string; username: string; displayName: string; token: string };

const createPlayerRecord = (): PlayerRecord => {
  const username = `known_${createRandomName()}`;
  return { id: newId(), username, displayName: `Known ${username.slice(6, 10)}`, token: randomBytes(24).toString('base64url') };
};
const getSessionCookie = ({ token }: PlayerRecord) => `kiddo_session=${token}.test`;

/** Builds SQL with inlined values. Many statements in one text need only one round trip, but cannot have parameters. */
const sql = (parts: TemplateStringsArray, ...values: (string | null)[]): string =>
  parts.reduce((all, part, nth) => {
    const value = values[nth - 1];
    return `${all}${value == null ? 'null' : pg.escapeLiteral(value)}${part}`;
  });

/** Creates a user with the same data as all others of this role. */
export async function createCrawlSession(role: Role, place: CrawlSite): Promise<CrawlSession> {
  // Visitors have to answer the cookie question: it covers the lower part of a phone's screen.
  if (role === 'visitor') return { user: { ids: {}, texts: [] }, cookies: [] };
  const [me, friend, second, asked, requester, blocked, stranger] = Array.from({ length: 7 }, createPlayerRecord) as [
    PlayerRecord,
    PlayerRecord,
    PlayerRecord,
    PlayerRecord,
    PlayerRecord,
    PlayerRecord,
    PlayerRecord,
  ];
  const others = { friend, second, asked, asks: requester, blocked, stranger };
  const ids: Record<string, string> = { me: me.id, group: newId(), askingGroup: newId() };
  for (const [name, { id }] of Object.entries(others)) ids[name] = id;
  const isStaff = role === 'moderator' || role === 'operator';
  await query(
    [
      buildPlayerSql(me, role === 'premium' ? 'player' : role),
      ...Object.values(others).map((other) => buildPlayerSql({ ...other, displayName: `Pal ${other.username.slice(6, 11)}` }, 'player')),
      sql`insert into identities (id, player_id, provider, subject, password_hash)
          values (gen_random_uuid(), ${me.id}, 'credential', ${me.id}, ${await getPasswordHash()})`,
      buildFriendsSql(me, others),
      buildGroupsSql(ids),
      ...buildBelongingsSql(me, requester),
      ...(isStaff ? buildStaffQueueSql(ids, others) : []),
    ].join(';\n'),
    [],
    place.dataDir,
  );
  const world: CrawlUser = { ids, texts: [me.displayName, me.username] };
  if (role === 'premium') {
    const buyer = { id: me.id, cookie: getSessionCookie(me) };
    const product = { address: '/subscription', form: { do: 'subscribe', plan: 'premium', channel: 'card' }, kiddocash: 400 } as const;
    ids['paid'] = (await buy(place.origin, { buyer, product, comesBack: false }))?.reference ?? '';
    await waitForPaidPeriods(me.id, 1, place.dataDir);
    world.uploader = { id: me.id, cookie: getSessionCookie(me), isAnother: false };
  }
  // Not for operators alone: what one of them switched off stays off for whoever comes next. Nothing is switched back here: while this user
  // is made, another one presses the switches.
  const keeper = createPlayerRecord();
  await query(buildPlayerSql(keeper, 'operator'), [], place.dataDir);
  world.keeperCookie = getSessionCookie(keeper);
  if (isStaff) world.uploader = { id: stranger.id, cookie: getSessionCookie(stranger), isAnother: true };
  const cookie = { url: place.origin, sameSite: 'Lax' } as const;
  const cookies = [
    { ...cookie, name: 'cookie_consent', value: 'all' },
    { ...cookie, name: 'kiddo_session', value: `${me.token}.test`, httpOnly: true },
  ];
  return { user: world, cookies };
}

/** Sets every switch back to what it is as a rule, by the form of the operators' page: so the site knows it at once. */
async function switchBack({ origin, dataDir }: CrawlSite, cookie: string): Promise<void> {
  const unusual = await query<{ name: string; version: number }>(
    `select name, version from feature_flags where is_enabled = (name = 'read-only')`,
    [],
    dataDir,
  );
  for (const { name, version } of unusual) {
    const form = { flag: name, do: name === 'read-only' ? 'off' : 'on', note: 'For the next page.', version: String(version) };
    const answer = await fetch(`${origin}/operator/switches`, {
      method: 'POST',
      headers: { cookie, origin },
      body: new URLSearchParams(form),
    });
    if (!answer.ok) throw new Error(`${name} was not switched back: ${answer.status}`);
  }
}

function buildPlayerSql({ id, username, displayName, token }: PlayerRecord, role: string): string {
  return sql`
    insert into players (id, username, display_name, email, email_confirmed, role, two_factor, birth_month, age_band)
    values (${id}, ${username}, ${displayName}, ${`${username}@example.com`}, true, ${role}, ${role} <> 'player', '1990-01', 18);
    insert into sessions (id, player_id, token_hash, remembered, second_step, expires_at)
    values (${newId()}, ${id}, ${tokenHash(token)}, true, ${role} <> 'player', now() + interval '1 day');
    -- All figures look alike: what can be chosen instead is then the same for all.
    update avatars set look = '{}', first_look = jsonb_build_object('of', player_id) where player_id = ${id}`;
}

function buildFriendsSql(
  me: PlayerRecord,
  { friend, second, asked, asks, blocked }: Record<'friend' | 'second' | 'asked' | 'asks' | 'blocked', PlayerRecord>,
) {
  const pair = (one: PlayerRecord, other: PlayerRecord) =>
    sql`least(${one.id}::uuid, ${other.id}::uuid), greatest(${one.id}::uuid, ${other.id}::uuid)`;
  const talk = (from: PlayerRecord, texts: string[]) =>
    [
      `insert into conversations (low_id, high_id, last_seq, last_at, low_unread, high_unread) select ${pair(from, me)}, ${texts.length}, now(), `,
      sql`count(*) filter (where ${from.id}::uuid < ${me.id}::uuid and seq % 2 = 0 or ${from.id}::uuid > ${me.id}::uuid and seq % 2 = 1), `,
      sql`count(*) filter (where ${from.id}::uuid < ${me.id}::uuid and seq % 2 = 1 or ${from.id}::uuid > ${me.id}::uuid and seq % 2 = 0) `,
      `from generate_series(1, ${texts.length}) as seq;\n`,
      ...texts.map(
        (text, nth) =>
          `insert into messages (low_id, high_id, seq, sender_id, client_id, body, sent_at) values (${pair(from, me)}, ${nth + 1}, ` +
          `${sql`${(nth % 2 === 0 ? from : me).id}, gen_random_uuid(), ${text}`}, now() - make_interval(secs => ${texts.length - nth - 1}));\n`,
      ),
    ].join('');
  return [
    ...[friend, second].map(
      (other) =>
        `insert into friendships (low_id, high_id, state, requested_by, accepted_at) values (${pair(me, other)}, 'accepted', ${sql`${me.id}`}, now())`,
    ),
    ...(
      [
        [me, asked],
        [asks, me],
      ] as const
    ).map(
      ([from, to]) =>
        `insert into friendships (low_id, high_id, state, requested_by) values (${pair(from, to)}, 'pending', ${sql`${from.id}`})`,
    ),
    sql`insert into blocks (player_id, blocked_id) values (${me.id}, ${blocked.id})`,
    talk(friend, ['Habari!', 'Sawa', 'Have you seen the new level of Kite Club? It is very long.']),
    talk(second, ['Hello']),
  ].join(';\n');
}

/** A group of the user and a friend, in which another is invited, and one of the friend's to which the user is. */
function buildGroupsSql({ me = '', friend = '', second = '', group = '', askingGroup = '' }: Record<string, string>): string {
  return [
    sql`insert into groups (id, name, motto, badge_shape, badge_color, badge_cloth, badge_sign, created_by, created_at) values
        (${group}, 'Kite Crew', 'We fly when the wind is up', 'shield', 'blue', 'circles', 'kite', ${me}, now()),
        (${askingGroup}, 'Goal Getters', 'Football after homework', 'drum', 'magenta', 'zigzag', 'ball', ${friend}, now())`,
    sql`insert into group_members (group_id, player_id, role, joined_at) values (${group}, ${me}, 'owner', now()),
        (${group}, ${friend}, 'member', now()), (${askingGroup}, ${friend}, 'owner', now())`,
    sql`insert into group_invitations (group_id, player_id, invited_by, created_at, state, until) values
        (${group}, ${second}, ${me}, now(), 'open', now() + interval '30 days'),
        (${askingGroup}, ${me}, ${friend}, now(), 'open', now() + interval '30 days')`,
  ].join(';\n');
}

/** Games, notifications, items and money. */
function buildBelongingsSql({ id }: PlayerRecord, asks: PlayerRecord): string[] {
  return [
    sql`insert into favorites (player_id, game_id) select ${id}, id from games order by id limit 14`,
    // Pages link to the last played games first: a free one, and a premium one.
    sql`insert into play_history (id, player_id, game_id, played_at)
        select gen_random_uuid(), ${id}, id, now() - nth * interval '1 minute' - again * interval '3 hours'
        from (select id, row_number() over (order by id <> 'matatu-rush', id <> 'coral-divers', id) as nth from games) as g,
          generate_series(0, 1) as again
        where nth <= 15`,
    sql`insert into play_times (player_id, game_id, seconds, counted_to) select ${id}, id, 90, now() from games`,
    sql`insert into ratings (player_id, game_id, stars) values (${id}, 'matatu-rush', 4)`,
    sql`insert into notifications (id, player_id, type, title, message, event, related_id) values
        (gen_random_uuid(), ${id}, 'report', 'Game Report: Kite Club', 'Reason: Spam', 'a', null),
        (gen_random_uuid(), ${id}, 'game_update', 'Bao Master grew', 'Two new boards.', 'b', 'bao-master'),
        (gen_random_uuid(), ${id}, 'friend_request', 'A friend request', 'Somebody asks you.', 'c', ${asks.id})`,
    sql`insert into inventory (player_id, item_id, category, price, number, is_worn) values
        (${id}, 'lamu-kofia', 'hats', 120, null, true), (${id}, 'guitar', 'gear', 350, null, false)`,
    sql`insert into wallets (player_id, balance) values (${id}, 5000)`,
    sql`insert into ledger (id, player_id, amount, balance, source, source_ref)
        values (gen_random_uuid(), ${id}, 5000, 5000, 'pack', ${`test ${randomUUID()}`})`,
  ];
}

/** Entries of the staff queues. */
function buildStaffQueueSql(
  ids: Record<string, string>,
  { friend, asked, stranger }: Record<'friend' | 'asked' | 'stranger', PlayerRecord>,
): string[] {
  const [reporter, payer] = [asked, stranger];
  const pass = (ids['pass'] = randomUUID());
  const held = (ids['held'] = `kd-${randomBytes(16).toString('hex')}`);
  const bought = (ids['bought'] = `kd-${randomBytes(16).toString('hex')}`);
  const message = (ids['message'] = randomUUID());
  const erased = (ids['erased'] = randomUUID());
  const help = (ids['help'] = randomUUID());
  const dispute = (ids['dispute'] = randomUUID());
  const group = (ids['reportedGroup'] = randomUUID());
  const reader = `${randomBytes(5).toString('hex')}@example.com`;
  return [
    // All at the same time: the next user is made while pages of this one are open, which would say that a newer report has come in.
    sql`insert into reports (id, game_id, player_id, reason, description, created_at)
        select gen_random_uuid(), id, ${reporter.id}, 'spam', 'Links everywhere.', date_trunc('day', now())
        from games where id in ('lamu-sails', 'kite-club')`,
    sql`insert into player_reports (id, reporter_id, reported_player_id, message_seq, evidence, reason, description)
        values (gen_random_uuid(), ${reporter.id}, ${friend.id}, 1,
          jsonb_build_array(jsonb_build_object('seq', 1, 'senderId', ${friend.id}::uuid, 'text', 'Habari!', 'at', now())), 'bullying', 'Every day.')`,
    sql`insert into groups (id, name, motto, badge_shape, badge_color, badge_cloth, badge_sign, created_by, created_at)
        values (${group}, 'Kite Club', 'We fly.', 'drum', 'teal', 'zigzag', 'kite', ${friend.id}, now())`,
    sql`insert into group_members (group_id, player_id, role, joined_at) values
        (${group}, ${friend.id}, 'owner', now()), (${group}, ${reporter.id}, 'member', now())`,
    sql`insert into group_name_changes (id, group_id, name, motto, kind, changed_by, changed_at)
        values (gen_random_uuid(), ${group}, 'Kite Club', 'We fly.', 'made', ${friend.id}, now())`,
    // To the millisecond, as our code writes times: a page cannot have read what came within the same one, but later.
    sql`insert into group_reports (id, group_id, reporter_id, reported_name, reported_motto, reason, description, created_at)
        values (gen_random_uuid(), ${group}, ${reporter.id}, 'Kite Club', 'We fly.', 'bad-name', 'The name is mean.',
          date_trunc('milliseconds', now()))`,
    // The queue begins with the oldest: the last that was created has to be on its first page.
    sql`insert into help_requests (id, player_id, kind, is_asked, words, created_at)
        values (${help}, ${reporter.id}, 'distress', true, 'I do not feel safe at home.',
          timestamptz '2025-01-01' - (now() - timestamptz '2025-01-01'))`,
    sql`insert into sanctions (id, player_id, kind, why, until)
        values (gen_random_uuid(), ${friend.id}, 'mute', 'Be kind.', now() + interval '1 hour')`,
    sql`insert into retained_cases (player_id, replacement_id, username, display_name, member_since, erased_at, closed_at)
        values (${erased}, ${`left-${erased}`}, 'gone_player', 'Gone Player', now() - interval '200 days', now(), now())`,
    sql`insert into retained_sanctions (id, player_id, kind, why, created_at) values (gen_random_uuid(), ${erased}, 'ban', 'Be kind.', now())`,
    sql`insert into subscriptions (id, player_id, plan_id, channel, provider, state, paid_until)
        values (${pass}, ${payer.id}, 'premium', 'mpesa', 'till', 'active', now() + interval '20 days')`,
    sql`insert into payments (reference, provider, player_id, product, plan_id, channel, amount_minor, currency, kiddocash, state, paid_at) values
        (${held}, 'till', ${payer.id}, 'pass', 'premium', 'mpesa', 9900, 'KES', 400, 'held', now()),
        (${bought}, 'till', ${payer.id}, 'pass', 'premium', 'mpesa', 9900, 'KES', 400, 'success', now())`,
    sql`insert into paid_periods (reference, player_id, plan_id, subscription_id, begins_at, ends_at, kiddocash_given_at)
        values (${bought}, ${payer.id}, 'premium', ${pass}, now() - interval '1 day', now() + interval '20 days', now())`,
    sql`insert into disputes (id, provider, provider_id, reference, amount_minor, currency, category, reason, state, opened_at, due_at)
        values (${dispute}, 'till', ${dispute}, ${held}, 9900, 'KES', 'chargeback', 'I do not know this payment.', 'awaiting-us', now(), now() + interval '2 days')`,
    sql`insert into contact_messages (id, player_id, name, email, subject, body)
        values (${message}, ${reporter.id}, 'Wanjiru', 'wanjiru@example.com', 'A question', 'How do I add a friend?')`,
    sql`insert into newsletter_readers (id, address_hash, email, confirmed_at)
        values (gen_random_uuid(), decode(md5(${reader}), 'hex'), ${reader}, now())`,
  ];
}

let picture: ReturnType<typeof createPlainImage> | undefined;

/** Uploads a picture through the form. */
async function uploadPicture({ origin }: CrawlSite, cookie: string): Promise<void> {
  const { name, mimeType, buffer } = await (picture ??= createPlainImage('png', { r: 20, g: 120, b: 90 }));
  const form = new FormData();
  form.set('do', 'upload');
  form.set('picture', new File([new Uint8Array(buffer)], name, { type: mimeType }));
  const answer = await fetch(new URL('/avatar-customization', origin), {
    method: 'POST',
    headers: { origin, cookie },
    body: form,
    redirect: 'manual',
  });
  if (answer.status >= 400) throw new Error(`a picture was brought and answered with ${answer.status}`);
}
