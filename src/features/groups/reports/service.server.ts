import type { AppContext } from '../../../context.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import { parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { hearIfRefused, noticeHelpInText } from '../../help-requests/service.server.ts';
import { createNotifications, publishNotifications } from '../../notifications/service.server.ts';
import { groupReportForm } from './forms.server.ts';
import { saveGroupReport } from './queries.server.ts';
import { REPORTS_PER_DAY } from './rules.ts';
import type { GroupReportResult } from './schema.ts';
import { receipt } from './texts.ts';

/**
 * Reports a group to the moderators, as its members and those who are invited can. What the same player says later is added to the report while
 * that is open.
 * @returns with a card, if the description says that its writer needs help; a failure has the code of an error below
 * @throws AppError 'sign-in-required', 'bad-input', 'not-found' (the actor neither is in the group nor invited, or it is closed),
 * 'too-many-requests'; but for the first, unless they need help
 */
export async function reportGroup(ctx: AppContext, actor: Actor, groupId: string, fields: FormFields): Promise<GroupReportResult> {
  authorize(actor, 'report:send');
  if (actor.kind !== 'player') throw new AppError('sign-in-required');
  return hearIfRefused(ctx, actor.id, fields['description'], () => takeReport(ctx, actor.id, groupId, fields));
}

async function takeReport(ctx: AppContext, reporterId: string, groupId: string, fields: FormFields): Promise<GroupReportResult> {
  const { reason, description } = parseFormOrThrow(groupReportForm, fields);
  if (!isId(groupId)) throw new AppError('not-found');
  await ctx.rateLimiter.consume(REPORTS_PER_DAY, reporterId);
  const notifiedIds = await ctx.db.transaction().execute(async (trx) => {
    const id = await saveGroupReport(trx, { id: ctx.newId(), groupId, reporterId, reason, description, at: ctx.now() });
    if (id === null) throw new AppError('not-found');
    const notification = {
      playerId: reporterId,
      type: 'report' as const,
      ...receipt(reason),
      relatedId: null,
      event: `group report ${id}`,
    };
    return createNotifications(ctx, trx, [notification]);
  });
  publishNotifications(ctx, notifiedIds);
  ctx.bus.publish({ kind: 'cases' });
  const help = await noticeHelpInText(ctx, reporterId, description);
  return { ok: true, ...(help ? { help } : {}) };
}
