import type { Category, MarketActionResult, Ownership } from './schema.ts';

/** Items per page of the catalog, on the marketplace, and per page of the inventory. */
export const CATALOG_PAGE_SIZE = 24;
export const OFFERS_LIMIT = 8;
export const INVENTORY_PAGE_SIZE = 24;

/** Identifies an offer with its price, so that nobody pays a price other than the one they saw. */
export function createOfferKey(itemId: string, price: number): string {
  return `${itemId}:${price}`;
}

/** The price from an offer key, or null if the key does not belong to an offer of this item. */
export function parseOfferKey(itemId: string, key: string | undefined): number | null {
  const price = /^[a-z0-9-]{1,40}:(\d{1,7})$/.exec(key ?? '')?.[1];
  return price !== undefined && key === createOfferKey(itemId, Number(price)) ? Number(price) : null;
}

/** Converts input into a pattern for `like`, with its special characters escaped. */
export function toLikePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Applies a form's result to the loaded items, so that a long list need not be reloaded. */
export function applyResult<Item extends { id: string; category: Category; mine: Ownership | null }>(
  items: Item[],
  answer: MarketActionResult,
): Item[] {
  if (answer.is === 'bought' && answer.isNew)
    return items.map((item) => (item.id === answer.item ? { ...item, mine: { number: answer.number, isWorn: false } } : item));
  if (answer.is !== 'worn') return items;
  return items.map((item) => {
    // Only one item per category is worn.
    if (item.mine === null || (item.category !== answer.category && item.id !== answer.item)) return item;
    if (!answer.on && item.id !== answer.item) return item;
    return { ...item, mine: { ...item.mine, isWorn: answer.on && item.id === answer.item } };
  });
}
