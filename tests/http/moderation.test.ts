import { expect, test } from 'vitest';
import { findElements, findLinks, followLink, open, pathOf, submitForm, textOf } from './page.ts';
import { createDemoTeamClient, createPlayerClient, createVisitorClient, DEMO_PASSWORD } from './http-client.ts';
import { openSite } from './site.ts';

// Moderation of games, by forms and links, without JavaScript. With JavaScript: tests/e2e/moderators.spec.ts.

test('a hidden game is gone from every list, page and answer at once, also where it was just seen; restored it is back', async () => {
  const site = await openSite();
  const [amina, mod, somebody] = [await createPlayerClient(site), await createPlayerClient(site, 'moderator'), createVisitorClient(site)];
  const own = ['/games/volcano-dash', '/api/v1/games/volcano-dash'];
  const lists = ['/api/v1/search?q=volcano', '/games?genre=Obby', '/games?q=volcano', '/sitemap-games.xml?after='];
  // Pages where it may or may not be among the first.
  const alsoSeen = ['/', '/games', '/games?genre=Action'];
  const whereItIs = async () => {
    const seen: string[] = [];
    for (const address of [...own, ...lists, ...alsoSeen]) {
      const answer = await somebody.get(address);
      const text = await answer.text();
      if (own.includes(address) ? answer.status === 200 : text.includes('volcano-dash')) seen.push(address);
      expect([address, answer.status]).toEqual([address, own.includes(address) && !seen.includes(address) ? 404 : 200]);
    }
    return seen;
  };
  // Pages that all visitors share are cached for some seconds: now all of these are in memory.
  expect(await whereItIs()).toEqual(expect.arrayContaining([...own, ...lists]));
  const sent = await submitForm(amina, await open(amina, '/games/volcano-dash'), 'Submit Report', { reason: 'inappropriate_content' });
  expect(textOf(sent.html)).toContain('Thank you for your report. We will review it shortly.');

  const queue = await open(mod, '/moderation/games');
  expect(textOf(queue.html)).toContain('1 report waits.');
  const game = await followLink(mod, queue, /Volcano Dash/);
  const unsaid = await submitForm(mod, game, 'Hide the game', { note: '' });
  expect(unsaid.status).toBe(400);
  expect(textOf(unsaid.html)).toContain('Write a short note: why?');
  expect((await somebody.get('/games/volcano-dash')).status).toBe(200);
  const hidden = await submitForm(mod, game, 'Hide the game', { note: 'Checked: the word is there.' });
  expect([pathOf(hidden), textOf(hidden.html)]).toEqual([
    '/moderation?news=last-case',
    expect.stringContaining('Nothing else waits for you.'),
  ]);
  expect(await whereItIs()).toEqual([]);
  expect(textOf((await open(amina, '/notifications/list')).html)).toContain('Your report helped: Volcano Dash');

  const restored = await submitForm(mod, await open(mod, game.at.href), 'Restore the game', { note: 'The maker took the word out.' });
  expect(textOf(restored.html)).toContain('Players find it again.');
  expect(await whereItIs()).toEqual(expect.arrayContaining([...own, ...lists]));
});

test('a report that waits too long is marked, is found by its reason, and is answered kindly when it is dismissed', async () => {
  const site = await openSite();
  const [brian, ops] = [await createPlayerClient(site), await createPlayerClient(site, 'operator')];
  const sent = await submitForm(brian, await open(brian, '/games/kite-club'), 'Submit Report', { reason: 'broken_game' });
  expect(textOf(sent.html)).toContain('Thank you for your report. We will review it shortly.');
  await site.query(`update reports set created_at = created_at - interval '26 hours' where player_id = $1`, [brian.known.id]);
  const queue = await open(ops, '/moderation/games');
  expect(textOf(queue.html)).toContain('1 longer than 24 hours');
  expect(textOf(queue.html)).toContain('Over 24 hours');
  expect(textOf((await open(ops, '/moderation/games?reason=spam')).html)).toContain('No reports here');
  const game = await followLink(ops, await open(ops, '/moderation/games?reason=broken_game'), /Kite Club/);
  expect(textOf(game.html)).toContain('No additional description provided');
  const dismissed = await submitForm(ops, game, 'Dismiss the reports', { note: 'Works on three phones.' });
  expect(pathOf(dismissed)).toBe('/moderation?news=last-case');
  const bell = await open(brian, '/notifications/list');
  expect(textOf(bell.html)).toContain('We looked at your report: Kite Club');
  expect(findLinks(bell.html).map(({ words }) => words)).toContain('Notifications, 2 unread');
});

