import { CATEGORIES, PRICE_MAX, type Category } from '../schema.ts';

/** Items or templates per page, and audit log entries shown. */
export const ROWS_PAGE_SIZE = 40;
export const LOG_LIMIT = 20;
const STOCK_MAX = 1_000_000;
const POSITION_MAX = 1_000_000;
export const NAME_MAX = 60;
export const FEATURES_MAX = 8;
export const FEATURE_MAX = 80;
/** In shillings; limits the damage of a typo. */
export const PLAN_PRICE_MAX = 10_000;
export const PLAN_KIDDOCASH_MAX = 10_000;

/** An invalid field. */
export type InvalidField<Field extends string> = { at: Field };

export type ItemFields = {
  name: string;
  category: Category;
  creator: string;
  price: number;
  stock: number | null;
  place: number | null;
  isOffered: boolean;
  isBehind: boolean;
};

/**
 * Parses the item form; returns its values, or the first invalid field.
 * @param fixedCategory the category of an existing item, which cannot change
 */
export function parseItem(
  fields: Record<string, string>,
  fixedCategory: Category | null,
): ItemFields | InvalidField<'name' | 'category' | 'creator' | 'price' | 'stock' | 'place'> {
  const name = parseLine(fields['name'], NAME_MAX);
  if (name === null) return { at: 'name' };
  const category = fixedCategory ?? CATEGORIES.find((each) => each === fields['category']);
  if (!category) return { at: 'category' };
  const creator = parseLine(fields['creator'], NAME_MAX);
  if (creator === null) return { at: 'creator' };
  const price = parseInteger(fields['price'], PRICE_MAX);
  if (price === null) return { at: 'price' };
  const stock = isEmpty(fields['stock']) ? null : parseInteger(fields['stock'], STOCK_MAX);
  if (stock === 0 || (stock === null && !isEmpty(fields['stock']))) return { at: 'stock' };
  const place = isEmpty(fields['place']) ? null : parseInteger(fields['place'], POSITION_MAX);
  if (place === null && !isEmpty(fields['place'])) return { at: 'place' };
  return { name, category, creator, price, stock, place, isOffered: fields['isOffered'] === 'yes', isBehind: fields['isBehind'] === 'yes' };
}

export type TemplateFields = { name: string; style: string; place: number | null; isPremium: boolean; isListed: boolean };

/** Parses the template form; returns its values, or the first invalid field. */
export function parseTemplate(fields: Record<string, string>): TemplateFields | InvalidField<'name' | 'style' | 'place'> {
  const name = parseLine(fields['name'], NAME_MAX);
  if (name === null) return { at: 'name' };
  const style = (fields['style'] ?? '').trim().toLowerCase();
  if (!/^[a-z0-9-]{1,30}$/.test(style)) return { at: 'style' };
  const place = isEmpty(fields['place']) ? null : parseInteger(fields['place'], POSITION_MAX);
  if (place === null && !isEmpty(fields['place'])) return { at: 'place' };
  return { name, style, place, isPremium: fields['isPremium'] === 'yes', isListed: fields['isListed'] === 'yes' };
}

export type PlanFields = { priceMinor: number; kiddocash: number; features: string[] };

/**
 * Parses the plan form; returns its values, or the first invalid field.
 * @param isFree the free plan, which stays free
 */
export function parsePlan(fields: Record<string, string>, isFree: boolean): PlanFields | InvalidField<'price' | 'kiddocash' | 'features'> {
  const priceMinor = isFree ? 0 : parseMinorAmount(fields['price'] ?? '');
  if (priceMinor === null) return { at: 'price' };
  const kiddocash = isFree ? 0 : parseInteger(fields['kiddocash'], PLAN_KIDDOCASH_MAX);
  if (kiddocash === null) return { at: 'kiddocash' };
  const features = (fields['features'] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const areValid = features.every((line) => parseLine(line, FEATURE_MAX) !== null);
  if (features.length === 0 || features.length > FEATURES_MAX || !areValid) return { at: 'features' };
  return { priceMinor, kiddocash, features };
}

/** Parses '250' or '249.50' into the smallest currency unit; must be more than 0. */
function parseMinorAmount(text: string): number | null {
  const minor = /^\d{1,5}(\.\d{1,2})?$/.test(text.trim()) ? Math.round(Number(text.trim()) * 100) : 0;
  return minor > 0 && minor <= PLAN_PRICE_MAX * 100 ? minor : null;
}

/** Parses one non-empty line, or returns null. */
function parseLine(text: string | undefined, max: number): string | null {
  const line = (text ?? '').trim().normalize('NFC');
  return line.length >= 1 && line.length <= max && line.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line) ? line : null;
}

function parseInteger(text: string | undefined, max: number): number | null {
  const whole = /^\d{1,9}$/.test((text ?? '').trim()) ? Number(text) : null;
  return whole !== null && whole <= max ? whole : null;
}

const isEmpty = (text: string | undefined) => (text ?? '').trim() === '';

/**
 * Creates an id from a name: 'Golden Crown' becomes golden-crown.
 * @param isTaken whether an id already exists
 */
export function createId(name: string, isTaken: (id: string) => boolean): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 34)
    .replace(/-$/, '');
  const base = plain === '' ? 'new' : plain;
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!isTaken(id)) return id;
  }
}

/** The changed columns with their old and new values, for the audit log. Null if nothing changed. */
export function diffRows<Row extends object>(before: Row, after: Row): { before: Partial<Row>; after: Partial<Row> } | null {
  const names = (Object.keys(after) as (keyof Row)[]).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (names.length === 0) return null;
  const only = (row: Row) => Object.fromEntries(names.map((name) => [name, row[name]])) as Partial<Row>;
  return { before: only(before), after: only(after) };
}
