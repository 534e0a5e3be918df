import type { AppContext } from '../../context.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { AppError } from '../../shared/refusal.ts';
import { getGame } from '../games/catalogue/service.server.ts';
import { announce, notify } from '../notifications/service.server.ts';
import { putReport } from './queries.server.ts';
import { REPORTS_A_DAY } from './rules.ts';
import { reportForm } from './schema.ts';
import { addition, receipt, texts } from './texts.ts';

/**
 * Reports a game to the moderators and gives the reporter a receipt (spec 1, sections 5 and 8; readings.md).
 * @throws Refusal 'sign-in-required', 'not-found', 'bad-input', 'too-many-requests'
 */
export async function reportGame(ctx: AppContext, actor: Actor, gameId: string, fields: Record<string, string>): Promise<void> {
  authorize(actor, 'report:send');
  if (actor.kind !== 'player') throw new AppError('sign-in-required');
  const form = reportForm.safeParse({ reason: fields['reason'], description: fields['description'] ?? '' });
  if (!form.success) throw new AppError('bad-input', 'a report has one of the reasons, and a description of bounded length');
  const game = await getGame(ctx, actor, gameId);
  await ctx.rateLimiter.consume(REPORTS_A_DAY, actor.id);
  const { reason } = form.data;
  const description = form.data.description || texts.noDescription;
  const told = await ctx.db.transaction().execute(async (trx) => {
    const report = { id: ctx.newId(), gameId: game.id, playerId: actor.id, reason, description, at: ctx.now() };
    const said = form.data.description;
    const more = addition(reason, said);
    const put = await putReport(trx, report, (first) => {
      const isSame = first.reason === reason && first.description.includes(said);
      return isSame || first.description.includes(more) ? '' : more;
    });
    if (put === 'hidden') throw new AppError('not-found');
    if (put === 'joined') return [];
    const one = {
      playerId: actor.id,
      type: 'report' as const,
      title: receipt.title(game.title),
      message: receipt.message(reason, description),
    };
    return notify(ctx, trx, [{ ...one, relatedId: game.id, event: `report ${put.id}` }]);
  });
  announce(ctx, told);
}
