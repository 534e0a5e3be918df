import { moderate } from './moderate.ts';
import { addGameRecords } from './game-records.ts';
import { addGroupRecords } from './group-records.ts';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { sql } from 'kysely';
import { reportPlayer } from '../src/features/chat/reports/service.server.ts';
import { sendMessage } from '../src/features/chat/service.server.ts';
import { verifyTwoFactorCode } from '../src/features/accounts/two-factor.service.server.ts';
import { signIn } from '../src/features/accounts/service.server.ts';
import { listMessages, handleMessageForm, getMessageDetails } from '../src/features/contact/admin/service.server.ts';
import { sendMessage as writeToUs } from '../src/features/contact/service.server.ts';
import { applyFriendAction, recordPresence } from '../src/features/friends/service.server.ts';
import { queueGuardianMail } from '../src/features/guardians/emails/service.server.ts';
import { askForHelp } from '../src/features/help-requests/service.server.ts';
import { enqueueEmail } from '../src/features/mail/service.server.ts';
import { confirmSubscription, subscribe } from '../src/features/newsletter/service.server.ts';
import { requestEmailChange, saveProfile } from '../src/features/settings/account/service.server.ts';
import { handleSettingsForm } from '../src/features/settings/service.server.ts';
import { adjustWallet } from '../src/features/wallet/admin/service.server.ts';
import type { ClientInfo } from '../src/infra/auth/auth.ts';
import { VISITOR } from '../src/shared/permissions.ts';
import type { AppContext } from '../src/context.server.ts';
import { getTotpCode } from './totp.ts';
import { createPaymentsWorld } from './fake-payments.ts';

