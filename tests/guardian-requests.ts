import { sendGuardianMailJob } from '../src/features/guardians/emails/service.server.ts';
import { getGuardianView, runGuardianAction } from '../src/features/guardians/service.server.ts';
import type { ClientInfo } from '../src/infra/auth/auth.ts';
import type { Actor } from '../src/shared/permissions.ts';
import { ageOf } from './friendship-world.ts';
import { createWorld, type World } from './world.ts';

// What the tests of players who ask a guardian set up and look up.

export const HOUR = 3600;
export const DAY = 24 * HOUR;
/** A request from a phone that knows no account. */
export const VISIT: ClientInfo = { address: '41.90.64.7', userAgent: 'phone', cookies: '' };

/** A world with players of 13 to 15, and what they do. */
export async function createRequestWorld() {
  const world = await createWorld();
  const { ctx } = world;
  const addChild = (player: Parameters<World['addPlayer']>[0] = {}) => world.addPlayer({ ...ageOf(13), ...player });
  const ask = (actor: Actor, email: string, visit = VISIT) => runGuardianAction(ctx, actor, { do: 'ask', email }, visit);
  const remind = (actor: Actor, visit = VISIT) => runGuardianAction(ctx, actor, { do: 'remind' }, visit);
  const view = (actor: Actor) => getGuardianView(ctx, actor, null);
  /** Sends what is queued, or tries to. @returns how many jobs ran */
  const sendMails = async () => {
    let count = 0;
    for (let done = 1; done > 0; count += done) done = await ctx.jobs.drain(ctx, sendGuardianMailJob, 50);
    return count;
  };
  /** Sends what is queued. @returns all mails in the outbox, the oldest first */
  const mails = async () => {
    await sendMails();
    return ((await ctx.outbox?.list(200)) ?? []).toReversed();
  };
  /** The guardianships of a player, the oldest first. */
  const guardianships = (playerId: string) =>
    ctx.db
      .selectFrom('guardianships as s')
      .innerJoin('guardians as g', 'g.id', 's.guardian_id')
      .select(['s.id', 's.email', 'g.mailbox', 's.state', 's.asked_at', 's.reminded_at', 's.reminder_count', 's.decided_at'])
      .where('s.player_id', '=', playerId)
      .orderBy('s.id')
      .execute();
  /** A guardian who was asked says no, or takes a consent back, now. The record too. */
  const refuse = async (playerId: string, state: 'refused' | 'withdrawn' = 'refused') => {
    const [row] = (await guardianships(playerId)).filter((each) => each.state === 'asked' || each.state === 'given');
    await ctx.db
      .updateTable('guardianships')
      .set({ state, decided_at: ctx.now(), chat: null, buying: null, monthly_limit_minor: null, relation: null })
      .where('id', '=', row?.id ?? '')
      .execute();
    await ctx.db
      .insertInto('consent_records')
      .values({
        id: ctx.newId(),
        player_id: playerId,
        guardian_email: row?.email ?? '',
        decision: state,
        text_version: 'test',
        language: 'en',
        at: ctx.now(),
      })
      .execute();
  };
  /** A guardian who was asked agrees now. */
  const agree = async (playerId: string, language: 'en' | 'sw' = 'en') => {
    await ctx.db
      .updateTable('guardianships')
      .set({
        state: 'given',
        decided_at: ctx.now(),
        relation: 'mother',
        chat: 'phrases',
        buying: 'up-to-a-sum',
        monthly_limit_minor: 50_000,
      })
      .where('player_id', '=', playerId)
      .where('state', '=', 'asked')
      .execute();
    await ctx.db.updateTable('guardians').set({ language }).execute();
  };
  return { world, ctx, addChild, ask, remind, view, sendMails, mails, guardianships, refuse, agree };
}

/** The error of the address that a form's answer has; null: none. */
export const addressError = (answer: Awaited<ReturnType<typeof runGuardianAction>>) =>
  answer.ok ? null : (answer.fieldErrors['email'] ?? null);
/** The code of a form's answer; 'ok' if it worked. */
export const codeOfAnswer = (answer: Awaited<ReturnType<typeof runGuardianAction>>) => (answer.ok ? 'ok' : answer.code);
