import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { findElements, renderToHtml, textOf } from '../../../../tests/markup.ts';
import type { Pack } from '../schema.ts';
import { PacksPage } from './packs.tsx';

const AT = '2026-11-21T12:00:00.000Z';

describe('the packs of kiddocash', () => {
  const packs: Pack[] = [
    { id: 'pack-400', amount: 400, bonus: 0, price: { minor: 499, currency: 'USD' } },
    { id: 'pack-4500', amount: 4500, bonus: 450, price: { minor: 4999, currency: 'USD' } },
  ];
  const shop = (kiddocash: number | null, offered: Pack[] = packs) =>
    renderToHtml(
      createElement(PacksPage, { packs: offered, view: { kiddocash, payments: [], processing: false }, at: AT, answer: undefined }),
      '/robux',
    );

  it('stand with their price and bonus, and say what one has', () => {
    const words = textOf(shop(1250));
    expect(words).toMatch(/^Get Kiddokash .*You have 1,250 kiddocash/);
    expect(words).toMatch(/400 kiddocash Buy 400 kiddocash for USD 4\.99/);
    expect(words).toMatch(/4,500 kiddocash \+ 450 bonus 4,950 in all Buy 4,950 kiddocash for USD 49\.99/);
    expect(words.toLowerCase()).not.toContain('robux');
  });

  it('are bought by a form, with M-Pesa where prices are in shillings', () => {
    expect(findElements(shop(0), 'button', { type: 'submit', name: 'pack' }).map(({ value }) => value)).toEqual(['pack-400', 'pack-4500']);
    expect(findElements(shop(0), 'input', { name: 'channel' }).map(({ value }) => value)).toEqual(['card']);
    const inShillings: Pack[] = [{ id: 'pack-1', amount: 100, bonus: 0, price: { minor: 5000, currency: 'KES' } }];
    expect(findElements(shop(0, inShillings), 'input', { name: 'channel' }).map(({ value }) => value)).toEqual(['card', 'mpesa']);
  });

  it('lead a visitor to log in', () => {
    expect(shop(null)).toContain('href="/login?returnUrl=%2Frobux"');
    expect(shop(null)).not.toContain('name="pack"');
  });
});
