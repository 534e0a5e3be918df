import { expect, it } from 'vitest';
import { channelsFor } from './rules.ts';

it('M-Pesa is offered where all prices are in shillings', () => {
  expect(channelsFor([{ currency: 'KES' }, { currency: 'KES' }])).toEqual(['card', 'mpesa']);
  expect(channelsFor([{ currency: 'USD' }])).toEqual(['card']);
  expect(channelsFor([{ currency: 'KES' }, { currency: 'USD' }])).toEqual(['card']);
});
