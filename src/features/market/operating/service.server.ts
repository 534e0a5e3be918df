import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.server.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { decodeCursor, encodeCursor } from '../../../shared/paging.ts';
import { authorize, type Actor, type Permission } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import { HEAD_SIZE } from '../../avatars/composing/rules.ts';
import { uploadFault } from '../../avatars/uploads/rules.ts';
import { log, nameOf } from '../../moderation/queries.server.ts';
import { cleanNote } from '../../moderation/rules.ts';
import { markOf, storePicture, type ItemPictures } from '../pictures/service.server.ts';
import { REDRESS, type Redress } from '../redressing/schema.ts';
import { isItemId, type Look } from '../schema.ts';
import * as queries from './queries.server.ts';
import { changesOf, idFrom, itemFrom, LOG_SHOWN, planFrom, ROWS_PAGE, templateFrom } from './rules.ts';
import {
  PICTURE_BYTES_MAX,
  type ItemCase,
  type ItemsView,
  type LogLine,
  type PlanCase,
  type SaveAnswer,
  type TemplateCase,
  type TemplatesView,
} from './schema.ts';
import { texts } from './texts.ts';

/** A form, and the picture that came with it. */
export type Posted = { fields: Record<string, string>; file: { bytes: Uint8Array; type: string } | null };
type EditVerb = Extract<Permission, 'item:edit' | 'template:edit' | 'plan:edit'>;

/** All items, on offer or not, and the one that is open. @param open an id, or 'new'. @throws Refusal 'not-allowed', 'not-found' */
export async function viewItems(ctx: AppContext, actor: Actor, open: string | null, after: string | null, look: Look): Promise<ItemsView> {
  authorize(actor, 'item:edit');
  const row = open !== null && isItemId(open) && open !== NEW ? await queries.itemBy(ctx.db, open) : undefined;
  if (open !== null && open !== NEW && !row) throw new AppError('not-found');
  const { shown, next } = pageOf(await queries.itemsPage(ctx.db, ROWS_PAGE + 1, boundOf(after)));
  return {
    items: shown.map(presentItem),
    next,
    open: row ? presentItem(row) : open === NEW ? NEW : null,
    log: row ? await logFor(ctx, 'item', row.id) : [],
    look,
  };
}

/** All templates, listed or not, and the one that is open. @param open an id, or 'new'. @throws Refusal 'not-allowed', 'not-found' */
export async function viewTemplates(ctx: AppContext, actor: Actor, open: string | null, after: string | null): Promise<TemplatesView> {
  authorize(actor, 'template:edit');
  const row = open !== null && isItemId(open) && open !== NEW ? await queries.templateBy(ctx.db, open) : undefined;
  if (open !== null && open !== NEW && !row) throw new AppError('not-found');
  const { shown, next } = pageOf(await queries.templatesPage(ctx.db, ROWS_PAGE + 1, boundOf(after)));
  return {
    templates: shown.map(presentTemplate),
    next,
    open: row ? presentTemplate(row) : open === NEW ? NEW : null,
    log: row ? await logFor(ctx, 'template', row.id) : [],
  };
}

/** The plans as they stand, and what was done with each. @throws Refusal 'not-allowed' */
export async function viewPlans(ctx: AppContext, actor: Actor): Promise<PlanCase[]> {
  authorize(actor, 'plan:edit');
  const rows = await queries.plansWithStanding(ctx.db);
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id as PlanCase['id'],
      name: row.name,
      priceMinor: row.price_minor,
      currency: row.currency as PlanCase['currency'],
      kiddocash: row.kiddocash,
      features: row.features,
      standing: row.standing,
      log: await logFor(ctx, 'plan', row.id),
    })),
  );
}

/** Stands for an item or template that is to be added. */
const NEW = 'new';

/**
 * Adds an item, or changes one, with a note in the log. The picture is read and stored anew; who wears the item is drawn anew.
 * @param posted `id` (or 'new'), what the item is, `note`, and its picture where there is a new one
 * @throws Refusal 'not-allowed'
 */
