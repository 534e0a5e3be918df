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
export function parseOfferKey(itemId: string, key: string): number | null {
  const price = /^[a-z0-9-]{1,40}:(\d{1,7})$/.exec(key)?.[1];
  return price !== undefined && key === createOfferKey(itemId, Number(price)) ? Number(price) : null;
}

/** Converts input into a pattern for `like`, with its special characters escaped. */
export function toLikePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Applies a form's result to the loaded items, so that a long list need not be reloaded. */
export function applyResult<Item extends { id: string; category: Category; ownership: Ownership | null }>(
  items: Item[],
  result: MarketActionResult,
): Item[] {
  if (!result.ok) return items;
  if (result.action === 'buy') {
    if (!result.isNew) return items;
    return items.map((item) => (item.id === result.item ? { ...item, ownership: { number: result.number, isWorn: false } } : item));
  }
  return items.map((item) => {
    // Only one item per category is worn.
    if (item.ownership === null || (item.category !== result.category && item.id !== result.item)) return item;
    if (!result.isWorn && item.id !== result.item) return item;
    return { ...item, ownership: { ...item.ownership, isWorn: result.isWorn && item.id === result.item } };
  });
}
