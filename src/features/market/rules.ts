import type { Category, MarketActionResult, Ownership } from './schema.ts';

/** Items on a page of the catalog, on the marketplace, and on a page of what one owns. */
export const CATALOG_PAGE_SIZE = 24;
export const OFFERS_LIMIT = 8;
export const INVENTORY_PAGE_SIZE = 24;

/** Names what a page offered: nobody pays another price than they saw. */
export function createOfferKey(itemId: string, price: number): string {
  return `${itemId}:${price}`;
}

/** The price that a page offered an item for, or null where the key is of no such offer. */
export function parseOfferKey(itemId: string, key: string | undefined): number | null {
  const price = /^[a-z0-9-]{1,40}:(\d{1,7})$/.exec(key ?? '')?.[1];
  return price !== undefined && key === createOfferKey(itemId, Number(price)) ? Number(price) : null;
}

/** What is typed as a pattern for `like`: its own signs count as letters. */
export function toLikePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Items as they are shown once a form was answered, so that those far down a list need not be asked for again. */
export function applyResult<Item extends { id: string; category: Category; mine: Ownership | null }>(
  items: Item[],
  answer: MarketActionResult,
): Item[] {
  if (answer.is === 'bought' && answer.isNew)
    return items.map((item) => (item.id === answer.item ? { ...item, mine: { number: answer.number, isWorn: false } } : item));
  if (answer.is !== 'worn') return items;
  return items.map((item) => {
    // Of each category one thing is worn.
    if (item.mine === null || (item.category !== answer.category && item.id !== answer.item)) return item;
    if (!answer.on && item.id !== answer.item) return item;
    return { ...item, mine: { ...item.mine, isWorn: answer.on && item.id === answer.item } };
  });
}
