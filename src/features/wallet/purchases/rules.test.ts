import { expect, it } from 'vitest';
import { getPaymentChannels } from './rules.ts';

it('M-Pesa is offered where all prices are in shillings', () => {
  expect(getPaymentChannels([{ currency: 'KES' }, { currency: 'KES' }])).toEqual(['card', 'mpesa']);
  expect(getPaymentChannels([{ currency: 'USD' }])).toEqual(['card']);
  expect(getPaymentChannels([{ currency: 'KES' }, { currency: 'USD' }])).toEqual(['card']);
});
