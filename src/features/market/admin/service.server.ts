import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { decodeCursor, encodeCursor, toPage, type Page } from '../../../shared/paging.ts';
import { authorize, type Actor, type Permission } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { HEAD_SIZE } from '../../avatars/composition/rules.ts';
import { validateUpload } from '../../avatars/uploads/rules.ts';
import { hashContent, storePicture, type ItemPicturePaths } from '../pictures/service.server.ts';
import { RERENDER_WEARERS, type RerenderWearers } from '../rerender/schema.ts';
import { isItemId, type AvatarImages } from '../schema.ts';
import * as queries from './queries.server.ts';
import { diffRows, createId, parseItem, LOG_LIMIT, parsePlan, ROWS_PAGE_SIZE, parseTemplate } from './rules.ts';
import {
  PICTURE_BYTES_MAX,
  type AdminItem,
  type ItemsView,
  type AuditLogEntry,
  type AdminPlan,
  type SaveResult,
  type AdminTemplate,
  type TemplatesView,
} from './schema.ts';
import { texts } from './texts.ts';
import { insertAuditEntry, getUsername } from '../../audit-log/queries.server.ts';
import { parseNote } from '../../audit-log/schema.ts';

/** A submitted form and its uploaded file. */
export type PostedForm = { fields: Record<string, string>; file: { bytes: Uint8Array; type: string } | null };
type EditPermission = Extract<Permission, 'item:edit' | 'template:edit' | 'plan:edit'>;

/**
 * All items, on offer or not, and the selected one.
 * @param open an id, or 'new'
 * @throws AppError 'not-allowed', 'not-found'
 */
export async function getItemsView(
  ctx: AppContext,
  actor: Actor,
  open: string | null,
  after: string | null,
  avatar: AvatarImages,
): Promise<ItemsView> {
  authorize(actor, 'item:edit');
  const row = open !== null && isItemId(open) && open !== NEW ? await queries.findItem(ctx.db, open) : undefined;
  if (open !== null && open !== NEW && !row) throw new AppError('not-found');
  const { rows, next } = paginate(await queries.listItems(ctx.db, ROWS_PAGE_SIZE + 1, parseCursor(after)));
  return {
    items: rows.map(toAdminItem),
    next,
    open: row ? toAdminItem(row) : open === NEW ? NEW : null,
    log: row ? await listAuditLog(ctx, 'item', row.id) : [],
    avatar,
  };
}

/**
 * All templates, listed or not, and the selected one.
 * @param open an id, or 'new'
 * @throws AppError 'not-allowed', 'not-found'
 */
export async function getTemplatesView(ctx: AppContext, actor: Actor, open: string | null, after: string | null): Promise<TemplatesView> {
  authorize(actor, 'template:edit');
  const row = open !== null && isItemId(open) && open !== NEW ? await queries.findTemplate(ctx.db, open) : undefined;
  if (open !== null && open !== NEW && !row) throw new AppError('not-found');
  const { rows, next } = paginate(await queries.listTemplates(ctx.db, ROWS_PAGE_SIZE + 1, parseCursor(after)));
  return {
    templates: rows.map(toAdminTemplate),
    next,
    open: row ? toAdminTemplate(row) : open === NEW ? NEW : null,
    log: row ? await listAuditLog(ctx, 'template', row.id) : [],
  };
}

/**
 * The current plans, each with its audit log.
 * @throws AppError 'not-allowed'
 */
export async function listAdminPlans(ctx: AppContext, actor: Actor): Promise<AdminPlan[]> {
  authorize(actor, 'plan:edit');
  const rows = await queries.listPlansWithSubscriptions(ctx.db);
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      priceMinor: row.price_minor,
      currency: row.currency,
      kiddocash: row.kiddocash,
      features: row.features,
      renewingCount: row.standing,
      log: await listAuditLog(ctx, 'plan', row.id),
    })),
  );
}

