import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { AppContext } from '../../../context.server.ts';
import type { Database } from '../../../infra/database/database.ts';
import type { DB } from '../../../infra/database/tables.ts';
import { actionFailure, type ActionFailure } from '../../../shared/action-result.ts';
import { AppError } from '../../../shared/app-error.ts';
import { decodeCursor, encodeCursor, toPage } from '../../../shared/paging.ts';
import { parseForm, parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor, type Permission } from '../../../shared/permissions.ts';
import { getUsername, insertAuditEntry, listAuditEntries } from '../../audit-log/queries.server.ts';
import { RERENDER_WEARERS, type RerenderWearers } from '../rerender/schema.ts';
import { isItemId } from '../schema.ts';
import { rowIdSchema } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { createId, diffRows, LOG_LIMIT, ROWS_PAGE_SIZE, type RowCursor } from './rules.ts';
import { NEW_ROW, type AuditLogEntry, type EditorKind, type EditorView, type SaveResult } from './schema.ts';
import { texts } from './texts.ts';

/** A submitted form and its uploaded file. */
export type PostedForm = { fields: FormFields; file: UploadedFile | null };
/** A file from a form, with the type that the browser says. */
export type UploadedFile = { bytes: Uint8Array; type: string };

type StoredRow = { id: string; name: string; position: number };
type ParsedForm = { name: string; position: number | null; note: string };
type EditedColumns = { name: string; position: number };

/**
 * How items or templates are listed and saved. In the database and in forms, a row's position is called `position`.
 * @template Columns the columns that a form can change
 */
export type RowEditor<Row extends StoredRow & Columns, Columns extends EditedColumns, Form extends ParsedForm, View> = {
  kind: EditorKind;
  permission: Extract<Permission, 'item:edit' | 'template:edit'>;
  table: queries.EditedTable;
  list(db: Database, limit: number, after: RowCursor): Promise<Row[]>;
  find(db: Database, id: string): Promise<Row | undefined>;
  lock(trx: Transaction<DB>, id: string): Promise<Row | undefined>;
  /** @returns the inserted row, for the audit log */
  insert(trx: Transaction<DB>, row: { id: string } & Columns, form: Form): Promise<object>;
  update(trx: Transaction<DB>, id: string, columns: Columns): Promise<void>;
  schema(isNew: boolean): z.ZodType<Form>;
  /** Stores a picture. @returns the columns that refer to it, or what is wrong with it */
  storePicture(ctx: AppContext, id: string, file: UploadedFile): Promise<{ columns: Partial<Columns> } | { error: string }>;
  /** The form's values as columns. @param before the row before the change: its picture stays unless there is a new one */
  toColumns(form: Form, position: number, before: Row | undefined): Columns;
  /** What is wrong with a change of this row, by field. */
  checkChange(form: Form, before: Row): ActionFailure['fieldErrors'] | null;
  /** Columns that show on avatars: when they change, avatars that wear the row are rerendered. */
  visibleColumns: readonly (keyof Columns)[];
  toRerender(id: string): RerenderWearers;
  toView(row: Row): View;
};

/**
 * A page of all rows, and the selected one.
 * @param open an id, or 'new'
 * @throws AppError 'not-allowed', 'not-found'
 */
export async function getEditorView<Row extends StoredRow & Columns, Columns extends EditedColumns, Form extends ParsedForm, View>(
  ctx: AppContext,
  actor: Actor,
  editor: RowEditor<Row, Columns, Form, View>,
  open: string | null,
  after: string | null,
): Promise<EditorView<View>> {
  authorize(actor, editor.permission);
  const row = open !== null && isItemId(open) && open !== NEW_ROW ? await editor.find(ctx.db, open) : undefined;
  if (open !== null && open !== NEW_ROW && !row) throw new AppError('not-found');
  const key = decodeCursor(after, ['int', 'text']);
  const found = await editor.list(ctx.db, ROWS_PAGE_SIZE + 1, key && { position: key[0], id: key[1] });
  const { rows, next } = toPage(found, ROWS_PAGE_SIZE, ({ position, id }) => encodeCursor([position, id]));
  return {
    rows: rows.map((each) => editor.toView(each)),
    next,
    open: row ? editor.toView(row) : open === NEW_ROW ? NEW_ROW : null,
    log: row ? await listAuditLog(ctx, editor.kind, row.id) : [],
  };
}

/**
 * Adds or changes a row, with an audit log entry. Its picture is re-encoded and stored; avatars that wear the row are rerendered.
 * @param posted `id` (or 'new'), the row's fields, `note`, and a picture if there is a new one
 * @throws AppError 'not-allowed'
 */
