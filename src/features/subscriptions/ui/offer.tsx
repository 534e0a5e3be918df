import type { ReactNode } from 'react';
import { LinkButton } from '../../../web/kit/button.tsx';
import { ASK_AT_HOME_PATH, type PurchaseItem } from '../purchase-requests/schema.ts';
import { texts as askingTexts } from '../purchase-requests/texts.ts';
import { getAsking, getOffer, type Product } from '../rules.ts';
import { CHANNELS, type Channel, type Spending } from '../schema.ts';
import { texts } from '../texts.ts';
import './plans.css';

type OfferProps = {
  /** What a player under 18 may pay; null for everybody else. */
  spending: Spending | null;
  product: Product;
  /** The chosen way to pay. */
  channel: Channel;
  /** For asking a guardian to pay for it: what it is, and its name. */
  asking: { kind: PurchaseItem['kind']; name: string };
  /** The button that buys it. */
  children: ReactNode;
};

/**
 * The button for something that costs money, or what stands in its place for a player who cannot buy it. Whoever can ask a guardian to pay
 * for it finds that here too.
 */
export function Offer({ spending, product, channel, asking, children }: OfferProps) {
  const offer = getOffer(spending, product, channel);
  const canAsk = getAsking(spending, offer);
  if (offer === 'open' && canAsk === 'none') return children;
  const words = texts.spending;
  const isOverSum = spending !== null && spending.sum !== null && product.priceMinor > spending.sum.limitMinor;
  const why = offer === 'unfinished' ? words.unfinished : isOverSum ? words.overSum : words.tooMuch;
  const reason = (offer === 'unfinished' || offer === 'too-much') && <p className="too-much">{why}</p>;
  if (canAsk === 'none') return reason || null;
  return (
    <div className="offer">
      {offer === 'open' ? children : reason}
      <LinkButton
        variant={canAsk === 'instead' ? 'primary' : 'soft'}
        block
        to={`${ASK_AT_HOME_PATH}?${asking.kind}=${encodeURIComponent(product.id)}`}
      >
        <span>
          {askingTexts.ask} <span className="visually-hidden">{askingTexts.askFor(asking.name)}</span>
        </span>
      </LinkButton>
    </div>
  );
}

/** Whether the player can buy any of these, by any way to pay. */
export function canBuyAny(spending: Spending | null, products: readonly Product[]): boolean {
  return products.some((product) => CHANNELS.some((channel) => getOffer(spending, product, channel) === 'open'));
}
