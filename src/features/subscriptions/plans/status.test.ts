import { expect, test } from 'vitest';
import { getSubscriptionStatus } from './rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-12-21T12:00:00Z');
const price = { minor: 9900, currency: 'KES' as const };
const held = { planId: 'premium' as const, planName: 'Premium', price, channel: 'card' as const, ends: later, isRevoked: false };
const card = { state: 'active' as const, channel: 'card' as const, nextChargeAt: later, graceUntil: new Date('2026-12-24T12:00:00Z') };

test('the status card in all its states', () => {
  expect(getSubscriptionStatus(null, null, null, now)).toEqual({ kind: 'free' });
  expect(getSubscriptionStatus({ ...held, isRevoked: true }, null, null, now)).toEqual({ kind: 'free' });
  expect(getSubscriptionStatus(held, null, null, later)).toEqual({ kind: 'expired', planName: 'Premium', at: later.toISOString() });
  const active = { kind: 'active', planId: 'premium', planName: 'Premium', price, until: later.toISOString(), graceUntil: null };
  expect(getSubscriptionStatus(held, card, later, now)).toEqual({
    ...active,
    channel: 'card',
    nextBilling: later.toISOString(),
    autoRenew: true,
  });
  const off = { ...card, state: 'non-renewing' as const, graceUntil: null };
  expect(getSubscriptionStatus(held, off, later, now)).toEqual({ ...active, channel: 'card', nextBilling: null, autoRenew: false });
  const pass = { ...card, channel: 'mpesa' as const, nextChargeAt: null, graceUntil: null };
  expect(getSubscriptionStatus({ ...held, channel: 'mpesa' }, pass, later, now)).toEqual({
    ...active,
    channel: 'mpesa',
    nextBilling: null,
    autoRenew: null,
  });
  const failed = { ...card, state: 'attention' as const };
  const within = new Date('2026-12-22T12:00:00Z');
  expect(getSubscriptionStatus(held, failed, null, within)).toMatchObject({ kind: 'active', graceUntil: card.graceUntil.toISOString() });
  expect(getSubscriptionStatus(held, failed, null, new Date('2026-12-25T12:00:00Z'))).toMatchObject({ kind: 'expired' });
  // Premium runs through the grace days of a card, also if an earlier payment was refunded meanwhile.
  expect(getSubscriptionStatus({ ...held, isRevoked: true }, failed, null, within)).toMatchObject({ kind: 'active' });
});
