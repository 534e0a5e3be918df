import { expect, test } from 'vitest';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { findLinks, open, submitForm, textOf } from './page.ts';
import { createSubscriber, submitSandboxAction } from './payments.ts';
import { openSite } from './site.ts';

// Disputes and the money of a day over HTTP, without JavaScript. What is decided, and how: src/features/subscriptions.

const DISPUTES = '/operator/payments/disputes';
const DAYS = '/operator/payments/days';

test('a dispute comes in, is contested with a note and the password, and won; nobody but operators sees it', async () => {
  const site = await openSite();
  const [payer, operator] = [await createSubscriber(site), await createPlayerClient(site, 'operator')];
  // A demo account: it proves itself by its password.
  await site.query(`update sessions set player_id = (select id from players where username = 'ops') where player_id = $1`, [
    operator.known.id,
  ]);
  const password = 'kiddo-demo';
  const [{ reference } = { reference: '' }] = await site.query<{ reference: string }>(
    'select reference from payments where player_id = $1',
    [payer.known.id],
  );
  await submitSandboxAction(site, payer, reference, 'dispute', reference);
  await site.runScheduled('payments.sync-disputes');
  const list = await open(operator, DISPUTES);
  expect(textOf(list.html)).toContain('1 waits for an answer.');
  const address = findLinks(list.html).find(({ to }) => to.startsWith(`${DISPUTES}/`))?.to ?? '';
  const page = await open(operator, address);
  expect(textOf(page.html)).toContain('1 of 30 days of paid time had begun.');
  expect(textOf(page.html)).toContain('0 of 400 kiddocash that came with it were spent.');
  // The page of the payment leads to it.
  const payment = await open(operator, `/operator/payments/${reference}`);
  expect(findLinks(payment.html).map(({ to }) => to)).toContain(address);

  // What was typed stays after a failure, and nothing is sent.
  const typed = { statement: 'We delivered it at once, and it was used.', note: 'The same address', password: 'wrong-password' };
  const refused = await submitForm(operator, page, 'Contest the dispute', typed);
  expect([refused.status, refused.html.includes(typed.statement), refused.html.includes(typed.password)]).toEqual([400, true, false]);
  expect(await site.query('select answer from disputes')).toEqual([{ answer: null }]);
  const sent = await submitForm(operator, refused, 'Contest the dispute', { ...typed, password });
  expect([sent.status, textOf(sent.html)]).toEqual([200, expect.stringContaining('Contested')]);
  await site.runQueuedJobs();
  expect(textOf((await open(operator, address)).html)).toContain('answered: the bank decides');
  await submitSandboxAction(site, payer, reference, 'dispute-won', reference);
  const won = textOf((await open(operator, address)).html);
  expect(won).toContain('won: the money stays');
  expect(won).toContain('The same address');
  expect(await site.query('select state from payments where reference = $1', [reference])).toEqual([{ state: 'success' }]);

  for (const path of [DISPUTES, address]) {
    const away = await createVisitorClient(site).get(path);
    expect([away.status, away.headers.get('location')]).toEqual([302, `/login?returnUrl=${encodeURIComponent(path)}`]);
    for (const role of ['player', 'moderator'] as const) {
      const somebody = await createPlayerClient(site, role);
      const response = await somebody.get(path);
      expect([role, path, response.status, (await response.text()).includes(reference)]).toEqual([role, path, 403, false]);
      // The list takes no form.
      const tried = await somebody.post(path, { do: 'accept', note: 'For free', password });
      expect([role, path, tried.status]).toEqual([role, path, path === address ? 403 : 405]);
    }
  }
  expect((await operator.get(`${DISPUTES}/nope`)).status).toBe(404);
  expect((await createVisitorClient(site).post(address, { do: 'accept', note: 'For free' })).status).toBe(401);
});

test('a day shows what was paid and settled, and a difference by its payment; its files and its button are for operators alone', async () => {
  const site = await openSite();
  const [payer, operator] = [await createSubscriber(site), await createPlayerClient(site, 'operator')];
  const others = { player: await createPlayerClient(site), moderator: await createPlayerClient(site, 'moderator') };
  const [{ reference, day } = { reference: '', day: '' }] = await site.query<{ reference: string; day: string }>(
    `select reference, (paid_at at time zone 'Africa/Nairobi')::date::text as day from payments where player_id = $1`,
    [payer.known.id],
  );
  expect(textOf((await open(operator, `${DAYS}/${day}`)).html)).toContain('Not compared yet');
  await site.runScheduled('payments.fetch-settlements');
  expect(textOf((await open(operator, `${DAYS}/${day}`)).html)).toContain('Paid here, and not settled yet');
  await submitSandboxAction(site, payer, reference, 'settle-less', reference);
  site.advanceClock(2 * 24 * 3600);
  await site.query(`update sessions set expires_at = now() + interval '9 days', created_at = now() + interval '2 days'`);
  const asked = await submitForm(operator, await open(operator, DAYS), 'Fetch again');
  expect([asked.status, textOf(asked.html)]).toEqual([200, expect.stringContaining('The provider is asked now')]);
  await site.runQueuedJobs();
  const month = await open(operator, `${DAYS}?month=${day.slice(0, 7)}`);
  expect(textOf(month.html)).toContain('1 to look at');
  expect(findLinks(month.html).map(({ to }) => to)).toContain(`${DAYS}/${day}`);
  const page = await open(operator, `${DAYS}/${day}`);
  for (const words of ['KSH 99 here, KSH 98 there', 'Different amount (1 payment) −KSH 1', 'They agree.', reference])
    expect(textOf(page.html)).toContain(words);
  const file = await operator.get(`${DAYS}.csv?day=${day}`);
  expect([file.headers.get('content-type'), file.headers.get('content-disposition'), await file.text()]).toEqual([
    'text/csv; charset=utf-8',
    `attachment; filename="kiddo-day-${day}.csv"`,
    expect.stringContaining(`${reference},M-Pesa,KES,99,0,KES,98,1.47,Different amount`),
  ]);
  const paths = [DAYS, `${DAYS}/${day}`, `${DAYS}.csv?day=${day}`, `${DAYS}.csv?month=${day.slice(0, 7)}`];
  for (const path of paths) {
    expect([path, (await createVisitorClient(site).get(path)).status]).toEqual([path, 302]);
    for (const [role, who] of Object.entries(others)) expect([role, path, (await who.get(path)).status]).toEqual([role, path, 403]);
  }
  for (const path of paths.slice(0, 2)) {
    expect((await createVisitorClient(site).post(path, { do: 'fetch' })).status).toBe(401);
    expect((await others.moderator.post(path, { do: 'fetch' })).status).toBe(403);
  }
  for (const none of [`${DAYS}/2026-02-30`, `${DAYS}.csv`]) expect([none, (await operator.get(none)).status]).toEqual([none, 404]);
});
