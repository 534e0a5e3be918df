import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { befriend } from '../test-players.ts';
import { createPlayerClient, createPlayerClientWithPassword, createVisitorClient, PASSWORD, type HttpClient } from './http-client.ts';
import { findElements, multipart, open, submitForm, textOf } from './page.ts';
import { openSite, type TestSite } from './site.ts';

// What operators switch for everybody, over HTTP: what visitors and players see, and what read-only refuses at the door of all forms.

/** Moves a switch by its form on the operators' page. */
async function turn(operator: HttpClient, button: string, message = ''): Promise<void> {
  const page = await submitForm(operator, await open(operator, '/operator/switches'), button, {
    note: 'For a test.',
    ...(message !== '' && { message }),
  });
  expect(page.status, button).toBe(200);
}

test('a visitor’s page that was cached says at once that sign-ups are closed, and that they are open again', async () => {
  const site = await openSite();
  site.freezeClock();
  const [operator, visitor] = [await createPlayerClient(site, 'operator'), createVisitorClient(site)];
  const signUp = async () => (await open(visitor, '/signup')).html;
  expect(textOf(await signUp())).not.toContain('New accounts are closed');
  expect(textOf((await open(operator, '/operator')).html)).toContain('Everything is as usual.');
  await turn(operator, 'Switch sign-ups off', 'Back on Monday.');
  const closed = await signUp();
  expect(textOf(closed)).toContain(
    'New accounts are closed for the moment Playing works without one. Please come back later. Back on Monday.',
  );
  expect([closed.includes('Create Account'), textOf(closed).includes('Play without an account')]).toEqual([false, true]);
  expect(textOf((await open(operator, '/operator')).html)).toContain('Not as usual: Sign-ups (off).');
  // A form from before keeps what was typed, and no password.
  const who = { username: 'tembo_17', displayName: 'Tembo', email: 'tembo@example.com', password: PASSWORD, confirm: PASSWORD };
  const sent = await visitor.post('/signup', { form: 'sign-up', ...who });
  const page = await sent.text();
  expect(page).toContain('value="tembo@example.com"');
  expect(findElements(page, 'button', { type: 'submit', disabled: '' }).map(textOf)).toContain('Create Account');
  expect(page).not.toContain(PASSWORD);
  expect(await site.query(`select 1 from players where username = 'tembo_17'`)).toEqual([]);
  await turn(operator, 'Switch sign-ups on');
  expect(textOf(await signUp())).not.toContain('New accounts are closed');
});

async function readOnlySite() {
  const site = await openSite();
  const [operator, amina, brian] = [
    await createPlayerClient(site, 'operator'),
    await createPlayerClientWithPassword(site),
    await createPlayerClient(site),
  ];
  await befriend(site.query, amina.known.id, brian.known.id);
  const [game] = await site.query<{ id: string }>('select id from games where not is_premium and min_age = 0 order by id limit 1');
  await turn(operator, 'Make the site read-only', 'Back at noon.');
  return { site, operator, amina, brian, game: game?.id ?? '' };
}
const countWrites = async ({ query }: TestSite) =>
  query(
    `select (select count(*) from players) players, (select count(*) from plays) plays, (select count(*) from favorites) favorites,
      (select count(*) from ratings) ratings, (select count(*) from friendships) friendships, (select count(*) from messages) messages,
      (select count(*) from payments) payments, (select count(*) from newsletter_readers) readers, (select count(*) from guardianships) asked`,
  );

