import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import type { Spending } from '../../subscriptions/schema.ts';
import type { Pack } from '../schema.ts';
import { PacksPage } from './packs.tsx';

const AT = '2026-11-21T12:00:00.000Z';

describe('the packs of kiddocash', () => {
  const packs: Pack[] = [
    { id: 'pack-400', amount: 400, bonus: 0, prices: { mpesa: { minor: 9900, currency: 'KES' }, card: { minor: 499, currency: 'USD' } } },
    {
      id: 'pack-4500',
      amount: 4500,
      bonus: 450,
      prices: { mpesa: { minor: 109_900, currency: 'KES' }, card: { minor: 4999, currency: 'USD' } },
    },
  ];
  const shop = (kiddocash: number | null, address = '/robux', spending: Spending | null = null) =>
    renderToHtml(
      createElement(PacksPage, {
        packs,
        view: { kiddocash, payments: [], processing: false, spending, closed: null },
        at: AT,
        answer: undefined,
      }),
      address,
    );

  it('stand with their price and bonus, and say what one has', () => {
    const words = textOf(shop(1250));
    expect(words).toMatch(/^Get Kiddokash .*You have 1,250 kiddocash/);
    expect(words).toMatch(/400 kiddocash KSH 99 USD 4\.99 by card Buy 400 kiddocash for KSH 99 \/ USD 4\.99/);
    expect(words).toMatch(/4,500 kiddocash \+ 450 bonus 4,950 in all KSH 1,099 USD 49\.99 by card Buy 4,950 kiddocash for KSH 1,099/);
    expect(words.toLowerCase()).not.toContain('robux');
  });

  it('are bought by a form, with M-Pesa unless somebody chooses the card', () => {
    expect(findElements(shop(0), 'button', { type: 'submit', name: 'pack' }).map(({ value }) => value)).toEqual(['pack-400', 'pack-4500']);
    expect(findElements(shop(0), 'input', { name: 'channel' }).map(({ value }) => value)).toEqual(['mpesa', 'card']);
    expect(findElements(shop(0), 'input', { name: 'channel', checked: '' }).map(({ value }) => value)).toEqual(['mpesa']);
  });

  it('lead a visitor to log in, with their prices', () => {
    expect(textOf(shop(null))).toMatch(/400 kiddocash KSH 99 USD 4\.99 by card Log in to buy 400 kiddocash/);
    expect(shop(null)).toContain('href="/login?returnUrl=%2Frobux"');
    expect(shop(null)).not.toContain('name="pack"');
  });

  it('say that a payment is being confirmed, and to a visitor that it is shown after logging in', () => {
    expect(textOf(shop(0, '/robux?payment=success'))).toMatch(/Your payment is being confirmed .* See what became of it/);
    expect(findElements(shop(0, '/robux?payment=success'), 'a', { href: '/robux' })).toHaveLength(1);
    expect(textOf(shop(null, '/robux?payment=success'))).toContain('Log in to see your payment');
  });
});
