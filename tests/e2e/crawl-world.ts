import { randomBytes, randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Cookie } from '@playwright/test';
import { befriend, talk } from './friends.ts';
import { givePassword } from './keys.ts';
import { giveKiddocash, plainPicture } from './looks.ts';
import { payForPlan, settled } from './payers.ts';
import { enter, query } from './players.ts';
import { makeBuyers, type Buyer } from './purchases.ts';

// Somebody who has something in every list, made anew as often as one is needed: a button that deletes is pressed like any other.

export const ROLES = ['visitor', 'player', 'premium', 'moderator', 'operator'] as const;
export type Role = (typeof ROLES)[number];
export type Place = { dataDir: string; origin: string };

/** Who looks, and what they have: names for the ids that stand in addresses. */
export type World = { ids: Record<string, string>; texts: string[] };

/** The same address for everybody who has the same: ids become their names. */
export function nameIn(world: World, address: string): string {
  return Object.entries(world.ids).reduce((text, [name, id]) => text.replaceAll(id, `{${name}}`), address);
}

/** The other way round. */
export function fillIn(world: World, address: string): string {
  return Object.entries(world.ids).reduce((text, [name, id]) => text.replaceAll(`{${name}}`, id), address);
}

/** What only one page needs is brought when it is opened: a payment that waits. */
export async function bringFor(address: string, { ids }: World, context: BrowserContext, { origin }: Place): Promise<void> {
  if (address.includes('{open}')) ids['open'] ??= await payForPlan(context, origin, 'pro', 'mpesa', null);
}

/** Somebody who has never done anything here, and what signs a browser in as them. */
export type Newcomer = { world: World; cookies: Cookie[] };

/** Brings somebody with the same things as all others of this role. */
export async function prepare(browser: Browser, role: Role, place: Place): Promise<Newcomer> {
  // The question about cookies is a visitor's to answer: it lies over the lower part of a phone.
  if (role === 'visitor') return { world: { ids: {}, texts: [] }, cookies: [] };
  const context = await browser.newContext();
  await context.addCookies([{ name: 'cookie_consent', value: 'all', url: place.origin, sameSite: 'Lax' }]);
  const world = await settle(context, role, place);
  const cookies = await context.cookies();
  await context.close();
  return { world, cookies };
}

async function settle(context: BrowserContext, role: Role, place: Place): Promise<World> {
  const { dataDir, origin } = place;
  const me = await enter(context, { role: role === 'premium' ? 'player' : role, dataDir, origin });
  const others = await makeBuyers(6, dataDir);
  const [friend, second, asked, asks, blocked, stranger] = others as [Buyer, Buyer, Buyer, Buyer, Buyer, Buyer];
  const ids: Record<string, string> = { me: me.id };
  Object.assign(ids, { friend: friend.id, second: second.id, asked: asked.id, asks: asks.id, blocked: blocked.id, stranger: stranger.id });
  await query(
    `update players set display_name = 'Pal ' || substr(md5(id::text), 1, 5) where id = any($1::uuid[])`,
    [others.map(({ id }) => id)],
    dataDir,
  );
  await givePassword(me.id, dataDir);
  for (const each of [friend, second]) await befriend(me.id, each.id, dataDir);
  for (const [from, to] of [
    [me.id, asked.id],
    [asks.id, me.id],
  ])
    await query(
      `insert into friendships (low_id, high_id, state, asked_by) values (least($1::uuid, $2), greatest($1::uuid, $2), 'pending', $1)`,
      [from, to],
      dataDir,
    );
  await query(`insert into blocks (player_id, blocked_id) values ($1, $2)`, [me.id, blocked.id], dataDir);
  await talk(friend.id, me.id, ['Habari!', 'Sawa', 'Have you seen the new level of Kite Club? It is very long.'], dataDir);
  await talk(second.id, me.id, ['Hello'], dataDir);
  await query(`insert into favorites (player_id, game_id) select $1, id from games order by id limit 14`, [me.id], dataDir);
  await query(
    `insert into play_history (id, player_id, game_id, played_at)
     select gen_random_uuid(), $1, id, now() - n * interval '3 hours' from games, generate_series(0, 1) as n limit 30`,
    [me.id],
    dataDir,
  );
  await query(`insert into play_times (player_id, game_id, seconds, counted_to) select $1, id, 90, now() from games`, [me.id], dataDir);
  await query(`insert into ratings (player_id, game_id, stars) values ($1, 'matatu-rush', 4)`, [me.id], dataDir);
  await query(
    `insert into notifications (id, player_id, type, title, message, event, related_id) values
       (gen_random_uuid(), $1, 'report', 'Game Report: Kite Club', 'Reason: Spam', 'a', null),
       (gen_random_uuid(), $1, 'game_update', 'Bao Master grew', 'Two new boards.', 'b', 'bao-master'),
       (gen_random_uuid(), $1, 'friend_request', 'A friend request', 'Somebody asks you.', 'c', $2)`,
    [me.id, asks.id],
    dataDir,
  );
  await query(
    `insert into inventory (player_id, item_id, category, price, number, is_worn) values
     ($1, 'lamu-kofia', 'hats', 120, null, true), ($1, 'guitar', 'gear', 350, null, false)`,
    [me.id],
    dataDir,
  );
  await giveKiddocash(me.id, 5000, dataDir);
  if (role === 'premium') {
    ids['paid'] = await payForPlan(context, origin, 'premium', 'card');
    await settled(me.id, 1, dataDir);
    await bringPicture(place, (await cookieOf(context)) ?? '');
  }
  if (role === 'moderator' || role === 'operator') await work(place, ids, [asked, stranger]);
  return { ids, texts: [me.displayName, me.username] };
}

