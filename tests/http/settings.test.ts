import { expect, test } from 'vitest';
import { befriend, createMessages } from '../test-players.ts';
import { findElements, open, submitForm, textOf } from './page.ts';
import { PASSWORD, createPlayerClient, createVisitorClient, createPlayerClientWithPassword } from './http-client.ts';
import { openSite } from './site.ts';

// The settings by their forms, without JavaScript, with the emails and the data export. With JavaScript: tests/e2e/settings-*.spec.ts.

test('without JavaScript: names, privacy, mails, a new password and signing out elsewhere', async () => {
  const site = await openSite();
  const me = await createPlayerClientWithPassword(site);
  const named = await submitForm(me, await open(me, '/settings'), 'Save changes', { displayName: 'Twiga Mrefu' });
  expect(textOf(named.html)).toContain('Your profile has been successfully updated.');
  const hidden = await submitForm(me, await open(me, '/settings?tab=privacy'), 'Save privacy', { profile: 'private' });
  expect(textOf(hidden.html)).toContain('Your choices count from now on.');
  const wished = await submitForm(me, await open(me, '/settings?tab=notifications'), 'Save notifications', { games: null });
  expect(textOf(wished.html)).toContain('You get the mails that you chose.');

  const elsewhere = createVisitorClient(site);
  await submitForm(elsewhere, await open(elsewhere, '/login'), 'Sign In', { identifier: me.known.username, password: PASSWORD });
  expect((await open(elsewhere, '/profile')).at.pathname).toBe('/profile');
  const security = await open(me, '/settings?tab=security');
  const next = { current: PASSWORD, password: 'other-word-1' };
  const differ = await submitForm(me, security, 'Update Password', { ...next, confirm: 'other-word-2' });
  expect(textOf(differ.html)).toContain('New passwords do not match');
  const changed = await submitForm(me, differ, 'Update Password', { ...next, confirm: 'other-word-1' });
  expect(textOf(changed.html)).toContain('Your password is changed.');
  expect((await open(me, '/profile')).at.pathname).toBe('/profile');
  expect((await open(elsewhere, '/profile')).at.pathname).toBe('/login');
  expect(
    await site.query(
      `select p.display_name, v.profile, w.games, w.friends from players p join privacy v on v.player_id = p.id
       join email_preferences w on w.player_id = p.id where p.id = $1`,
      [me.known.id],
    ),
  ).toEqual([{ display_name: 'Twiga Mrefu', profile: 'private', games: false, friends: true }]);
});

