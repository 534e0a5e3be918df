import type { Channel, Price } from '../../subscriptions/schema.ts';

/** The payment channels for these prices. M-Pesa supports shillings only, so it is offered only if all prices are in shillings. */
export function getPaymentChannels(prices: Pick<Price, 'currency'>[]): readonly Channel[] {
  return prices.every(({ currency }) => currency === 'KES') ? ['card', 'mpesa'] : ['card'];
}
