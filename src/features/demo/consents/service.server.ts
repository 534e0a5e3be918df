import type { AppContext } from '../../../context.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { DEMO_EMAIL_DOMAIN } from '../../accounts/staff/rules.ts';
import type { ChatChoice } from '../../guardians/schema.ts';
import { insertConsents, lockPlayersWithoutGuardian, type DemoConsent } from './queries.server.ts';

/** What all guardians of the demo world chose for buying: the largest plan and some packs fit into it. */
const BUYING = { buying: 'up-to-a-sum', monthly_limit_minor: 200_000 } as const;

/**
 * Lets a guardian of each of these demo players agree, now by the context's clock. Only who is under 18 and never had a guardian gets one: a
 * consent that somebody took back while trying Kiddo out stays taken back. There is no mail: nobody reads these mailboxes. Demo mode only.
 * @param usernames of accounts that were created for demo mode; others are passed over
 * @returns how many guardians agreed
 * @throws AppError 'not-allowed' outside of demo mode
 */
export async function giveDemoConsents(
  ctx: AppContext,
  actor: Actor,
  usernames: readonly string[],
  chat: ChatChoice = 'friends',
): Promise<number> {
  authorize(actor, 'demo:seed');
  if (ctx.config.mode !== 'demo') throw new AppError('not-allowed', 'demo accounts are for demo mode');
  if (usernames.length === 0) return 0;
  return ctx.db.transaction().execute(async (trx) => {
    const players = await lockPlayersWithoutGuardian(
      trx,
      usernames.map((username) => toAddress(username)),
    );
    await insertConsents(
      trx,
      players.map((player) => createConsent(ctx, player, chat)),
    );
    return players.length;
  });
}

function createConsent(ctx: AppContext, player: { id: string; username: string }, chat: ChatChoice): DemoConsent {
  const [at, guardianId, email] = [ctx.now(), ctx.newId(), toAddress(`parent.of.${player.username}`)];
  const chosen = { relation: 'mother', chat, ...BUYING } as const;
  return {
    guardian: { id: guardianId, mailbox: email, created_at: at },
    guardianship: {
      ...chosen,
      id: ctx.newId(),
      player_id: player.id,
      guardian_id: guardianId,
      email,
      state: 'given',
      asked_at: at,
      decided_at: at,
      // So that no job writes to a mailbox that does not exist.
      confirmation_queued_at: at,
      confirmation_taken_at: at,
    },
    record: {
      ...chosen,
      id: ctx.newId(),
      player_id: player.id,
      guardian_email: email,
      decision: 'given',
      text_version: 'demo',
      language: 'en',
      at,
    },
  };
}

/** The address of somebody who exists in demo mode only. */
function toAddress(name: string): string {
  return `${name}@${DEMO_EMAIL_DOMAIN}`;
}
