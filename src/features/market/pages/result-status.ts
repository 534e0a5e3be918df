import { data } from 'react-router';
import type { MarketActionResult } from '../schema.ts';

/** An item that is gone or not theirs is a 404. The page stays and shows what happened. */
export function withStatus<Result extends MarketActionResult>(result: Result) {
  return result.ok || result.code !== 'not-found' ? result : data(result, { status: 404 });
}
