/** What there is to wear, in the order of the catalog's chips (spec 2, section 2). */
export const CATEGORIES = ['hats', 'shirts', 'pants', 'accessories', 'gear', 'faces'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Orders of the catalog: our own, the newest first, the cheapest first, the dearest first. */
export const SORTS = ['ours', 'newest', 'cheap', 'dear'] as const;
export type Sort = (typeof SORTS)[number];

/** The longest text to look for; a name is as long at most. */
export const QUERY_MAX = 60;
/** No price is higher: the table's numbers end there. */
export const PRICE_MAX = 1_000_000;

/** What the catalog shows. Null, empty and false: no filtering. */
export type ItemFilters = {
  category: Category | null;
  q: string;
  min: number | null;
  max: number | null;
  limited: boolean;
  /** What one has, or has not. */
  owned: 'yes' | 'no' | null;
  sort: Sort;
};

/** The id of an item, as its table has it. */
export function isItemId(text: unknown): text is string {
  return typeof text === 'string' && /^[a-z0-9-]{1,40}$/.test(text);
}

/**
 * The filters as they stand in an address. Never fails: what is unknown or malformed counts as not given. A range the wrong way
 * round is meant the right way round.
 */
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

/** What is looked for, in one line. */
function normalizeQuery(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, QUERY_MAX)
    .toWellFormed()
    .trim();
}

/** The address of the catalog: only what differs from the default stands in it. @param more where it goes on, what is to be bought */
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
  /** The item by itself, and as a layer of the figure: addresses. */
  thumb: string;
  layer: string;
  isBehind: boolean;
  /** Null for what there is as much of as is asked for; else how many pieces there are, and how many are left. */
  limited: { pieces: number; left: number } | null;
  /** What the player who looks has of it. */
  mine: Ownership | null;
  /** Belongs into the form that buys it as `key`: the offer that was seen. */
  key: string;
};

/** `number` is the piece of a limited edition. */
export type Ownership = { number: number | null; isWorn: boolean };

/** One page of the catalog. */
export type ItemList = { filters: ItemFilters; items: CatalogItem[]; next: string | null };

/** How a player looks now, to see an item on them before it is bought. */
export type AvatarImages = {
  /** The figure with all that is worn, or null while none was drawn: then the body and the head are shown. */
  figure: string | null;
  head: string;
  /** The address of a body in data. */
  body: string;
};

/** What a player brings to the catalog. */
export type Buyer = {
  balance: number;
  avatar: AvatarImages;
  /** Of what something is worn now. */
  worn: Category[];
};

/** Something that a player owns. */
export type OwnedItem = Omit<CatalogItem, 'mine' | 'key'> & { mine: Ownership; /** ISO. */ boughtAt: string; paid: number };

/** What a player owns, the latest first. */
export type InventoryPage = { items: OwnedItem[]; total: number; next: string | null };

/** What an address answers that a list asks for its next page; one that cannot be fetched counts as failed. */
export type ListResponse = { list: ItemList } | { page: InventoryPage } | { failed: true };

/** What buying led to. `isNew` is false for what one had already: then nothing was paid. */
export type BuyResult =
  | { is: 'bought'; item: string; name: string; number: number | null; price: number; balance: number; isNew: boolean }
  | { is: 'short'; item: string; name: string; price: number; missing: number }
  | { is: 'sold-out'; item: string; name: string }
  /** The offer is another one by now; nothing was paid. */
  | { is: 'changed'; item: string; name: string; price: number };

/** What was put on, or taken off. */
export type WearResult = { item: string; name: string; category: Category; on: boolean };

/** What the forms of the catalog, the marketplace and the inventory answer. */
export type MarketActionResult = BuyResult | ({ is: 'worn' } & WearResult) | { is: 'failed'; item: string | null; code: string };