test('an operator keeps a case, gets it as a file and finds it when the account is deleted; nobody else does', async () => {
  const site = await openSite();
  const [amina, brian, mod, ops, somebody] = [
    await createPlayerClient(site),
    await createPlayerClient(site),
    await createPlayerClient(site, 'moderator'),
    await createDemoTeamClient(site, 'ops'),
    createVisitorClient(site),
  ];
  const address = `/moderation/players/${brian.known.id}`;
  const file = `${address}/export`;
  expect((await amina.post('/chat/reports', { playerId: brian.known.id, reason: 'scary', description: 'Asks where I live' })).status).toBe(
    200,
  );
  for (const who of [amina, brian, mod]) expect((await who.post(file, { note: 'For me' })).status).toBe(403);
  expect((await somebody.post(file, { note: 'For me' })).headers.get('location')).toBe(`/login?returnUrl=${encodeURIComponent(address)}`);
  expect(textOf((await open(mod, address)).html)).not.toMatch(/For the police|Download/);
  expect((await mod.post(address, { do: 'hold', reason: 'For me, please' })).status).toBe(403);
  expect((await ops.get(file)).headers.get('location')).toBe(address);

  const unsaid = await submitForm(ops, await open(ops, address), 'Download as a file', { note: '' });
  expect([unsaid.at.pathname, textOf(unsaid.html)]).toEqual([
    address,
    expect.stringContaining('Write a short note first: why, and for whom?'),
  ]);
  expect(textOf((await submitForm(ops, unsaid, 'Mark for the police', { reason: 'x' })).html)).toContain('Write a short reason: why?');
  const held = await submitForm(ops, unsaid, 'Mark for the police', { reason: 'OB 12/2027' });
  expect(textOf(held.html)).toContain('The case is kept until it is released.');
  const ban = { why: 'You frightened somebody.', note: 'At once' };
  const unproved = await submitForm(ops, held, 'Ban the player', ban);
  expect([unproved.status, textOf(unproved.html)]).toEqual([400, expect.stringContaining('Please fill this in.')]);
  const decided = await submitForm(ops, unproved, 'Ban the player', { ...ban, password: DEMO_PASSWORD });
  expect(pathOf(decided)).toBe('/moderation?news=last-case');
  const download = async () => {
    const answer = await ops.post(file, { note: 'For OB 12/2027' });
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition'),
      answer.headers.get('cache-control'),
    ]).toEqual([200, 'application/json; charset=utf-8', `attachment; filename="case-${brian.known.id}.json"`, 'no-store']);
    return (await answer.json()) as { reports: object[]; log: { action: string; note: string }[] };
  };
  const before = await download();
  expect(before.reports).toMatchObject([{ description: 'Asks where I live', reporter: { username: amina.known.username } }]);
  expect(before.log.map(({ action }) => action)).toEqual(['hold-case', 'ban', 'export-case']);
  expect(await site.query(`select note from audit_log where action = 'export-case'`)).toEqual([{ note: 'For OB 12/2027' }]);

  await site.query(`update players set deletes_at = now() - interval '1 hour' where id = $1`, [brian.known.id]);
  await site.runScheduled('settings.erase-due-accounts');
  expect((await mod.get(address)).status).toBe(404);
  const found = await submitForm(ops, await open(ops, '/operator/cases'), 'Find', { q: brian.known.username.slice(0, 6) });
  expect(textOf(found.html)).toContain('For the police');
  const kept = await followLink(ops, found, new RegExp(`@${brian.known.username}$`));
  expect(kept.at.pathname).toBe(address);
  expect(textOf(kept.html)).toMatch(/This account was deleted on .* What the case needs is kept until it is released\./);
  expect((await download()).reports).toEqual(before.reports);
  const lifted = await submitForm(ops, kept, 'Lift the mute or ban', { note: 'It was a mistake' });
  expect(textOf(lifted.html)).toContain('The address can be used again.');
  const released = await submitForm(ops, lifted, 'Release', { reason: 'The court has decided' });
  expect(textOf(released.html)).toMatch(/Not marked\. The case is deleted on/);
  const freed = await submitForm(ops, await open(ops, '/operator/cases'), 'Free the address', {
    email: 'nobody@example.com',
    note: 'A parent asks',
  });
  expect(textOf(freed.html)).toContain('This address is not banned.');
});

