import { expect, test } from 'vitest';
import { findElements, findLinks, followLink, open, submitForm, upload, textOf } from './page.ts';
import { createSubscriber, payForPlan } from './payments.ts';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { expectCenterColor, createPlainImage } from './pictures.ts';
import { openSite } from './site.ts';

// The operators' pages, over HTTP. How their actions affect everybody at once: tests/e2e/operators.spec.ts.

test('every page of operators is for them alone, and so is what its forms send', async () => {
  const site = await openSite();
  const [player, moderator, operator] = [
    await createPlayerClient(site),
    await createPlayerClient(site, 'moderator'),
    await createPlayerClient(site, 'operator'),
  ];
  const somebody = createVisitorClient(site);
  const money = `/operator/players/${player.known.id}`;
  const payment = `/operator/payments/${await payForPlan(site, player, 'premium', 'mpesa')}`;
  const forms: [string, Record<string, string>][] = [
    ['/operator/switches', { flag: 'chat', do: 'on', note: 'Only to see.', version: '1' }],
    [money, { do: 'grant', amount: '500', reason: 'A present', key: 'x'.repeat(20) }],
    [payment, { amount: '99', left: '9900', reason: 'asked', note: 'For me', password: 'secret1' }],
    ['/operator/newsletter', { post: 'none' }],
    ['/operator/announcements', { do: 'start', text: 'Hello all.', audience: 'everybody', until: '2099-01-01T08:00', note: 'To see it' }],
    ['/operator/cases', { email: 'a@example.com', note: 'To free it' }],
    ['/operator/items', {}],
    ['/operator/games/new', { title: 'Mine', note: 'For fun' }],
    ['/operator/games/matatu-rush/edit', { do: 'hide', note: 'For fun' }],
    ['/operator/games/picks', { do: 'add matatu-rush', note: 'For fun' }],
    ['/operator/templates', {}],
    ['/operator/plans', { id: 'premium', price: '1', note: 'For free' }],
    ['/operator/plans', { kind: 'pack', id: 'pack-400', shillings: '1', dollars: '1', note: 'For free' }],
    ['/operator/plans', { kind: 'setting', id: 'data-price', megabyte: '1', note: 'For free' }],
  ];
  const others = Object.entries({ player, moderator });
  const read = ['/operator', '/operator/payments', '/operator/players', '/operator/messages', '/operator/games'];
  for (const address of [...read, ...forms.map(([to]) => to)]) {
    expect((await operator.get(address)).status, address).toBe(200);
    const away = await somebody.get(address);
    expect([away.status, away.headers.get('location')]).toEqual([302, `/login?returnUrl=${encodeURIComponent(address)}`]);
    for (const [role, who] of others) {
      expect((await who.get(address)).status, `${role} at ${address}`).toBe(403);
      expect((await who.get(`${address}.data`)).status, `${role} at ${address}.data`).toBe(403);
    }
  }
  for (const [address, form] of forms) {
    expect((await somebody.post(address, form)).status, `signed out at ${address}`).toBe(401);
    for (const [role, who] of others) expect((await who.post(address, form)).status, `${role} sends to ${address}`).toBe(403);
  }
  // Searching for a player changes nothing: the route does not accept POST.
  for (const who of [player, moderator, operator]) {
    const sent = await who.post('/operator/players', { username: player.known.username });
    expect([who.known.username, sent.status]).toEqual([who.known.username, 405]);
  }
  const search = `/operator/players?username=${player.known.username}`;
  expect((await open(operator, search)).at.pathname).toBe(money);
  for (const who of [player, moderator]) {
    const found = await who.get(search);
    expect([found.status, found.headers.get('location')]).toEqual([403, null]);
  }
  expect(await site.query(`select 1 from ledger where source <> 'plan-grant'`)).toEqual([]);
  expect(await site.query(`select 1 from refund_requests`)).toEqual([]);
  // The operator looked at a player's address; nothing else happened.
  expect(await site.query(`select distinct action from audit_log`)).toEqual([{ action: 'read-address' }]);
});

test('the team’s pages open after the second step: before, each says why, and leads to the settings', async () => {
  const site = await openSite();
  const [moderator, operator] = [await createPlayerClient(site, 'moderator'), await createPlayerClient(site, 'operator')];
  const pages = [
    '/moderation',
    '/moderation/games',
    '/moderation/words',
    '/moderation/players',
    '/moderation/pictures',
    `/moderation/players/${moderator.known.id}`,
  ];
  const operators =
    ' /cases /payments /payments/disputes /payments/days /players /messages /newsletter /announcements /status /switches /texts'
      .concat(' /games /games/new /games/picks /items /templates /plans')
      .split(' ');
  // As after signing in with the password alone, or with Google.
  await site.query('update sessions set second_step = false');
  for (const [who, addresses] of [
    [moderator, pages],
    [operator, [...pages, ...operators.map((path) => `/operator${path}`)]],
  ] as const)
    for (const address of addresses) {
      const page = await open(who, address);
      expect([address, page.status, textOf(page.html)]).toEqual([address, 403, expect.stringContaining('The second step is missing')]);
      expect(findLinks(page.html).map(({ to }) => to)).toContain('/settings?tab=security');
      expect((await who.get(`${address}.data`)).status, `${address}.data`).toBe(403);
    }
  const sent = await operator.post('/operator/switches', { flag: 'chat', do: 'off', note: 'Only to see.', version: '1' });
  expect([sent.status, textOf(await sent.text())]).toEqual([403, expect.stringContaining('The second step is missing')]);
  const file = await operator.post(`/moderation/players/${moderator.known.id}/export`, { note: 'For OB 12/2027' });
  expect([file.status, await file.text()]).toEqual([403, '']);
  // Everything else is as for every player.
  expect(textOf((await open(moderator, '/settings?tab=security')).html)).toContain('Two-step sign-in');
  await site.query('update sessions set second_step = true');
  const opened = await open(operator, '/operator');
  expect([opened.status, textOf(opened.html).includes('demo account')]).toEqual([200, false]);
  expect(await site.query('select 1 from audit_log')).toEqual([]);
});

