import type { PurchaseItem } from './schema.ts';

/**
 * The features of a plan that are paid for once, as its card names them. Those that speak of kiddocash are left out: they promise it for every
 * month, and what these days bring is in `kiddocash`.
 */
export function listFeatures(item: PurchaseItem): string[] {
  return item.kind === 'plan' ? item.features.filter((feature) => !/kiddocash/i.test(feature)) : [];
}