/** Used in place of an id for an item or template that is to be added. */
const NEW = 'new';

/**
 * Adds or changes an item, with an audit log entry. The picture is re-encoded and stored; avatars that wear the item are rerendered.
 * @param posted `id` (or 'new'), the item's fields, `note`, and a picture if there is a new one
 * @throws AppError 'not-allowed'
 */
export async function saveItem(ctx: AppContext, actor: Actor, posted: PostedForm): Promise<SaveResult> {
  const editor = requireEditor(actor, 'item:edit');
  const { fields } = posted;
  const { id: given, refuse } = prepareForm(fields);
  const old = given === NEW ? null : isItemId(given) ? await queries.findItem(ctx.db, given) : undefined;
  if (old === undefined) return refuse(null, texts.errors.gone);
  const input = parseItem(fields, old?.category ?? null);
  if ('at' in input) return refuse(input.at, texts.errors[input.at]);
  const note = parseNote(fields['note'] ?? '');
  if (note === null) return refuse('note', texts.errors.note);
  const bytes = getUploadedPicture(posted);
  if (bytes === null && old === null) return refuse('picture', texts.errors.noPicture);
  if (bytes !== null && bytes.length > PICTURE_BYTES_MAX) return refuse('picture', texts.errors['too-large']);
  const id = old?.id ?? createId(input.name, createIsTaken(await queries.listIds(ctx.db, 'items')));
  const stored = bytes === null ? null : await storePicture(ctx, id, bytes);
  if (typeof stored === 'string') return refuse('picture', texts.errors[stored]);
  return ctx.db.transaction().execute(async (trx): Promise<SaveResult> => {
    await queries.lockList(trx, 'items');
    const current = await queries.lockItem(trx, id);
    // Two operators added the same name concurrently: the later one gets an error.
    if (old === null && current) return refuse(null, texts.errors.failed);
    if (old !== null && !current) return refuse(null, texts.errors.gone);
    if (current && input.stock !== null && input.stock < current.sold) return refuse('stock', texts.errors.sold(current.sold));
    const place = input.place ?? current?.place ?? (await queries.getLastPosition(trx, 'items')) + 10;
    const at: ItemPicturePaths = stored ?? { picture: current?.picture ?? '', thumb: current?.thumb ?? '' };
    const { name, creator, price, stock, isOffered, isBehind } = input;
    const set = { name, creator, price, stock, place, is_offered: isOffered, is_behind: isBehind, ...at };
    if (!current) {
      const row = { id, category: input.category, sold: 0, ...set };
      await queries.insertItem(trx, row);
      await writeAuditLog(ctx, trx, editor, { action: 'item-added', kind: 'item', id, note, details: row });
      return { is: 'saved', id, name, isNew: true, changed: true };
    }
    const changes = diffRows(pickColumns(current, set), set);
    if (changes === null) return { is: 'saved', id, name, isNew: false, changed: false };
    await queries.updateItem(trx, id, set);
    await writeAuditLog(ctx, trx, editor, { action: 'item-changed', kind: 'item', id, note, details: changes });
    if ('picture' in changes.after || 'is_behind' in changes.after)
      await ctx.jobs.enqueue(RERENDER_WEARERS, { item: id } satisfies RerenderWearers, trx);
    return { is: 'saved', id, name, isNew: false, changed: true };
  });
}

/**
 * Adds or changes a template for heads, with an audit log entry. If its picture changes, avatars that use it are rerendered.
 * @param posted `id` (or 'new'), the template's fields, `note`, and a picture if there is a new one
 * @throws AppError 'not-allowed'
 */
