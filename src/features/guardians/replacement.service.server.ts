import type { AppContext } from '../../context.server.ts';
import { AppError } from '../../shared/app-error.ts';
import { authorize, needsGuardian, type Actor } from '../../shared/permissions.ts';
import { recordAccountAction } from '../audit-log/service.server.ts';
import { enqueueEmail } from '../mail/service.server.ts';
import { endConsent, publishDecisions } from './decisions/service.server.ts';
import { emailTemplates } from './emails/texts.ts';
import { toGuardianMailbox } from './mailboxes.service.server.ts';
import { findGuardianship, findPlayer, lockGuardians, lockPlayer } from './queries.server.ts';
import { findAddressFlaw, saveNewRequest } from './service.server.ts';
import { texts } from './texts.ts';

/**
 * Asks the guardian of a player anew, at another address, because the one from which they agreed is gone. Nobody becomes a guardian by that
 * alone: what was allowed ends at once, the new address has to agree as every guardian does, and the former one is told.
 * @param email the new address
 * @param note why, for the audit log
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found', 'not-available' (nobody has agreed, or the player is of age), 'bad-input'
 * (this address cannot be a guardian's); the last two say why, for the operator
 */
export async function replaceGuardian(
  ctx: AppContext,
  actor: Actor,
  playerId: string,
  { email, note }: { email: string; note: string },
): Promise<void> {
  authorize(actor, 'account:assist-parent');
  const mailbox = toGuardianMailbox(email);
  const found = await findGuardianship(ctx.db, playerId);
  const decided = await ctx.db.transaction().execute(async (trx) => {
    const player = await lockPlayer(trx, playerId);
    if (!player) throw new AppError('not-found');
    if (found?.state !== 'given' || !needsGuardian(player.age_band)) throw new AppError('not-available', texts.replacement.nobody);
    await lockGuardians(trx, found.guardian_id, mailbox);
    const row = await findGuardianship(trx, playerId);
    if (row?.state !== 'given' || row.guardian_id !== found.guardian_id) throw new AppError('not-available', texts.replacement.nobody);
    const operator = actor.kind === 'player' ? await findPlayer(trx, actor.id) : undefined;
    const isOperators = operator !== undefined && toGuardianMailbox(operator.email) === mailbox;
    const flaw = row.mailbox === mailbox ? 'same' : isOperators ? 'operator' : await findAddressFlaw(ctx, trx, player, email, null);
    if (flaw !== null) throw new AppError('bad-input', texts.replacement[flaw]);
    await recordAccountAction(ctx, trx, actor, { action: 'replace-guardian', subjectId: playerId, note });
    const { id: guardianshipId, email: former, language } = row;
    const said = { guardianshipId, playerId, email: former, mail: null, decision: 'ended', textVersion: null, language } as const;
    const ended = await endConsent(ctx, trx, { ...said, words: texts.replaced }, true);
    await saveNewRequest(ctx, trx, playerId, { email, replaced: null }, ctx.now());
    const mail = emailTemplates.replaced(former, player.username, `${ctx.config.origin}/contact`, language);
    await enqueueEmail(ctx, mail, trx);
    return ended;
  });
  await publishDecisions(ctx, actor, [decided]);
}
