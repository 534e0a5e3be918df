import { expect, test } from 'vitest';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { findElements, followLink, open, submitForm, textOf } from './page.ts';
import { payForPlan, submitSandboxAction } from './payments.ts';
import { openSite } from './site.ts';

const PASSWORD = 'kiddo-demo';

// Payments and refunds of operators by forms and links, without JavaScript. With JavaScript: tests/e2e/refunds.spec.ts.

test('without JavaScript: an operator finds a payment by its filters, and refunds it after one refund that failed', async () => {
  const site = await openSite();
  const [me, ops] = [await createPlayerClient(site), createVisitorClient(site)];
  // The demo accounts of the team have no second step: their password is asked for.
  await submitForm(ops, await open(ops, '/login'), 'Sign In', { identifier: 'ops', password: PASSWORD });
  const reference = await payForPlan(site, me, 'premium', 'mpesa');
  await submitSandboxAction(site, me, reference, 'fail-refund');

  const all = await open(ops, '/operator/payments');
  const none = await submitForm(ops, all, 'Show', { who: me.known.username, state: 'disputed' });
  expect(textOf(none.html)).toContain('No payment fits');
  const found = await submitForm(ops, none, 'Show', { state: 'success' });
  expect(found.at.searchParams.get('who')).toBe(me.known.username);
  const payment = await followLink(ops, found, 'Premium, 30 days');
  expect(payment.at.pathname).toBe(`/operator/payments/${reference}`);
  expect(textOf(payment.html)).toContain('All of it (KSH 99) takes back:');
  const form = { reason: 'twice', note: 'Paid twice, says the mother.', password: PASSWORD };

  const wrong = await submitForm(ops, payment, 'Send the money back', { ...form, amount: '100' });
  expect([wrong.status, textOf(wrong.html)]).toEqual([400, expect.stringContaining('It is more than what is left of this payment.')]);
  expect(wrong.html).toContain('Paid twice, says the mother.');
  const asked = await submitForm(ops, wrong, 'Send the money back', { amount: '99', password: PASSWORD });
  expect(textOf(asked.html)).toContain('The provider is asked now to send KSH 99 back.');
  await site.runQueuedJobs();
  const failed = await open(ops, asked.at.pathname);
  expect(textOf(failed.html)).toContain('The money is still with us. You can ask for it again.');
  expect(textOf((await open(me, '/subscription')).html)).toContain('Active');

  await submitForm(ops, failed, 'Send the money back', form);
  await site.runQueuedJobs();
  const done = await open(ops, asked.at.pathname);
  expect(textOf(done.html)).toContain('All of it is paid back.');
  expect(findElements(done.html, 'button', { value: 'refund' })).toEqual([]);
  expect(textOf((await open(me, '/subscription')).html)).toContain('Free Plan');
  expect(await site.query(`select state from refund_requests order by created_at`)).toEqual([{ state: 'failed' }, { state: 'processed' }]);
});
