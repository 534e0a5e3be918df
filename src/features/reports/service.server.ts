import type { AppContext } from '../../context.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import { parseFormOrThrow, type FormFields } from '../../shared/parse-form.server.ts';
import { getGame } from '../games/catalogue/service.server.ts';
import { hearIfRefused, noticeHelpInText } from '../help-requests/service.server.ts';
import type { HelpCardView } from '../help-requests/schema.ts';
import { publishNotifications, createNotifications } from '../notifications/service.server.ts';
import { gameReportForm } from './forms.server.ts';
import { saveReport } from './queries.server.ts';
import { REPORTS_PER_DAY } from './rules.ts';
import type { ReportResult } from './schema.ts';
import { formatAddition, receipt, texts } from './texts.ts';

/**
 * Reports a game to the moderators and sends the reporter a confirmation notification (spec 1, sections 5 and 8; readings.md).
 * @returns whether the description says that its writer needs help; a failure has the code of an error below
 * @throws AppError 'sign-in-required', 'not-found', 'bad-input', 'too-many-requests'; but for the first, unless they need help
 */
export async function reportGame(ctx: AppContext, actor: Actor, gameId: string, fields: FormFields): Promise<ReportResult> {
  authorize(actor, 'report:send');
  if (actor.kind !== 'player') throw new AppError('sign-in-required');
  const { help, ...result } = await hearIfRefused(ctx, actor.id, fields['description'], () => takeReport(ctx, actor, gameId, fields));
  return { ...result, ...(help ? { help: { isTeamNotified: help.isTeamNotified } } : {}) };
}

async function takeReport(
  ctx: AppContext,
  actor: Extract<Actor, { kind: 'player' }>,
  gameId: string,
  fields: FormFields,
): Promise<{ ok: true; help: HelpCardView | null }> {
  const { reason, description: typedDescription } = parseFormOrThrow(gameReportForm, fields);
  const game = await getGame(ctx, actor, gameId);
  await ctx.rateLimiter.consume(REPORTS_PER_DAY, actor.id);
  const description = typedDescription || texts.noDescription;
  const notifiedIds = await ctx.db.transaction().execute(async (trx) => {
    const report = { id: ctx.newId(), gameId: game.id, playerId: actor.id, reason, description, at: ctx.now() };
    const additionText = formatAddition(reason, typedDescription);
    const saveResult = await saveReport(trx, report, (first) => {
      const isSame = first.reason === reason && first.description.includes(typedDescription);
      return isSame || first.description.includes(additionText) ? '' : additionText;
    });
    if (saveResult === 'hidden') throw new AppError('not-found');
    if (saveResult === 'joined') return [];
    const notification = {
      playerId: actor.id,
      type: 'report' as const,
      title: receipt.title(game.title),
      message: receipt.message(reason, description),
    };
    return createNotifications(ctx, trx, [{ ...notification, relatedId: game.id, event: `report ${saveResult.id}` }]);
  });
  publishNotifications(ctx, notifiedIds);
  ctx.bus.publish({ kind: 'cases' });
  return { ok: true, help: await noticeHelpInText(ctx, actor.id, typedDescription) };
}
