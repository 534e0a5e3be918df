import { expect, test } from 'vitest';
import { writeGameZip } from '../zip.ts';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { followLink, open, submitForm, textOf, upload } from './page.ts';
import { openSite } from './site.ts';

// Games on operators' pages over HTTP, without JavaScript. What is done, and by whom: src/features/game-admin and operators.test.ts.

const zip = (files: Record<string, string>) => new File([new Uint8Array(writeGameZip(files))], 'kites.zip', { type: 'application/zip' });

test('a game is added from a zip file, looked at while it is hidden, edited, shown, and a pick, all by plain forms', async () => {
  const site = await openSite();
  const ops = await createPlayerClient(site, 'operator');
  const visitor = createVisitorClient(site);
  const form = await followLink(ops, await open(ops, '/operator/games'), 'Add a game');
  const file = zip({ 'game.js': 'new RTCPeerConnection()' });
  const refused = await upload(ops, form, 'Add it', { file }, { title: 'Sky Club', note: 'From a class' });
  expect([refused.status, textOf(refused.html)]).toEqual([
    400,
    expect.stringContaining('The file was not taken: game.js uses RTCPeerConnection'),
  ]);
  // An address of this machine is not asked, and stays in the form.
  const inside = `https://localhost/kites.zip`;
  const unfetched = await upload(ops, refused, 'Add it', {}, { address: inside });
  expect([unfetched.status, textOf(unfetched.html), unfetched.html.includes(`value="${inside}"`)]).toEqual([
    400,
    expect.stringContaining('This address is not on the public internet.'),
    true,
  ]);
  const added = await upload(ops, unfetched, 'Add it', { file: zip({}) }, { address: '' });
  expect([added.status, added.at.pathname]).toEqual([200, '/operator/games/sky-club/edit']);
  expect(textOf(added.html)).toContain('This game was never shown.');

  // Its cover and files are there for operators alone.
  const cover = /<img[^>]*src="(\/operator\/games\/[^"]+)"/.exec(added.html)?.[1] ?? '';
  const picture = await ops.get(cover);
  expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
    200,
    'image/svg+xml',
    'private, no-store',
  ]);
  expect(picture.headers.get('content-security-policy')).toContain('script-src');
  const others = [visitor, await createPlayerClient(site), await createPlayerClient(site, 'moderator')];
  const statuses = await Promise.all(others.map(async (who) => (await who.get('/operator/games/sky-club/cover')).status));
  expect(statuses).toEqual([401, 403, 403]);
  const frame = /<iframe[^>]*src="([^"]+)"/.exec(added.html)?.[1] ?? '';
  expect(frame).toContain(`${site.gamesOrigin}/t/`);
  expect((await visitor.get(frame)).status).toBe(200);
  expect((await visitor.get(frame.replace(/\/t\/[^/]+/, ''))).status).toBe(404);
  expect((await visitor.get('/games/sky-club')).status).toBe(404);

  const typed = { title: 'Kites', tags: 'Wind, Sky', 'genre Puzzle': 'yes', isPremium: null };
  const noNote = await submitForm(ops, added, 'Save', { ...typed, note: '' });
  expect([noNote.status, noNote.html.includes('value="Wind, Sky"')]).toEqual([400, true]);
  const saved = await submitForm(ops, noNote, 'Save', { note: 'Its true name' });
  expect(textOf(saved.html)).toMatch(/Saved.*edited the game Its true name/);
  const shown = await submitForm(ops, saved, 'Show it', { note: 'It is good' });
  expect(shown.status).toBe(200);
  expect(textOf((await open(visitor, '/games/sky-club')).html)).toContain('Kites');

  const picks = await submitForm(ops, await open(ops, '/operator/games/picks?q=kites'), 'Add to the picks', { note: 'For the holidays' });
  expect(textOf(picks.html)).toContain('Kites is the last staff pick now.');
  expect(textOf((await open(visitor, '/games?tab=featured')).html)).toContain('Kites');
});

test('an operator has a game opened, sees what was found, and leaves it hidden, by plain forms; its picture is for operators alone', async () => {
  const site = await openSite();
  const ops = await createPlayerClient(site, 'operator');
  const page = '/operator/games/matatu-rush/edit';
  const asked = await submitForm(ops, await open(ops, page), 'Open it now', {});
  expect([asked.status, textOf(asked.html)]).toEqual([
    200,
    expect.stringContaining('It is being opened. The result is here in about a minute.'),
  ]);
  expect((await open(ops, page)).html).not.toContain('value="open"');
  // What the nightly check would have found twice.
  await site.query(`insert into game_check_states (game_id, opened_at, night, files, outcome, finding, bytes, errors, picture_id)
    select id, now(), '2026-11-27', game_url, 'nothing-shown', 'broken', 212000, '{"<b>wind</b> is undefined"}', gen_random_uuid()
    from games where id = 'matatu-rush'`);
  await site.query(`update games set hidden_at = now() where id = 'matatu-rush'`);
  await site.query(`insert into broken_games values ('matatu-rush', now(), 'nothing-shown')`);
  await site.ctx.files.put('game-checks/matatu-rush.jpg', Buffer.from('a picture'));
  // Opened on demand, and it works: it waits for a decision all the same, in the list to which the team's pages lead.
  await site.query(`update game_check_states set finding = 'fine' where game_id = 'matatu-rush'`);
  const overview = await open(ops, '/operator');
  const [, waitingList = ''] = /href="(\/operator\/games[^"]*show=hidden-by-check)"/.exec(overview.html) ?? [];
  expect(textOf((await open(ops, waitingList)).html)).toContain('Matatu Rush');
  await site.query(`update game_check_states set finding = 'broken' where game_id = 'matatu-rush'`);
  const list = await open(ops, '/operator/games?show=broken');
  expect(textOf(list.html)).toMatch(/Matatu Rush .*Broken Hidden Edit/);
  const waiting = await open(ops, '/moderation');
  expect(textOf(waiting.html)).toContain('Matatu Rush: Nothing is shown');
  const [, picture = ''] = /<img[^>]*src="(\/operator\/games\/matatu-rush\/check-picture[^"]*)"/.exec(waiting.html) ?? [];
  const answer = await ops.get(picture);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/jpeg',
    'private, no-store',
  ]);
  const others = [createVisitorClient(site), await createPlayerClient(site), await createPlayerClient(site, 'moderator')];
  expect(await Promise.all(others.map(async (who) => (await who.get(picture)).status))).toEqual([401, 403, 403]);
  const moderators = await open(others[2] ?? ops, '/moderation');
  expect(textOf(moderators.html)).not.toContain('Matatu Rush');
  const game = await open(ops, page);
  expect(textOf(game.html)).toMatch(/Nobody is looking at it Take .*The nightly check has hidden this game/);
  expect(game.html).toContain('&lt;b&gt;wind&lt;/b&gt; is undefined');
  const refused = await submitForm(ops, game, 'Leave it hidden', { note: '' });
  expect([refused.status, textOf(refused.html)]).toEqual([400, expect.stringContaining('Write a short note: why?')]);
  const left = await submitForm(ops, refused, 'Leave it hidden', { note: 'New files come' });
  expect(left.at.pathname).toBe('/moderation');
  expect(textOf((await open(ops, page)).html)).toMatch(/left the game hidden New files come/);
  expect(await site.query('select * from broken_games')).toEqual([]);
});