test('while the site is read-only, whatever visitors and players write is refused kindly', async () => {
  const { site, amina, brian, game } = await readOnlySite();
  const [visitor, teen] = [createVisitorClient(site), await createPlayerClient(site)];
  await site.query(`update players set birth_month = '2012-01', age_band = 13 where id = $1`, [teen.known.id]);
  const before = await countWrites(site);
  const friend = brian.known.id;
  const scripts: [string, Record<string, string>][] = [
    [`/games/${game}/favorite`, { on: 'yes' }],
    [`/games/${game}/rating`, { stars: '5' }],
    [`/games/${game}/plays`, { late: randomUUID(), at: '1' }],
    [`/games/${game}/save`, { save: '1' }],
    ['/profile/history', { do: 'clear' }],
    ...['ask', 'accept', 'unblock', 'renew-code'].map((action): [string, Record<string, string>] => [
      '/friends/deeds',
      { do: action, id: friend },
    ]),
    ...['accept', 'close', 'make-helper', 'make-member', 'hand-over'].map((action): [string, Record<string, string>] => [
      '/groups/actions',
      { do: action, group: randomUUID(), id: friend },
    ]),
    [`/chat/${friend}/read`, { id: '000000000001' }],
    [`/chat/${friend}/typing`, {}],
    ['/notifications', { action: 'read-all' }],
  ];
  for (const [address, form] of scripts) {
    const answer = await amina.post(address, form, { accept: 'application/json' });
    expect([address, answer.status, await answer.json()]).toMatchObject([address, 503, { ok: false, code: 'read-only' }]);
  }
  const message = await amina.post(`/chat/${friend}`, { text: 'Hello', clientId: randomUUID() }, { accept: 'application/json' });
  expect(await message.json()).toMatchObject({ ok: false, code: 'read-only' });
  const pages: [HttpClient, string, Record<string, string>][] = [
    [amina, '/settings', { do: 'profile', displayName: 'Another' }],
    [amina, '/settings?tab=security', { do: 'second-begin' }],
    [amina, '/settings/delete', { do: 'ask' }],
    [amina, '/avatar-customization', { do: 'choose' }],
    [amina, '/catalog', { do: 'buy', item: 'golden-crown' }],
    [amina, '/inventory', { do: 'wear', item: 'golden-crown' }],
    [amina, '/robux', { do: 'buy', pack: 'pack-400', channel: 'mpesa' }],
    [amina, '/subscription', { do: 'subscribe', plan: 'premium', channel: 'mpesa' }],
    [amina, '/subscription', { do: 'auto-renew', on: 'yes' }],
    [amina, '/ask-at-home', { do: 'ask', plan: 'premium' }],
    [teen, '/guardian', { do: 'ask', email: 'mama@example.com' }],
    [visitor, '/guardian/x.y', { do: 'agree' }],
    [visitor, '/guardian/pay/x.y', { do: 'pay', channel: 'mpesa' }],
    [visitor, '/newsletter', { email: 'reader@example.com' }],
    [visitor, '/newsletter/confirm/xyz', {}],
    [visitor, '/signup', { form: 'sign-up', username: 'tembo_17', email: 'tembo@example.com' }],
    [visitor, '/login?view=confirm', { form: 'resend', email: 'tembo@example.com' }],
    [visitor, '/confirm-email', { form: 'confirm', token: 'x' }],
  ];
  for (const [who, address, form] of pages) {
    const answer = await who.post(address, form);
    expect([address, answer.status, answer.headers.get('retry-after') !== null]).toEqual([address, 503, true]);
    const page = await answer.text();
    // Whoever comes by a link that is none of ours gets no form; a link with one button shows the error page.
    const hasForm = !['/confirm-email', '/newsletter/confirm/xyz'].includes(address);
    const words = textOf(page.replaceAll(/<script[\s\S]*?<\/script>/g, ''));
    expect([address, words.includes('We are working on Kiddo right now')]).toEqual([address, hasForm]);
    expect(page, address).toContain(form['email'] === undefined ? '' : `value="${form['email']}"`);
  }
  // Without JavaScript, where the form was.
  const led = await amina.post(`/games/${game}/favorite`, { on: 'yes', returnUrl: `/games/${game}` });
  expect(led.headers.get('location')).toBe(`/games/${game}?news=read-only`);
  expect(await countWrites(site)).toEqual(before);
});