const toCookieHeader = (cookies: string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ');

/** A player with data of every kind, and three others with data about them. Their names appear nowhere else. */
export async function createPlayerWithEverything() {
  const paying = await createPaymentsWorld();
  const { world, ctx } = paying;
  const { db } = ctx;
  const player = await world.addPlayer({ username: 'zawadi_first', display_name: 'Zawadi (the 1st)', email: 'zawadi.one@example.com' });
  const brian = await world.addPlayer({ username: 'brian', display_name: 'Brian' });
  const chao = await world.addPlayer({ username: 'chao', display_name: 'Chao' });
  const moderator = await world.addPlayer({ username: 'modesty', display_name: 'Modesty', role: 'moderator' });
  const operator = await world.addPlayer({ username: 'opal', display_name: 'Opal', role: 'operator' });
  const game = await world.addGame();
  const now = ctx.now();
  const visit: ClientInfo = { address: '41.90.64.7', userAgent: 'zawadi phone', cookies: '' };

  // Sign-ins: by password and second factor, also with Google; failed attempts, which are counted.
  await signIn(ctx, VISITOR, { identifier: player.username, password: 'wrong1' }, visit);
  const first = await signIn(ctx, VISITOR, { identifier: player.username, password: 'secret1' }, visit);
  const here = { ...visit, cookies: toCookieHeader(first.cookies) };
  const secondStepSetup = await handleSettingsForm(ctx, player, { do: 'second-begin', current: 'secret1' }, here);
  const key = secondStepSetup.answer.setUp?.key ?? '';
  await handleSettingsForm(ctx, player, { do: 'second-confirm', key, code: getTotpCode(key) }, here);
  const firstStepSignIn = await signIn(ctx, VISITOR, { identifier: player.username, password: 'secret1' }, visit);
  const secondStepSignIn = await verifyTwoFactorCode(
    ctx,
    VISITOR,
    { code: getTotpCode(key) },
    { ...visit, cookies: toCookieHeader(firstStepSignIn.cookies) },
  );
  const signedIn = { ...visit, cookies: toCookieHeader(secondStepSignIn.cookies) };
  await signIn(ctx, VISITOR, { identifier: player.username, password: 'secret1' }, visit);
  await db
    .insertInto('identities')
    .values({ id: ctx.newId(), player_id: player.id, provider: 'google', subject: `google ${player.email}` })
    .execute();
  await ctx.auth.createResetToken(player.email);

  // Friends, chat, reports, blocks.
  await applyFriendAction(ctx, player, { do: 'ask', id: brian.id });
  await applyFriendAction(ctx, brian, { do: 'accept', id: player.id });
  const sendText = async (from: typeof player, to: typeof player, text: string) => {
    world.advanceClock(4);
    const sent = await sendMessage(ctx, from, to.id, { text, clientId: randomUUID() });
    if (!('message' in sent)) throw new Error(JSON.stringify(sent));
    return sent.message.id;
  };
  await sendText(brian, player, 'Hello zawadi_first');
  await sendText(player, brian, 'I like the maze');
  const reported = await sendText(brian, player, 'You lose, ZAWADI_FIRST');
  await reportPlayer(ctx, player, {
    playerId: brian.id,
    reason: 'bullying',
    messageId: reported,
    description: 'He is mean to Zawadi (the 1st)',
  });
  await reportPlayer(ctx, chao, { playerId: player.id, reason: 'other', description: 'Chao about zawadi_first' });
  await reportPlayer(ctx, chao, { playerId: brian.id, reason: 'other', description: `He and zawadi_first, ${player.email}` });
  await askForHelp(ctx, player, { text: 'I am zawadi_first and I need help' });
  await askForHelp(ctx, chao, { text: 'zawadi_first knows it' });
  await db.updateTable('help_requests').set({ state: 'resolved', decided_at: now }).execute();
  await moderate(ctx, moderator, player.id, { action: 'warn', note: 'Spoke with zawadi_first', why: 'Be kind, Zawadi (the 1st)' });
  await moderate(ctx, moderator, brian.id, { action: 'dismiss', note: `zawadi_first and ${player.id} agreed` });
  await applyFriendAction(ctx, chao, { do: 'ask', id: player.id });
  await applyFriendAction(ctx, player, { do: 'accept', id: chao.id });
  await applyFriendAction(ctx, player, { do: 'block', id: chao.id });
  await applyFriendAction(ctx, player, { do: 'renew-code' }).catch(() => null);
  await db.insertInto('blocks').values({ player_id: moderator.id, blocked_id: player.id }).execute();
  for (const [requester_id, decliner_id] of [
    [player.id, operator.id],
    [operator.id, player.id],
  ] as const)
    await db.insertInto('declined_friend_requests').values({ requester_id, decliner_id, declined_at: now }).execute();
  await applyFriendAction(ctx, operator, { do: 'ask', id: player.id }).catch(() => null);
  await sql`insert into friend_codes (player_id, code) values (${player.id}, 'ABCDEFGH') on conflict do nothing`.execute(db);
  await sql`insert into friendships (low_id, high_id, state, requested_by) select least(a, b), greatest(a, b), 'pending', a
    from (select ${player.id}::uuid as a, ${moderator.id}::uuid as b) pair on conflict do nothing`.execute(db);
  await recordPresence(ctx, [player.id]);
  await db.insertInto('contact_pauses').values({ player_id: player.id, paused_at: now }).execute();

  await addGameRecords(world, player, game);
  await addGroupRecords(world, { player, brian, chao });

  // Money: a renewing card subscription, kiddocash from an operator, an item to wear.
  await paying.buy(player, 'premium', 'card');
  // A real provider's webhooks contain the payer's email address.
  const body = JSON.stringify({ data: { customer: { email: 'Zawadi.One@example.com' } } });
  await sql`insert into webhook_events (id, provider, dedupe_key, body, event, processed_at) values
    (${ctx.newId()}, 'paystack', 'k1', ${body}, '{"kind":"other","name":"x"}', now())`.execute(db);
  await sql`insert into disputes (id, provider, provider_id, reference, amount_minor, currency, category, reason, state, opened_at, answer,
      statement, answered_at, sent_at)
    select ${ctx.newId()}, provider, 'd1', reference, amount_minor, currency, 'chargeback', 'Zawadi (the 1st) did not ask me', 'answered', now(),
      'contest', 'Delivered to zawadi.one@example.com', now(), now()
    from payments where player_id = ${player.id} limit 1`.execute(db);
  await adjustWallet(ctx, operator, player.id, { do: 'grant', amount: '500', reason: 'A prize for zawadi_first', key: ctx.newId() });
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
      position: 1,
    })
    .execute();
  await db
    .insertInto('inventory')
    .values({ player_id: player.id, item_id: 'hat', category: 'hats', number: 1, price: 10, is_worn: true })
    .execute();
  await sql`insert into ledger (id, player_id, amount, balance, source, source_ref)
    values (${ctx.newId()}, ${player.id}, -10, 890, 'purchase', ${`item hat ${player.id}`})`.execute(db);

  // Avatars, privacy and email settings, former names.
  const upload = ctx.newId();
  const files = [`uploads/${player.id}/${upload}.webp`, `avatars/${player.id}/one/face.webp`, `avatars/${player.id}/two/figure.webp`];
  for (const file of files) await ctx.files.put(file, Buffer.from('a picture'));
  await db
    .insertInto('avatar_uploads')
    .values({ id: upload, player_id: player.id, picture: files[0] ?? '' })
    .execute();
  const look = JSON.stringify({ skin: 'ebony' });
  await db
    .updateTable('avatars')
    .set({ style: 'custom', upload_id: upload, look, first_look: look, render_id: 'two' })
    .where('player_id', '=', player.id)
    .execute();
  await db
    .insertInto('avatar_history')
    .values({ id: ctx.newId(), player_id: player.id, choice: JSON.stringify({ template_id: 'cat', skin: null }), worn_until: ctx.now() })
    .execute();
  await db.insertInto('privacy').values({ player_id: player.id, online: false }).execute();
  await db
    .insertInto('email_preferences')
    .values({ player_id: player.id, unsubscribe_key: 'a'.repeat(24) })
    .execute();
  await saveProfile(ctx, player, { username: 'zawadi_now', displayName: 'Zawadi (the 1st)' });
  // Told of notifications by the browser that signed in last.
  const { id: sessionId } = await db
    .selectFrom('sessions')
    .select('id')
    .where('player_id', '=', player.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('push_subscriptions')
    .values({
      id: ctx.newId(),
      player_id: player.id,
      session_id: sessionId,
      endpoint: 'https://fcm.googleapis.com/fcm/send/the-browser-of-zawadi_first',
      p256dh: 'public key of a browser',
      auth: 'secret of a browser',
      created_at: now,
      last_used_at: now,
    })
    .execute();
  await db.insertInto('push_settings').values({ player_id: player.id, quiet_from: 19, quiet_until: 8 }).execute();
  await db.insertInto('push_throttles').values({ player_id: player.id, tag: 'message', sent_at: now }).execute();
  await db.insertInto('display_name_changes').values({ id: ctx.newId(), player_id: player.id, changed_at: now }).execute();
  const newEmail = { email: 'zawadi.two@example.com', password: 'secret1', code: getTotpCode(key, 1) };
  await requestEmailChange(ctx, player, newEmail, signedIn);

  // A guardian who agreed before the player was of age, with a mail and a decision. Another one said no, and has another child.
  for (const [email, state] of [
    ['the.father@example.com', 'refused'],
    ['the.mother@example.com', 'given'],
  ] as const) {
    const [guardianId, id, mailId] = [ctx.newId(), ctx.newId(), ctx.newId()];
    const chosen =
      state === 'given' ? ({ relation: 'mother', chat: 'friends', buying: 'up-to-a-sum', monthly_limit_minor: 50_000 } as const) : {};
    await db.insertInto('guardians').values({ id: guardianId, mailbox: email }).execute();
    await db
      .insertInto('guardianships')
      .values({ ...chosen, id, player_id: player.id, guardian_id: guardianId, email, state, asked_at: now, decided_at: now })
      .execute();
    await db
      .insertInto('guardian_mails')
      .values({ id: mailId, guardianship_id: id, kind: 'request', queued_at: now, taken_at: now })
      .execute();
    const decision = {
      guardian_email: email,
      mail_id: mailId,
      mail_kind: 'request',
      mail_queued_at: now,
      decision: state,
      text_version: '2026-01-01',
      language: 'sw',
      at: now,
    } as const;
    await db
      .insertInto('consent_records')
      .values({ ...chosen, ...decision, id: ctx.newId(), player_id: player.id })
      .execute();
    await db.transaction().execute((trx) => queueGuardianMail(ctx, trx, id, 'receipt'));
    if (state === 'given') {
      await db.insertInto('approved_adults').values({ guardianship_id: id, username: 'the_aunt', approved_at: now }).execute();
      await db
        .insertInto('purchase_requests')
        .values({
          id: ctx.newId(),
          player_id: player.id,
          guardianship_id: id,
          mail_id: mailId,
          product: 'pass',
          plan_id: 'premium',
          price_minor: 9900,
          kiddocash: 400,
          state: 'refused',
          asked_at: now,
          expires_at: new Date(now.getTime() + 1000),
          decided_at: now,
          reply: 'Not now, zawadi_now',
        })
        .execute();
      continue;
    }
    // The guardian of another player approved this one as a grown-up, by the name of that time.
    const othersId = ctx.newId();
    const approved = { username: 'zawadi_first', adult_id: player.id };
    await db
      .insertInto('guardianships')
      .values({ id: othersId, player_id: brian.id, guardian_id: guardianId, email, state: 'asked', asked_at: now })
      .execute();
    await db
      .insertInto('approved_adults')
      .values({ ...approved, guardianship_id: othersId, approved_at: now })
      .execute();
    await db
      .insertInto('adult_approvers')
      .values({ adult_id: player.id, guardian_id: guardianId, first_approved_at: now })
      .onConflict((on) => on.doNothing())
      .execute();
    await db
      .insertInto('consent_records')
      .values({
        ...decision,
        id: ctx.newId(),
        player_id: brian.id,
        decision: 'changed',
        adult_change: 'approved',
        adult_username: approved.username,
        adult_id: approved.adult_id,
      })
      .execute();
  }

  // Contact messages: signed in, and as a visitor with the same email address; others write about the player. All are answered.
  const contactForm = { name: 'Zawadi (the 1st)', email: player.email, subject: 'I am zawadi_now', message: 'My game is stuck' };
  const others = {
    name: 'Brian',
    email: brian.email,
    subject: 'About ZAWADI_FIRST',
    message: `zawadi_now is mean, or was it ${player.email}?`,
  };
  await writeToUs(ctx, player, contactForm, visit.address);
  await writeToUs(ctx, VISITOR, { ...contactForm, subject: 'I cannot sign in' }, visit.address);
  await writeToUs(ctx, brian, others, visit.address);
  await writeToUs(
    ctx,
    chao,
    { ...contactForm, name: 'Chao', subject: 'The wrong address', message: 'Nothing about anybody' },
    visit.address,
  );
  for (const { id } of (await listMessages(ctx, operator, 'open', null)).items) {
    const { key: answerKey } = await getMessageDetails(ctx, operator, id);
    await handleMessageForm(ctx, operator, id, { do: 'answer', text: 'We look into it, zawadi_now.', key: answerKey, seen: '0' });
    await handleMessageForm(ctx, operator, id, { do: 'close', note: 'zawadi_now was told' });
  }
  await writeToUs(ctx, player, { ...contactForm, subject: 'One thing more' }, visit.address);
  const [latest] = (await listMessages(ctx, operator, 'open', null)).items;
  await handleMessageForm(ctx, operator, latest?.id ?? '', { do: 'close', note: 'Zawadi (the 1st) asked twice' });

  // What somebody of the team has, who is a player again: cases that they looked at and left, and the mails that they chose. The team was called for
  // the case about them, at which the operator looks.
  const caseAbout = (subject: string) => ({ kind: 'player' as const, subject_id: subject });
  const until = new Date(now.getTime() + 1000);
  await db
    .insertInto('case_assignments')
    .values([
      { ...caseAbout(brian.id), assignee_id: player.id, is_deliberate: true, assigned_at: now, expires_at: until },
      { ...caseAbout(player.id), assignee_id: operator.id, is_deliberate: true, assigned_at: now, expires_at: until },
    ])
    .execute();
  await db
    .insertInto('case_leaves')
    .values([
      { ...caseAbout(brian.id), player_id: player.id, left_at: now },
      { ...caseAbout(player.id), player_id: operator.id, left_at: now },
    ])
    .execute();
  await db
    .insertInto('case_alerts')
    .values({ ...caseAbout(player.id), reason: 'urgent', opened_at: now, sent_at: now })
    .execute();
  await db.insertInto('case_alert_settings').values({ player_id: player.id, urgent: true, due_soon: true, digest: false }).execute();

  // A text of the site that they saved when they were an operator.
  await sql`insert into text_versions (id, kind, slug, number, state, front, body, saved_by, saved_at)
    values (${ctx.newId()}, 'blog', 'a-draft', 1, 'draft', '{"title": "A draft"}', '', ${player.id}, now())`.execute(db);

  // Subscribes to the newsletter.
  await subscribe(ctx, VISITOR, { email: player.email }, visit.address);
  const confirmToken = (await world.mails())
    .map(({ text }) => /\/newsletter\/confirm\/([\w-]+)/.exec(text)?.[1])
    .find((token) => token !== undefined);
  await confirmSubscription(ctx, VISITOR, confirmToken ?? '');
  await sql`insert into newsletter_deliveries (post, reader_id) select 'how-we-test', id from newsletter_readers`.execute(db);
  await subscribe(ctx, VISITOR, { email: brian.email }, visit.address);

  // Emails that were sent to the outbox, and some that are still queued.
  await world.mails();
  const emailContent = { subject: 'x', heading: 'x', paragraphs: ['zawadi_now wrote to you'], notes: [] };
  await enqueueEmail(ctx, { ...emailContent, to: player.email });
  await enqueueEmail(ctx, { ...emailContent, to: brian.email });
  await enqueueEmail(ctx, { ...emailContent, to: chao.email, paragraphs: ['nothing about anybody'] });

  const identifiers = [
    player.id,
    'zawadi_first',
    'zawadi_now',
    'Zawadi (the 1st)',
    'zawadi.one@example.com',
    'zawadi.two@example.com',
    'zawadi phone',
    'the.mother@example.com',
  ];
  return { ...paying, who: player, brian, chao, mod: moderator, ops: operator, game, here: signedIn, key, signs: identifiers };
}

/** Finds these words in the database and in the files. @returns 'table: row' and 'file' */
export async function findOccurrences({ ctx }: { ctx: AppContext }, needles: readonly string[]): Promise<string[]> {
  const tables = await sql<{ name: string }>`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(ctx.db);
  const containsNeedle = (text: string) => needles.some((word) => text.toLowerCase().includes(word.toLowerCase()));
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.raw(name)} t`.execute(ctx.db);
    found.push(...rows.filter(({ row }) => containsNeedle(row)).map(({ row }) => `${name}: ${row}`));
  }
  for (const entry of await fs.readdir(ctx.config.dataDir, { recursive: true, withFileTypes: true })) {
    const file = `${entry.parentPath}/${entry.name}`;
    const text = entry.isFile() ? await fs.readFile(file, 'latin1') : '';
    if (containsNeedle(file) || containsNeedle(text)) found.push(file);
  }
  return found;
}