export async function saveTemplate(ctx: AppContext, actor: Actor, posted: PostedForm): Promise<SaveResult> {
  const editor = requireEditor(actor, 'template:edit');
  const { fields } = posted;
  const { id: given, refuse } = prepareForm(fields);
  const old = given === NEW ? null : isItemId(given) ? await queries.findTemplate(ctx.db, given) : undefined;
  if (old === undefined) return refuse(null, texts.errors.gone);
  const input = parseTemplate(fields);
  if ('at' in input) return refuse(input.at, texts.errors[input.at]);
  const note = parseNote(fields['note'] ?? '');
  if (note === null) return refuse('note', texts.errors.note);
  const bytes = getUploadedPicture(posted);
  if (bytes === null && old === null) return refuse('picture', texts.errors.noPicture);
  const id = old?.id ?? createId(input.name, createIsTaken(await queries.listIds(ctx.db, 'avatar_templates')));
  const stored = bytes === null ? null : await storeHead(ctx, id, bytes, posted.file?.type ?? '');
  if (stored !== null && 'fault' in stored) return refuse('picture', stored.fault);
  return ctx.db.transaction().execute(async (trx): Promise<SaveResult> => {
    await queries.lockList(trx, 'avatar_templates');
    const current = await queries.lockTemplate(trx, id);
    if (old === null && current) return refuse(null, texts.errors.failed);
    if (old !== null && !current) return refuse(null, texts.errors.gone);
    const place = input.place ?? current?.place ?? (await queries.getLastPosition(trx, 'avatar_templates')) + 10;
    const { name, style, isPremium, isListed } = input;
    const set = { name, style, place, is_premium: isPremium, is_listed: isListed, picture: stored?.picture ?? current?.picture ?? '' };
    if (!current) {
      await queries.insertTemplate(trx, { id, ...set });
      await writeAuditLog(ctx, trx, editor, { action: 'template-added', kind: 'template', id, note, details: { id, ...set } });
      return { is: 'saved', id, name, isNew: true, changed: true };
    }
    const changes = diffRows(pickColumns(current, set), set);
    if (changes === null) return { is: 'saved', id, name, isNew: false, changed: false };
    await queries.updateTemplate(trx, id, set);
    await writeAuditLog(ctx, trx, editor, { action: 'template-changed', kind: 'template', id, note, details: changes });
    if ('picture' in changes.after) await ctx.jobs.enqueue(RERENDER_WEARERS, { template: id } satisfies RerenderWearers, trx);
    return { is: 'saved', id, name, isNew: false, changed: true };
  });
}

async function storeHead(ctx: AppContext, id: string, bytes: Uint8Array, type: string): Promise<{ picture: string } | { fault: string }> {
  const uploadError = validateUpload(bytes, type);
  if (uploadError !== null) return { fault: uploadError === 'too-large' ? texts.errors['too-large'] : texts.errors.head };
  try {
    const head = await ctx.pictures.normalizeUpload(Buffer.from(bytes), HEAD_SIZE);
    const picture = `templates/${id}/${hashContent(head)}.webp`;
    await ctx.files.put(picture, head);
    return { picture };
  } catch (error) {
    if (error instanceof AppError && (error.code === 'bad-input' || error.code === 'too-large')) return { fault: texts.errors.head };
    throw error;
  }
}

/**
 * Changes a plan's price and contents, with an audit log entry. Its name stays. A new price applies to new checkouts: the provider charges
 * existing cards their original price.
 * @param fields `id`, `price`, `kiddocash`, `features`, `note`
 * @throws AppError 'not-allowed'
 */