test('while the site is read-only, reading, playing, signing in and out, asking for help, reporting, leaving and the team go on', async () => {
  const { site, operator, amina, brian, game } = await readOnlySite();
  const visitor = createVisitorClient(site);
  const json = { accept: 'application/json' };
  for (const address of ['/', '/games', `/games/${game}`, '/get-help', '/contact'])
    expect((await visitor.get(address)).status, address).toBe(200);
  const started = await visitor.post(`/games/${game}/plays`, {}, json);
  const { src, playId } = (await started.json()) as { src: string; playId: string };
  expect((await createVisitorClient({ origin: site.gamesOrigin }).get(new URL(src).pathname)).status).toBe(200);
  for (const event of ['beat', 'end']) expect((await visitor.post(`/plays/${playId}`, { event })).status).toBe(204);
  expect(await site.query('select 1 from plays where id = $1', [playId])).toEqual([]);

  const again = createVisitorClient(site);
  const signedIn = await again.post('/login', { form: 'sign-in', identifier: amina.known.username, password: PASSWORD });
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([302, '/']);
  expect((await again.post('/logout')).status).toBe(302);
  expect((await visitor.post('/consent', { choice: 'all', returnUrl: '/' })).status).toBe(303);

  // A child's call, by each way that there is.
  expect((await amina.post('/get-help/team', { text: 'my uncle touches me' }, json)).status).toBe(200);
  expect((await amina.post('/get-help', { text: 'please help' })).status).toBe(200);
  const letter = { name: 'Wanjiru', email: 'wanjiru@example.com', subject: 'please', message: 'my uncle touches me' };
  expect((await visitor.post('/contact', letter)).headers.get('location')).toBe('/get-help?news=help-wrote');
  const message = await brian.post(`/chat/${amina.known.id}`, { text: 'my uncle touches me', clientId: randomUUID() }, json);
  expect(await message.json()).toMatchObject({ ok: false, code: 'read-only', help: { isTeamNotified: true } });
  expect(await site.query('select distinct player_id from help_requests order by 1')).toEqual(
    [amina.known.id, brian.known.id].toSorted().map((id) => ({ player_id: id })),
  );
  expect(await site.query('select 1 from messages')).toEqual([]);
  expect((await amina.post(`/games/${game}/reports`, { reason: 'broken_game', description: '' }, json)).status).toBe(200);
  expect((await amina.post('/chat/reports', { playerId: brian.known.id, reason: 'other', description: '' }, json)).status).toBe(200);

  // Whatever stops something: the link is none of ours, which is another answer than 503.
  for (const [address, form] of [
    ['/newsletter/leave/xyz', {}],
    ['/mails/stop/xyz', {}],
    ['/guardian/x.y', { do: 'withdraw' }],
    ['/guardian/pay/x.y', { do: 'refuse' }],
  ] as const)
    expect((await visitor.post(address, form)).status, address).not.toBe(503);
  expect((await visitor.post('/webhooks/till', { event: 'x' })).status).not.toBe(503);

  // The team, also for itself.
  const moderator = await createPlayerClient(site, 'moderator');
  expect((await moderator.post(`/games/${game}/favorite`, { on: 'yes' }, json)).status).toBe(200);
  const warning = { action: 'warn', note: 'A note', why: 'Please be kind to others.' };
  expect((await moderator.post(`/moderation/players/${brian.known.id}`, warning)).status).toBeLessThan(400);
  await turn(operator, 'End read-only');
  expect((await amina.post(`/games/${game}/favorite`, { on: 'yes' }, json)).status).toBe(200);
});

