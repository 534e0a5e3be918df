import type { AppContext } from '../../../context.server.ts';
import type { Actor } from '../../../shared/permissions.ts';
import { PICTURE_BYTES_MAX, type EditorView, type SaveResult } from '../admin/schema.ts';
import { getEditorView, saveRow, type PostedForm, type RowEditor } from '../admin/service.server.ts';
import { texts } from '../admin/texts.ts';
import { storePicture } from '../pictures.service.server.ts';
import { itemSchema, newItemSchema, type ItemForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import type { AdminItem } from './schema.ts';

const itemEditor: RowEditor<queries.ItemRow, queries.ItemColumns, ItemForm, AdminItem> = {
  kind: 'item',
  permission: 'item:edit',
  table: 'items',
  list: queries.listItems,
  find: queries.findItem,
  lock: queries.lockItem,
  update: queries.updateItem,
  insert: async (trx, columns, { category }) => {
    if (category === null) throw new Error('a new item has a category');
    const row = { ...columns, category, sold: 0 };
    await queries.insertItem(trx, row);
    return row;
  },
  schema: (isNew) => (isNew ? newItemSchema : itemSchema),
  storePicture: async (ctx, id, { bytes }) => {
    if (bytes.length > PICTURE_BYTES_MAX) return { error: texts.pictureErrors['too-large'] };
    const stored = await storePicture(ctx, id, bytes);
    return typeof stored === 'string' ? { error: texts.pictureErrors[stored] } : { columns: stored };
  },
  toColumns: ({ name, creator, price, stock, isListed, isBehind }, position, before) => ({
    name,
    creator,
    price,
    stock,
    position,
    is_listed: isListed,
    is_behind: isBehind,
    picture: before?.picture ?? '',
    thumb: before?.thumb ?? '',
  }),
  checkChange: ({ stock }, { sold }) => (stock !== null && stock < sold ? { stock: texts.items.stockBelowSold(sold) } : null),
  visibleColumns: ['picture', 'is_behind'],
  toRerender: (id) => ({ item: id }),
  toView: ({ id, name, category, creator, price, stock, sold, position, is_listed, is_behind, picture, thumb }) => ({
    id,
    name,
    category,
    creator,
    price,
    stock,
    sold,
    position,
    isListed: is_listed,
    isBehind: is_behind,
    layer: `/media/${picture}`,
    thumb: `/media/${thumb}`,
  }),
};

/** All items, on offer or not, and the selected one. @param open an id, or 'new' @throws AppError 'not-allowed', 'not-found' */
export async function getItemsView(
  ctx: AppContext,
  actor: Actor,
  open: string | null,
  after: string | null,
): Promise<EditorView<AdminItem>> {
  return getEditorView(ctx, actor, itemEditor, open, after);
}

/** Adds or changes an item. @throws AppError 'not-allowed' */
export async function saveItem(ctx: AppContext, actor: Actor, posted: PostedForm): Promise<SaveResult> {
  return saveRow(ctx, actor, itemEditor, posted);
}
