import type { ReactNode } from 'react';
import { getOffer } from '../rules.ts';
import type { Spending } from '../schema.ts';
import { texts } from '../texts.ts';
import './plans.css';

type OfferProps = {
  /** What a player under 18 may pay; null for everybody else. */
  spending: Spending | null;
  /** In cents of a shilling. */
  priceMinor: number;
  /** Whether what is bought ends the renewing card. */
  replacesCard?: boolean;
  /** The button that buys it. */
  children: ReactNode;
};

/** The button for something that costs money, or what stands in its place for a player who cannot buy it. */
export function Offer({ spending, priceMinor, replacesCard = false, children }: OfferProps) {
  const offer = getOffer(spending, priceMinor, replacesCard);
  if (offer === 'closed') return null;
  return offer === 'open' ? children : <p className="too-much">{texts.spending.tooMuch}</p>;
}

/** Whether the player can buy something at one of these prices, in cents of a shilling. */
export function canBuyAny(spending: Spending | null, pricesMinor: readonly number[], replacesCard = false): boolean {
  return pricesMinor.some((priceMinor) => getOffer(spending, priceMinor, replacesCard) === 'open');
}
