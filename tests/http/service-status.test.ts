import { expect, test } from 'vitest';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { attributesOfAll, findLinks, open, submitForm, textOf } from './page.ts';
import { openSite } from './site.ts';

// The status page and its incidents over HTTP, without JavaScript. What the checks find: src/features/service-status.

test('the built site passes its own checks, and everybody reads it', async () => {
  const site = await openSite();
  const somebody = createVisitorClient(site);
  const before = await open(somebody, '/status');
  expect(textOf(before.html)).toMatch(/We do not know No check has run yet\..*not checked yet/);
  await site.runScheduled('service-status.check');
  expect(await site.query('select part, error from status_checks where state = $1', ['down'])).toEqual([]);
  site.advanceClock(11);
  const page = await open(somebody, '/status');
  const text = textOf(page.html);
  expect(text).toMatch(/(Everything works|are slow|is slow).* in Nairobi\./);
  for (const part of ['Pages and sign-in', 'Games', 'Chat and friends', 'Payments', 'Mail']) expect(text).toContain(part);
  expect(text).toContain('Nothing happened.');
  // 89 days before the first check, and today, each with a bar; few elements, and one list for screen readers.
  expect(page.html.match(/<path class="none" d="[^"]*"/g)?.map((path) => path.split('M').length - 1)).toEqual([89, 89, 89, 89, 89]);
  expect(text).toMatch(/The same in words, day by day .*Everything worked\. .* to .* Not checked\./);
  // It is linked where somebody looks for it, and listed for search engines.
  for (const path of ['/help-center', '/contact', '/'])
    expect([
      path,
      findLinks((await open(somebody, path)).html)
        .map(({ to }) => to)
        .includes('/status'),
    ]).toEqual([path, true]);
  expect(await (await somebody.get('/sitemap-pages.xml')).text()).toContain(`${site.origin}/status</loc>`);
  expect((await open(await createPlayerClient(site), '/status')).status).toBe(200);
  await site.query(`update feature_flags set is_enabled = false, message = 'Back at noon.' where name = 'payments'`);
  site.advanceClock(11);
  const off = textOf((await open(somebody, '/status')).html);
  expect(off).toContain('Payments Switched off Payments are switched off by us for now. Back at noon.');
  expect(off).not.toContain('Everything works');
  await site.query(`update feature_flags set is_enabled = true, message = null where name = 'payments'`);
  // After five minutes without a check nothing is claimed.
  site.advanceClock(360);
  expect(textOf((await open(somebody, '/status')).html)).toMatch(/We do not know The last check was at/);
});

test('an operator writes an incident, previews and ends it without scripts; nobody else has the pages', async () => {
  const site = await openSite();
  await site.runScheduled('service-status.check');
  const [somebody, player, mod, ops] = [
    createVisitorClient(site),
    await createPlayerClient(site),
    await createPlayerClient(site, 'moderator'),
    await createPlayerClient(site, 'operator'),
  ];
  for (const path of ['/operator/status', '/operator/status/new']) {
    expect((await somebody.get(path)).headers.get('location')).toBe(`/login?returnUrl=${encodeURIComponent(path)}`);
    expect([(await player.get(path)).status, (await mod.get(path)).status, (await ops.get(path)).status]).toEqual([403, 403, 200]);
  }
  for (const [who, status] of [
    [somebody, 401],
    [player, 403],
    [mod, 403],
  ] as const)
    expect((await who.post('/operator/status/new', { do: 'save' })).status).toBe(status);
  const typed = {
    title: 'Games do not open',
    body: 'A disk is full. We <b>add</b> one.',
    'part-games': 'on',
    effect: 'down',
    note: 'called',
  };
  const page = await open(ops, '/operator/status/new');
  const shown = await submitForm(ops, page, 'Preview', { ...typed, note: '' });
  expect(textOf(shown.html)).toContain('It is not saved yet.');
  // Without the title: it says so, and keeps the rest.
  const refused = await submitForm(ops, shown, 'Write it', { title: 'x', note: 'called' });
  expect([refused.status, textOf(refused.html)]).toEqual([400, expect.stringContaining('at least 3 letters')]);
  expect(refused.html).toContain('A disk is full.');
  const saved = await submitForm(ops, refused, 'Write it', typed);
  expect(textOf(saved.html)).toContain('Visitors read it on the status page');
  site.advanceClock(11);
  const read = await open(somebody, '/status');
  expect(textOf(read.html)).toMatch(/Games are down .*Going on Since .*Games do not open A disk is full\. We <b>add<\/b> one\./);
  expect(attributesOfAll(read.html, 'article')).toHaveLength(1);
  const ended = await submitForm(ops, saved, 'It is over', { note: 'fixed' });
  expect(textOf(ended.html)).toContain('The status page says so');
  site.advanceClock(11);
  const after = textOf((await open(somebody, '/status')).html);
  expect(after).toContain('Games do not open');
  expect(after).not.toMatch(/Games are down|Going on/);
});
