import type { AppContext } from '../../../context.server.ts';
import { parseForm, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { findDataPrice, lockDataPrice, updateDataPrice } from '../../data-saver/queries.server.ts';
import type { SaveResult } from '../admin/schema.ts';
import { listAuditLog, requireEditor, writeAuditLog } from '../admin/service.server.ts';
import { texts as adminTexts } from '../admin/texts.ts';
import { dataPriceSchema } from './forms.server.ts';
import { DATA_PRICE_ID, type AdminDataPrice } from './schema.ts';
import { texts } from './texts.ts';

/**
 * The price of a megabyte, with its audit log.
 * @throws AppError 'not-allowed'
 */
export async function getAdminDataPrice(ctx: AppContext, actor: Actor): Promise<AdminDataPrice> {
  authorize(actor, 'setting:edit');
  const [price, log] = await Promise.all([findDataPrice(ctx.db), listAuditLog(ctx, 'setting', DATA_PRICE_ID)]);
  return { price, log };
}

/**
 * Changes the price of a megabyte, with an audit log entry. Pages show it within seconds.
 * @param fields `megabyte`: its price in shillings, and `note`
 * @throws AppError 'not-allowed'
 */
export async function saveDataPrice(ctx: AppContext, actor: Actor, fields: FormFields): Promise<SaveResult> {
  const editorId = requireEditor(actor, 'setting:edit');
  const parsed = parseForm(dataPriceSchema, fields, describeField, Object.keys(fields));
  if (!parsed.ok) return parsed;
  const { megabyte: price, note } = parsed.value;
  const saved = { ok: true, id: DATA_PRICE_ID, name: texts.name, isNew: false } as const;
  return ctx.db.transaction().execute(async (trx): Promise<SaveResult> => {
    const before = await lockDataPrice(trx);
    if (before === price) return { ...saved, isChanged: false };
    await updateDataPrice(trx, price, ctx.now());
    const details = { before: { price: before }, after: { price } };
    await writeAuditLog(ctx, trx, editorId, { action: 'setting-changed', kind: 'setting', id: DATA_PRICE_ID, note, details });
    return { ...saved, isChanged: true };
  });
}

function describeField(field: string): string {
  return field === 'note' ? adminTexts.fieldErrors.note : texts.fieldErrors.megabyte;
}
