import type { AppContext } from '../../../context.server.ts';
import { parseForm, parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { rowIdSchema } from '../admin/forms.server.ts';
import { diffRows } from '../admin/rules.ts';
import type { SaveResult } from '../admin/schema.ts';
import { failFields, failSave, listAuditLog, requireEditor, writeAuditLog } from '../admin/service.server.ts';
import { texts as adminTexts } from '../admin/texts.ts';
import { freePlanSchema, paidPlanSchema } from './forms.server.ts';
import * as queries from './queries.server.ts';
import type { AdminPlan } from './schema.ts';
import { texts } from './texts.ts';

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
      renewingCount: row.renewing_count,
      log: await listAuditLog(ctx, 'plan', row.id),
    })),
  );
}

/**
 * Changes a plan's price and contents, with an audit log entry. Its name stays. A new price applies to new checkouts: the provider charges
 * existing cards their original price.
 * @param fields `id`, `price`, `kiddocash`, `features`, `note`
 * @throws AppError 'not-allowed'
 */
export async function savePlan(ctx: AppContext, actor: Actor, fields: FormFields): Promise<SaveResult> {
  const editorId = requireEditor(actor, 'plan:edit');
  const { id } = parseFormOrThrow(rowIdSchema, fields);
  return ctx.db.transaction().execute(async (trx): Promise<SaveResult> => {
    const plans = await queries.lockPlans(trx);
    const before = plans.find((plan) => plan.id === id);
    if (!before) return failSave(fields, adminTexts.gone);
    const parsed = parseForm(before.price_minor === 0 ? freePlanSchema : paidPlanSchema, fields, describeField, Object.keys(fields));
    if (!parsed.ok) return parsed;
    const { price, kiddocash, features, note } = parsed.value;
    const prices = plans.map((plan) => (plan.id === id ? price : plan.price_minor));
    if (prices.some((each, index) => index > 0 && each <= (prices[index - 1] ?? 0)))
      return failFields(fields, { price: texts.fieldErrors.priceOrder });
    const { name } = before;
    const columns = { price_minor: price, kiddocash, features };
    const changes = diffRows<typeof columns>(before, columns);
    if (changes === null) return { ok: true, id, name, isNew: false, isChanged: false };
    await queries.updatePlan(trx, before.id, columns);
    await writeAuditLog(ctx, trx, editorId, { action: 'plan-changed', kind: 'plan', id, note, details: changes });
    return { ok: true, id, name, isNew: false, isChanged: true };
  });
}

function describeField(field: string): string {
  return field === 'note' ? adminTexts.fieldErrors.note : texts.fieldErrors[field as keyof typeof texts.fieldErrors];
}