/** What waits for the team. */
async function work(place: Place, ids: Record<string, string>, others: [Buyer, Buyer]): Promise<void> {
  const { dataDir } = place;
  const [reporter, payer] = others;
  await query(
    `insert into reports (id, game_id, player_id, reason, description)
     select gen_random_uuid(), id, $1, 'spam', 'Links everywhere.' from games where id in ('lamu-sails', 'kite-club')`,
    [reporter.id],
    dataDir,
  );
  await query(
    `insert into player_reports (id, reporter_id, subject_id, message_seq, evidence, reason, description)
     values (gen_random_uuid(), $1, $2::uuid, 1, jsonb_build_array(jsonb_build_object('seq', 1, 'senderId', $2::uuid, 'text', 'Habari!', 'at', now())), 'bullying', 'Every day.')`,
    [ids['me'] === reporter.id ? null : reporter.id, ids['friend']],
    dataDir,
  );
  await query(
    `insert into sanctions (id, player_id, kind, why, until) values (gen_random_uuid(), $1, 'mute', 'Be kind.', now() + interval '1 hour')`,
    [ids['friend']],
    dataDir,
  );
  // A picture that waits is drawn, so that a moderator sees one.
  await query(
    `insert into subscriptions (id, player_id, plan_id, channel, provider, state, paid_until) values ($1, $2, 'premium', 'mpesa', 'till', 'active', now() + interval '20 days')`,
    [(ids['pass'] = randomUUID()), payer.id],
    dataDir,
  );
  ids['held'] = `kd-${randomBytes(16).toString('hex')}`;
  ids['bought'] = `kd-${randomBytes(16).toString('hex')}`;
  await query(
    `insert into payments (reference, provider, player_id, product, plan_id, channel, amount_minor, currency, kiddocash, state, paid_at) values
       ($1, 'till', $3, 'pass', 'premium', 'mpesa', 9900, 'KES', 400, 'held', now()),
       ($2, 'till', $3, 'pass', 'premium', 'mpesa', 9900, 'KES', 400, 'success', now())`,
    [ids['held'], ids['bought'], payer.id],
    dataDir,
  );
  await query(
    `insert into paid_periods (reference, player_id, plan_id, subscription_id, begins_at, ends_at) values ($1, $2, 'premium', $3, now() - interval '1 day', now() + interval '20 days')`,
    [ids['bought'], payer.id, ids['pass']],
    dataDir,
  );
  await bringPicture(place, payer.cookie);
  await query(
    `insert into contact_messages (id, player_id, name, email, subject, body) values ($1, $2, 'Wanjiru', 'wanjiru@example.com', 'A question', 'How do I add a friend?')`,
    [(ids['message'] = randomUUID()), reporter.id],
    dataDir,
  );
  await query(
    `insert into newsletter_readers (id, address_hash, email, confirmed_at) values (gen_random_uuid(), decode(md5($1), 'hex'), $1, now())`,
    [`${randomBytes(5).toString('hex')}@example.com`],
    dataDir,
  );
}

let picture: ReturnType<typeof plainPicture> | undefined;

/** Brings a picture of one's own by the form. */
async function bringPicture({ origin }: Place, cookie: string): Promise<void> {
  const { name, mimeType, buffer } = await (picture ??= plainPicture('png', { r: 20, g: 120, b: 90 }));
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

async function cookieOf(context: BrowserContext): Promise<string | undefined> {
  const found = (await context.cookies()).find(({ name }) => name === 'kiddo_session');
  return found && `kiddo_session=${found.value}`;
}