test('what waits is taken, opened, decided and left by links and forms alone', async () => {
  const site = await openSite();
  const [amina, brian, mod, other] = [
    await createPlayerClient(site),
    await createPlayerClient(site),
    await createPlayerClient(site, 'moderator'),
    await createPlayerClient(site, 'moderator'),
  ];
  expect(textOf((await open(mod, '/moderation')).html)).toContain('Nothing waits.');
  await amina.post('/chat/reports', { playerId: brian.known.id, reason: 'bullying', description: 'Every day' });
  await submitForm(amina, await open(amina, '/games/kite-club'), 'Submit Report', { reason: 'broken_game' });
  await site.query(`update player_reports set created_at = created_at - interval '20 hours'`);
  const list = await open(mod, '/moderation');
  expect(textOf(list.html)).toMatch(/2 wait for an answer\. 1 is due within 6 hours\./);
  expect(findElements(list.html, 'li', { class: 'waiting-row' }).map((row) => findElements(row, 'h2').map(textOf).join())).toEqual([
    'Bullying Due soon',
    'Kite Club: Broken/Not Working',
  ]);
  const taken = await submitForm(mod, list, 'Take: Bullying');
  expect([pathOf(taken), textOf(taken.html)]).toEqual(['/moderation', expect.stringContaining('You are looking at it')]);
  // Who opened the list before hears that they are too late.
  const late = await submitForm(other, list, 'Take: Bullying');
  expect(textOf(late.html)).toContain('Somebody else looks at it, or it is closed already.');
  expect(textOf(late.html)).toContain(`${mod.known.displayName} is looking at it`);

  const player = await followLink(other, late, 'Bullying');
  expect(textOf(player.html)).toMatch(/Waiting \(2\) .*4 h left|Waiting \(2\) .*3 h 59 left/);
  const over = await submitForm(other, player, 'Take over');
  expect([over.at.pathname, textOf(over.html)]).toEqual([player.at.pathname, expect.stringContaining('You are looking at it')]);
  const given = await submitForm(other, over, 'Hand on', { to: mod.known.id });
  expect(pathOf(given)).toBe('/moderation?news=case-handed-on');
  expect(textOf((await open(mod, '/notifications/list')).html)).toContain('A case was handed to you');

  const own = await followLink(mod, await open(mod, '/moderation'), 'Bullying');
  const next = await submitForm(mod, own, 'Warn the player', { why: 'Please be kind.', note: 'First time.' });
  expect(pathOf(next)).toBe('/moderation/games/kite-club?news=next-case');
  expect(textOf(next.html)).toMatch(/Here is the next one\. .*You are looking at it/);
  const left = await submitForm(mod, next, 'Leave');
  expect([pathOf(left), textOf(left.html)]).toEqual(['/moderation', expect.stringContaining('1 waits for an answer.')]);
  expect(await site.query('select 1 from case_assignments')).toEqual([]);
});
