import type { ReactNode } from 'react';
import { getOffer, type Product } from '../rules.ts';
import { CHANNELS, type Channel, type Spending } from '../schema.ts';
import { texts } from '../texts.ts';
import './plans.css';

type OfferProps = {
  /** What a player under 18 may pay; null for everybody else. */
  spending: Spending | null;
  product: Product;
  /** The chosen way to pay. */
  channel: Channel;
  /** The button that buys it. */
  children: ReactNode;
};

/** The button for something that costs money, or what stands in its place for a player who cannot buy it. */
export function Offer({ spending, product, channel, children }: OfferProps) {
  const offer = getOffer(spending, product, channel);
  if (offer === 'closed') return null;
  if (offer === 'open') return children;
  const words = texts.spending;
  const isOverSum = spending !== null && spending.sum !== null && product.priceMinor > spending.sum.limitMinor;
  return <p className="too-much">{offer === 'unfinished' ? words.unfinished : isOverSum ? words.overSum : words.tooMuch}</p>;
}

/** Whether the player can buy any of these, by any way to pay. */
export function canBuyAny(spending: Spending | null, products: readonly Product[]): boolean {
  return products.some((product) => CHANNELS.some((channel) => getOffer(spending, product, channel) === 'open'));
}
