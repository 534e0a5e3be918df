import { createHmac } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import { decodeCursor, decodeTimeCursor, encodeCursor, encodeTimeCursor, toPage } from '../../shared/paging.ts';
import type { DB } from '../../infra/database/tables.ts';
import { actionFailure, type ActionFailure } from '../../shared/action-result.ts';
import { parseFormOrThrow, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, requirePlayerId, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import { RERENDER_AVATAR, type RerenderAvatarPayload } from '../avatars/rerender.schema.ts';
import { urlForBody } from '../avatars/schema.ts';
import { listWornItems } from '../avatars/composition/queries.server.ts';
import { lockWallet } from '../wallet/queries.server.ts';
import { getBalance, postEntry } from '../wallet/service.server.ts';
import * as queries from './queries.server.ts';
import { buySchema, wearSchema } from './forms.server.ts';
import { CATALOG_PAGE_SIZE, INVENTORY_PAGE_SIZE, createOfferKey, OFFERS_LIMIT } from './rules.ts';
import { matchWords, type WordMatch } from './search.rules.ts';
import {
  isItemId,
  parseItemFilters,
  type BuyResult,
  type Buyer,
  type InventoryPage,
  type CatalogItem,
  type ItemFilters,
  type ItemList,
  type WearResult,
} from './schema.ts';
import { describeError, texts } from './texts.ts';

/**
 * The items on offer that match the filters.
 * @param after cursor, from `next` of the previous page
 */
export async function listItems(ctx: AppContext, actor: Actor, filters: ItemFilters, after: string | null): Promise<ItemList> {
  authorize(actor, 'item:list');
  const key = decodeCursor(after, queries.getCursorTypes(filters));
  const words = filters.q === '' ? [] : await findWords(ctx, filters.q);
  const found = await queries.listOffers(ctx.db, filters, words, idOf(actor), CATALOG_PAGE_SIZE + 1, key);
  const { rows, next } = toPage(found, CATALOG_PAGE_SIZE, (row) => encodeCursor(row.sort_key));
  return { filters, items: rows.map(toCatalogItem), next };
}

/** The words of the items on offer that a query matches: slips are forgiven, and words that children use are known. */
async function findWords(ctx: AppContext, query: string): Promise<WordMatch[]> {
  const [normal, vocabulary] = await Promise.all([queries.normalizeText(ctx.db, query), queries.listItemWords(ctx.db)]);
  return matchWords(normal, vocabulary);
}

/** A few items on offer, newest first, for the marketplace. */
export async function listOffers(ctx: AppContext, actor: Actor): Promise<CatalogItem[]> {
  authorize(actor, 'item:list');
  const newest = { ...parseItemFilters(new URLSearchParams()), sort: 'newest' as const };
  return (await queries.listOffers(ctx.db, newest, [], idOf(actor), OFFERS_LIMIT, null)).map(toCatalogItem);
}

/** One item on offer, or null if there is none with this id. */
export async function findItem(ctx: AppContext, actor: Actor, id: string): Promise<CatalogItem | null> {
  authorize(actor, 'item:list');
  const row = isItemId(id) ? await queries.findOffer(ctx.db, id, idOf(actor)) : undefined;
  return row ? toCatalogItem(row) : null;
}

/**
 * The actor's balance and avatar; null for visitors.
 * @param avatar URL of the actor's round picture
 */
export async function findBuyer(ctx: AppContext, actor: Actor, avatar: string | null): Promise<Buyer | null> {
  if (actor.kind !== 'player' || avatar === null) return null;
  const [balance, worn] = await Promise.all([getBalance(ctx, actor), listWornItems(ctx.db, actor.id)]);
  return { balance, avatar: { figure: urlForBody(avatar), head: avatar }, worn: worn.map(({ category }) => category) };
}

/**
 * Buys an item with kiddocash, at the price that the player saw. Idempotent: a player who already owns the item pays nothing.
 * @param fields `item`, and the `key` from the page
 * @returns a failure if the item costs more than they have or another price now, is sold out or no longer on offer: then nothing was paid
 * @throws AppError 'sign-in-required', 'bad-input'
 */
export async function buyItem(ctx: AppContext, actor: Actor, fields: FormFields): Promise<BuyResult> {
  authorize(actor, 'item:buy');
  const playerId = requirePlayerId(actor);
  const { item: itemId, price } = parseFormOrThrow(buySchema, fields);
  const result = await ctx.db
    .transaction()
    .execute((trx) => purchase(ctx, trx, playerId, itemId, price))
    .catch(async (error: unknown) => {
      if (!(error instanceof OfferGoneError)) throw error;
      const now = await queries.findOffer(ctx.db, itemId, playerId);
      return (now && checkOffer(now, price)) ?? notOnOffer();
    });
  // Every tab of the player updates its balance.
  if (result.ok && result.isNew) ctx.bus.publish({ kind: 'rights', playerId });
  return result;
}

/** @throws OfferGoneError, which rolls back what was written */
async function purchase(ctx: AppContext, trx: Transaction<DB>, playerId: string, item: string, price: number): Promise<BuyResult> {
  // Lock order: player, wallet, item. It prevents deadlocks. All checks that can fail run before the item is locked.
  const balance = await lockWallet(trx, playerId);
  if (balance === null) throw new AppError('sign-in-required', 'there is no such player');
  const owned = await queries.findOwnedItem(trx, playerId, item);
  if (owned) return { ok: true, action: 'buy', item, name: owned.name, number: owned.number, price: owned.price, balance, isNew: false };
  const offer = await queries.findOffer(trx, item, playerId);
  if (!offer) return notOnOffer();
  const { name, category } = offer;
  const failure = checkOffer(offer, price);
  if (failure) return failure;
  if (balance < price) return actionFailure('not-enough-kiddocash', { error: texts.buying.missing(price - balance) });
  const posted = await postEntry(ctx, trx, {
    playerId,
    amount: -price,
    source: 'purchase',
    sourceRef: createSourceRef(ctx, playerId, item),
    note: name,
  });
  if (price > 0 && !posted.isNew) throw new Error(`${item} was paid for, but is not there`);
  const piece = await queries.claimPiece(trx, item, price);
  if (piece === null) throw new OfferGoneError();
  const number = piece.isLimited ? piece.sold : null;
  await queries.insertOwnedItem(trx, { playerId, itemId: item, category, number, price, at: ctx.now() });
  return { ok: true, action: 'buy', item, name, number, price, balance: posted.balance, isNew: true };
}

/** The last piece was sold, or the offer changed, between the check and the claim. The rollback reverts the ledger entry. */
class OfferGoneError extends Error {}

/** Why an offer is not available at the price that the player saw, or null if it is. */
function checkOffer({ name, price, stock, sold }: Pick<queries.ItemRow, 'name' | 'price' | 'stock' | 'sold'>, seen: number) {
  if (stock !== null && sold >= stock) return actionFailure('sold-out', { error: texts.buying.soldOutMeanwhile(name) });
  return price === seen ? null : actionFailure('price-changed', { error: texts.buying.priceChanged(name, price) });
}

function notOnOffer(): ActionFailure {
  return actionFailure('not-found', { error: describeError('not-found') });
}

/** The purchase's ledger reference: deterministic per player and item, but without the player's id, because entries outlive accounts. */
function createSourceRef(ctx: AppContext, playerId: string, itemId: string): string {
  return `item ${itemId} ${createHmac('sha256', ctx.secret).update(`purchase ${playerId}`).digest('hex').slice(0, 32)}`;
}

/**
 * The actor's inventory, most recently bought first.
 * @param after cursor, from `next` of the previous page
 */
export async function listInventory(ctx: AppContext, actor: Actor, after: string | null): Promise<InventoryPage> {
  authorize(actor, 'inventory:read');
  const playerId = requirePlayerId(actor);
  const [found, total] = await Promise.all([
    queries.listOwnedItems(ctx.db, playerId, INVENTORY_PAGE_SIZE + 1, decodeTimeCursor(after, isItemId)),
    queries.countOwnedItems(ctx.db, playerId),
  ]);
  const { rows, next } = toPage(found, INVENTORY_PAGE_SIZE, (row) => encodeTimeCursor(row.bought_at, row.id));
  return {
    items: rows.map((row) => ({
      ...toItem(row),
      ownership: { number: row.number, isWorn: row.is_worn },
      boughtAt: row.bought_at.toISOString(),
      paid: row.paid,
    })),
    total,
    next,
  };
}

/**
 * Puts on an item that the actor owns, or takes it off; only one item per category is worn. A job rerenders the figure.
 * @param fields `item`, and `on` (yes or no)
 * @returns a failure if the actor does not own it
 * @throws AppError 'sign-in-required', 'bad-input'
 */
export async function setWorn(ctx: AppContext, actor: Actor, fields: FormFields): Promise<WearResult> {
  authorize(actor, 'inventory:write');
  const playerId = requirePlayerId(actor);
  const { item, on: isWorn } = parseFormOrThrow(wearSchema, fields);
  return ctx.db.transaction().execute(async (trx): Promise<WearResult> => {
    if (!(await queries.lockPlayer(trx, playerId))) throw new AppError('sign-in-required', 'there is no such player');
    const owned = await queries.findOwnedItem(trx, playerId, item);
    if (!owned) return notOnOffer();
    if (owned.is_worn !== isWorn) {
      await queries.unwearCategory(trx, playerId, owned.category);
      if (isWorn) await queries.wearItem(trx, playerId, item);
      await ctx.jobs.enqueue(RERENDER_AVATAR, { playerId } satisfies RerenderAvatarPayload, trx);
    }
    return { ok: true, action: 'wear', item, name: owned.name, category: owned.category, isWorn };
  });
}

function idOf(actor: Actor): string | null {
  return actor.kind === 'player' ? actor.id : null;
}

function toCatalogItem(row: Omit<queries.OfferRow, 'sort_key'>): CatalogItem {
  const ownership = row.is_worn === null ? null : { number: row.number, isWorn: row.is_worn };
  return { ...toItem(row), ownership, key: createOfferKey(row.id, row.price) };
}

function toItem(row: queries.ItemRow): Omit<CatalogItem, 'ownership' | 'key'> {
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    creator: row.creator,
    price: row.price,
    thumb: `/media/${row.thumb}`,
    layer: `/media/${row.picture}`,
    isBehind: row.is_behind,
    limited: row.stock === null ? null : { pieces: row.stock, left: Math.max(0, row.stock - row.sold) },
  };
}
