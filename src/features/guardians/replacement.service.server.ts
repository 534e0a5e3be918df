import type { Kysely } from 'kysely';
import type { AppContext } from '../../context.server.ts';
import type { DB } from '../../infra/database/tables.ts';
import { AppError } from '../../shared/app-error.ts';
import { authorize, needsGuardian, type Actor } from '../../shared/permissions.ts';
import { recordAccountAction } from '../audit-log/service.server.ts';
import { enqueueEmail } from '../mail/service.server.ts';
import { endConsent, publishDecisions, type Decided } from './decisions/service.server.ts';
import { emailTemplates } from './emails/texts.ts';
import { toGuardianMailbox } from './mailboxes.service.server.ts';
import { findGuardianship, findPlayer, listAccountsOfMailbox, lockGuardians, lockPlayer, type GuardianshipRow } from './queries.server.ts';
import { findAddressFlaw, saveNewRequest } from './service.server.ts';
import { texts } from './texts.ts';

/** What an operator typed and confirmed. `owners`: usernames of the accounts that have this address, which they know of; '': none. */
type Replacement = { email: string; owners: string; note: string };

/**
 * Asks the guardian of a player anew, at another address, because the one from which they agreed is gone. Nobody becomes a guardian by that
 * alone: what was allowed ends at once, the new address has to agree as every guardian does, and the former one is told. While the new address
 * has not answered, another one can be asked in its place: an operator may have typed it wrong.
 * @param replacement the new address, the accounts that have it (`findOwners`), and why, for the audit log
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found', 'not-available' (nobody has agreed, or the player is of age), 'bad-input'
 * (this address cannot be a guardian's, or belongs to another account than was confirmed); the last two say why, for the operator
 */
export async function replaceGuardian(
  ctx: AppContext,
  actor: Actor,
  playerId: string,
  { email, owners, note }: Replacement,
): Promise<void> {
  authorize(actor, 'account:assist-parent');
  const mailbox = toGuardianMailbox(email);
  const found = await findGuardianship(ctx.db, playerId);
  const decided = await ctx.db.transaction().execute(async (trx) => {
    const player = await lockPlayer(trx, playerId);
    if (!player) throw new AppError('not-found');
    if (!isReplaceable(found) || !needsGuardian(player.age_band)) throw new AppError('not-available', texts.replacement.nobody);
    await lockGuardians(trx, found.guardian_id, mailbox);
    const row = await findGuardianship(trx, playerId);
    if (!isReplaceable(row) || row.guardian_id !== found.guardian_id || row.state !== found.state)
      throw new AppError('not-available', texts.replacement.nobody);
    const operator = actor.kind === 'player' ? await findPlayer(trx, actor.id) : undefined;
    const isOperators = operator !== undefined && toGuardianMailbox(operator.email) === mailbox;
    const flaw = row.mailbox === mailbox ? 'same' : isOperators ? 'operator' : await findAddressFlaw(ctx, trx, player, email, null);
    if (flaw !== null) throw new AppError('bad-input', texts.replacement[flaw]);
    const known = await readOwners(trx, playerId, mailbox);
    if (known.child !== null) throw new AppError('bad-input', texts.replacement.child);
    if (known.owners !== '' && known.owners !== owners) throw new AppError('bad-input', texts.replacement.owners);
    await recordAccountAction(ctx, trx, actor, { action: 'replace-guardian', subjectId: playerId, note });
    const ended: Decided[] = [];
    if (row.state === 'given') {
      const { id: guardianshipId, email: former, language } = row;
      const said = { guardianshipId, playerId, email: former, mail: null, decision: 'replaced', textVersion: null, language } as const;
      ended.push(await endConsent(ctx, trx, said, true));
      const mail = emailTemplates.replaced(former, player.username, `${ctx.config.origin}/contact`, language);
      await enqueueEmail(ctx, mail, trx);
    }
    await saveNewRequest(ctx, trx, playerId, { email, replaced: row.state === 'asked' ? row.id : null, isByTeam: true }, ctx.now());
    return ended;
  });
  await publishDecisions(ctx, actor, decided);
}

/** Whether our team can ask at another address: somebody has agreed, or our team named the address that is asked. */
function isReplaceable(
  row: Pick<GuardianshipRow, 'state' | 'is_asked_by_team'> | undefined,
): row is GuardianshipRow & { state: 'given' | 'asked' } {
  return row?.state === 'given' || (row?.state === 'asked' && row.is_asked_by_team);
}

/**
 * Which other accounts have an address: an operator is told before it is asked to decide for a child. `child`: the username of a player under
 * 18, who decides for nobody; `owners`: those of all others, with a space between them, or ''.
 * @throws AppError 'sign-in-required', 'not-allowed'
 */
export async function findOwners(
  ctx: AppContext,
  actor: Actor,
  playerId: string,
  email: string,
): Promise<{ child: string | null; owners: string }> {
  authorize(actor, 'account:assist-parent');
  return readOwners(ctx.db, playerId, toGuardianMailbox(email));
}

async function readOwners(db: Kysely<DB>, playerId: string, mailbox: string): Promise<{ child: string | null; owners: string }> {
  const owners = await listAccountsOfMailbox(db, playerId, mailbox);
  const child = owners.find(({ age_band: band }) => needsGuardian(band));
  return { child: child?.username ?? null, owners: owners.map(({ username }) => username).join(' ') };
}
