import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { sql } from 'kysely';
import { reportPlayer } from '../src/features/chat/reporting/service.server.ts';
import { sendMessage } from '../src/features/chat/service.server.ts';
import { enterCode } from '../src/features/accounts/second-step/service.server.ts';
import { signIn } from '../src/features/accounts/service.server.ts';
import { listMessages, settleMessage, viewMessage } from '../src/features/contact/operating/service.server.ts';
import { sendMessage as writeToUs } from '../src/features/contact/service.server.ts';
import { doToFriend, notePresent } from '../src/features/friends/service.server.ts';
import { setFavorite } from '../src/features/library/service.server.ts';
import { postLetter } from '../src/features/mail/service.server.ts';
import { confirmReader, subscribe } from '../src/features/newsletter/service.server.ts';
import { decideAboutPerson } from '../src/features/moderation/people/service.server.ts';
import { reportGame } from '../src/features/reports/service.server.ts';
import { askEmailChange, saveProfile } from '../src/features/settings/account/service.server.ts';
import { doSecurity } from '../src/features/settings/security/service.server.ts';
import { adjustWallet } from '../src/features/wallet/operating/service.server.ts';
import type { ClientInfo } from '../src/infra/sign-in/sign-in.ts';
import { VISITOR } from '../src/shared/permissions.ts';
import type { AppContext } from '../src/context.server.ts';
import { codeOf } from './authenticator.ts';
import { createPayingWorld } from './fake-payments.ts';