export async function saveRow<Row extends StoredRow & Columns, Columns extends EditedColumns, Form extends ParsedForm, View>(
  ctx: AppContext,
  actor: Actor,
  editor: RowEditor<Row, Columns, Form, View>,
  { fields, file }: PostedForm,
): Promise<SaveResult> {
  const editorId = requireEditor(actor, editor.permission);
  const givenId = parseFormOrThrow(rowIdSchema, fields).id;
  const isNew = givenId === NEW_ROW;
  if (!isNew && !(await editor.find(ctx.db, givenId))) return failSave(fields, texts.gone);
  const parsed = parseForm(editor.schema(isNew), fields, describeField, Object.keys(fields));
  if (!parsed.ok) return parsed;
  const form = parsed.value;
  // A browser sends an empty file if none was selected.
  const upload = file !== null && file.bytes.length > 0 ? file : null;
  if (isNew && upload === null) return failFields(fields, { picture: texts.pictureErrors.missing });
  const id = isNew ? await createRowId(ctx, editor.table, form.name) : givenId;
  const stored = upload && (await editor.storePicture(ctx, id, upload));
  if (stored && 'error' in stored) return failFields(fields, { picture: stored.error });
  return ctx.db.transaction().execute(async (trx): Promise<SaveResult> => {
    await queries.lockList(trx, editor.table);
    const before = await editor.lock(trx, id);
    // Two operators added the same name concurrently: the later one gets an error.
    if (isNew && before) return failSave(fields, texts.failed);
    if (!isNew && !before) return failSave(fields, texts.gone);
    const fieldErrors = before ? editor.checkChange(form, before) : null;
    if (fieldErrors) return failFields(fields, fieldErrors);
    const position = form.position ?? before?.position ?? (await queries.getLastPosition(trx, editor.table)) + 10;
    const columns = { ...editor.toColumns(form, position, before), ...stored?.columns };
    if (before) {
      const isChanged = await changeRow(ctx, trx, editor, { editorId, form, before, columns });
      return { ok: true, id, name: form.name, isNew, isChanged };
    }
    const details = await editor.insert(trx, { id, ...columns }, form);
    await writeAuditLog(ctx, trx, editorId, { action: `${editor.kind}-added`, kind: editor.kind, id, note: form.note, details });
    return { ok: true, id, name: form.name, isNew, isChanged: true };
  });
}

/** @returns whether anything is different */
async function changeRow<Row extends StoredRow & Columns, Columns extends EditedColumns, Form extends ParsedForm, View>(
  ctx: AppContext,
  trx: Transaction<DB>,
  editor: RowEditor<Row, Columns, Form, View>,
  { editorId, form, before, columns }: { editorId: string; form: Form; before: Row; columns: Columns },
): Promise<boolean> {
  const changes = diffRows<Columns>(before, columns);
  if (changes === null) return false;
  await editor.update(trx, before.id, columns);
  const { kind } = editor;
  await writeAuditLog(ctx, trx, editorId, { action: `${kind}-changed`, kind, id: before.id, note: form.note, details: changes });
  if (editor.visibleColumns.some((column) => column in changes.after))
    await ctx.jobs.enqueue(RERENDER_WEARERS, editor.toRerender(before.id), trx);
  return true;
}

/** 'new' is reserved, because the page's URL uses it. */
async function createRowId(ctx: AppContext, table: queries.EditedTable, name: string): Promise<string> {
  const ids = await queries.listIds(ctx.db, table);
  return createId(name, (id) => id === NEW_ROW || ids.has(id));
}

/** The id of the operator who saves. @throws AppError 'not-allowed' */
export function requireEditor(
  actor: Actor,
  permission: Extract<Permission, 'item:edit' | 'template:edit' | 'plan:edit' | 'setting:edit'>,
): string {
  authorize(actor, permission);
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  return actor.id;
}

/** The failure of a form for a reason that belongs to no field. */
export function failSave(fields: FormFields, error: string): ActionFailure {
  return actionFailure('not-available', { error, values: { ...fields } });
}

/** The failure of a form because of its fields. */
export function failFields(fields: FormFields, fieldErrors: ActionFailure['fieldErrors']): ActionFailure {
  return actionFailure('bad-input', { fieldErrors, values: { ...fields } });
}

function describeField(field: string): string {
  return texts.fieldErrors[field as keyof typeof texts.fieldErrors];
}

/** What a form of these pages can change. */
type LoggedKind = EditorKind | 'plan' | 'pack' | 'setting';

/** Writes what an operator saved to the audit log. */
export async function writeAuditLog(
  ctx: AppContext,
  trx: Transaction<DB>,
  actorId: string,
  entry: { action: string; kind: LoggedKind; id: string; note: string; details: object },
): Promise<void> {
  const { action, kind: subjectKind, id: subjectId, note, details } = entry;
  const actorName = await getUsername(trx, actorId);
  await insertAuditEntry(trx, { id: ctx.newId(), actorId, actorName, action, subjectKind, subjectId, note, details });
}

/** What operators did with a row, newest first. */
export async function listAuditLog(ctx: AppContext, kind: LoggedKind, id: string): Promise<AuditLogEntry[]> {
  const rows = await listAuditEntries(ctx.db, kind, id, LOG_LIMIT);
  return rows.map((row) => ({ id: row.id, at: row.at.toISOString(), actor: row.actor_name, action: row.action, note: row.note }));
}
