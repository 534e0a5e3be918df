import type { ReactNode } from 'react';
import { getOffer, type Product } from '../rules.ts';
import type { Spending } from '../schema.ts';
import { texts } from '../texts.ts';
import './plans.css';

type OfferProps = {
  /** What a player under 18 may pay; null for everybody else. */
  spending: Spending | null;
  product: Product;
  /** The button that buys it. */
  children: ReactNode;
};

/** The button for something that costs money, or what stands in its place for a player who cannot buy it. */
export function Offer({ spending, product, children }: OfferProps) {
  const offer = getOffer(spending, product);
  if (offer === 'closed') return null;
  return offer === 'open' ? children : <p className="too-much">{texts.spending.tooMuch}</p>;
}

/** Whether the player can buy any of these. */
export function canBuyAny(spending: Spending | null, products: readonly Product[]): boolean {
  return products.some((product) => getOffer(spending, product) === 'open');
}
