import { expect, test } from 'vitest';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { findLinks, open, textOf } from './page.ts';
import { openSite } from './site.ts';

// The operators' figures over HTTP, without JavaScript. What is counted: src/features/statistics.

test('the overview of each period opens by a link, and its files are for operators alone', async () => {
  const site = await openSite();
  // Midnight does not pass between the figures and the pages.
  site.freezeClock();
  const operator = await createPlayerClient(site, 'operator');
  const first = await open(operator, '/operator');
  expect(textOf(first.html)).toContain('Nothing is counted yet');
  const now = [site.ctx.now()];
  await site.query(
    `insert into counted_days (day, counted_at)
     select ($1::timestamptz at time zone 'Africa/Nairobi')::date - back, $1 from generate_series(0, 60) back`,
    now,
  );
  await site.query(
    `insert into daily_figures (metric, day, key, value)
     select 'plays', ($1::timestamptz at time zone 'Africa/Nairobi')::date, '', 4321 on conflict do nothing`,
    now,
  );
  for (const [days, words] of [
    ['1', '4,321 today'],
    ['7', '4,321 in 7 days'],
    ['30', '4,321 in 30 days'],
  ] as const) {
    const page = await open(operator, `/operator?days=${days}`);
    expect([page.status, textOf(page.html)]).toEqual([200, expect.stringContaining(words)]);
    const links = findLinks(page.html).map(({ to }) => to);
    for (const other of ['1', '7', '30']) expect(links).toContain(`/operator?days=${other}`);
    expect(links).toContain(`/operator/figures.csv?metric=plays&days=${days}`);
  }
  const address = '/operator/figures.csv?metric=plays&days=7';
  const file = await operator.get(address);
  expect([
    file.status,
    file.headers.get('content-type'),
    file.headers.get('content-disposition'),
    file.headers.get('cache-control'),
  ]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringMatching(/^attachment; filename="kiddo-plays-7-[\d-]+\.csv"$/),
    expect.stringContaining('no-store'),
  ]);
  expect(await file.text()).toContain(',4321,');
  expect((await operator.get('/operator/figures.csv?metric=players')).status).toBe(404);
  const away = await createVisitorClient(site).get(address);
  expect([away.status, away.headers.get('location')]).toEqual([302, '/login?returnUrl=%2Foperator']);
  for (const role of ['player', 'moderator'] as const) {
    const response = await (await createPlayerClient(site, role)).get(address);
    expect([role, response.status, (await response.text()).includes('4321')]).toEqual([role, 403, false]);
  }
});