export async function saveItem(ctx: AppContext, actor: Actor, posted: Posted): Promise<SaveAnswer> {
  const editor = editorOf(actor, 'item:edit');
  const { fields } = posted;
  const { id: given, refuse } = answering(fields);
  const old = given === NEW ? null : isItemId(given) ? await queries.itemBy(ctx.db, given) : undefined;
  if (old === undefined) return refuse(null, texts.faults.gone);
  const asked = itemFrom(fields, old?.category ?? null);
  if ('at' in asked) return refuse(asked.at, texts.faults[asked.at]);
  const note = cleanNote(fields['note'] ?? '');
  if (note === null) return refuse('note', texts.faults.note);
  const bytes = pictureIn(posted);
  if (bytes === null && old === null) return refuse('picture', texts.faults.noPicture);
  if (bytes !== null && bytes.length > PICTURE_BYTES_MAX) return refuse('picture', texts.faults['too-large']);
  const id = old?.id ?? idFrom(asked.name, isTakenIn(await queries.allIds(ctx.db, 'items')));
  const stored = bytes === null ? null : await storePicture(ctx, id, bytes);
  if (typeof stored === 'string') return refuse('picture', texts.faults[stored]);
  return ctx.db.transaction().execute(async (trx): Promise<SaveAnswer> => {
    await queries.holdList(trx, 'items');
    const held = await queries.holdItem(trx, id);
    // Of two who add the same name one is later: they see that it is there.
    if (old === null && held) return refuse(null, texts.faults.failed);
    if (old !== null && !held) return refuse(null, texts.faults.gone);
    if (held && asked.stock !== null && asked.stock < held.sold) return refuse('stock', texts.faults.sold(held.sold));
    const place = asked.place ?? held?.place ?? (await queries.lastPlace(trx, 'items')) + 10;
    const at: ItemPictures = stored ?? { picture: held?.picture ?? '', thumb: held?.thumb ?? '' };
    const { name, creator, price, stock, isOffered, isBehind } = asked;
    const set = { name, creator, price, stock, place, is_offered: isOffered, is_behind: isBehind, ...at };
    if (!held) {
      const row = { id, category: asked.category, sold: 0, ...set };
      await queries.addItem(trx, row);
      await write(ctx, trx, editor, { action: 'item-added', kind: 'item', id, note, details: row });
      return { is: 'saved', id, name, isNew: true, changed: true };
    }
    const changes = changesOf(onlyOf(held, set), set);
    if (changes === null) return { is: 'saved', id, name, isNew: false, changed: false };
    await queries.changeItem(trx, id, set);
    await write(ctx, trx, editor, { action: 'item-changed', kind: 'item', id, note, details: changes });
    if ('picture' in changes.after || 'is_behind' in changes.after)
      await ctx.jobs.enqueue(REDRESS, { item: id } satisfies Redress, trx as never);
    return { is: 'saved', id, name, isNew: false, changed: true };
  });
}

/**
 * Adds a template for heads, or changes one, with a note in the log. Who wears it is drawn anew when its picture changes.
 * @param posted `id` (or 'new'), what it is, `note`, and its picture where there is a new one. @throws Refusal 'not-allowed'
 */
export async function saveTemplate(ctx: AppContext, actor: Actor, posted: Posted): Promise<SaveAnswer> {
  const editor = editorOf(actor, 'template:edit');
  const { fields } = posted;
  const { id: given, refuse } = answering(fields);
  const old = given === NEW ? null : isItemId(given) ? await queries.templateBy(ctx.db, given) : undefined;
  if (old === undefined) return refuse(null, texts.faults.gone);
  const asked = templateFrom(fields);
  if ('at' in asked) return refuse(asked.at, texts.faults[asked.at]);
  const note = cleanNote(fields['note'] ?? '');
  if (note === null) return refuse('note', texts.faults.note);
  const bytes = pictureIn(posted);
  if (bytes === null && old === null) return refuse('picture', texts.faults.noPicture);
  const id = old?.id ?? idFrom(asked.name, isTakenIn(await queries.allIds(ctx.db, 'avatar_templates')));
  const stored = bytes === null ? null : await storeHead(ctx, id, bytes, posted.file?.type ?? '');
  if (stored !== null && 'fault' in stored) return refuse('picture', stored.fault);
  return ctx.db.transaction().execute(async (trx): Promise<SaveAnswer> => {
    await queries.holdList(trx, 'avatar_templates');
    const held = await queries.holdTemplate(trx, id);
    if (old === null && held) return refuse(null, texts.faults.failed);
    if (old !== null && !held) return refuse(null, texts.faults.gone);
    const place = asked.place ?? held?.place ?? (await queries.lastPlace(trx, 'avatar_templates')) + 10;
    const { name, style, isPremium, isListed } = asked;
    const set = { name, style, place, is_premium: isPremium, is_listed: isListed, picture: stored?.picture ?? held?.picture ?? '' };
    if (!held) {
      await queries.addTemplate(trx, { id, ...set });
      await write(ctx, trx, editor, { action: 'template-added', kind: 'template', id, note, details: { id, ...set } });
      return { is: 'saved', id, name, isNew: true, changed: true };
    }
    const changes = changesOf(onlyOf(held, set), set);
    if (changes === null) return { is: 'saved', id, name, isNew: false, changed: false };
    await queries.changeTemplate(trx, id, set);
    await write(ctx, trx, editor, { action: 'template-changed', kind: 'template', id, note, details: changes });
    if ('picture' in changes.after) await ctx.jobs.enqueue(REDRESS, { template: id } satisfies Redress, trx as never);
    return { is: 'saved', id, name, isNew: false, changed: true };
  });
}

async function storeHead(ctx: AppContext, id: string, bytes: Uint8Array, type: string): Promise<{ picture: string } | { fault: string }> {
  const fault = uploadFault(bytes, type);
  if (fault !== null) return { fault: fault === 'too-large' ? texts.faults['too-large'] : texts.faults.head };
  try {
    const head = await ctx.pictures.normalizeUpload(Buffer.from(bytes), HEAD_SIZE);
    const picture = `templates/${id}/${markOf(head)}.webp`;
    await ctx.files.put(picture, head);
    return { picture };
  } catch (error) {
    if (error instanceof AppError && (error.code === 'bad-input' || error.code === 'too-large')) return { fault: texts.faults.head };
    throw error;
  }
}

