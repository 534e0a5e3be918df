import type { Channel, Price } from '../../subscriptions/schema.ts';

/** Ways to pay for what is on offer: M-Pesa knows shillings only, so it is offered where every price is in them. */
export function getPaymentChannels(prices: Pick<Price, 'currency'>[]): readonly Channel[] {
  return prices.every(({ currency }) => currency === 'KES') ? ['card', 'mpesa'] : ['card'];
}