test('demo mode’s accounts of the team need no second step, and their pages say so', async () => {
  const site = await openSite();
  for (const [identifier, address] of [
    ['mod', '/moderation'],
    ['ops', '/operator'],
  ] as const) {
    const person = createVisitorClient(site);
    await submitForm(person, await open(person, '/login'), 'Sign In', { identifier, password: 'kiddo-demo' });
    const page = await open(person, address);
    expect([page.status, textOf(page.html)]).toEqual([200, expect.stringContaining('A demo account opens the pages of the team')]);
    expect(textOf((await open(person, '/games')).html)).not.toContain('A demo account opens');
  }
});

test('an operator sets the prices of a pack and of a megabyte: what players see follows, and both are logged', async () => {
  const site = await openSite();
  const [ops, me] = [await createPlayerClient(site, 'operator'), await createPlayerClient(site)];
  const pack = { kind: 'pack', id: 'pack-800', note: 'The shilling fell' };
  expect(textOf(await (await ops.post('/operator/plans', { ...pack, shillings: 'x', dollars: '9.99' })).text())).toContain(
    'Write an amount in shillings, from 0.01 to 50,000.',
  );
  const saved = await ops.post('/operator/plans', { ...pack, shillings: '205.50', dollars: '9.99' });
  expect(textOf(await saved.text())).toContain('The pack of 800 is saved');
  expect(textOf((await open(me, '/robux')).html)).toContain('KSH 205.50 USD 9.99 by card');
  const costOf = async () => findElements((await open(me, '/games/matatu-rush')).html, 'span', { class: 'data-cost' }).map(textOf)[0];
  expect(await costOf()).toMatch(/^about KSh 0\.0\d$/);
  const form = { kind: 'setting', id: 'data-price', megabyte: '50', note: 'Roaming' };
  expect(textOf(await (await ops.post('/operator/plans', form)).text())).toContain('The price of a megabyte is saved');
  site.advanceClock(6);
  await expect.poll(costOf).toMatch(/^about KSh [1-9]\d*\.\d\d$/);
  expect(await site.query(`select action, subject_id, note from audit_log where subject_kind in ('pack', 'setting') order by id`)).toEqual([
    { action: 'pack-changed', subject_id: 'pack-800', note: 'The shilling fell' },
    { action: 'setting-changed', subject_id: 'data-price', note: 'Roaming' },
  ]);
});

test('an operator adds a template, and players with premium can choose it', async () => {
  const site = await openSite();
  const [ops, me] = [await createPlayerClient(site, 'operator'), await createSubscriber(site)];
  const form = await followLink(ops, await open(ops, '/operator/templates'), 'Add a template');
  const picture = await createPlainImage('jpeg', { r: 220, g: 160, b: 40 });
  const added = await upload(ops, form, 'Add', { picture }, { name: 'Ops Lion', style: 'lions', note: 'Many asked for it' });
  expect(added.at.searchParams.get('template')).toMatch(/^(?!new)[a-z0-9-]+$/);
  expect(findElements(added.html, 'h2').map(textOf)).toContain('Ops Lion');
  expect(textOf(added.html)).toMatch(new RegExp(`@${ops.known.username} added it.*Many asked for it`));
  const [template] = await site.query<{ id: string; picture: string }>(
    `select id, style, is_listed, picture from avatar_templates where name = 'Ops Lion'`,
  );
  expect(template).toMatchObject({ style: 'lions', is_listed: true });
  await expectCenterColor(ops, `/media/${template?.picture ?? ''}`, { r: 220, g: 160, b: 40 });
  expect(textOf((await open(me, '/avatar-customization?tab=picture')).html)).toContain('Ops Lion');
  const chosen = await me.post('/avatar-customization', { do: 'choose', template: template?.id ?? '' });
  expect(chosen.headers.get('location')).toBe('/profile?news=avatar-updated');
});

test('a picture that is too large leaves the form as it was filled in: pressing Save again saves all of it', async () => {
  const site = await openSite();
  const ops = await createPlayerClient(site, 'operator');
  const [template] = await site.query<{ id: string }>(`select id from avatar_templates where is_listed and not is_premium order by id`);
  const readTemplate = () => site.query(`select name, is_listed, is_premium from avatar_templates where id = $1`, [template?.id]);
  const form = await open(ops, `/operator/templates?template=${template?.id}`);
  const picture = new File([Buffer.alloc(3 * 1024 * 1024)], 'lion.png', { type: 'image/png' });
  const refused = await upload(ops, form, 'Save', { picture }, { name: 'Tall Lion', isPremium: 'yes', note: 'It is a treat now' });
  expect(refused.status).toBe(413);
  expect(textOf(refused.html)).toContain('The picture has to be smaller than 2 MB.');
  expect(await readTemplate()).toMatchObject([{ is_listed: true, is_premium: false }]);
  const saved = await upload(ops, refused, 'Save', {});
  expect(saved.status).toBe(200);
  expect(textOf(saved.html)).toContain('It is a treat now');
  expect(await readTemplate()).toEqual([{ name: 'Tall Lion', is_listed: true, is_premium: true }]);
});
