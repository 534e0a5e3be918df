import { useContext } from 'react';
import { DataPriceContext } from '../../../web/data-price.ts';
import { texts } from '../texts.ts';
import './data-saver.css';

/**
 * What these bytes cost on a phone. It is in everybody's page, because visitors share pages; the stylesheet shows it where the head script
 * found that the player is likely in Kenya, or asked for it (web/data-cost.ts).
 */
export function DataCost({ bytes }: { bytes: number }) {
  const price = useContext(DataPriceContext);
  return price ? <span className="data-cost"> {texts.about(bytes, price)}</span> : null;
}