const headerOf = (cookies: string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ');

/**
 * Somebody who did everything that can be done here, and three others who had to do with them. The names are ones that stand nowhere
 * else.
 */
export async function createEverything() {
  const paying = await createPayingWorld();
  const { world, ctx } = paying;
  const { db } = ctx;
  const who = await world.addPlayer({ username: 'zawadi_first', display_name: 'Zawadi (the 1st)', email: 'zawadi.one@example.com' });
  const brian = await world.addPlayer({ username: 'brian', display_name: 'Brian' });
  const chao = await world.addPlayer({ username: 'chao', display_name: 'Chao' });
  const mod = await world.addPlayer({ username: 'modesty', display_name: 'Modesty', role: 'moderator' });
  const ops = await world.addPlayer({ username: 'opal', display_name: 'Opal', role: 'operator' });
  const game = await world.addGame();
  const now = ctx.now();
  const visit: ClientInfo = { address: '41.90.64.7', userAgent: 'zawadi phone', cookies: '' };

  // Signs in, by password and second step, by Google too; tries, and is counted.
  await signIn(ctx, VISITOR, { identifier: who.username, password: 'wrong1' }, visit);
  const first = await signIn(ctx, VISITOR, { identifier: who.username, password: 'secret1' }, visit);
  const here = { ...visit, cookies: headerOf(first.cookies) };
  const begun = await doSecurity(ctx, who, { do: 'second-begin', current: 'secret1' }, here);
  const key = begun.answer.setUp?.key ?? '';
  await doSecurity(ctx, who, { do: 'second-confirm', key, code: codeOf(key) }, here);
  const half = await signIn(ctx, VISITOR, { identifier: who.username, password: 'secret1' }, visit);
  const inside = await enterCode(ctx, VISITOR, { code: codeOf(key) }, { ...visit, cookies: headerOf(half.cookies) });
  const signedIn = { ...visit, cookies: headerOf(inside.cookies) };
  await signIn(ctx, VISITOR, { identifier: who.username, password: 'secret1' }, visit);
  await db
    .insertInto('sign_ins')
    .values({ id: ctx.newId(), player_id: who.id, provider: 'google', subject: `google ${who.email}` })
    .execute();
  await ctx.auth.createResetToken(who.email);

  // Friends, chat, reports, blocks.
  await doToFriend(ctx, who, { do: 'ask', id: brian.id });
  await doToFriend(ctx, brian, { do: 'accept', id: who.id });
  const say = async (from: typeof who, to: typeof who, text: string) => {
    world.wait(4);
    const sent = await sendMessage(ctx, from, to.id, { text, clientId: randomUUID() });
    if (!('message' in sent)) throw new Error(JSON.stringify(sent));
    return sent.message.id;
  };
  await say(brian, who, 'Hello zawadi_first');
  await say(who, brian, 'I like the maze');
  const reported = await say(brian, who, 'You lose, ZAWADI_FIRST');
  await reportPlayer(ctx, who, {
    playerId: brian.id,
    reason: 'bullying',
    messageId: reported,
    description: 'He is mean to Zawadi (the 1st)',
  });
  await reportPlayer(ctx, chao, { playerId: who.id, reason: 'other', description: 'Chao about zawadi_first' });
  await reportPlayer(ctx, chao, { playerId: brian.id, reason: 'other', description: `He and zawadi_first, ${who.email}` });
  await decideAboutPerson(ctx, mod, who.id, { action: 'warn', note: 'Spoke with zawadi_first', why: 'Be kind, Zawadi (the 1st)' });
  await decideAboutPerson(ctx, mod, brian.id, { action: 'dismiss', note: `zawadi_first and ${who.id} agreed` });
  await doToFriend(ctx, who, { do: 'block', id: chao.id });
  await doToFriend(ctx, who, { do: 'renew-code' }).catch(() => null);
  await db.insertInto('blocks').values({ player_id: mod.id, blocked_id: who.id }).execute();
  for (const [asker_id, decliner_id] of [
    [who.id, ops.id],
    [ops.id, who.id],
  ] as const)
    await db.insertInto('declines').values({ asker_id, decliner_id, declined_at: now }).execute();
  await doToFriend(ctx, ops, { do: 'ask', id: who.id }).catch(() => null);
  await sql`insert into friend_codes (player_id, code) values (${who.id}, 'ABCDEFGH') on conflict do nothing`.execute(db);
  await sql`insert into friendships (low_id, high_id, state, asked_by) select least(a, b), greatest(a, b), 'pending', a
    from (select ${who.id}::uuid as a, ${mod.id}::uuid as b) pair on conflict do nothing`.execute(db);
  await notePresent(ctx, [who.id]);

  // Games.
  await setFavorite(ctx, who, game, true);
  await reportGame(ctx, who, game, { reason: 'other', description: 'I am zawadi_first, write to zawadi.one@example.com' });
  await db.insertInto('plays').values({ id: ctx.newId(), game_id: game, player_id: who.id }).execute();
  await db.insertInto('play_history').values({ id: ctx.newId(), game_id: game, player_id: who.id, played_at: now }).execute();
  await db.insertInto('play_times').values({ game_id: game, player_id: who.id, seconds: 90, counted_to: now }).execute();
  await db.insertInto('ratings').values({ game_id: game, player_id: who.id, stars: 5 }).execute();
  await db.insertInto('picks').values({ game_id: game, player_id: who.id, made_at: now, place: 1 }).execute();

  // Money: a card that renews, kiddocash from an operator, something to wear.
  await paying.buy(who, 'premium', 'card');
  // What a real provider tells holds the payer's address.
  const body = JSON.stringify({ data: { customer: { email: 'Zawadi.One@example.com' } } });
  await sql`insert into webhook_events (id, provider, dedupe_key, body, event, done_at) values
    (${ctx.newId()}, 'paystack', 'k1', ${body}, '{"kind":"other","name":"x"}', now())`.execute(db);
  await adjustWallet(ctx, ops, who.id, { do: 'grant', amount: '500', reason: 'A prize for zawadi_first', key: ctx.newId() });
  await db
    .insertInto('items')
    .values({
      id: 'hat',
      name: 'Hat',
      category: 'hats',
      price: 10,
      stock: 5,
      sold: 1,
      picture: 'items/hat.webp',
      thumb: 'items/hat-s.webp',
      place: 1,
    })
    .execute();
  await db
    .insertInto('inventory')
    .values({ player_id: who.id, item_id: 'hat', category: 'hats', number: 1, price: 10, is_worn: true })
    .execute();
  await sql`insert into ledger (id, player_id, amount, balance, source, source_ref)
    values (${ctx.newId()}, ${who.id}, -10, 890, 'purchase', ${`item hat ${who.id}`})`.execute(db);

  // Looks, wishes, other names.
  const upload = ctx.newId();
  const files = [`uploads/${who.id}/${upload}.webp`, `avatars/${who.id}/one/face.webp`, `avatars/${who.id}/two/figure.webp`];
  for (const file of files) await ctx.files.put(file, Buffer.from('a picture'));
  await db
    .insertInto('avatar_uploads')
    .values({ id: upload, player_id: who.id, picture: files[0] ?? '' })
    .execute();
  await db
    .insertInto('avatars')
    .values({ player_id: who.id, style: 'custom', upload_id: upload, skin: '#000000', drawing: 'two' })
    .execute();
  await db.insertInto('privacy').values({ player_id: who.id, online: false }).execute();
  await db
    .insertInto('mail_wishes')
    .values({ player_id: who.id, stop_key: 'a'.repeat(24) })
    .execute();
  await saveProfile(ctx, who, { username: 'zawadi_now', displayName: 'Zawadi (the 1st)' });
  await askEmailChange(ctx, who, { email: 'zawadi.two@example.com', password: 'secret1' }, signedIn);

  // Writes to us: signed in, and as a visitor under the same address; others write about them. All of it is answered.
  const words = { name: 'Zawadi (the 1st)', email: who.email, subject: 'I am zawadi_now', message: 'My game is stuck' };
  const others = {
    name: 'Brian',
    email: brian.email,
    subject: 'About ZAWADI_FIRST',
    message: `zawadi_now is mean, or was it ${who.email}?`,
  };
  await writeToUs(ctx, who, words, visit.address);
  await writeToUs(ctx, VISITOR, { ...words, subject: 'I cannot sign in' }, visit.address);
  await writeToUs(ctx, brian, others, visit.address);
  await writeToUs(ctx, chao, { ...words, name: 'Chao', subject: 'The wrong address', message: 'Nothing about anybody' }, visit.address);
  for (const { id } of (await listMessages(ctx, ops, 'open', null)).items) {
    const { key: answerKey } = await viewMessage(ctx, ops, id);
    await settleMessage(ctx, ops, id, { do: 'answer', text: 'We look into it, zawadi_now.', key: answerKey, seen: '0' });
    await settleMessage(ctx, ops, id, { do: 'close', note: 'zawadi_now was told' });
  }
  await writeToUs(ctx, who, { ...words, subject: 'One thing more' }, visit.address);
  const [latest] = (await listMessages(ctx, ops, 'open', null)).items;
  await settleMessage(ctx, ops, latest?.id ?? '', { do: 'close', note: 'Zawadi (the 1st) asked twice' });

  // Reads the blog's posts by mail.
  await subscribe(ctx, VISITOR, { email: who.email }, visit.address);
  const asked = (await world.mails())
    .map(({ text }) => /\/newsletter\/confirm\/([\w-]+)/.exec(text)?.[1])
    .find((token) => token !== undefined);
  await confirmReader(ctx, VISITOR, asked ?? '');
  await sql`insert into newsletter_letters (post, reader_id) select 'how-we-test', id from newsletter_readers`.execute(db);
  await subscribe(ctx, VISITOR, { email: brian.email }, visit.address);

  // Mails that left for the outbox, and some that still wait.
  await world.mails();
  const letter = { subject: 'x', heading: 'x', paragraphs: ['zawadi_now wrote to you'], notes: [] };
  await postLetter(ctx, { ...letter, to: who.email });
  await postLetter(ctx, { ...letter, to: brian.email });
  await postLetter(ctx, { ...letter, to: chao.email, paragraphs: ['nothing about anybody'] });

  const signs = [
    who.id,
    'zawadi_first',
    'zawadi_now',
    'Zawadi (the 1st)',
    'zawadi.one@example.com',
    'zawadi.two@example.com',
    'zawadi phone',
  ];
  return { ...paying, who, brian, chao, mod, ops, game, here: signedIn, key, signs };
}

/** Where in the database and in the files one of these words stands: 'table: row' and 'file'. */
export async function placesOf({ ctx }: { ctx: AppContext }, words: readonly string[]): Promise<string[]> {
  const tables = await sql<{ name: string }>`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(ctx.db);
  const isNamed = (text: string) => words.some((word) => text.toLowerCase().includes(word.toLowerCase()));
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.raw(name)} t`.execute(ctx.db);
    found.push(...rows.filter(({ row }) => isNamed(row)).map(({ row }) => `${name}: ${row}`));
  }
  for (const entry of await fs.readdir(ctx.config.dataDir, { recursive: true, withFileTypes: true })) {
    const file = `${entry.parentPath}/${entry.name}`;
    const text = entry.isFile() ? await fs.readFile(file, 'latin1') : '';
    if (isNamed(file) || isNamed(text)) found.push(file);
  }
  return found;
}