test('while the site is read-only, what protects a child, an account or money goes on', async () => {
  const { site, amina, brian } = await readOnlySite();
  const [asker, stranger, elsewhere] = [await createPlayerClient(site), await createPlayerClient(site), createVisitorClient(site)];
  const signIn = (who: HttpClient, password: string) => who.post('/login', { form: 'sign-in', identifier: amina.known.username, password });
  await site.query(
    `insert into friendships (low_id, high_id, state, requested_by) values (least($1::uuid, $2), greatest($1::uuid, $2), 'pending', $2)`,
    [amina.known.id, asker.known.id],
  );
  await site.query(`insert into avatar_uploads (id, player_id, picture) values (gen_random_uuid(), $1, 'none.webp')`, [amina.known.id]);
  await signIn(elsewhere, PASSWORD);
  const changed = 'sauti-ya-bahari-77';
  const passing: [string, Record<string, string>, number][] = [
    ['/friends/deeds', { do: 'decline', id: asker.known.id }, 200],
    ['/friends/deeds', { do: 'remove', id: brian.known.id }, 200],
    ['/friends/deeds', { do: 'block', id: stranger.known.id }, 200],
    ['/avatar-customization', { do: 'delete' }, 200],
    ['/settings', { do: 'others-out' }, 200],
    ['/settings', { do: 'session-out' }, 200],
    ['/settings', { do: 'push-off', device: brian.known.id }, 200],
    ['/settings', { do: 'password', current: PASSWORD, password: changed, confirm: changed }, 200],
    // There is nothing that this could end.
    ['/friends/deeds', { do: 'withdraw', id: brian.known.id }, 409],
    ...['leave', 'decline', 'remove', 'take-back'].map((action): [string, Record<string, string>, number] => [
      '/groups/actions',
      { do: action, group: randomUUID(), id: brian.known.id },
      404,
    ]),
    ['/subscription', { do: 'cancel' }, 409],
    ['/subscription', { do: 'auto-renew' }, 409],
    // For somebody who has no password.
    ['/settings', { do: 'password-link' }, 400],
  ];
  for (const [address, form, status] of passing) {
    const headers: Record<string, string> = ['/friends/deeds', '/groups/actions'].includes(address) ? { accept: 'application/json' } : {};
    const answer = await amina.post(address, form, headers);
    expect([address, form['do'], answer.status]).toEqual([address, form['do'], status]);
    expect(await answer.text(), form['do']).not.toContain('We are working on Kiddo right now, so');
  }
  expect(await site.query('select state from friendships')).toEqual([]);
  expect(await site.query('select player_id, blocked_id from blocks')).toEqual([
    { player_id: amina.known.id, blocked_id: stranger.known.id },
  ]);
  expect(await site.query('select state from avatar_uploads')).toEqual([{ state: 'deleted' }]);
  expect((await elsewhere.get('/settings/delete')).headers.get('location')).toContain('/login');
  expect((await signIn(createVisitorClient(site), changed)).headers.get('location')).toBe('/');

  // A picture is not read before it is refused.
  const picture = await multipart({ do: 'upload', picture: new File(['none'], 'a.png', { type: 'image/png' }) });
  expect((await amina.request('POST', '/avatar-customization', picture)).status).toBe(503);

  // A forgotten password.
  const email = `${amina.known.username}@example.com`;
  expect((await elsewhere.post('/login?view=reset', { form: 'ask-reset', email })).status).toBe(200);
  const mail = (await site.mails()).find(({ to, text }) => to === email && text.includes('/reset-password?token='));
  const link = await open(elsewhere, /\/reset-password\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  const reset = await elsewhere.post(link.at.pathname, { form: 'new-password', password: PASSWORD, confirm: PASSWORD });
  expect(reset.headers.get('location')).toBe('/login?news=password-updated');
});

test('while the site is read-only, a child who has not said their age says it, asks our team for help and plays', async () => {
  const { site, amina, game } = await readOnlySite();
  await site.query('update players set birth_month = null, age_band = null where id = $1', [amina.known.id]);
  expect((await amina.get(`/games/${game}`)).headers.get('location')).toContain('/age?');
  const said = await amina.post('/age', { month: '3', year: '2012', returnUrl: '/get-help' });
  expect([said.status, said.headers.get('location')]).toEqual([302, '/guardian?returnUrl=%2Fget-help']);
  expect((await amina.post('/get-help', { text: 'please help' })).status).toBe(200);
  expect(await site.query('select player_id from help_requests')).toEqual([{ player_id: amina.known.id }]);
  expect((await amina.post(`/games/${game}/plays`, {}, { accept: 'application/json' })).status).toBe(200);

  // And who is under 13 keeps no account.
  const small = await createPlayerClient(site);
  await site.query('update players set birth_month = null, age_band = null where id = $1', [small.known.id]);
  const left = await small.post('/age', { month: '3', year: String(new Date().getFullYear() - 8), returnUrl: '/' });
  expect(left.headers.get('location')).toContain('/under-13?account=erased');
});
