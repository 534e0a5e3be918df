import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type { AppContext } from '../src/context.server.ts';
import type { Relation, Choices } from '../src/features/guardians/schema.ts';
import type { RunQuery } from './test-players.ts';

// What the tests of players under 18 set up: a guardian who agreed, without walking through the mails.

/** What a guardian chose who allows everything that can be chosen. */
export const EVERYTHING: Choices = { chat: 'friends', buying: 'up-to-a-sum', sum: 2000 };

/** A guardian of the player's own has agreed. @returns the guardian's address */
export async function giveConsent(
  ask: RunQuery,
  playerId: string,
  choices: Choices = EVERYTHING,
  relation: Relation = 'mother',
): Promise<string> {
  const [guardianId, email] = [randomUUID(), `guardian-${randomUUID()}@example.com`];
  await ask(`insert into guardians (id, mailbox) values ($1, $2)`, [guardianId, email]);
  await ask(
    `insert into guardianships (id, player_id, guardian_id, email, state, asked_at, decided_at, relation, chat, buying, monthly_limit_minor,
       confirmation_queued_at, confirmation_taken_at)
     values (gen_random_uuid(), $1, $2, $7, 'given', now(), now(), $3, $4, $5, $6, now(), now())`,
    [playerId, guardianId, relation, choices.chat, choices.buying, choices.sum === null ? null : choices.sum * 100, email],
  );
  return email;
}

/** A guardian was asked, or said no, or took the consent back. */
export async function setGuardianship(ask: RunQuery, playerId: string, state: 'asked' | 'refused' | 'withdrawn'): Promise<void> {
  const [guardianId, email] = [randomUUID(), `guardian-${randomUUID()}@example.com`];
  await ask(`insert into guardians (id, mailbox) values ($1, $2)`, [guardianId, email]);
  await ask(
    `insert into guardianships (id, player_id, guardian_id, email, state, asked_at, decided_at)
     values (gen_random_uuid(), $1, $2, $4, $3, now(), case when $3 <> 'asked' then now() end)`,
    [playerId, guardianId, state, email],
  );
}

/** Runs SQL on a world's database, for the functions above. */
export function askOf({ db }: Pick<AppContext, 'db'>): RunQuery {
  return (text, values) => db.executeQuery(CompiledQuery.raw(text, values));
}
