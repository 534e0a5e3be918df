import type { AppContext } from '../../../context.server.ts';
import { parseForm, parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { rowIdSchema } from '../admin/forms.server.ts';
import { diffRows } from '../admin/rules.ts';
import type { SaveResult } from '../admin/schema.ts';
import { failSave, listAuditLog, requireEditor, writeAuditLog } from '../admin/service.server.ts';
import { texts as adminTexts } from '../admin/texts.ts';
import { packPricesSchema } from './forms.server.ts';
import * as queries from './queries.server.ts';
import type { AdminPack } from './schema.ts';
import { texts } from './texts.ts';

/**
 * The packs of kiddocash, each with its audit log.
 * @throws AppError 'not-allowed'
 */
export async function listAdminPacks(ctx: AppContext, actor: Actor): Promise<AdminPack[]> {
  authorize(actor, 'plan:edit');
  const rows = await queries.listPackRows(ctx.db);
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      amount: row.amount,
      bonus: row.bonus,
      shillingsMinor: row.price_kes_minor,
      dollarsMinor: row.price_usd_minor,
      perShilling: ((row.amount + row.bonus) * 100) / row.price_kes_minor,
      log: await listAuditLog(ctx, 'pack', row.id),
    })),
  );
}

/**
 * Changes a pack's prices, with an audit log entry. Amounts and bonuses stay (spec 2, section 9). Checkouts that are open keep their price.
 * @param fields `id`, `shillings`, `dollars`, `note`
 * @throws AppError 'not-allowed'
 */
export async function savePack(ctx: AppContext, actor: Actor, fields: FormFields): Promise<SaveResult> {
  const editorId = requireEditor(actor, 'plan:edit');
  const { id } = parseFormOrThrow(rowIdSchema, fields);
  return ctx.db.transaction().execute(async (trx): Promise<SaveResult> => {
    const before = await queries.lockPack(trx, id);
    if (!before) return failSave(fields, adminTexts.gone);
    const parsed = parseForm(packPricesSchema, fields, describeField, Object.keys(fields));
    if (!parsed.ok) return parsed;
    const { shillings, dollars, note } = parsed.value;
    const name = texts.name(before.amount);
    const columns = { price_kes_minor: shillings, price_usd_minor: dollars };
    const changes = diffRows<typeof columns>(before, columns);
    if (changes === null) return { ok: true, id, name, isNew: false, isChanged: false };
    await queries.updatePackPrices(trx, id, columns);
    await writeAuditLog(ctx, trx, editorId, { action: 'pack-changed', kind: 'pack', id, note, details: changes });
    return { ok: true, id, name, isNew: false, isChanged: true };
  });
}

function describeField(field: string): string {
  return field === 'note' ? adminTexts.fieldErrors.note : texts.fieldErrors[field as keyof typeof texts.fieldErrors];
}
