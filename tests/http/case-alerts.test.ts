import { expect, test } from 'vitest';
import { attributesOfAll, open, submitForm, textOf } from './page.ts';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { openSite } from './site.ts';

// The mails that call the team and the number in its top bar, without JavaScript. Whom a mail calls: src/features/case-queue/alerts.

test('the number of what waits is for the team alone, and is stored nowhere', async () => {
  const site = await openSite();
  const [somebody, player, mod, ops] = [
    createVisitorClient(site),
    await createPlayerClient(site),
    await createPlayerClient(site, 'moderator'),
    await createPlayerClient(site, 'operator'),
  ];
  const statuses = await Promise.all([somebody, player, mod, ops].map(async (who) => (await who.get('/moderation/counts')).status));
  expect(statuses).toEqual([204, 204, 200, 200]);
  const before = (await (await mod.get('/moderation/counts')).json()) as { total: number; urgent: number };
  expect((await player.post('/games/kite-club/reports', { reason: 'broken_game' }, { accept: 'application/json' })).status).toBe(200);
  const answer = await mod.get('/moderation/counts');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(await answer.json()).toEqual({ ...before, total: before.total + 1 });
  const [forMod, forPlayer] = [await open(mod, '/games'), await open(player, '/games')];
  const names = ({ html }: { html: string }) => attributesOfAll(html, 'a').map((link) => link['aria-label'] ?? '');
  expect(names(forMod).filter((name) => name.startsWith(`Waiting ${before.total + 1}`))).toHaveLength(1);
  expect(names(forPlayer).filter((name) => name.startsWith('Waiting'))).toEqual([]);
  expect(forPlayer.html).not.toContain('"urgent"');
});

test('the team chooses what it is called for, each by themselves; operators cannot turn off urgent cases; nobody else has the page', async () => {
  const site = await openSite();
  const path = '/moderation/alerts';
  const [somebody, player, mod, ops] = [
    createVisitorClient(site),
    await createPlayerClient(site),
    await createPlayerClient(site, 'moderator'),
    await createPlayerClient(site, 'operator'),
  ];
  expect((await somebody.get(path)).headers.get('location')).toBe(`/login?returnUrl=${encodeURIComponent(path)}`);
  expect((await player.get(path)).status).toBe(403);
  expect([(await somebody.post(path, {})).status, (await player.post(path, {})).status]).toEqual([401, 403]);
  const boxes = async (who: typeof mod) =>
    attributesOfAll((await open(who, path)).html, 'input')
      .filter(({ type }) => type === 'checkbox')
      .map((box) => [box['name'], 'checked' in box, 'disabled' in box]);
  const all = [
    ['urgent', true, false],
    ['dueSoon', true, false],
    ['digest', true, false],
  ];
  expect(await boxes(mod)).toEqual(all);
  // A browser does not send a box that is not ticked.
  expect((await mod.post(path, { urgent: 'on' })).status).toBe(200);
  expect(await boxes(mod)).toEqual([all[0], ['dueSoon', false, false], ['digest', false, false]]);
  const page = await open(ops, path);
  expect(textOf(page.html)).toContain('Operators are always called for urgent cases');
  // The site of the tests has an outbox only, and says so.
  expect(textOf(page.html)).toContain('no mail calls anybody: only browsers do');
  expect(attributesOfAll(page.html, 'a').map(({ href }) => href)).toContain('/settings?tab=notifications');
  const saved = await submitForm(ops, page, 'Save', {});
  expect(textOf(saved.html)).toContain('You are called for what you chose.');
  expect((await ops.post(path, {})).status).toBe(200);
  expect(await boxes(ops)).toEqual([
    ['urgent', true, true],
    ['dueSoon', false, false],
    ['digest', false, false],
  ]);
  expect((await ops.post(path, { digest: 'perhaps' })).status).toBe(400);
});