test('mails come for what was not seen, as one wishes, and stop by one click from the mail', async () => {
  const site = await openSite();
  const [me, asking, writing] = [await createPlayerClient(site), await createPlayerClient(site), await createPlayerClient(site)];
  const mine = [me.known.id];
  const mails = async () => (await site.mails()).filter(({ to }) => to === `${me.known.username}@example.com`);
  /** Notifications that are old enough, from when the player was away, are emailed. */
  const mailRound = async () => {
    await site.query(`update email_preferences set last_digest_at = null where player_id = $1`, mine);
    await site.query(`update notifications set created_at = created_at - interval '15 minutes' where player_id = $1`, mine);
    await site.query(`update presence set seen_at = now() - interval '10 minutes' where player_id = $1`, mine);
    await site.runScheduled('settings.send-digests');
    expect(await site.query(`select 1 from notifications where player_id = $1 and not is_emailed`, mine)).toEqual([]);
  };
  const happen = (type: string, who: typeof me) =>
    site.query(
      `insert into notifications (id, player_id, type, title, message, related_id, event)
       values (gen_random_uuid(), $1, $2, 'News', 'Secret words', $3, gen_random_uuid()::text)`,
      [me.known.id, type, who.known.id],
    );
  expect((await asking.post('/friends/deeds', { do: 'ask', id: me.known.id }, { accept: 'application/json' })).status).toBe(200);
  await mailRound();
  const [mail] = await mails();
  expect(mail?.subject).toMatch(/You have news on Kiddo/);
  expect(mail?.text).toContain(`@${asking.known.username} wants to be your friend.`);
  const stop = /https?:\/\/\S+\/mails\/stop\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(stop).not.toBe('');

  // Emails about messages are off: none are sent, while those about friends still are.
  const wishes = () => site.query(`select friends, messages, games from email_preferences where player_id = $1`, mine);
  const saved = await submitForm(me, await open(me, '/settings?tab=notifications'), 'Save notifications', { messages: null });
  expect(textOf(saved.html)).toContain('Notifications saved');
  expect(await wishes()).toEqual([{ friends: true, messages: false, games: true }]);
  await happen('message', writing);
  await mailRound();
  expect(await mails()).toHaveLength(1);
  await happen('friend_accepted', writing);
  await mailRound();
  expect((await mails()).map(({ text }) => text.includes('Secret words'))).toEqual([false, false]);

  // The link works without signing in. Opening it alone stops nothing, because mail programs open links too.
  const reader = createVisitorClient(site);
  const page = await open(reader, stop);
  expect(textOf(page.html)).toContain('Stop these mails?');
  expect(await wishes()).toEqual([{ friends: true, messages: false, games: true }]);
  expect(textOf((await submitForm(reader, page, 'Stop the mails')).html)).toContain('No more of these mails');
  expect(await wishes()).toEqual([{ friends: false, messages: false, games: false }]);
  await happen('friend_accepted', asking);
  await mailRound();
  expect(await mails()).toHaveLength(2);
  await submitForm(me, await open(me, '/settings?tab=notifications'), 'Save notifications', { games: 'on' });
  expect(await wishes()).toEqual([{ friends: false, messages: false, games: true }]);
  // A mail program's own button: no page, no session, no origin.
  const once = await fetch(stop, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  expect(once.status).toBe(200);
  expect(await wishes()).toEqual([{ friends: false, messages: false, games: false }]);
  expect(textOf((await open(reader, `${stop.slice(0, -4)}AAAA`)).html)).toContain('This link does not work');
});

test('the export is a file with all that is theirs, and of nobody else but names; once an hour', async () => {
  const site = await openSite();
  const [me, friend, stranger] = [
    await createPlayerClientWithPassword(site),
    await createPlayerClient(site),
    await createPlayerClient(site),
  ];
  const { id, username, displayName } = me.known;
  await befriend(site.query, id, friend.known.id);
  await createMessages(site.query, id, friend.known.id, ['Habari yako?', 'Nzuri sana']);
  await createMessages(site.query, stranger.known.id, friend.known.id, ['A secret of others']);
  await site.query(`insert into wallets (player_id, balance) values ($1, 321)`, [id]);
  await site.query(
    `insert into ledger (id, player_id, amount, balance, source, source_ref) values (gen_random_uuid(), $1, 321, 321, 'pack', 'test')`,
    [id],
  );
  await site.query(`insert into favorites (player_id, game_id) values ($1, 'kite-club')`, [id]);
  await site.query(`insert into inventory (player_id, item_id, category, price) values ($1, 'guitar', 'gear', 350)`, [id]);
  const settings = await open(me, '/settings');
  const refused = await submitForm(me, settings, 'Export my data', { current: 'other-word-1' });
  expect(textOf(refused.html)).toContain('This is not your password. Type it again to get your data.');
  const file = await me.post('/settings/export', { current: PASSWORD });
  expect(findElements(settings.html, 'form', { action: '/settings/export' })).toHaveLength(1);
  expect(file.status).toBe(200);
  expect(file.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="kiddo-${username}-\\d{4}-\\d\\d-\\d\\d\\.json"$`),
  );
  const text = await file.text();
  const mine = JSON.parse(text) as Record<string, unknown>;
  expect(mine).toMatchObject({
    account: { username, displayName, email: `${username}@example.com`, kiddocash: 321 },
    friends: [{ username: friend.known.username }],
    messages: [
      { with: friend.known.username, byMe: true, text: 'Habari yako?' },
      { with: friend.known.username, byMe: false, text: 'Nzuri sana' },
    ],
    kiddocash: [{ amount: 321 }],
  });
  for (const [name, said] of [
    ['favorites', /kite.club/i],
    ['inventory', /guitar/i],
    ['sessions', /"device"/],
    ['waysToSignIn', /password/],
  ] as const)
    expect(JSON.stringify(mine[name]), name).toMatch(said);
  for (const secret of ['argon2', 'scrypt', 'A secret of others', `${friend.known.username}@`, stranger.known.username])
    expect(text).not.toContain(secret);
  const again = await submitForm(me, settings, 'Export my data', { current: PASSWORD });
  expect(textOf(again.html)).toContain('You got your data less than an hour ago. Try again later.');
});

test('telling browsers, without JavaScript: quiet hours and turning off; turning on says what it needs; each role about its own', async () => {
  const site = await openSite();
  const me = await createPlayerClientWithPassword(site);
  const tab = '/settings?tab=notifications';
  const page = await open(me, tab);
  expect(page.html).toMatch(/<noscript>[^]*needs JavaScript[^]*<\/noscript>/);
  const saved = await submitForm(me, page, 'Save quiet hours', { from: '19', until: '8' });
  expect(textOf(saved.html)).toContain('Quiet hours saved');
  const same = await submitForm(me, saved, 'Save quiet hours', { from: '8', until: '8' });
  expect(textOf(same.html)).toContain('Choose two different hours.');
  expect(await site.query(`select quiet_from, quiet_until from push_settings where player_id = $1`, [me.known.id])).toEqual([
    { quiet_from: 19, quiet_until: 8 },
  ]);

  // What a page with JavaScript sends; the keys are those of the examples of RFC 8291.
  const subscription = {
    do: 'push-on',
    endpoint: `https://updates.push.services.mozilla.com/wpush/v2/${me.known.id}`,
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const browsers = () => site.query(`select endpoint from push_subscriptions where player_id = $1`, [me.known.id]);
  expect((await createVisitorClient(site).post(tab, subscription)).status).toBe(302);
  for (const endpoint of ['https://updates.push.services.mozilla.com.evil.example/x', 'http://127.0.0.1:5432/', 'https://127.0.0.1/'])
    expect((await me.post(tab, { ...subscription, endpoint })).status).toBe(400);
  expect(await browsers()).toEqual([]);
  expect((await me.post(tab, subscription)).status).toBe(200);
  expect(await browsers()).toEqual([{ endpoint: subscription.endpoint }]);
  const listed = await open(me, tab);
  expect(listed.html).not.toContain(subscription.endpoint);
  const [device] = await site.query<{ id: string }>(`select id from push_subscriptions where player_id = $1`, [me.known.id]);
  const other = await createPlayerClient(site);
  await other.post(tab, { do: 'push-off', device: device?.id ?? '' });
  expect(await browsers()).toHaveLength(1);
  const turnedOff = await submitForm(me, listed, /^Turn off/);
  expect(textOf(turnedOff.html)).toContain('That device stays quiet now.');
  expect(await browsers()).toEqual([]);
  // What a service worker sends when the browser has another subscription: it counts for whoever turned on the one before, in that session.
  const renewed = { ...subscription, do: 'push-renew', old: subscription.endpoint, endpoint: `${subscription.endpoint}-renewed` };
  expect((await me.post(tab, renewed)).status).toBe(404);
  await me.post(tab, subscription);
  expect((await other.post(tab, renewed)).status).toBe(404);
  expect((await createVisitorClient(site).post(tab, renewed)).status).toBe(302);
  expect(await browsers()).toEqual([{ endpoint: subscription.endpoint }]);
  expect((await me.post(tab, renewed)).status).toBe(200);
  expect(await browsers()).toEqual([{ endpoint: renewed.endpoint }]);
  // It ends with the session.
  await me.post(tab, subscription);
  expect(await browsers()).toHaveLength(1);
  await me.post('/logout', {});
  expect(await browsers()).toEqual([]);
});
