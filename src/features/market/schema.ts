import type { ActionResult } from '../../shared/action-result.ts';

/** Item categories, in the order of the catalog's chips (spec 2, section 2). */
export const CATEGORIES = ['hats', 'shirts', 'pants', 'accessories', 'gear', 'faces'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Sort orders of the catalog: our own order, newest first, cheapest first, most expensive first. */
export const SORTS = ['ours', 'newest', 'cheap', 'dear'] as const;
export type Sort = (typeof SORTS)[number];

/** Maximum length of a search query, which is also the maximum length of a name. */
export const QUERY_MAX = 60;
/** The highest price: the maximum that the table allows. */
export const PRICE_MAX = 1_000_000;

/** The catalog's filters. Null, empty and false mean no filter. */
export type ItemFilters = {
  category: Category | null;
  q: string;
  min: number | null;
  max: number | null;
  limited: boolean;
  /** Only items that the player owns, or does not own. */
  owned: 'yes' | 'no' | null;
  sort: Sort;
};

/** Whether a value is an item id, in the format that the table requires. */
export function isItemId(text: unknown): text is string {
  return typeof text === 'string' && /^[a-z0-9-]{1,40}$/.test(text);
}

/** Parses the filters from a URL. Never fails: unknown or malformed values are ignored. A reversed price range is swapped. */
export function parseItemFilters(params: URLSearchParams): ItemFilters {
  const oneOf = <T extends string>(known: readonly T[], value: string | null): T | null => known.find((each) => each === value) ?? null;
  const [min, max] = [parsePrice(params.get('min')), parsePrice(params.get('max'))];
  const isReversed = min !== null && max !== null && min > max;
  return {
    category: oneOf(CATEGORIES, params.get('category')),
    q: normalizeQuery(params.get('q') ?? ''),
    min: isReversed ? max : min,
    max: isReversed ? min : max,
    limited: params.get('limited') === 'yes',
    owned: oneOf(['yes', 'no'] as const, params.get('owned')),
    sort: oneOf(SORTS, params.get('sort')) ?? 'ours',
  };
}

function parsePrice(text: string | null): number | null {
  return text !== null && /^\d{1,7}$/.test(text.trim()) ? Math.min(Number(text), PRICE_MAX) : null;
}

/** The search query as one normalized line. */
function normalizeQuery(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, QUERY_MAX)
    .toWellFormed()
    .trim();
}

/**
 * The catalog's URL. It contains only values that differ from the default.
 * @param more cursor of the next page, and the item to buy
 */
export function urlForCatalog(filters: Partial<ItemFilters>, more: { after?: string | null; buy?: string | null } = {}): string {
  const params = new URLSearchParams();
  if (filters.category) params.set('category', filters.category);
  if (filters.q) params.set('q', filters.q);
  if (typeof filters.min === 'number') params.set('min', String(filters.min));
  if (typeof filters.max === 'number') params.set('max', String(filters.max));
  if (filters.limited) params.set('limited', 'yes');
  if (filters.owned) params.set('owned', filters.owned);
  if (filters.sort && filters.sort !== 'ours') params.set('sort', filters.sort);
  if (more.after) params.set('after', more.after);
  if (more.buy) params.set('buy', more.buy);
  const query = params.toString();
  return query === '' ? '/catalog' : `/catalog?${query}`;
}

/** An item as a card shows it. */
export type CatalogItem = {
  id: string;
  name: string;
  category: Category;
  creator: string;
  /** In kiddocash; 0 is free. */
  price: number;
  /** URLs of two pictures: the item alone, and the item as a layer of the figure. */
  thumb: string;
  layer: string;
  isBehind: boolean;
  /** Null if the number of pieces is unlimited; else how many pieces exist and how many are left. */
  limited: { pieces: number; left: number } | null;
  /** The current player's ownership. */
  ownership: Ownership | null;
  /** The offer that the player saw: the purchase form submits it as `key`. */
  key: string;
};

/** `number` is the number of the piece in a limited edition. */
export type Ownership = { number: number | null; isWorn: boolean };

/** One page of the catalog. */
export type ItemList = { filters: ItemFilters; items: CatalogItem[]; next: string | null };

/** A player's current avatar: the whole figure, or null if it is not drawn yet, and the round picture. */
export type AvatarImages = { figure: string | null; head: string };

/** The current player's data for the catalog. */
export type Buyer = {
  balance: number;
  avatar: AvatarImages;
  /** The categories in which the player wears an item now. */
  worn: Category[];
};

/** An item that a player owns. */
export type OwnedItem = Omit<CatalogItem, 'ownership' | 'key'> & { ownership: Ownership; /** ISO. */ boughtAt: string; paid: number };

/** A player's inventory, most recently bought first. */
export type InventoryPage = { items: OwnedItem[]; total: number; next: string | null };

/** The response to a list's request for its next page; a failed fetch also counts as failed. */
export type ListResponse = { list: ItemList } | { page: InventoryPage } | { failed: true };

/**
 * The result of a purchase. `isNew` is false if the player already owned the item: then nothing was paid. Codes of failures besides those
 * of AppError: 'not-enough-kiddocash', 'sold-out', and 'price-changed' if the player saw another price.
 */
export type BuyResult = ActionResult<{
  action: 'buy';
  item: string;
  name: string;
  number: number | null;
  price: number;
  balance: number;
  isNew: boolean;
}>;

/** The item that was put on or taken off. */
export type WearResult = ActionResult<{ action: 'wear'; item: string; name: string; category: Category; isWorn: boolean }>;

/** Results of the forms of the catalog, the marketplace and the inventory. */
export type MarketActionResult = BuyResult | WearResult;