/**
 * Changes what a plan costs and holds, with a note in the log. Its name stays. A new price counts for checkouts from now on: cards
 * that renew are charged by the provider what they began with. @param fields `id`, `price`, `kiddocash`, `features`, `note`
 * @throws Refusal 'not-allowed'
 */
export async function savePlan(ctx: AppContext, actor: Actor, fields: Record<string, string>): Promise<SaveAnswer> {
  const editor = editorOf(actor, 'plan:edit');
  const { id, refuse } = answering(fields);
  const note = cleanNote(fields['note'] ?? '');
  return ctx.db.transaction().execute(async (trx): Promise<SaveAnswer> => {
    const plans = await queries.holdPlans(trx);
    const held = plans.find((plan) => plan.id === id);
    if (!held) return refuse(null, texts.faults.gone);
    const isFree = held.price_minor === 0;
    const asked = planFrom(fields, isFree);
    if ('at' in asked) return refuse(asked.at, asked.at === 'price' ? texts.faults.planPrice : texts.faults[asked.at]);
    if (note === null) return refuse('note', texts.faults.note);
    const set = { price_minor: asked.priceMinor, kiddocash: asked.kiddocash, features: asked.features };
    const prices = plans.map((plan) => (plan.id === id ? set.price_minor : plan.price_minor));
    if (prices.some((price, at) => at > 0 && price <= (prices[at - 1] ?? 0))) return refuse('price', texts.faults.planOrder);
    const changes = changesOf(onlyOf(held, set), set);
    if (changes === null) return { is: 'saved', id, name: held.name, isNew: false, changed: false };
    await queries.changePlan(trx, id, set);
    await write(ctx, trx, editor, { action: 'plan-changed', kind: 'plan', id, note, details: changes });
    return { is: 'saved', id, name: held.name, isNew: false, changed: true };
  });
}

function editorOf(actor: Actor, verb: EditVerb): string {
  authorize(actor, verb);
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  return actor.id;
}

/** A refusal shows again what was typed. */
function answering(fields: Record<string, string>) {
  const id = fields['id'] ?? '';
  const refuse = (at: string | null, fault: string): SaveAnswer => ({ is: 'refused', id, at, fault, typed: { ...fields } });
  return { id, refuse };
}

/** A browser sends an empty file where none was chosen. */
function pictureIn({ file }: Posted): Uint8Array | null {
  return file === null || file.bytes.length === 0 ? null : file.bytes;
}

/** 'new' is an address of the page. */
function isTakenIn(ids: Set<string>): (id: string) => boolean {
  return (id) => id === NEW || ids.has(id);
}

/** The part of a row that a form can change. */
function onlyOf<Set extends object>(row: Set, set: Set): Set {
  return Object.fromEntries(Object.keys(set).map((name) => [name, row[name as keyof Set]])) as Set;
}

async function write(
  ctx: AppContext,
  trx: Transaction<DB>,
  actorId: string,
  entry: { action: string; kind: 'item' | 'template' | 'plan'; id: string; note: string; details: object },
): Promise<void> {
  const { action, kind: subjectKind, id: subjectId, note, details } = entry;
  const actorName = await nameOf(trx, actorId);
  await log(trx, { id: ctx.newId(), actorId, actorName, action, subjectKind, subjectId, note, details });
}

async function logFor(ctx: AppContext, kind: 'item' | 'template' | 'plan', id: string): Promise<LogLine[]> {
  const rows = await queries.logOf(ctx.db, kind, id, LOG_SHOWN);
  return rows.map((row) => ({ id: row.id, at: row.at.toISOString(), actor: row.actor_name, action: row.action, note: row.note }));
}

function boundOf(after: string | null): { place: number; id: string } | null {
  const key = decodeCursor(after, ['int', 'text']) as [number, string] | null;
  return key && { place: key[0], id: key[1] };
}

function pageOf<Row extends { place: number; id: string }>(rows: Row[]): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, ROWS_PAGE);
  const last = shown.at(-1);
  return { shown, next: rows.length > ROWS_PAGE && last ? encodeCursor([last.place, last.id]) : null };
}

function presentItem(row: queries.ItemRow): ItemCase {
  const { id, name, category, creator, price, stock, sold, place } = row;
  const pictures = { layer: `/media/${row.picture}`, thumb: `/media/${row.thumb}` };
  return { id, name, category, creator, price, stock, sold, place, isOffered: row.is_offered, isBehind: row.is_behind, ...pictures };
}

function presentTemplate(row: queries.TemplateRow): TemplateCase {
  const { id, name, style, place } = row;
  return { id, name, style, place, isPremium: row.is_premium, isListed: row.is_listed, picture: `/media/${row.picture}` };
}
