import type { AppContext } from '../../../context.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { isId } from '../../../shared/ids.ts';
import { authorize, needsGuardian, type Actor } from '../../../shared/permissions.ts';
import { signInForm } from '../../accounts/forms.server.ts';
import { findPlayerById, findPlayerByIdentifier } from '../../accounts/queries.server.ts';
import { recordAccountAction } from '../../audit-log/service.server.ts';
import { findGuardianship, lockPlayer } from '../queries.server.ts';
import { lockPlayersAndGuardian } from './queries.server.ts';
import { endConsent, publishDecisions } from './service.server.ts';

/**
 * Withdraws the consent for a player, for a guardian who cannot do it by a link of our mails: all that follows from it is the same.
 * @param name username, e-mail address or id of the player
 * @param note why, for the audit log
 * @returns the username
 * @throws AppError 'not-allowed', 'not-found', 'not-available' (nobody has agreed)
 */
export async function withdrawForGuardian(ctx: AppContext, actor: Actor, name: string, note = ''): Promise<string> {
  authorize(actor, 'account:assist-parent');
  const identifier = signInForm.shape.identifier.safeParse(name);
  const byId = isId(name) ? await findPlayerById(ctx.db, name) : null;
  const account = byId ?? (identifier.success ? await findPlayerByIdentifier(ctx.db, identifier.data) : null);
  if (!account) throw new AppError('not-found', `nobody is called '${name}'`);
  const { id: playerId, username } = account;
  const found = await findGuardianship(ctx.db, playerId);
  const decided = await ctx.db.transaction().execute(async (trx) => {
    await lockPlayersAndGuardian(trx, [playerId], found?.guardian_id ?? null);
    const [player, row] = [await lockPlayer(trx, playerId), await findGuardianship(trx, playerId)];
    if (!player || row?.state !== 'given' || row.guardian_id !== found?.guardian_id)
      throw new AppError('not-available', `no guardian has agreed for ${username}`);
    await recordAccountAction(ctx, trx, actor, { action: 'withdraw-consent', subjectId: playerId, note });
    const { id: guardianshipId, email, language } = row;
    const said = { guardianshipId, playerId, email, mail: null, decision: 'withdrawn', textVersion: null, language } as const;
    return endConsent(ctx, trx, said, needsGuardian(player.age_band));
  });
  await publishDecisions(ctx, actor, [decided]);
  return username;
}
