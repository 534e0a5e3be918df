import type { ActionResult } from '../../../shared/action-result.ts';

/** URLs of the admin pages for items, templates and plans. */
export const ADMIN_URLS = { items: '/operator/items', templates: '/operator/templates', plans: '/operator/plans' } as const;

/** What operators edit with a form that has a picture. It is also the query parameter that opens one. */
export type EditorKind = 'item' | 'template';

/** Used in place of an id for an item or template that is to be added. */
export const NEW_ROW = 'new';

/** Maximum length of a name, and of a template's style. */
export const NAME_MAX = 60;
export const STYLE_MAX = 30;

/** Maximum size of an uploaded picture; the other fields of the form come on top of it. */
export const PICTURE_BYTES_MAX = 2 * 1024 * 1024;
export const FORM_BYTES_MAX = 64 * 1024;

/** An operator's action, newest first; append-only. */
export type AuditLogEntry = { id: string; at: string; actor: string; action: string; note: string };

/** One page of all items or templates, and the one that is open. */
export type EditorView<Row> = {
  rows: Row[];
  next: string | null;
  /** 'new' for the form that adds one. */
  open: Row | typeof NEW_ROW | null;
  log: AuditLogEntry[];
};

/** Result of a form that saves an item, a template or a plan. A failure has the id among its `values`, if the form could be read. */
export type SaveResult = ActionResult<{ id: string; name: string; isNew: boolean; isChanged: boolean }>;