export async function savePlan(ctx: AppContext, actor: Actor, fields: Record<string, string>): Promise<SaveResult> {
  const editor = requireEditor(actor, 'plan:edit');
  const { id, refuse } = prepareForm(fields);
  const note = parseNote(fields['note'] ?? '');
  return ctx.db.transaction().execute(async (trx): Promise<SaveResult> => {
    const plans = await queries.lockPlans(trx);
    const current = plans.find((plan) => plan.id === id);
    if (!current) return refuse(null, texts.errors.gone);
    const isFree = current.price_minor === 0;
    const input = parsePlan(fields, isFree);
    if ('at' in input) return refuse(input.at, input.at === 'price' ? texts.errors.planPrice : texts.errors[input.at]);
    if (note === null) return refuse('note', texts.errors.note);
    const set = { price_minor: input.priceMinor, kiddocash: input.kiddocash, features: input.features };
    const prices = plans.map((plan) => (plan.id === id ? set.price_minor : plan.price_minor));
    if (prices.some((price, at) => at > 0 && price <= (prices[at - 1] ?? 0))) return refuse('price', texts.errors.planOrder);
    const changes = diffRows(pickColumns(current, set), set);
    if (changes === null) return { is: 'saved', id, name: current.name, isNew: false, changed: false };
    await queries.updatePlan(trx, current.id, set);
    await writeAuditLog(ctx, trx, editor, { action: 'plan-changed', kind: 'plan', id, note, details: changes });
    return { is: 'saved', id, name: current.name, isNew: false, changed: true };
  });
}

function requireEditor(actor: Actor, verb: EditPermission): string {
  authorize(actor, verb);
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  return actor.id;
}

/** A rejected form shows the submitted input again. */
function prepareForm(fields: Record<string, string>) {
  const id = fields['id'] ?? '';
  const refuse = (at: string | null, fault: string): SaveResult => ({ is: 'refused', id, at, error: fault, typed: { ...fields } });
  return { id, refuse };
}

/** A browser sends an empty file if none was selected. */
function getUploadedPicture({ file }: PostedForm): Uint8Array | null {
  return file === null || file.bytes.length === 0 ? null : file.bytes;
}

/** 'new' is reserved, because the page's URL uses it. */
function createIsTaken(ids: Set<string>): (id: string) => boolean {
  return (id) => id === NEW || ids.has(id);
}

/** The columns of a row that a form can change. */
function pickColumns<Set extends object>(row: Set, set: Set): Set {
  return Object.fromEntries(Object.keys(set).map((name) => [name, row[name as keyof Set]])) as Set;
}

async function writeAuditLog(
  ctx: AppContext,
  trx: Transaction<DB>,
  actorId: string,
  entry: { action: string; kind: 'item' | 'template' | 'plan'; id: string; note: string; details: object },
): Promise<void> {
  const { action, kind: subjectKind, id: subjectId, note, details } = entry;
  const actorName = await getUsername(trx, actorId);
  await insertAuditEntry(trx, { id: ctx.newId(), actorId, actorName, action, subjectKind, subjectId, note, details });
}

async function listAuditLog(ctx: AppContext, kind: 'item' | 'template' | 'plan', id: string): Promise<AuditLogEntry[]> {
  const rows = await queries.listAuditLog(ctx.db, kind, id, LOG_LIMIT);
  return rows.map((row) => ({ id: row.id, at: row.at.toISOString(), actor: row.actor_name, action: row.action, note: row.note }));
}

function parseCursor(after: string | null): { place: number; id: string } | null {
  const key = decodeCursor(after, ['int', 'text']);
  return key && { place: key[0], id: key[1] };
}

function paginate<Row extends { place: number; id: string }>(found: Row[]): Page<Row, string> {
  return toPage(found, ROWS_PAGE_SIZE, (row) => encodeCursor([row.place, row.id]));
}

function toAdminItem(row: queries.ItemRow): AdminItem {
  const { id, name, category, creator, price, stock, sold, place } = row;
  const pictures = { layer: `/media/${row.picture}`, thumb: `/media/${row.thumb}` };
  return { id, name, category, creator, price, stock, sold, place, isOffered: row.is_offered, isBehind: row.is_behind, ...pictures };
}

function toAdminTemplate(row: queries.TemplateRow): AdminTemplate {
  const { id, name, style, place } = row;
  return { id, name, style, place, isPremium: row.is_premium, isListed: row.is_listed, picture: `/media/${row.picture}` };
}
