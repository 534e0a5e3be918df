import { formatMoney } from '../../../shared/money.ts';
import type { Price } from '../schema.ts';

/** A formatted price: 'KSH 99', 'USD 4.99'. */
export function PriceText({ price }: { price: Price }) {
  return <span className="price-text">{formatMoney(price)}</span>;
}
