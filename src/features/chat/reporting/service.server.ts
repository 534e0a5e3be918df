import { z } from 'zod';
import type { AppContext } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import { whoIsReported } from '../../friends/service.server.ts';
import { announce, notify } from '../../notifications/service.server.ts';
import { REPORT_REASONS } from '../schema.ts';
import { pairOf, seqOf } from '../sending/rules.ts';
import { AROUND, JOINED_HOURS, REPORTS_A_DAY } from './rules.ts';
import { evidenceAround, putPlayerReport } from './queries.server.ts';
import { receipt } from './texts.ts';

const form = z.object({
  playerId: z.uuid(),
  reason: z.enum(REPORT_REASONS),
  description: z
    .string()
    .max(2000)
    .refine((text) => text.isWellFormed() && !/[^\P{Cc}\r\n\t]/u.test(text))
    .transform((text) => text.replaceAll('\r\n', '\n').trim()),
});

/**
 * Reports a player, or a message of theirs with the ten around it as they are now, to the moderators.
 * @throws Refusal 'bad-input', 'not-found' (nobody the actor can see, or no such message), 'too-many-requests'
 */
export async function reportPlayer(ctx: AppContext, actor: Actor, fields: Record<string, string>): Promise<void> {
  authorize(actor, 'report:send');
  if (actor.kind !== 'player') throw new AppError('sign-in-required');
  const parsed = form.safeParse({ playerId: fields['playerId'], reason: fields['reason'], description: fields['description'] ?? '' });
  if (!parsed.success) throw new AppError('bad-input', 'a report names a player and one of the reasons');
  const { playerId, reason, description } = parsed.data;
  const seq = fields['messageId'] === undefined ? null : seqOf(fields['messageId']);
  if (fields['messageId'] !== undefined && seq === null) throw new AppError('bad-input', 'messageId names a message');
  await ctx.rateLimiter.consume(REPORTS_A_DAY, actor.id);
  const person = await whoIsReported(ctx, actor, playerId);
  // What somebody wrote can be reported also after they blocked who read it.
  if (!person || (person.hidden && seq === null)) throw new AppError('not-found');
  const evidence = seq === null ? [] : await evidenceAround(ctx.db, pairOf(actor.id, playerId), seq, AROUND);
  if (seq !== null && !evidence.some((message) => message.seq === seq && message.senderId === playerId)) throw new AppError('not-found');
  const told = await ctx.db.transaction().execute(async (trx) => {
    const at = ctx.now();
    const report = { id: ctx.newId(), reporterId: actor.id, subjectId: playerId, seq, evidence, reason, description, at };
    const id = await putPlayerReport(trx, report, new Date(at.getTime() - JOINED_HOURS * 3_600_000));
    const words = receipt(person.displayName, reason);
    return notify(ctx, trx, [{ playerId: actor.id, type: 'report', ...words, relatedId: null, event: `player report ${id}` }]);
  });
  announce(ctx, told);
}
