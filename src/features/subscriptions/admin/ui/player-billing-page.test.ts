import { createElement } from 'react';
import { expect, it } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../../tests/markup.ts';
import type { AdminWallet } from '../../../wallet/schema.ts';
import type { PlayerBilling, PaymentTrace } from '../schema.ts';
import { actionFailure } from '../../../../shared/action-result.ts';
import type { WalletAdjustmentResult } from '../../../wallet/admin/schema.ts';
import { WalletAdjustmentForm } from '../../../wallet/ui/wallet-adjustment-form.tsx';
import { StatementEntries } from '../../../wallet/ui/statement-entries.tsx';
import { PlayerBillingPage } from './player-billing-page.tsx';

const AT = '2026-11-14T09:00:00.000Z';
const wallet: AdminWallet = {
  player: { id: 'p1', username: 'amani', displayName: 'Amani' },
  statement: {
    balance: 1250,
    items: [{ id: 'e1', amount: -50, balance: 1250, what: 'Bought in the catalog', note: 'Hat', at: AT }],
    next: 'e1',
  },
  log: [{ id: 'l1', at: AT, actor: 'boss', action: 'grant', amount: 400, reason: 'It was lost.' }],
  canAdjust: true,
  key: '0190a0b0-0000-7000-8000-000000000000',
};
const paid: PlayerBilling = {
  player: { id: 'p1', username: 'amani', email: 'mama@example.com' },
  status: { kind: 'expired', planName: 'Premium', at: AT },
  payments: [
    {
      reference: 'kd-0123456789',
      what: 'Premium, monthly',
      price: { minor: 9900, currency: 'KES' },
      at: AT,
      state: 'held',
      channel: 'card',
      isByGuardian: false,
    },
  ],
  next: null,
  subscriptions: [
    {
      id: 's1',
      planName: 'Premium',
      channel: 'card',
      provider: 'paystack',
      code: 'SUB_1',
      state: 'ended',
      nextBilling: AT,
      at: AT,
      endedAt: AT,
    },
  ],
};
const trace: PaymentTrace = {
  reference: 'kd-0123456789',
  statusMessage: 'amount differs',
  checks: 3,
  nextCheck: AT,
  backMinor: 5000,
  taken: 400,
  period: { from: AT, until: '2026-12-14T09:00:00.000Z', endedFor: 'refund' },
};
const page = (more: Partial<AdminWallet> = {}, answer?: WalletAdjustmentResult) =>
  renderToHtml(
    createElement(PlayerBillingPage, {
      wallet: { ...wallet, ...more },
      billing: paid,
      traces: [trace],
      isStart: { payments: true, ledger: true },
      adjustmentForm: createElement(WalletAdjustmentForm, { canAdjust: more.canAdjust ?? true, formKey: wallet.key, answer }),
      renderEntries: (items) => createElement(StatementEntries, { items, showsTimeZone: false }),
    }),
    '/operator/players/p1',
  );

it('shows what was paid, how it stands, and every entry of the ledger', () => {
  const words = textOf(page());
  expect(words).toContain('@amani mama@example.com');
  expect(words).toContain('Premium expired on Nov 14, 2026');
  expect(words).toContain('Premium, monthly KSH 99 held: look at it Nov 14, 2026, 12:00 PM card kd-0123456789');
  expect(words).toContain(
    'good from Nov 14, 2026, 12:00 PM to Dec 14, 2026, 12:00 PM ended early: refunded KSH 50 went back 400 kiddocash taken back',
  );
  expect(words).toContain('asked 3 times asked again Nov 14, 2026, 12:00 PM Noted: amount differs');
  expect(words).toContain('Premium ended since Nov 14, 2026, 12:00 PM ended Nov 14, 2026, 12:00 PM paystack card SUB_1');
  expect(words).toContain('Bought in the catalog Hat Nov 14, 2026, 12:00 PM \u221250 50 out 1,250');
  expect(words).toContain('@boss granted 400 It was lost.');
  expect(findElements(page(), 'a', { href: '/operator/players/p1?ledger=e1#money-ledger' })).toHaveLength(1);
});

it('grants and takes by one form without a script, which names what it does, and nothing else can be changed', () => {
  const html = page();
  expect(findElements(html, 'form', {})).toHaveLength(1);
  expect(findElements(html, 'input', { type: 'hidden', name: 'key', value: wallet.key })).toHaveLength(1);
  expect(findElements(html, 'button', { type: 'submit', name: 'do' }).map(({ value }) => value)).toEqual(['grant', 'take']);
  expect(page({ canAdjust: false })).not.toContain('<form');
  expect(textOf(page({ canAdjust: false }))).toContain('This is you. Nobody changes their own kiddocash.');
});

it('leads to the case about the player, but nobody to the one about themselves', () => {
  const link = { href: '/moderation/players/p1' };
  expect(findElements(page(), 'a', link)).toHaveLength(1);
  expect(findElements(page({ canAdjust: false }), 'a', link)).toHaveLength(0);
});

it('says when a form was sent before', () => {
  const html = page({}, { ok: true, adjustment: 'grant', amount: 250, balance: 1250, isNew: false });
  expect(html).toMatch(/<noscript>.*Done before/s);
});

it('keeps what was typed, and says what is wrong at its field', () => {
  const html = page(
    {},
    actionFailure('bad-input', { fieldErrors: { reason: 'Write the reason.' }, values: { amount: '77', reason: 'x' } }),
  );
  expect(findElements(html, 'input', { name: 'amount', value: '77' })).toHaveLength(1);
  expect(findElements(html, 'textarea', { name: 'reason', 'aria-invalid': 'true' })).toHaveLength(1);
  expect(html).toMatch(/<textarea[^>]*>x<\/textarea>/);
  expect(textOf(html)).toContain('Write the reason.');
});

it('says at the amount that there is not so much to take, and above the form what concerns no field', () => {
  const values = { amount: '77', reason: 'A slip.' };
  const tooMuch = page({}, actionFailure('not-available', { values }));
  expect(findElements(tooMuch, 'input', { name: 'amount', value: '77', 'aria-invalid': 'true' })).toHaveLength(1);
  expect(textOf(tooMuch)).toContain('There is not so much to take');
  expect(tooMuch).not.toContain('That did not work');
  const failed = page({}, actionFailure('bug', { values }));
  expect(failed).toMatch(/role="alert".*That did not work.*Nothing was changed\./s);
  expect(failed).not.toContain('aria-invalid');
});
